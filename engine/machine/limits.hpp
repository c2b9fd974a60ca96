#pragma once
// What the machine has room for. Whatever a model, an option or a search may exceed stands in one table: exceeding it
// is a result with a sentence, never the end of the program.

#include "engine/language/model.hpp"
#include "engine/language/syntax/diagnostic.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace interlock::machine {

inline constexpr std::size_t most_clients = 32;
inline constexpr std::size_t most_labels = 64;                     ///< of states, and as many of edges
inline constexpr std::int64_t most_ticks = std::int64_t{1} << 28;  ///< of one duration: sums of a few fit a word

/// What is known before the search.
enum class Limit {
  clients,
  threads,
  locations,
  extra_names,
  words,
  registers,
  state_bytes,
  ticks,
  reach_of_instants,
  clock_offsets,
  labels,
  jumping_clocks,
  kept_connections,
  asked_writers,
};

struct LimitRule {
  Limit limit = Limit::clients;
  const char* number = "";  ///< of the error; stable
  std::uint64_t most = 0;
  const char* sentence = "";  ///< of what there is too much; {} is how much there is
  const char* help = "";
};

/// By limit.
inline constexpr std::array limit_rules{
    LimitRule{.limit = Limit::clients,
              .number = "E0601",
              .most = most_clients,
              .sentence = "there are {} clients",
              .help = "ask for fewer clients"},
    LimitRule{.limit = Limit::threads,
              .number = "E0602",
              .most = 32,
              .sentence = "a client has {} threads: its round and its background blocks",
              .help = "put what several background blocks do into one"},
    LimitRule{.limit = Limit::locations,
              .number = "E0603",
              .most = 255,
              .sentence = "a client has {} places at which it can stand between two steps",
              .help = "put repeated steps into a loop"},
    LimitRule{.limit = Limit::extra_names,
              .number = "E0604",
              .most = 60,
              .sentence = "the model has {} names for values beside ordinary ones, as \"none\" is",
              .help = "use the same names in several places"},
    LimitRule{.limit = Limit::words,
              .number = "E0605",
              .most = 60'000,
              .sentence = "a state has {} cells, members, variables and what else is remembered",
              .help = "give containers less room (up to N), or ask for fewer clients"},
    LimitRule{.limit = Limit::registers,
              .number = "E0606",
              .most = 65'000,
              .sentence = "a step needs {} intermediate values",
              .help = "split what is done in one step"},
    LimitRule{.limit = Limit::state_bytes,
              .number = "E0607",
              .most = 4096,
              .sentence = "a state has {} bytes",
              .help = "give containers less room (up to N), or ask for fewer clients"},
    LimitRule{.limit = Limit::ticks,
              .number = "E0608",
              .most = static_cast<std::uint64_t>(most_ticks),
              .sentence = "what is compared lies up to {} of the steps apart in which time goes",
              .help = "time goes in steps that divide all durations: make the shortest longer, or the longest shorter"},
    LimitRule{.limit = Limit::reach_of_instants,
              .number = "E0609",
              .most = std::uint64_t{1} << 30U,
              .sentence = "the instants of a state can be {} of the steps in which time goes apart",
              .help = "keep fewer instants, or make the shortest duration longer or the longest shorter"},
    LimitRule{
        .limit = Limit::clock_offsets,
        .number = "E0610",
        .most = 1'000'000,
        .sentence = "a clock can be off by {} different spans",
        .help = "time goes in steps that divide all durations: make the shortest longer, or let clocks be off by less"},
    LimitRule{.limit = Limit::labels,
              .number = "E0611",
              .most = most_labels,
              .sentence = "one property needs {} labels of states or of steps",
              .help = "ask for fewer clients"},
    LimitRule{.limit = Limit::jumping_clocks,
              .number = "E0612",
              .most = 0,
              .sentence = "a server's clock may jump, and {} expressions read it, or ask what is left to a deadline",
              .help = "leave clock_jump out, or declare the server steady"},
    LimitRule{.limit = Limit::kept_connections,
              .number = "E0613",
              .most = 0,
              .sentence =
                  "requests may come late or twice, and {} calls use what a server remembers of a connection, or "
                  "say who has a grant or a place in a queue",
              .help = "leave late and duplicate out, or declare the server steady"},
    LimitRule{.limit = Limit::asked_writers,
              .number = "E0614",
              .most = 0,
              .sentence = "a request may come when its client has crashed, and of {} cells is asked who wrote them: "
                          "whose it is then is not known here",
              .help = "ask for late and duplicate without crash"},
};

constexpr const LimitRule& rule_of(Limit limit) { return limit_rules[static_cast<std::size_t>(limit)]; }

/// Why there is no machine.
struct TooLarge {
  Limit limit = Limit::clients;
  std::uint64_t found = 0;
  language::Place place;  ///< without a source where no place of the model is to blame

  language::Diagnostic diagnostic() const;
};

/// Throws TooLarge where there are more than the limit allows.
void require_within(Limit limit, std::uint64_t found, const language::Place& place = {});

/// Why a run was given up in the middle of a search.
enum class GaveUp : std::uint8_t {
  container,     ///< it would have put more members into a container than this may have
  tokens,        ///< tokens ran further apart than a state has room for
  identities,    ///< more than 63 ids at the same time
  choices,       ///< one step has more choices than an action can name
  instructions,  ///< one step does not come to an end
  requests,      ///< more requests of one client would be under way than there is room for
  clocks,        ///< two clocks may have shown the same at different moments, and it matters which is the later
  /// It depends on how far apart two instants are that are further apart than is known. With a larger range it may go
  /// on. The last.
  range,
};
inline constexpr std::array all_reasons_to_give_up{GaveUp::container, GaveUp::tokens,       GaveUp::identities,
                                                   GaveUp::choices,   GaveUp::instructions, GaveUp::requests,
                                                   GaveUp::clocks,    GaveUp::range};

}  // namespace interlock::machine
