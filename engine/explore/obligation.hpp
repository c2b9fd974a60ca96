#pragma once
// What a search has to decide, as data. Specs compile to these; the search knows only bits.

#include <cstdint>

namespace interlock::explore {

struct Obligation {
  enum class Kind : std::uint8_t {
    never,            ///< no run has a hit
    reachable,        ///< some run has a hit: a witness is wanted
    always_possible,  ///< from every asked state, some run without faults has a hit
    leads_to,         ///< from every asked state, every fair run without faults has a hit
    again_and_again,  ///< every fair run without faults in which it is asked for ever has hits for ever
  };

  Kind kind = Kind::never;
  std::uint64_t states = 0;  ///< a state with one of these labels is a hit
  std::uint64_t edges = 0;   ///< an edge with one of these labels is a hit
  /// `always_possible`, `leads_to`, `again_and_again`: states with one of these labels are asked; 0: every state is.
  std::uint64_t asked = 0;
  /// `again_and_again`: edges with one of these labels are asked as well. Where there are such labels and none in
  /// `asked`, no state is.
  std::uint64_t asked_edges = 0;
  /// Looked at as long as the others need the search, which does not go on for its sake; then it is `unknown`.
  bool by_the_way = false;

  /// Whether it is asked in a state with these labels.
  bool is_asked(std::uint64_t labels) const { return (asked == 0 && asked_edges == 0) || (labels & asked) != 0; }
  /// Whether it is decided by looking ahead, once every run is known, and not by a hit.
  bool looks_ahead() const { return kind == Kind::always_possible || wants_end(); }
  /// Whether it is about what happens in the end, in fair runs.
  bool wants_end() const { return kind == Kind::leads_to || kind == Kind::again_and_again; }
};

}  // namespace interlock::explore
