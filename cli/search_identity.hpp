#pragma once
// What a search depends on. A saved one may only go on where all of it is the same.

#include <cstdint>
#include <string>
#include <vector>

#include "engine/check/checker.hpp"
#include "engine/language/model.hpp"

namespace interlock::cli {

struct SearchIdentity {
  std::string fingerprint;  ///< of everything: texts, params, numbers of clients, faults, specs, reductions
  std::string words;        ///< for people, on one line: "set_nx_px, 2 workers, pause"
};

SearchIdentity identity_of(const language::Model& model, const language::Scenario& scenario,
                           const std::vector<std::uint32_t>& specs, const check::Reductions& reductions);

}  // namespace interlock::cli
