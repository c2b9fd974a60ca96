// What may be none must not go where there is always something: into a cell that holds an id at all times, and into
// the time until a cell expires. `if d != none { }` says in its block that there is a duration.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

bool is_full_cell(const Resolution& all, VariableIndex index) {
  if (index == nothing) return false;
  const Variable& variable = all.model.variables[index];
  const bool is_cell = variable.scope == Scope::server || variable.scope == Scope::connection;
  return is_cell && variable.shape == Shape::scalar && !all.facts[index].optional &&
         !all.kinds.is_poisoned(all.facts[index].value) && all.kinds.base(all.facts[index].value) == Base::identity;
}

void report_full_cell(Resolution& all, VariableIndex variable, const Place& place, const Place& call_place) {
  report_kind(all, "E0313", fmt::format("{} always has a value: it is never none", all.model.variables[variable].name),
              place, call_place, {{"make it optional"}, {}, ""});
}

namespace {

/// Variables and the words that they are known not to be here.
using Known = std::set<std::pair<VariableIndex, std::string>>;

class Search {
 public:
  explicit Search(Resolution& all) : all_(all) {}

  void through(const Block& block, Known& known) {
    for (const auto& statement : block) one(statement, known);
  }

 private:
  /// The words that the value may be here.
  std::vector<std::string> words_of(const Expression& value, const Known& known) const {
    std::vector<std::string> words;
    if (all_.kinds.is_poisoned(slot_of(value))) return words;
    for (const auto& word : all_.kinds.extra_words()) {
      const bool is_out = value.op == ExpressionOp::read && known.count({value.variable, word}) > 0;
      if (all_.kinds.has(slot_of(value), word) && !is_out) words.push_back(word);
    }
    return words;
  }

  /// What is known where the condition is `holds`.
  void learn(const Expression& condition, bool holds, Known& known) const {
    const auto& operands = condition.operands;
    if (condition.op == ExpressionOp::not_) return learn(operands[0], !holds, known);
    if (condition.op == (holds ? ExpressionOp::and_ : ExpressionOp::or_))
      for (const auto& operand : operands) learn(operand, holds, known);
    if (condition.op == ExpressionOp::present && holds) known.emplace(condition.variable, "none");
    if (condition.op != (holds ? ExpressionOp::not_equal : ExpressionOp::equal)) return;
    for (const std::size_t side : {0U, 1U})
      if (is_word(operands[side]) && operands[1 - side].op == ExpressionOp::read)
        known.emplace(operands[1 - side].variable, all_.words[static_cast<std::size_t>(operands[side].value)]);
  }

  void forget(VariableIndex variable, Known& known) const {
    std::erase_if(known, [&](const auto& it) { return it.first == variable; });
  }
  void forget_assigned(const Block& block, Known& known) const {
    for (const auto& statement : block) {
      if (statement.variable != nothing) forget(statement.variable, known);
      for (const auto& inner : statement.blocks) forget_assigned(inner, known);
    }
  }

  void set(const Statement& statement, Known& known) {
    const Expression& value = statement.expressions[0];
    const auto words = words_of(value, known);
    forget(statement.variable, known);
    for (const auto& word : all_.kinds.extra_words())
      if (std::find(words.begin(), words.end(), word) == words.end()) known.emplace(statement.variable, word);
    if (value.op == ExpressionOp::read) names_[statement.variable] = name_of(value);
    if (statement.op == StatementOp::write && !words.empty() && words[0] == "none" &&
        is_full_cell(all_, statement.variable))
      report_full_cell(all_, statement.variable, value.place, call_place_);
  }

  std::string name_of(const Expression& value) const {
    if (value.op != ExpressionOp::read) return "d";
    const auto passed = names_.find(value.variable);
    const std::string& name = all_.model.variables[value.variable].name;
    return passed != names_.end() && name[0] == '(' ? passed->second : name[0] == '(' ? "d" : name;
  }

  void check_time(const Expression& value, const Known& known) {
    const auto words = words_of(value, known);
    if (words.empty()) return;
    report_kind(all_, "E0315", fmt::format("this duration may be {}", words[0]), value.place, call_place_,
                {{fmt::format("look first: if {} != {} {{ ... }}", name_of(value), words[0])}, {}, ""});
  }

  void branch(const Statement& statement, Known& known) {
    for (std::size_t index = 0; index < statement.blocks.size(); ++index) {
      Known inside = known;
      learn(statement.expressions[0], index == 0, inside);
      through(statement.blocks[index], inside);
    }
    for (const auto& block : statement.blocks) forget_assigned(block, known);
    for (std::size_t index = 0; index < statement.blocks.size(); ++index)
      if (leads_away(statement.blocks[index])) learn(statement.expressions[0], index != 0, known);
  }
  static bool leads_away(const Block& block) {
    const auto jumps = [](const Statement& it) {
      return it.op == StatementOp::break_ || it.op == StatementOp::continue_;
    };
    return always_ends(block) || std::any_of(block.begin(), block.end(), jumps);
  }

  void one(const Statement& statement, Known& known) {
    if (statement.op == StatementOp::if_) return branch(statement, known);
    const bool sets = statement.op == StatementOp::assign || statement.op == StatementOp::write;
    if (sets) return set(statement, known);
    if (statement.op == StatementOp::expire) check_time(statement.expressions[0], known);
    if (statement.variable != nothing) forget(statement.variable, known);
    if (statement.blocks.empty()) return;
    if (is_plain(statement.op)) return through(statement.blocks[0], known);
    const bool turns = statement.op == StatementOp::loop || statement.op == StatementOp::retry;
    for (const auto& block : statement.blocks) {
      Known inside = known;
      if (turns) forget_assigned(block, inside);
      const Place before = call_place_;
      if (statement.op == StatementOp::operation) call_place_ = statement.place;
      through(block, inside);
      call_place_ = before;
    }
    for (const auto& block : statement.blocks) forget_assigned(block, known);
    const bool succeeds = statement.op == StatementOp::retry && statement.span.low == unbounded;
    if (succeeds && !statement.expressions.empty()) take_answer(statement, known);
  }

  /// Who polls without end goes on with an answer.
  void take_answer(const Statement& poll, Known& known) {
    learn(poll.expressions[0], true, known);
    for (const auto& statement : poll.blocks[0])
      if (statement.op == StatementOp::assign) set(statement, known);
  }

  /// Are there statements that always run, all of them, one after another?
  static bool is_plain(StatementOp op) {
    return op == StatementOp::call || op == StatementOp::atomic || op == StatementOp::when ||
           op == StatementOp::section;
  }

  Resolution& all_;
  Place call_place_;
  std::map<VariableIndex, std::string> names_;  ///< of what was passed in a variable
};

}  // namespace

void check_missing(Resolution& all) {
  for (VariableIndex index = 0; index < all.model.variables.size(); ++index) {
    const auto& initial = all.facts[index].initial;
    if (initial && is_word(*initial) && is_full_cell(all, index)) report_full_cell(all, index, initial->place, {});
  }
  for (const Block* body : all_bodies(all.model)) {
    Known known;
    Search(all).through(*body, known);
  }
}

}  // namespace interlock::language
