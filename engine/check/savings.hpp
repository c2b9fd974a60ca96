#pragma once
// The reductions by name, and what each of them saves: found by searching again without it.

#include "engine/check/checker.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::check {

struct NamedReduction {
  std::string_view name;
  bool Reductions::*is_on;
  bool saves_states = true;  ///< false: it saves time only, or decides more
};

inline constexpr std::array named_reductions{
    NamedReduction{"symmetry", &Reductions::symmetry}, NamedReduction{"dead", &Reductions::dead},
    NamedReduction{"ids", &Reductions::ids},           NamedReduction{"time", &Reductions::time},
    NamedReduction{"members", &Reductions::members},   NamedReduction{"memory", &Reductions::memory, false},
    NamedReduction{"bits", &Reductions::bits, false},  NamedReduction{"apart", &Reductions::apart, false}};

/// `without`: names, or "all".
inline Reductions reductions_without(const std::vector<std::string>& without) {
  Reductions reductions;
  for (const NamedReduction& reduction : named_reductions) {
    reductions.*reduction.is_on = std::none_of(without.begin(), without.end(), [&](const std::string& word) {
      return word == reduction.name || word == "all";
    });
  }
  return reductions;
}

/// The states of a search without one of the reductions.
struct Saving {
  std::string_view reduction;
  std::uint64_t states = 0;
  bool complete = false;  ///< false: there are more
};

/// Of a complete search with these settings, which had so many states: one saving for each reduction that was on and
/// saves states. A search without one gives up at 20 times the states, and at 2 million if the search with it needed
/// fewer than 1 million. `wants(name)` is asked before each; where it says no, that one is left out.
std::vector<Saving> find_savings(const language::Model& model, const language::Scenario& scenario,
                                 const std::vector<std::uint32_t>& specs, const Settings& settings,
                                 std::uint64_t states, const std::function<bool(std::string_view)>& wants);

}  // namespace interlock::check
