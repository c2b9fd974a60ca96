#pragma once
// Plays a model, move by move, with ticks of a second.

#include "engine/evaluator/evaluator.hpp"
#include "tests/catch.hpp"
#include "tests/evaluator/small_model.hpp"

#include <algorithm>

namespace interlock::test {

using evaluator::Evaluator;
using evaluator::Outcome;
using evaluator::State;

inline Move move(MoveKind kind, ClientIndex client = nothing, std::uint32_t thread = 0) {
  Move made;
  made.kind = kind;
  made.client = client;
  made.thread = thread;
  return made;
}
inline Move step(ClientIndex client, std::uint32_t thread = 0) { return move(MoveKind::step, client, thread); }
inline Move pass(std::int64_t ticks) {
  Move made = move(MoveKind::time);
  made.ticks = ticks;
  return made;
}
inline Move strike(FaultKind kind, ClientIndex client) {
  Move made = move(MoveKind::fault, client);
  made.fault = kind;
  return made;
}
inline Move clock(FaultKind kind, ClientIndex client, std::int64_t ticks) {
  Move made = strike(kind, client);
  made.ticks = ticks;
  return made;
}
inline Move expiry(VariableIndex variable) {
  Move made = move(MoveKind::expiry);
  made.variable = variable;
  return made;
}

/// A run of a model with ticks of one second.
struct Play {
  explicit Play(const Model& model, const Scenario& faults = {})
      : scenario(faults), evaluator(model, scenario, second, all_seen()), state(evaluator.initial()) {}

  static evaluator::Settings all_seen() {
    evaluator::Settings settings;
    settings.is_seen = [](const State&, VariableIndex) { return true; };
    return settings;
  }

  Outcome make(const Move& made) {
    const Outcome outcome = evaluator.make(state, made);
    INFO(outcome.error);
    REQUIRE(outcome.error.empty());
    return outcome;
  }
  bool can(const Move& wanted) const {
    State copy = state;
    const auto moves = evaluator.moves(state);
    const bool is_listed = std::find(moves.begin(), moves.end(), wanted) != moves.end();
    const bool can_be_made = evaluator.make(copy, wanted).error.empty();
    CHECK(is_listed == can_be_made);
    return can_be_made;
  }
  bool holds(const Expression& condition) const { return evaluator.holds(state, nullptr, condition); }
  bool inside(ClientIndex client) const { return holds(of_client(ExpressionOp::in_section, client)); }

  Scenario scenario;
  Evaluator evaluator;
  State state;
};

}  // namespace interlock::test
