#pragma once
// The second, slow and simple meaning of a model: it walks over the statements as they stand. It shares nothing with
// the compiled machine but the model, so that a counterexample which both agree on is one. Written to be read: start
// here, then run.cpp (control), effects.cpp (cells), faults.cpp (time and faults).

#include "engine/evaluator/run.hpp"
#include "engine/run/move.hpp"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace interlock::evaluator {

struct Settings {
  /// A container that would hold too many ends the run: what a search may leave out. Told runs go on.
  bool cuts_at_capacity = false;
  /// Can a later step or a property see that this cell of a server expires here? Where somebody can, its expiry is a
  /// move, and time does not pass it by; where nobody can, it is none. Empty: it may be a move, and a run that leaves
  /// it out may be one in which nobody can see it.
  std::function<bool(const State&, VariableIndex)> is_seen;
};

/// Does a server do more, when a connection ends, than to forget what was watched?
bool has_sessions(const language::Server& server);

/// Can somebody who reads tell them apart?
bool differ(const std::map<CellName, Cell>& left, const std::map<CellName, Cell>& right);

class Evaluator {
 public:
  /// Keeps references to both. A tick is a unit of moves only: nothing is rounded to it, and what happens between two
  /// ticks is not lost.
  Evaluator(const language::Model& model, const language::Scenario& scenario, std::int64_t tick_microseconds,
            Settings settings = {});

  State initial() const;

  /// All that can happen, in a fixed order: time (one tick), expiries, steps and giving up by client, faults by client.
  /// `is_cut`, if given, is set where a move is left out because a container would hold too many.
  std::vector<Move> moves(const State& state, bool* is_cut = nullptr) const;

  /// Makes the move; where it is not possible, says why and leaves the state as it is.
  Outcome make(State& state, const Move& move) const;

  /// A condition of a spec; `outcome` is of the move that led here, or null. Where time passed, no event happened.
  bool holds(const State& state, const Outcome* outcome, const language::Expression& condition) const;

  /// For `always`, `never` and `reachable`, in the order of time: the condition at each moment before a section is left
  /// that was entered in this same move, and then in the state where it ends.
  std::vector<bool> holds_on_the_way(const State& state, const Outcome* outcome,
                                     const language::Expression& condition) const;

  /// At one of these moments.
  bool holds_somewhere(const State& state, const Outcome* outcome, const language::Expression& condition) const;

  /// Does a moment show what the spec is about: that it is broken, or that what is wished for has come? `which`: of its
  /// conditions. Looked at on the way, at the step, and in the state behind it, of which no event is so.
  bool shows(const State& state, const Outcome* outcome, const language::Spec& spec, std::size_t which) const;

  /// Names of the `keep`s that are false here, or at a moment on the way here (as in `holds_on_the_way`).
  std::vector<std::string> kept_failing(const State& state, const Outcome* outcome = nullptr) const;

  /// Of a client that waits at a `when`: the first comparison that keeps it there, as it is: "serving 0 != mine 1".
  std::string why_it_waits(const State& state, ClientIndex client) const;

  const language::Model& model() const { return model_; }

 private:
  void perform(State& next, const Move& move, Choices& choices, Outcome& outcome) const;
  Outcome attempt(State& state, const Move& move, Choices& choices) const;
  void add_with_choices(const State& state, Move move, std::vector<Move>& found, bool& cut) const;

  // Time (time.cpp)
  void pass_time(State& state, Time span, Outcome& outcome) const;
  Time next_event(const State& state, Time last) const;
  std::optional<Time> due(const State& state, ClientIndex client, std::size_t thread) const;
  bool works(const State& state, ClientIndex client, std::size_t thread) const;
  void note_delays(State& state, ClientIndex client) const;
  bool holds_time_back(const State& state, ClientIndex client, std::size_t thread) const;
  bool holds_time_back(const State& state, ClientIndex client) const;
  void expire(State& state, VariableIndex variable) const;
  bool is_seen(const State& state, VariableIndex variable) const;
  Reader reader(const State& state, ClientIndex client) const;

  // Faults (faults/): a function each, in a file that is named after it
  void find_faults(const State& state, std::vector<Move>& found, bool& cut) const;
  bool has_target(const State& state, const Move& move) const;
  void strike(State& state, const Move& move, Choices& choices, Outcome& outcome) const;
#define INTERLOCK_DECLARE_STRIKE(name)                                                                 \
  void strike_##name(State& state, const language::Fault& allowed, const Move& move, Choices& choices, \
                     Outcome& outcome) const;
  INTERLOCK_EACH_FAULT(INTERLOCK_DECLARE_STRIKE)
#undef INTERLOCK_DECLARE_STRIKE
  void resume(State& state, const Move& move) const;
  void note_writes(const State& before, State& state, ClientIndex crashed) const;
  void end_connections(State& state, std::uint32_t server, Choices& choices, Outcome& outcome) const;
  void set_clock(State& state, const language::Fault& allowed, const Move& move) const;
  const language::Fault* fault(language::FaultKind kind) const;
  bool reads_clock(ClientIndex client) const;

  const language::Model& model_;
  const language::Scenario& scenario_;
  Settings settings_;
  Run::World world_;
};

}  // namespace interlock::evaluator
