#pragma once
// A verdict for any number of clients of one kind: searches with 1, 2, 3, ... of them, and beside them what a few of
// them can look like, however many there are. What the searches find is exact, with the fewest clients first; what the
// views prove, the evaluator has proved a second time.

#include "engine/check/checker.hpp"
#include "engine/check/verdict.hpp"
#include "engine/language/model.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace interlock::check {

/// The same protocol with so many clients of the varied kind, all else the same; null: there is none.
using ModelOf = std::function<std::shared_ptr<const language::Model>(std::uint32_t clients)>;

struct AnyNumber {
  std::uint32_t kind = 0;  ///< index into Model::kinds
  ModelOf model_of;
  std::function<WithParam(std::uint32_t clients)> with_param = {};  ///< for `Settings::with_param`; may be empty
  std::uint32_t most = 5;                                           ///< so many are searched, where no number is proved
  /// Of each search beyond those that the proof needs, and of the views.
  std::uint64_t spare_states = 200'000;
};

/// A set of views that was proved to be all: for `--proof`.
struct WrittenProof {
  std::string protocol;
  std::string kind;  ///< "worker"
  std::vector<std::string> specs;
  language::Scenario scenario;
  std::uint32_t clients = 0;
  std::vector<std::string> views;  ///< a paragraph each
  std::uint64_t joined_states = 0;
};

/// As check(), with `SpecResult::for_clients`. `proofs`: may be null.
Answer check_any_number(const language::Scenario& scenario, const std::vector<std::uint32_t>& specs,
                        const Settings& settings, const AnyNumber& sizes, std::vector<WrittenProof>* proofs);

}  // namespace interlock::check
