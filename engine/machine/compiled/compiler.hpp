#pragma once
// A model's statements and expressions, compiled for one client to flat instructions.

#include "engine/language/model.hpp"
#include "engine/machine/compiled/program.hpp"
#include "engine/machine/layout.hpp"
#include "engine/machine/limits.hpp"
#include "engine/machine/relevance.hpp"
#include "engine/machine/time/ticks.hpp"

#include <cstdint>
#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <tuple>
#include <vector>

namespace interlock::machine {

/// What instructions of all clients refer to.
struct Tables {
  std::map<std::string, std::uint64_t> assert_labels;  ///< by name of an assert: the edge labels it sets
  std::map<std::string, std::uint64_t> witness_labels;
  std::vector<std::uint64_t> labels;   ///< used by index
  std::vector<language::Place> parts;  ///< parts of the clients' programs that a run can reach
  /// By file, line and column.
  std::map<std::tuple<std::string, std::uint32_t, std::uint32_t>, std::uint32_t> part_numbers;
  std::multimap<std::string, std::uint32_t> assert_parts;  ///< where the asserts of a name are checked
  std::set<std::string> forbidden;                         ///< names of asserts that say: nobody comes here
  std::size_t own_faults = 0;                              ///< how many the protocol declares
  std::uint32_t registers = 0;                             ///< how many words and registers any program needs
};

class Compiler {
 public:
  Compiler(const language::Model& model, const Layout& layout, const Relevance& relevance, const Ticks& ticks,
           const InstantFlow& flow, Tables& tables);

  /// The program of a client: its round and its heartbeats.
  Program compile_client(language::ClientIndex client);

  /// What the faults do that the protocol declares: where each begins.
  std::vector<std::uint32_t> compile_own_faults(Program& into);

  /// Code that evaluates one expression about the whole system and ends in `stop`. The answer is in the register.
  Register compile_property(const language::Expression& expression, Program& into);

  /// The same for a kept condition, of a client.
  Register compile_kept(const language::Expression& expression, language::ClientIndex client, Program& into);

 private:
  // expressions
  Register evaluate(const language::Expression& expression);
  Register evaluate_read(const language::Expression& expression);
  Register evaluate_comparison(const language::Expression& expression);
  Register evaluate_container(const language::Expression& expression);
  Register evaluate_client(const language::Expression& expression);
  Register evaluate_calculation(const language::Expression& expression);
  Register evaluate_sum(const language::Expression& expression);
  Register asked(Opcode op, TimerWord timer);
  Register timed(Opcode op, Register left, Register right, std::int32_t look);
  Register evaluate_cell(const language::Expression& expression);
  Register evaluate_choice(const language::Expression& expression);
  Register evaluate_clock();
  Register look_at_clock(Register offset);
  Register read_clock(Register offset);
  Register with_constant(Opcode op, Register from, Word value);
  Register number_of_true(const language::Expression& expression);
  Register constant(Word value);
  Register binary(Opcode op, Register left, Register right);
  Register negated(Register operand);
  Word literal_word(const language::Expression& expression) const;
  std::int32_t ticks_of(std::int64_t microseconds) const;

  // statements
  void compile(const language::Block& block, bool in_program);
  void compile(const language::Statement& statement);
  void compile_clock(const language::Statement& statement);
  void compile_step(const language::Statement& statement);
  void compile_retry(const language::Statement& statement);
  void compile_wait(const language::Statement& statement);
  void compile_when(const language::Statement& statement);
  void compile_if(const language::Statement& statement);
  void compile_loop(const language::Statement& statement);
  void compile_either(const language::Statement& statement);
  void compile_timeout(const language::Statement& statement);
  void compile_finally(const language::Statement& statement);
  void end_round();
  void compile_operation(const language::Statement& statement);
  void compile_section(const language::Statement& statement);
  void compile_background(std::uint32_t index);
  void add_daemon_start(Program& program) const;
  std::uint32_t compile_disconnects(std::span<const language::Server> servers);
  // without an answer (compiler_timeouts.cpp)
  /// Where a step goes on that gets no answer. What it is if nobody says: the round ends.
  struct Unanswered {
    const language::Statement* timeout = nullptr;
    std::vector<std::uint32_t>* ends = nullptr;  ///< jumps behind it
  };
  /// The begin of a call: where the client is cut off it does not arrive. The jump to be taken then, or 0.
  std::uint32_t compile_reach(const language::Statement& statement);
  Register cut_off_from(const language::Statement& call) const;
  void compile_faults_of_call(const language::Statement& statement, std::initializer_list<std::uint32_t> from,
                              std::uint32_t unheard);
  void require_reach(const language::Statement& call);
  void compile_loss(const language::Statement& statement, std::initializer_list<std::uint32_t> from,
                    std::uint32_t unheard, const Unanswered& then);
  void compile_unseen(const language::Statement& statement);
  // requests under way (compiler_requests.cpp)
  void compile_sending(const language::Statement& statement);
  void compile_arrival(const language::Statement& statement, std::size_t place);
  void drop_unread();
  std::map<language::VariableIndex, Register> copy_locals(const language::Statement& statement);
  void enter_section(std::uint32_t section, bool unless_given);
  void leave_section(std::uint32_t section);
  void leave_sections(std::uint64_t outside);
  void note_passing(std::uint32_t section, std::uint64_t sections);
  void start_background(std::uint32_t index);
  void end_background(std::uint32_t index);
  void note_call();
  void grant(language::VariableIndex on);
  void compile_granted(const language::Statement& statement);
  struct GrantWhere {
    bool unless_given = false;         ///< not where the round has one
    bool or_if_there_is_none = false;  ///< at the entry: also without a call, where the round has none
  };
  void grant_if_called(GrantWhere where);
  void draw_choices(const language::Statement& statement);
  void assign(const language::Statement& statement);
  void put_value(language::VariableIndex variable, const language::Expression& value);
  void check_range(const language::Kind& into, const language::Kind& from, Register value);
  Register evaluate_within(const language::Expression& expression, const language::Kind& into);
  void compile_label(const language::Statement& statement);
  // cells
  void compile_effect(const language::Statement& statement);
  void write_cell(const language::Statement& statement);
  void clear_cell(const Cell& cell, language::VariableIndex variable);
  void expire_cell(const language::Statement& statement);
  void persist_cell(const language::Statement& statement);
  void change_container(const language::Statement& statement);
  void touch(std::int32_t watched);
  std::int32_t leased_index(language::VariableIndex variable) const;
  void note_given(language::VariableIndex variable);
  void note_writer(const Cell& cell);
  void watch(const language::Statement& statement);
  void unwatch(std::uint32_t server);

