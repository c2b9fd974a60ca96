#pragma once
// Does the engine say what the brute-force checker says?

#include "engine/machine/reductions.hpp"
#include "tests/oracle/oracle.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace interlock::oracle {

struct Agreement {
  std::string differences;   ///< one a line; empty: they agree
  std::size_t compared = 0;  ///< specs that the brute-force checker could decide
  std::size_t states = 0;    ///< of the brute-force checker
};

/// Without identities renamed there are models that have no end.
inline constexpr machine::Reductions no_reductions{
    .symmetry = false, .dead = false, .ids = true, .time = false, .members = false, .memory = false, .bits = false};

/// All reductions, none, and all but one. Brute force drops no members: where it is cut, an engine that does is not
/// compared, so most do not.
inline constexpr std::array<machine::Reductions, 9> on_and_off{{{},
                                                                {.members = false},
                                                                no_reductions,
                                                                {.symmetry = false, .members = false},
                                                                {.dead = false, .members = false},
                                                                {.ids = false, .members = false},
                                                                {.time = false, .members = false},
                                                                {.members = false, .memory = false},
                                                                {.members = false, .bits = false}}};

/// Verdicts, and of what fails or is reached: the fewest faults and the fewest steps; brute force against the engine
/// with each of these. What has more states than allowed is left out.
Agreement compare(const language::Model& model, const language::Scenario& scenario,
                  const std::vector<std::uint32_t>& specs, const Options& options,
                  std::span<const machine::Reductions> reductions = on_and_off);

/// "pause <= 3s, crash"; empty: no faults.
language::Scenario scenario_of(const std::string& faults);

/// The same with all specs under each of these faults, one after the other.
Agreement compare_under(std::span<const char* const> faults, const language::Model& model, const Options& options);

/// The scenarios of a model's expectations, each once.
std::vector<language::Scenario> scenarios_of(const language::Model& model);

/// All specs that apply to a model.
std::vector<std::uint32_t> specs_of(const language::Model& model);

}  // namespace interlock::oracle
