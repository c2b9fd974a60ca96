#pragma once
// Where everything stands in the words of a state, and how words are packed into bits.
//
// Words of servers come first, then one block a client; the blocks of a kind have the same shape, so a client is
// moved by copying its block. `Field` says how many bits a word takes when packed.

#include "engine/language/model.hpp"
#include "engine/machine/compiled/program.hpp"
#include "engine/machine/relevance.hpp"
#include "engine/machine/time/ticks.hpp"
#include "engine/machine/time/timers.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace interlock::machine {

/// What a word means to the normal form and to the passing of time.
enum class Role : std::uint8_t {
  plain,
  identity,  // renamed
  token,     // replaced by rank, within its class
  instant,   // relative to now; `unset` when nobody needs it
  timer,     // ticks until something is due; runs down to 0. Below 0: not running
  lease,     // the same, but the highest value does not run: unlimited
  client,    // a client's index, or `none`; exchanged with the clients
};

struct Field {
  Role role = Role::plain;
  std::uint8_t bits = 0;
  std::uint8_t extras = 0;  ///< codes 0..extras-1 are `unset` (instants only), then the extra words in order
  bool has_unset = false;
  std::uint16_t token_class = 0;
  Word low = 0;  ///< the ordinary word that gets the first ordinary code
};

/// A cell with a value: its words, `no_register` where it has none of them.
struct Cell {
  Register present = no_register;  ///< expiring
  Register value = no_register;
  TimerWord deadline;  ///< expiring
  Register writer = no_register;
  std::int32_t watched = -1;  ///< index into Layout::watched
};

/// A container: `count`, then `capacity` slots in each column.
struct Container {
  language::Shape shape = language::Shape::set;
  std::uint32_t capacity = 0;
  Register count = no_register;
  Register members = no_register;  ///< first slot
  Register seconds = no_register;  ///< ranked: scores; map: values
  Register writers = no_register;
  bool ties_are_choices = true;    ///< members are names
  bool ties_go_by_digits = false;  ///< they are plain numbers: as texts, 10 is before 9. Tokens go by their value
  bool keeps_ties = false;         ///< two names may meet again: see order_of_ids.hpp
  std::int32_t watched = -1;
  language::VariableIndex variable = language::nothing;
};

/// A server's cell that some client may watch.
struct Watched {
  language::VariableIndex variable = language::nothing;
  std::vector<Register> watching;  ///< by client
  std::vector<Register> touched;   ///< by client: the one of the server
};

/// The cell that a lease is on, as an index into Layout::leased, and how long it has still to run: 0: it has run out;
/// below: there is none.
struct LeaseWords {
  Register cell = no_register;
  TimerWord end;
};

/// A run of words. Those of two servers with the same cells, or of two clients of a kind, have the same shape.
struct WordBlock {
  Register begin = 0;
  Register end = 0;

  std::size_t size() const { return static_cast<std::size_t>(end - begin); }
};

/// All that a server keeps: its cells and containers. What it remembers of a connection is the client's.
struct ServerWords {
  WordBlock block;
  WordBlock stored;  ///< the first part of it; behind it stands what properties remember, which no fault takes away
  std::vector<language::VariableIndex> cells;  ///< those that are stored and matter, in the order of their words
  /// Where it may fail over: what it was before its last writes, the newest first, and how many of these there are.
  /// Those that are not there yet are like the oldest that is, or like itself.
  std::vector<WordBlock> kept;
  Register writes = no_register;
};

/// A request under way: which call it is, from 1 (0: there is none); what of the client's own variables it carries, and
/// the grant under which it was sent.
struct RequestWords {
  Register call = no_register;
  std::map<language::VariableIndex, Register> sent;
  Register grant = no_register;
};