  // code
  std::uint32_t here() const { return static_cast<std::uint32_t>(program_->code.size()); }
  std::uint32_t emit(Opcode op, Register a = no_register, Register b = no_register, Register c = no_register,
                     std::int32_t immediate = 0);
  void patch(std::uint32_t instruction) { program_->code[instruction].immediate = static_cast<std::int32_t>(here()); }
  std::uint32_t new_location(LocationKind kind, const language::Statement& statement);
  std::uint32_t add_label(std::uint64_t bits);
  Register temporary();
  Register register_of(language::VariableIndex variable, language::ClientIndex client);
  std::uint32_t mark(const language::Place& place);
  void begin_code(Program& program, language::ClientIndex client);
  bool matters(language::VariableIndex variable) const { return relevance_.variable[variable]; }
  bool needs_look(const language::Expression& expression) const {
    return flow_.has_checks && !flow_.exact.contains(&expression);
  }
  const ClientWords& words() const { return layout_.clients[client_]; }
  const language::ClientKind& kind() const { return model_.kinds[model_.clients[client_].kind]; }

  const language::Model& model_;
  const Layout& layout_;
  const Relevance& relevance_;
  const Ticks& ticks_;
  const InstantFlow& flow_;
  Tables& tables_;

  Program* program_ = nullptr;
  language::ClientIndex client_{0};
  std::uint32_t thread_ = 0;
  std::uint64_t sections_ = 0;
  std::vector<std::uint32_t> open_sections_;                 ///< the innermost last
  Register until_ = no_register;                             ///< the deadline of the critical section around
  std::vector<std::pair<std::uint32_t, Location>> passing_;  ///< instructions, and what they speak of
  Register next_register_ = 0;
  language::Place place_;  ///< of what is compiled
  bool in_operation_ = false;
  bool servers_read_clocks_ = false;     ///< some operation of a store names `now`
  bool reads_clock_ = false;             ///< a reading, not only a look
  Register server_clock_ = no_register;  ///< what the servers' clocks were read to show in this step
  std::map<language::VariableIndex, Register> scratch_;
  std::vector<std::pair<std::uint64_t, Register>> kept_alive_;  ///< by sections: words that others read there
  std::vector<std::vector<std::uint32_t>> breaks_;              ///< jumps to the end of the enclosing loops
  std::vector<std::uint32_t> loop_starts_;
  std::vector<std::uint32_t> background_waits_;       ///< by heartbeat: the location of its wait
  std::vector<std::vector<std::uint32_t>> leaves_;    ///< jumps to the end of the enclosing operations
  std::vector<std::uint64_t> loop_sections_;          ///< sections outside the enclosing loops
  Unanswered unanswered_;                             ///< of the next step
  std::vector<std::uint32_t>* round_ends_ = nullptr;  ///< jumps to `finally`, inside of the round that has one
  /// While the effect of a call is compiled whose client learns nothing: jumps to its end; how many loops are around
  /// it; what stands in for the client's own variables.
  std::vector<std::uint32_t>* lost_ends_ = nullptr;
  std::size_t lost_loops_ = 0;
  std::map<language::VariableIndex, Register> copies_;
  Register sent_grant_ = no_register;  ///< the grant of the request whose arrival is compiled
  /// An instruction that puts something into a request in this place, of this call.
  struct Sending {
    std::uint32_t instruction = 0;
    std::size_t place = 0;
    std::size_t call = 0;
  };
  std::vector<Sending> sendings_;
};

/// Where a section is left that can have been entered in the same step, that moment is asked about; all other such
/// instructions become jumps to the next. Is there any?
bool find_passing(Program& program);

/// A mask of sections: needed inside and outside of all of them.
inline constexpr std::uint64_t in_all_of_the_round = ~std::uint64_t{0};

/// Words of the client's own variables that nothing reads before they are written, for each location of its rounds.
/// `kept_alive[i]`: words that are read while the client is inside a section of mask i.
void find_forgettable(Program& program, const Layout& layout, const std::vector<Register>& locals,
                      const std::vector<std::pair<std::uint64_t, Register>>& kept_alive);

/// Which of these words code that begins there may read before it writes them.
std::vector<std::vector<bool>> read_from(const Program& program, const std::vector<Register>& words,
                                         const std::vector<std::uint32_t>& starts);

}  // namespace interlock::machine
