#pragma once
// The normal form of a state: one representative for all states that no run and no property can tell apart.
//
// Instants are kept relative to now, and the gap between neighbours is capped at one more than the horizon (capping
// each age alone would be wrong where two instants are compared). Gaps ahead of now must be known: time comes there.
// What lies behind now is then moved as close to it as what each two instants are asked for allows
// (time/instant_pairs.hpp): those that are as far apart as can be told stay as far apart, and are moved together; of
// all others the one stays further behind the other than can be told. These conditions are the same for all states that
// are alike, and of all ways to meet them there is one in which each instant is as late as in any. Tokens are replaced
// by their rank within their class, with true gaps where a counter below may still close them. Interchangeable clients
// are sorted by all that can be seen of them, and only true ties are tried in every order. Identities are renamed in
// order of appearance.

#include "engine/machine/compiled/executor.hpp"
#include "engine/machine/layout.hpp"
#include "engine/machine/limits.hpp"
#include "engine/machine/reductions.hpp"
#include "engine/machine/time/instant_pairs.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace interlock::machine {

/// Where each client went: client i of the state before is client `renamed[i]` of the normal form.
using Renaming = std::array<std::uint8_t, most_clients>;

/// What the normal form has to know of the model.
struct NormalFormRules {
  Word horizon = 0;                             ///< ticks
  InstantPairs pairs;                           ///< what is asked of two instants that stand in certain places
  std::vector<std::vector<Register>> counters;  ///< by token class: words that `next` may still raise
  std::vector<bool> true_gaps;                  ///< by token class: never close a gap
  Word token_gap = 1;                           ///< between tokens: all larger ones are alike
  Word highest_literal = 0;                     ///< tokens up to here keep their values: they may be written out
  std::vector<std::vector<language::ClientIndex>> interchangeable;  ///< groups of clients
};

/// Scratch memory, and the work itself. One a thread.
class NormalForm {
 public:
  NormalForm(const Layout& layout, NormalFormRules rules, const Reductions& reductions);

  /// Brings the words of a state into normal form, in place: first instants and tokens, then clients and identities.
  /// Each says whether it has changed anything.
  bool settle(Word* words);
  /// After `settle`: an instant lies so far ahead that nobody knows when time will come there.
  bool lacks_range() const { return lacks_range_; }
  bool order(Word* words, Renaming& renaming);

 private:
  struct Key {
    std::vector<Word> own;   ///< its own words, but the names of identities
    std::vector<Word> seen;  ///< what can be seen of it elsewhere; where two are alike in their own words
    bool is_whole = false;   ///< `seen` and `entangled` are filled in
    bool entangled = false;  ///< its identities stand in other clients' words, too
  };

  /// A moment at which instants stand.
  struct Point {
    Word at = 0;               ///< in ticks, seen from now
    std::uint32_t body = 0;    ///< all that are moved together
    std::uint64_t places = 0;  ///< InstantPairs::place_of
  };

  bool cap_instants(Word* words);
  bool draw_near(Word* words);
  bool find_points(const Word* words);
  Word told(const Point& older, const Point& newer) const;
  void find_bodies();
  bool find_moves();
  bool move_points(Word* words) const;
  bool rank_readings(Word* words);
  bool rank_tokens(Word* words, std::size_t token_class);
  bool sort_clients(Word* words, Renaming& renaming);
  bool sort_group(const std::vector<language::ClientIndex>& group, const Word* words, Renaming& renaming);
  bool comes_before(const Word* words, language::ClientIndex left, language::ClientIndex right);
  bool are_alike(language::ClientIndex left, language::ClientIndex right) const;
  void describe_client(const Word* words, language::ClientIndex client, Key& key) const;
  void describe_rest(const Word* words, language::ClientIndex client, Key& key) const;
  void describe_identity(const Word* words, language::ClientIndex client, Word identity, Key& key) const;
  void arrange(const Word* words, const Renaming& renaming, std::vector<Word>& into) const;
  void name_identities(std::vector<Word>& words);
  void rename_identities(std::vector<Word>& words);
  void rename_loose_members(std::vector<Word>& words, std::vector<Word>& names, Word& next) const;
  bool try_ties(const std::vector<language::ClientIndex>& group, const Word* words, Renaming& renaming);
  bool take_best(Word* words) const;

  const Layout& layout_;
  NormalFormRules rules_;
  Reductions reductions_;
  std::vector<Register> instants_;
  std::vector<std::vector<Register>> tokens_;  ///< by class
  std::vector<std::size_t> ranked_classes_;    ///< those with words in them
  std::vector<Register> identities_in_order_;  ///< those whose place has a meaning, servers' first
  std::vector<Register> identities_;           ///< all
  std::vector<Register> clients_in_order_;     ///< words with a client's index
  std::vector<std::uint32_t> unordered_;       ///< sets and maps of identities
  std::vector<bool> in_unordered_;             ///< by word
  std::vector<Role> roles_;                    ///< by word
  Register servers_end_ = 0;
  bool sorts_ = false;
  bool draws_near_ = false;
  bool lacks_range_ = false;
  // scratch
  std::vector<Point> points_;
  std::vector<Word> moves_;  ///< by body: by how much it is moved to now
  std::vector<std::pair<Word, Register>> moments_;
  std::vector<Word> values_;
  std::vector<Word> ranks_;  ///< of `values_`, from the first that is not written out
  std::vector<Key> keys_;
  std::vector<Word> candidate_;
  std::vector<Word> best_;
  std::vector<Word> names_;
};

}  // namespace interlock::machine