struct ClientWords {
  Register begin = 0;  ///< its block
  Register end = 0;
  std::vector<Register> location;  ///< by thread
  std::vector<TimerWord> timer;    ///< by thread; none if the thread never waits
  std::vector<TimerWord> limit;    ///< by thread; until a `retry` is given up; none if it has no `retry` with an end
  Register paused = no_register;
  TimerWord pause_left;
  std::vector<Register> delayed;  ///< of several threads: the next step of this one was delayed by a pause
  Register gone = no_register;
  bool is_once = false;           ///< the end of its round is the end of it
  Word start = 0;                 ///< its location before its first round and between two: idle, unless it is a daemon
  Register offset = no_register;  ///< of its clock, ticks
  Register been_critical = no_register;
  Register grant = no_register;
  LeaseWords lease;                                 ///< of its grant
  LeaseWords given;                                 ///< the deadline that this round gave last
  std::vector<TimerWord> given_on;                  ///< by cell that leases are on: what this round gave it last
  std::vector<Register> believed;                   ///< its deadlines of `critical until`
  Register place = no_register;                     ///< in the queue
  std::map<language::VariableIndex, Register> own;  ///< locals, and connection variables
  std::vector<Register> locals;                     ///< those of `own` that a round's end forgets
  std::vector<Register> cut_off;                    ///< by server: none of its calls arrives there
  std::vector<RequestWords> requests;               ///< room for those under way, in the order in which they were sent
};

struct Layout {
  std::vector<Field> fields;  ///< by word
  std::vector<Cell> cells;    ///< by variable (scope server; shape scalar or expiring)
  std::vector<Container> containers;
  std::vector<std::int32_t> container_of;  ///< by variable, or -1
  std::vector<ServerWords> servers;
  std::vector<ClientWords> clients;
  std::vector<TimerRule> timers;                ///< all, in the order of their words
  std::vector<language::VariableIndex> leased;  ///< cells that get deadlines, where leases are asked about
  std::vector<Watched> watched;
  std::vector<std::vector<Register>> touched;  ///< by server, client
  Register newest_fence = no_register;         ///< two words: grant, token
  Register begun = no_register;                ///< has anything but skew happened?
  std::vector<Register> strikes;               ///< by FaultKind, those of the protocol behind: how often
  std::vector<Word> initial;
  std::vector<Register> client_names;  ///< all words with the role `client`
  std::vector<std::string> extras;     ///< names of the extra values, in the order of their words
  Register pairs = no_register;        ///< of ids, the first of which is before the second: two words each
  std::uint32_t most_pairs = 0;
  std::uint32_t token_classes = 0;
  /// Where clocks are distinct, the lowest bits of an instant say in which order the clocks were read: this many.
  std::uint32_t order_bits = 0;
  bool loses_calls = false;                    ///< a call may get no answer
  std::uint32_t most_requests = 0;             ///< of one client under way at the same time
  std::vector<std::uint32_t> keeping_servers;  ///< those that may fail over

  /// What a deadline may be away, in ticks.
  Word longest_deadline = 0;

  /// By how much an instant grows in a tick.
  Word one_tick() const { return Word{1} << order_bits; }
  Word extra(const std::string& name) const;
};

/// Takes over all that another server with the same cells keeps; deadlines and who wrote what included.
void copy_server(const Layout& layout, Word* words, std::uint32_t from, std::uint32_t to);
/// As it was in the beginning.
void reset_server(const Layout& layout, Word* words, std::uint32_t server);
/// Is the server another one than before? Who wrote what does not count.
bool changes_server(const Layout& layout, const Word* before, const Word* words, std::uint32_t server);
/// Where it has been written to, what it was before is kept.
void keep_write(const Layout& layout, const Word* before, Word* words, std::uint32_t server);
/// It has changed, and that was no write.
void keep_up(const Layout& layout, Word* words, std::uint32_t server);
/// It is what it was before one of its last writes. Nothing older comes back.
void go_back(const Layout& layout, Word* words, std::uint32_t server, std::uint32_t writes);

Layout lay_out(const language::Model& model, const language::Scenario& scenario, const Ticks& ticks,
               const Relevance& relevance);

}  // namespace interlock::machine
