#pragma once
// What the engine says of a model, in a form that can be compared.

#include "engine/language/model.hpp"
#include "engine/machine/reductions.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace interlock::tests {

struct Said {
  std::string spec;
  std::string verdict;  ///< "holds", "fails", "reachable", "unreachable", "unknown"
  std::uint32_t faults = 0;
  std::uint32_t steps = 0;
  bool is_loop = false;  ///< its counterexample is one that goes on for ever

  bool is_run() const { return verdict == "fails" || verdict == "reachable"; }
};

struct Told {
  std::vector<Said> specs;  ///< by name
  std::uint64_t states = 0;
  bool is_complete = true;
  std::string trouble;  ///< a counterexample that the second evaluator did not confirm: exit 70
  std::string bytes;    ///< everything, with stories and pictures
};

struct AskSettings {
  machine::Reductions reductions;
  std::uint32_t threads = 1;
  std::uint64_t states = 20'000;
  bool draws = false;  ///< fill `bytes`
};

Told ask_engine(const language::Model& model, const language::Scenario& scenario, const AskSettings& settings);

}  // namespace interlock::tests
