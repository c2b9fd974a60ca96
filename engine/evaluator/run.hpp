#pragma once
// One step of one thread, executed statement by statement.

#include "engine/evaluator/choices.hpp"
#include "engine/evaluator/path.hpp"
#include "engine/evaluator/reader.hpp"

#include <optional>
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
    bool clocks_may_be_off = false;  ///< skew or drift are on
    bool cuts_at_capacity = false;   ///< a container that would hold too many ends the run, and so do too many requests
    std::size_t most_requests = 0;   ///< of one client under way, where that counts
  };

  Run(const World& world, State& state, ClientIndex client, std::size_t thread, Choices& choices, Outcome& outcome);

  /// What nobody does: a block of its own.
  Run(const World& world, State& state, const language::Block& body, Choices& choices, Outcome& outcome);

  void happen();                                    ///< the block, at once
  void step();                                      ///< the thread's next step
  void give_up();                                   ///< a `retry ... within` goes on with its `else`
  void lose();                                      ///< its next step, a call, gets no answer
  void be_late();                                   ///< likewise, and its request is still under way
  void be_doubled();                                ///< its next step, a call, is made, and comes once more
  void arrive(std::size_t which);                   ///< a request that is under way takes effect
  void disconnect(const language::Server& server);  ///< what the server does when the client has crashed

  Value fresh_id() override { return ++state_.last_id; }
  std::uint32_t choose(std::uint64_t options) override { return choices_.choose(options); }
  Datum read_clock(Value shown, bool of_server) override;

 private:
  // Control (run.cpp)
  void enter_round();  ///< up to its first step
  void begin_round();
  void end_wait();
  void perform();  ///< the step statement that the thread stands before
  void clock(const language::Statement& statement);
  void come_to_the_door(const language::Statement& statement);
  bool passes(const language::Statement& when);
  bool try_again(const language::Statement& retry);
  // Calls without an answer (losses.cpp)
  const language::Statement& struck_call();
  bool is_cut_off(const language::Statement& call);
  void be_unheard(const language::Statement& call);
  void learn_nothing(const language::Statement& call);
  void send(const language::Statement& call, bool is_second);
  void time_out();
  void take_effect_unseen(const language::Statement& call);
  void tell_lost_call(const language::Statement& call);
  bool leaves_step(const language::Statement& statement, std::size_t depth) const;
  void steps();  ///< the pause, if there was one, is over
  void run();    ///< all up to the next step statement, or the end of the round
  void execute(const language::Statement& statement);
  void decide(const language::Statement& condition);
  void leave_operation();
  void repeat();
  void enter(std::size_t block);
  void enter_branch(const language::Statement& either);
  void note_failure(const language::Statement& assertion);
  void skip();                         ///< to the statement behind
  const language::Statement& climb();  ///< out of a block, to the statement that it belongs to
  void end_of_block();
  void end_of_body();
  void break_out();
  void climb_to(language::StatementOp op);
  void left(const language::Statement& statement);
  void note_passage();  ///< the thread is about to leave a section; was it entered in this step?
  void enter_section(const language::Statement& statement);
  void finish_round();  ///< by way of `finally`, where there is one
  void end_round();
  bool is_inside_step() const;
  bool is_at_server() const;
  void tell(const language::Statement& statement, EventKind kind);
  void announce(const language::Statement& statement);
  void take_answers(const language::Statement& statement);
  std::vector<std::string> argument_texts(const language::Call& call, std::vector<std::string> known);

  // Effects (effects.cpp)
  void affect(const language::Statement& statement);
  void assign(VariableIndex variable, const Datum& value);
  void grant(VariableIndex lease_cell);
  void fence(Value token);
  void write(VariableIndex variable, const Datum& value, bool keep_deadline);
  void clear(VariableIndex variable);
  void expire(VariableIndex variable, Value span);
  void persist(VariableIndex variable);
  void add(VariableIndex variable, const Datum& member);
  void remove(VariableIndex variable, const Datum& member);
  void remove_up_to(VariableIndex variable, const Datum& score);
  void put(const language::Statement& statement);
  std::size_t place_among_equals(VariableIndex variable, const Member& member);
  void intersect(const language::Statement& statement);
  void map_put(const language::Statement& statement);
  void push(VariableIndex variable, const Datum& member);
  void drop_first(VariableIndex variable);
  void unwatch(std::uint32_t server);

  const language::Variable& variable(VariableIndex index) const { return world_.model.variables[index]; }
  Cell& cell(VariableIndex index);
  void insert(VariableIndex index, std::size_t place, const Member& member);
  void touch(VariableIndex index);
  bool is_own_entry(VariableIndex index);
  void give_deadline(VariableIndex index);
  void drop_deadline(VariableIndex index);
  Datum in_range(const language::Kind& kind, const Datum& value);

  Reader reader();
  Reader look();
  Datum datum(const language::Expression& expression) { return reader().datum(expression); }
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
  Path own_path_{0};  // of a block of its own
  bool stopped_ = false;
  bool called_ = false;                  // did this step make a call?
  bool granted_ = false;                 // was it found to have given the lock?
  bool gives_leases_ = true;             // not what comes while its client is in no round
  std::optional<Datum> server_reading_;  // one a step
};

/// What a client knows is gone: its round, its variables, and what the properties remember of it.
void forget_round(const language::Model& model, State& state, ClientIndex client);

/// A variable at the start.
Cell first_cell(const language::Variable& variable);

/// What a member is called in State::earlier: ids and clients, whose order at equal scores is a choice. None: it ranks
/// by its value.
std::optional<Value> tie_name(const language::Kind& kind, Value member);

/// `variable` of a server was changed: all who watch it.
void touch_watches(State& state, VariableIndex variable);

}  // namespace interlock::evaluator
