#pragma once
// The value of an expression in a state.

#include "engine/evaluator/state.hpp"

namespace interlock::evaluator {

/// What evaluating an expression in a step may do besides giving a value.
class Hooks {
 public:
  virtual ~Hooks() = default;
  virtual Value fresh_id() = 0;
  virtual std::uint32_t choose(std::uint64_t options) = 0;
  virtual void clock_was_read() = 0;
};

/// Who reads, and what of a step can be seen. All operands are evaluated, also those of `and` and `or` whose value
/// no longer matters.
struct Reader {
  const language::Model& model;
  const State& state;
  Time tick = 1;
  ClientIndex client = language::nothing;  ///< who executes it
  bool at_server = false;                  ///< `now` is the server's: real time
  const std::map<VariableIndex, Cell>* scratch = nullptr;
  const Outcome* outcome = nullptr;  ///< of the step just made
  Hooks* hooks = nullptr;            ///< null: a look, which changes nothing

  Value value(const language::Expression& expression) const;
  bool truth(const language::Expression& expression) const { return value(expression) != 0; }

 private:
  const Cell& cell(const language::Expression& expression) const;
  Value operand(const language::Expression& expression, std::size_t index) const;
  Value arithmetic(const language::Expression& expression) const;
  bool comparison(const language::Expression& expression) const;
  Value logic(const language::Expression& expression) const;
  Value look_into_cell(const language::Expression& expression) const;
  bool touched(std::uint32_t server) const;
  Value round(const language::Expression& expression) const;
  Value choose(const language::Expression& expression) const;
  Value clock() const;
  bool of_client(const language::Expression& expression) const;
  bool crosses(const language::Expression& expression) const;
  bool before_deadline(ClientIndex client) const;
  bool queued_before(const Client& one, ClientIndex one_index, const Client& other) const;
};

}  // namespace interlock::evaluator
