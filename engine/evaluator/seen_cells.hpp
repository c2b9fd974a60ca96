#pragma once
// Who can see that a key expires? A later step whose way or effect it changes, or a checked property. Where nobody can,
// the expiry is no step; where somebody can, a run that leaves it out is none.

#include "engine/evaluator/state.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace interlock::evaluator {

class SeenCells {
 public:
  /// `specs`: indices of those that are checked. Keeps a reference to the model. Of a server that may fail over all is
  /// seen: what a write changes takes it a step further from what it was.
  SeenCells(const language::Model& model, const language::Scenario& scenario, const std::vector<std::uint32_t>& specs);

  bool is_seen(const State& state, VariableIndex cell) const;
  /// Can it ever be told by somebody what becomes of a variable, wherever the clients are?
  bool matters(VariableIndex variable) const { return matters_[variable] || seen_by_checks_[variable]; }

 private:
  bool is_checked(const std::string& name) const;
  bool is_read_by(const Request& request, ClientIndex client, VariableIndex cell) const;
  bool is_read_ahead(ClientIndex client, std::size_t thread, const Path& path, VariableIndex cell) const;

  const language::Model& model_;
  std::vector<bool> matters_;         ///< by variable: what becomes of it can be told by somebody
  std::vector<bool> seen_by_checks_;  ///< by variable: read by what is checked of states, or when somebody crashes
  std::vector<std::string> checked_;  ///< names of asserts and witnesses that are asked
  bool loses_calls_ = false;
};

}  // namespace interlock::evaluator
