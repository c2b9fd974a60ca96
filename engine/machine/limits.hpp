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
    LimitRule{Limit::clients, "E0601", most_clients, "there are {} clients", "ask for fewer clients"},
    LimitRule{Limit::threads, "E0602", 32, "a client has {} threads: its round and its background blocks",
              "put what several background blocks do into one"},
    LimitRule{Limit::locations, "E0603", 255, "a client has {} places at which it can stand between two steps",
              "put repeated steps into a loop"},
    LimitRule{Limit::extra_names, "E0604", 60, "the model has {} names for values beside ordinary ones, as \"none\" is",
              "use the same names in several places"},
    LimitRule{Limit::words, "E0605", 60'000, "a state has {} cells, members, variables and what else is remembered",
              "give containers less room (up to N), or ask for fewer clients"},
    LimitRule{Limit::registers, "E0606", 65'000, "a step needs {} intermediate values",
              "split what is done in one step"},
    LimitRule{Limit::state_bytes, "E0607", 4096, "a state has {} bytes",
              "give containers less room (up to N), or ask for fewer clients"},
    LimitRule{Limit::ticks, "E0608", static_cast<std::uint64_t>(most_ticks),
              "what is compared lies up to {} of the steps apart in which time goes",
              "time goes in steps that divide all durations: make the shortest longer, or the longest shorter"},
    LimitRule{Limit::reach_of_instants, "E0609", std::uint64_t{1} << 30U,
              "the instants of a state can be {} of the steps in which time goes apart",
              "keep fewer instants, or make the shortest duration longer or the longest shorter"},
    LimitRule{Limit::clock_offsets, "E0610", 1'000'000, "a clock can be off by {} different spans",
              "time goes in steps that divide all durations: make the shortest longer, or let clocks be off by less"},
    LimitRule{Limit::labels, "E0611", most_labels, "one property needs {} labels of states or of steps",
              "ask for fewer clients"},
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
  clocks,        ///< two clocks may have shown the same at different moments, and it matters which is the later
  /// It depends on how far apart two instants are that are further apart than is known. With a larger range it may go
  /// on. The last.
  range,
};
inline constexpr std::array all_reasons_to_give_up{GaveUp::container, GaveUp::tokens,       GaveUp::identities,
                                                   GaveUp::choices,   GaveUp::instructions, GaveUp::clocks,
                                                   GaveUp::range};

}  // namespace interlock::machine
