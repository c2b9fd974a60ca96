#pragma once
// What is to be seen of a state in which only some clients are kept, in an order that is given: as numbers that are the
// same for all states which nobody can tell apart, and with the ids and tokens that stand in it, so that those of two
// states that look the same can be put side by side.

#include "engine/evaluator/seen_cells.hpp"
#include "engine/evaluator/state.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace interlock::evaluator {

/// Clients of a state, in the order in which they are told.
using Chosen = std::vector<ClientIndex>;

/// Which tokens are ever compared with which: by variable; then that of grants; then that of fenced tokens.
class TokenKinds {
 public:
  explicit TokenKinds(const language::Model& model);

  std::size_t of(VariableIndex variable) const { return root(variable); }
  std::size_t of_grants() const { return root(same_.size() - 2); }
  std::size_t of_fences() const { return root(same_.size() - 1); }
  /// Tokens up to here are the numbers they are: somebody writes them out.
  Value written_out() const { return written_out_; }
  /// Variables that `next` may raise.
  const std::set<VariableIndex>& counters() const { return counters_; }

 private:
  std::size_t root(std::size_t node) const { return same_[node] == node ? node : root(same_[node]); }
  void meet(const language::Statement* statement, const std::vector<language::Expression>& group);
  void note(const language::Expression& part);

  const language::Model& model_;
  std::vector<std::size_t> same_;
  std::set<VariableIndex> counters_;
  Value written_out_ = 0;
};

/// What only properties ask for, of what is remembered beside the protocol's own variables.
struct Asked {
  bool writers = false;
  bool grants = false;
  bool leases = false;
  bool fences = false;
};
Asked asked_by(const language::Model& model, const std::vector<std::uint32_t>& specs);

/// What a state looks like.
struct Told {
  std::vector<std::int64_t> numbers;
  std::vector<Value> ids;                            ///< in the order in which they are met
  std::map<std::size_t, std::vector<Value>> tokens;  ///< by kind: those that rank, the lowest first
  bool above_counter = false;                        ///< a token is higher than a counter that may still come there
};

class Teller;

/// A state whose cells were found: it can be told in many orders.
class LaidOut {
 public:
  using Cells = std::vector<std::pair<VariableIndex, const Cell*>>;

  /// Keeps a reference to the state. Of cells only those that matter.
  LaidOut(const Teller& teller, const State& state);

  const State& state() const { return state_; }
  const Cells& of_servers() const { return of_servers_; }
  const Cells& of_client(ClientIndex client) const { return of_clients_[client]; }

 private:
  const State& state_;
  Cells of_servers_;
  std::vector<Cells> of_clients_;
};

class Teller {
 public:
  /// Keeps references.
  Teller(const language::Model& model, const language::Scenario& scenario, const std::vector<std::uint32_t>& specs);

  Told tell(const State& state, const Chosen& chosen) const { return tell(LaidOut(*this, state), chosen); }
  Told tell(const LaidOut& state, const Chosen& chosen) const;
  /// Is it to be seen, or may something that is be of it?
  bool matters(VariableIndex variable) const {
    return seen_.matters(variable) || (asked_.leases && model_.variables[variable].shape == language::Shape::expiring);
  }
  const TokenKinds& tokens() const { return tokens_; }
  const Asked& asked() const { return asked_; }

 private:
  friend class Telling;

  const language::Model& model_;
  const language::Scenario& scenario_;
  SeenCells seen_;
  TokenKinds tokens_;
  Asked asked_;
};

/// Calls `visit(kind, value)` for all tokens of a state; `visit` may change them.
template <class StateType, class Visit>
void for_each_token(const language::Model& model, const TokenKinds& kinds, StateType& state, const Visit& visit) {
  for (auto& [name, cell] : state.cells)
    if (model.variables[name.variable].kind.base == language::Base::token && !is_extra(cell.value))
      visit(kinds.of(name.variable), cell.value);
  for (auto& client : state.clients) {
    visit(kinds.of_grants(), client.grant);
    if (!is_extra(client.grant_token)) visit(kinds.of_fences(), client.grant_token);
  }
  visit(kinds.of_grants(), state.fenced_grant);
  if (!is_extra(state.fenced_token)) visit(kinds.of_fences(), state.fenced_token);
}

}  // namespace interlock::evaluator
