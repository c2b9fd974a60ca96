#pragma once
// The words for the reductions: of --without and --stats.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "engine/check/checker.hpp"

namespace interlock::cli {

struct NamedReduction {
  std::string_view name;
  bool check::Reductions::*is_on;
};

inline constexpr std::array named_reductions{
    NamedReduction{"symmetry", &check::Reductions::symmetry}, NamedReduction{"dead", &check::Reductions::dead},
    NamedReduction{"ids", &check::Reductions::ids},           NamedReduction{"time", &check::Reductions::time},
    NamedReduction{"members", &check::Reductions::members},   NamedReduction{"memory", &check::Reductions::memory}};

/// `without`: names, or "all".
inline check::Reductions reductions_without(const std::vector<std::string>& without) {
  check::Reductions reductions;
  for (const NamedReduction& reduction : named_reductions) {
    reductions.*reduction.is_on = std::none_of(without.begin(), without.end(), [&](const std::string& word) {
      return word == reduction.name || word == "all";
    });
  }
  return reductions;
}

}  // namespace interlock::cli
