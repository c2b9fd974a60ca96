#pragma once
// The second, slow and simple meaning of a model: it walks over the statements as they stand. It shares nothing with
// the compiled machine but the model, so that a counterexample which both agree on is one. Written to be read: start
// here, then evaluator_run.cpp (control), evaluator_effects.cpp (cells), evaluator_faults.cpp (time and faults).

#include "engine/evaluator/run.hpp"
#include "engine/run/move.hpp"

#include <string>
#include <vector>

namespace interlock::evaluator {

class Evaluator {
 public:
  /// Keeps references to both. All durations are multiples of a tick.
  Evaluator(const language::Model& model, const language::Scenario& scenario, std::int64_t tick_microseconds);

  State initial() const;

  /// All that can happen, in a fixed order: time (one tick), expiries, steps and giving up by client, faults by client.
  /// `is_cut`, if given, is set where a move is left out because a container would hold too many.
  std::vector<Move> moves(const State& state, bool* is_cut = nullptr) const;

  /// Makes the move; where it is not possible, says why and leaves the state as it is.
  Outcome make(State& state, const Move& move) const;

  /// A condition of a spec; `outcome` is of the move that led here, or null.
  bool holds(const State& state, const Outcome* outcome, const language::Expression& condition) const;

  /// Names of the `keep`s that are false here.
  std::vector<std::string> kept_failing(const State& state) const;

  const language::Model& model() const { return model_; }

 private:
  Outcome attempt(State& state, const Move& move, Choices& choices) const;
  void add_with_choices(const State& state, Move move, std::vector<Move>& found, bool& cut) const;
  void find_faults(const State& state, ClientIndex client, std::vector<Move>& found) const;

  // Time and faults (evaluator_faults.cpp)
  void pass_time(State& state, std::int64_t ticks) const;
  bool holds_time_back(const State& state, ClientIndex client, std::size_t thread) const;
  bool holds_time_back(const State& state, ClientIndex client) const;
  void expire(State& state, VariableIndex variable) const;
  void strike(State& state, const Move& move) const;
  void pause(State& state, const language::Fault& fault, ClientIndex client) const;
  void crash(State& state, const language::Fault& fault, ClientIndex client) const;
  void set_clock(State& state, const language::Fault& fault, const Move& move) const;
  const language::Fault* fault(language::FaultKind kind) const;
  bool reads_clock(ClientIndex client) const;

  const language::Model& model_;
  const language::Scenario& scenario_;
  Run::World world_;
};

}  // namespace interlock::evaluator
