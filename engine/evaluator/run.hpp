#pragma once
// One step of one thread, executed statement by statement.

#include "engine/evaluator/choices.hpp"
#include "engine/evaluator/path.hpp"
#include "engine/evaluator/reader.hpp"

#include <utility>
#include <vector>

namespace interlock::evaluator {

/// Changes `state` and tells it in `outcome`; throws NotPossible, and then both are worthless.
class Run final : public Hooks {
 public:
  struct World {
    const language::Model& model;
    Time tick = 1;
    bool distinct_clocks = false;
  };

  Run(const World& world, State& state, ClientIndex client, std::size_t thread, Choices& choices, Outcome& outcome);

  void step();                                      ///< the thread's next step
  void give_up();                                   ///< a `retry ... within` goes on with its `else`
  void disconnect(const language::Server& server);  ///< what the server does when the client has crashed

  Value fresh_id() override { return ++state_.last_id; }
  std::uint32_t choose(std::uint64_t options) override { return choices_.choose(options); }
  void clock_was_read() override { clock_was_read_ = outcome_.read_clock = true; }

 private:
  // Control (evaluator_run.cpp)
  void begin_round();
  void end_wait();
  void perform();  ///< the step statement that the thread stands before
  void run();      ///< all up to the next step statement, or the end of the round
  void execute(const language::Statement& statement);
  void enter(std::size_t block);
  void enter_branch(const language::Statement& either);
  void note_failure(const language::Statement& assertion);
  void skip();                         ///< to the statement behind
  const language::Statement& climb();  ///< out of a block, to the statement that it belongs to
  void end_of_block();
  void end_of_body();
  void climb_to(language::StatementOp op);
  void left(const language::Statement& statement);
  void enter_section(const language::Statement& statement);
  void end_round();
  bool is_inside_step() const;
  bool is_at_server() const;
  void tell(const language::Statement& statement, EventKind kind);
  void announce(const language::Statement& statement);
  bool waits_for_parameter(const language::Call& call) const;
  void take_answers(const language::Statement& statement);
  std::vector<std::string> argument_texts(const language::Call& call, std::vector<std::string> known);

  // Effects (evaluator_effects.cpp)
  bool affect(const language::Statement& statement);
  void assign(VariableIndex variable, Value value);
  void grant();
  void fence(Value token);
  void write(VariableIndex variable, Value value, bool keep_deadline);
  void clear(VariableIndex variable);
  void expire(VariableIndex variable, Value span);
  void persist(VariableIndex variable);
  void add(VariableIndex variable, Value member);
  void remove(VariableIndex variable, Value member);
  void remove_up_to(VariableIndex variable, Value score);
  void put(VariableIndex variable, Value member, Value score);
  void intersect(const language::Statement& statement);
  void map_put(VariableIndex variable, Value key, Value value);
  void push(VariableIndex variable, Value member);
  void drop_first(VariableIndex variable);
  void unwatch(std::uint32_t server);

  const language::Variable& variable(VariableIndex index) const { return world_.model.variables[index]; }
  Cell& cell(VariableIndex index);
  void insert(VariableIndex index, std::size_t place, const Member& member);
  void touch(VariableIndex index);
  void take_lease(VariableIndex index);
  Value in_range(const language::Kind& kind, Value value);

  Reader reader();
  Value value(const language::Expression& expression) { return reader().value(expression); }
  Client& me() { return state_.clients[client_]; }
  Thread& thread() { return me().threads[thread_]; }
  const language::Statement* statement() const { return statement_at(*body_, *path_); }

  /// Calls of a statement that is not over. Their arguments are told as they are before it, but for those that the
  /// statement itself binds to scratch variables first.
  struct OpenCalls {
    const language::Statement* statement = nullptr;
    std::size_t place = 0;  // of the first in outcome_.calls
    std::vector<std::vector<std::string>> arguments;
  };

  const World& world_;
  State& state_;
  ClientIndex client_;
  std::size_t thread_;
  Choices& choices_;
  Outcome& outcome_;
  const language::Block* body_;
  Path* path_;
  std::map<VariableIndex, Cell> scratch_;
  std::vector<OpenCalls> open_calls_;
  bool stopped_ = false;
  bool clock_was_read_ = false;
};

/// What a client knows is gone: its round, its variables, and what the properties remember of it.
void forget_round(const language::Model& model, State& state, ClientIndex client);

/// A variable at the start.
Cell first_cell(const language::Variable& variable);

/// `variable` of a server was changed: all who watch it.
void touch_watches(State& state, VariableIndex variable);

}  // namespace interlock::evaluator
