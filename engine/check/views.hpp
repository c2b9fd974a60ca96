#pragma once
// What views of k clients prove of specs: first the machine looks for one that is broken, then the evaluator proves
// that there is none.

#include "engine/check/any_number.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace interlock::check {

struct ViewsAnswer {
  std::vector<std::uint32_t> proved;                 ///< specs
  std::vector<std::uint32_t> broken;                 ///< in some view: with more clients in it, perhaps not
  std::map<std::uint32_t, std::string> not_decided;  ///< and why
  std::uint64_t views = 0;
  std::uint64_t states = 0;              ///< glued
  std::vector<std::uint32_t> disagreed;  ///< specs
  std::string
      disagreement;  ///< of these; not empty: an internal error: the machine and the evaluator do not see the same
};

/// `specs`: such as say what may never, or always, or once be so.
ViewsAnswer look_at_views(const language::Scenario& scenario, const std::vector<std::uint32_t>& specs,
                          std::uint32_t clients, const Settings& settings, const AnyNumber& sizes,
                          std::vector<WrittenProof>* proofs);

}  // namespace interlock::check
