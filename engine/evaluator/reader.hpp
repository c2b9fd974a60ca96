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
  /// What a clock shows, as a reading of its own.
  virtual Datum read_clock(Value shown, bool of_server) = 0;
};

/// Who reads, and what of a step can be seen. `and` and `or` stop early.
struct Reader {
  const language::Model& model;
  const State& state;
  Time tick = 1;
  ClientIndex client = language::nothing;  ///< who executes it
  bool at_server = false;                  ///< `now` is the server's: real time
  bool distinct_clocks = false;
  const std::map<VariableIndex, Cell>* scratch = nullptr;
  const Outcome* outcome = nullptr;  ///< of the step just made
  Hooks* hooks = nullptr;            ///< null: a look, which changes nothing

  Datum datum(const language::Expression& expression) const;
  Value value(const language::Expression& expression) const { return datum(expression).value; }
  bool truth(const language::Expression& expression) const { return value(expression) != 0; }

  /// Read, where the reader may; else a look, later than all readings.
  Datum clock(Value shown, bool of_server) const;

 private:
  const Cell& cell(const language::Expression& expression) const;
  Datum operand(const language::Expression& expression, std::size_t index) const;
  Datum arithmetic(const language::Expression& expression) const;
  bool comparison(const language::Expression& expression) const;
  Value logic(const language::Expression& expression) const;
  bool is_decided(const std::vector<language::Expression>& all, bool by) const;
  Datum look_into_cell(const language::Expression& expression) const;
  bool touched(std::uint32_t server) const;
  Datum round(const language::Expression& expression) const;
  Value choose(const language::Expression& expression) const;
  bool of_client(const language::Expression& expression) const;
  bool crosses(const language::Expression& expression) const;
  bool before_deadline(ClientIndex client) const;
  Datum clock_of(ClientIndex client) const;
  bool queued_before(const Client& one, ClientIndex one_index, const Client& other) const;
};

}  // namespace interlock::evaluator
