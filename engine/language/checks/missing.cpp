// What may be none or missing must have been compared on every way to where there has to be something: in a sum, in an
// order, as a span, as an argument, in a cell that always has a value. `if d != none { }` says in its block that there
// is a duration.

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

/// What is known at one place of a program, on all ways that lead there.
struct Facts {
  std::set<std::pair<VariableIndex, std::string>> is_not;       ///< a variable, and a word that it is not here
  std::set<std::pair<VariableIndex, VariableIndex>> is_inside;  ///< a container, and the variable that holds a member

  void meet(const Facts& other) {
    std::erase_if(is_not, [&](const auto& it) { return other.is_not.count(it) == 0; });
    std::erase_if(is_inside, [&](const auto& it) { return other.is_inside.count(it) == 0; });
  }
};

/// None where no way leads.
using State = std::optional<Facts>;

void meet(State& into, const State& other) {
  if (!other) return;
  if (into)
    into->meet(*other);
  else
    into = other;
}

class Search {
 public:
  /// `shared`: variables that another thread may change between two steps.
  Search(Resolution& all, std::set<VariableIndex> shared) : all_(all), shared_(std::move(shared)) {}

  State through(const Block& block, State state) {
    for (const auto& statement : block) {
      if (!state) break;
      state = one(statement, std::move(*state));
    }
    return state;
  }

 private:
  bool is_cell(VariableIndex index) const {
    const Scope scope = all_.model.variables[index].scope;
    return scope == Scope::server || scope == Scope::connection;
  }

  bool is_local(VariableIndex index) const { return all_.model.variables[index].scope == Scope::local; }

  /// The variable whose value this one was given in the step: a client's own, behind a parameter.
  VariableIndex origin(VariableIndex variable) const {
    const auto from = origins_.find(variable);
    return from == origins_.end() ? variable : from->second;
  }

  bool is_member(const Expression& look, const Facts& facts) const {
    const bool asks = look.op == ExpressionOp::rank || look.op == ExpressionOp::score;
    return asks && look.operands[0].op == ExpressionOp::read &&
           facts.is_inside.count({look.variable, origin(look.operands[0].variable)}) > 0;
  }

  /// What is written there was looked at, whatever its variable may be elsewhere.
  bool reads_full_cell(const Expression& value) const {
    return value.op == ExpressionOp::read && is_cell(value.variable) &&
           all_.model.variables[value.variable].shape == Shape::scalar && !all_.facts[value.variable].optional;
  }

  /// The words that the value may be here.
  std::vector<std::string> words_of(const Expression& value, const Facts& facts) const {
    std::vector<std::string> words;
    if (all_.kinds.is_poisoned(slot_of(value)) || is_member(value, facts) || reads_full_cell(value)) return words;
    for (const auto& word : all_.kinds.extra_words()) {
      const bool is_out = value.op == ExpressionOp::read && facts.is_not.count({value.variable, word}) > 0;
      if (all_.kinds.has(slot_of(value), word) && !is_out) words.push_back(word);
    }
    return words;
  }

  /// What is known where the condition is `holds`.
  void learn(const Expression& condition, bool holds, Facts& facts) const {
    const auto& operands = condition.operands;
    if (condition.op == ExpressionOp::not_) return learn(operands[0], !holds, facts);
    if (condition.op == (holds ? ExpressionOp::and_ : ExpressionOp::or_))
      for (const auto& operand : operands) learn(operand, holds, facts);
    if (condition.op == ExpressionOp::present && holds) facts.is_not.emplace(condition.variable, "none");
    if (condition.op != (holds ? ExpressionOp::not_equal : ExpressionOp::equal)) return;
    for (const std::size_t side : {0U, 1U})
      if (is_word(operands[side]) && operands[1 - side].op == ExpressionOp::read)
        facts.is_not.emplace(operands[1 - side].variable, all_.words[static_cast<std::size_t>(operands[side].value)]);
  }

  void forget(VariableIndex variable, Facts& facts) {
    std::erase_if(facts.is_not, [&](const auto& it) { return it.first == variable; });
    std::erase_if(facts.is_inside, [&](const auto& it) { return it.first == variable || it.second == variable; });
    std::erase_if(origins_, [&](const auto& it) { return it.first == variable || it.second == variable; });
  }
  void forget_assigned(const Block& block, Facts& facts) {
    for (const auto& statement : block) {
      if (statement.variable != nothing) forget(statement.variable, facts);
      for (const auto& inner : statement.blocks) forget_assigned(inner, facts);
    }
  }
  /// Between two steps others change cells, a second thread the variables that it shares, and answers are gone.
  void pass_time(Facts& facts) {
    const auto is_over = [&](const auto& it) { return !is_local(it.first) || shared_.count(it.first) > 0; };
    std::erase_if(facts.is_not, is_over);
    facts.is_inside.clear();
    origins_.clear();
  }

  void refuse(const Expression& value, const Facts& facts, const std::string& what) {
    const auto words = words_of(value, facts);
    if (words.empty()) return;
    const std::string name = name_of(value);
    std::vector<std::string> looks;
    for (const auto& word : words) looks.push_back(fmt::format("{} != {}", name, word));
    Explanation more;
    more.help.push_back(fmt::format("look first: if {} {{ ... }}", fmt::join(looks, " and ")));
    if (std::find(words.begin(), words.end(), "missing") != words.end())
      more.help.push_back("a server answers a number instead, and counts on with it: -1 and 2 s are 1999 ms to Redis");
    report_kind(all_, what == "this duration" ? "E0315" : "E0316",
                fmt::format("{} may be {} here", what, fmt::join(words, " or ")), value.place, call_place_,
                std::move(more));
  }

  /// Sums, orders and members that need something.
  void check(const Expression& expression, const Facts& facts) {
    if (expression.op == ExpressionOp::and_ || expression.op == ExpressionOp::or_) {
      check(expression.operands[0], facts);
      Facts further = facts;
      learn(expression.operands[0], expression.op == ExpressionOp::and_, further);
      return check(expression.operands[1], further);
    }
    const std::string what = need_of(expression.op);
    for (const auto& operand : expression.operands) {
      if (!what.empty()) refuse(operand, facts, what);
      check(operand, facts);
    }
  }
  static std::string need_of(ExpressionOp op) {
    switch (op) {
      case ExpressionOp::add:
      case ExpressionOp::subtract:
      case ExpressionOp::negate:
      case ExpressionOp::next: return "a part of this sum";
      case ExpressionOp::less:
      case ExpressionOp::less_equal:
      case ExpressionOp::greater:
      case ExpressionOp::greater_equal: return "a side of this order";
      case ExpressionOp::contains:
      case ExpressionOp::rank:
      case ExpressionOp::score:
      case ExpressionOp::before:
      case ExpressionOp::at:
      case ExpressionOp::writer_of: return "the member that is looked for";
      default: return "";
    }
  }

  std::string name_of(const Expression& value) const {
    if (value.op != ExpressionOp::read) return "d";
    const auto passed = names_.find(value.variable);
    const std::string& name = all_.model.variables[value.variable].name;
    return passed != names_.end() && name[0] == '(' ? passed->second : name[0] == '(' ? "d" : name;
  }

  void set(const Statement& statement, Facts& facts) {
    const Expression& value = statement.expressions[0];
    auto words = words_of(value, facts);
    if (all_.facts[statement.variable].is_argument) {
      refuse(value, facts, "this argument");
      words.clear();  // said once
    }
    const VariableIndex from = value.op == ExpressionOp::read ? origin(value.variable) : nothing;
    forget(statement.variable, facts);
    for (const auto& word : all_.kinds.extra_words()) {
      const bool may_be = all_.kinds.has(all_.facts[statement.variable].value, word);
      if (may_be && std::find(words.begin(), words.end(), word) == words.end())
        facts.is_not.emplace(statement.variable, word);
    }
    if (from != nothing && from != statement.variable && !is_cell(from)) origins_[statement.variable] = from;
    if (value.op == ExpressionOp::read) names_[statement.variable] = name_of(value);
  }

  void write(const Statement& statement, Facts& facts) {
    const Expression& value = statement.expressions[0];
    const VariableIndex cell = statement.variable;
    const auto words = words_of(value, facts);
    const bool is_full = all_.model.variables[cell].shape == Shape::scalar && !all_.facts[cell].optional;
    if (!words.empty() && words[0] == "none" && is_full)
      report_full_cell(all_, cell, value.place, call_place_);
    else if (!all_.facts[cell].optional)
      refuse(value, facts, "what is written");
    set(statement, facts);
  }

  State branch(const Statement& statement, const Facts& facts) {
    State result;
    for (const bool holds : {true, false}) {
      Facts inside = facts;
      learn(statement.expressions[0], holds, inside);
      const std::size_t index = holds ? 0 : 1;
      meet(result, index < statement.blocks.size() ? through(statement.blocks[index], inside) : State(inside));
    }
    return result;
  }

  State one(const Statement& statement, Facts facts) {
    if (is_step(statement.op)) pass_time(facts);
    if (asks_server(statement.op) && !std::exchange(says_timeout_, false)) meet(ends_, facts);
    const bool looks = statement.op == StatementOp::assert_ || statement.op == StatementOp::witness;
    const bool asks_later = statement.op == StatementOp::retry;
    if (!looks && !asks_later)
      for (const auto& expression : statement.expressions) check(expression, facts);
    switch (statement.op) {
      case StatementOp::if_: return branch(statement, facts);
      case StatementOp::either: {
        State result;
        for (const auto& block : statement.blocks) meet(result, through(block, facts));
        return result;
      }
      case StatementOp::loop: return turns(statement, std::move(facts));
      case StatementOp::operation: return operation(statement, std::move(facts));
      case StatementOp::retry: return polls(statement, std::move(facts));
      case StatementOp::break_: meet(breaks_, facts); return std::nullopt;
      case StatementOp::leave: meet(leaves_, facts); return std::nullopt;
      case StatementOp::continue_: return std::nullopt;
      case StatementOp::return_: meet(ends_, facts); return std::nullopt;
      case StatementOp::timeout: return unanswered(statement, std::move(facts));
      case StatementOp::finally_: return round(statement, std::move(facts));
      case StatementOp::when: return waits(statement, std::move(facts));
      case StatementOp::call:
      case StatementOp::atomic:
      case StatementOp::section: return through(statement.blocks[0], std::move(facts));
      default: effect(statement, facts); return facts;
    }
  }

  /// Without an answer it knows what it knew before, as far as that is still so.
  State unanswered(const Statement& wait, Facts facts) {
    says_timeout_ = true;
    State result = through(wait.blocks[0], facts);
    says_timeout_ = false;
    pass_time(facts);
    meet(result, through(wait.blocks[1], std::move(facts)));
    return result;
  }

  State round(const Statement& whole, Facts facts) {
    const State end = through(whole.blocks[0], std::move(facts));
    meet(ends_, end);
    State start = std::exchange(ends_, std::nullopt);
    if (start) pass_time(*start);
    return through(whole.blocks[1], std::move(start));
  }

  /// Who gives up knows nothing of the condition.
  State waits(const Statement& when, Facts facts) {
    State given_up;
    if (when.blocks.size() > 1) given_up = through(when.blocks[1], facts);
    learn(when.expressions[0], true, facts);
    State result = through(when.blocks[0], std::move(facts));
    meet(result, given_up);
    return result;
  }

  void effect(const Statement& statement, Facts& facts) {
    switch (statement.op) {
      case StatementOp::assign: return set(statement, facts);
      case StatementOp::write: return write(statement, facts);
      case StatementOp::expire: return refuse(statement.expressions[0], facts, "this duration");
      case StatementOp::add:
      case StatementOp::push:
      case StatementOp::map_put:
      case StatementOp::put:
        for (const auto& expression : statement.expressions) refuse(expression, facts, "what is put there");
        if (statement.op == StatementOp::put && statement.expressions[0].op == ExpressionOp::read)
          facts.is_inside.emplace(statement.variable, origin(statement.expressions[0].variable));
        return;
      default:
        if (statement.variable != nothing) forget(statement.variable, facts);
    }
  }

  State turns(const Statement& loop, Facts facts) {
    forget_assigned(loop.blocks[0], facts);
    State outer = std::exchange(breaks_, std::nullopt);
    through(loop.blocks[0], std::move(facts));
    return std::exchange(breaks_, std::move(outer));
  }

  State operation(const Statement& statement, Facts facts) {
    if (statement.blocks.empty()) return facts;
    const Place before = std::exchange(call_place_, statement.place);
    State outer = std::exchange(leaves_, std::nullopt);
    const State end = through(statement.blocks[0], std::move(facts));
    meet(leaves_, end);
    call_place_ = before;
    return std::exchange(leaves_, std::move(outer));
  }

  /// Who polls goes on with an answer, or gives up behind a refused poll.
  State polls(const Statement& poll, Facts facts) {
    forget_assigned(poll.blocks[0], facts);
    if (poll.flag) return attempts(poll, facts);
    const State polled = through(poll.blocks[0], std::move(facts));
    if (!polled || poll.expressions.empty()) return polled;
    Facts answered = *polled;
    learn(poll.expressions[0], true, answered);
    for (const auto& statement : poll.blocks[0])
      if (statement.op == StatementOp::assign) set(statement, answered);
    State result = answered;
    if (poll.span.low == unbounded) return result;
    Facts refused = *polled;
    learn(poll.expressions[0], false, refused);
    meet(result, through(poll.blocks[1], std::move(refused)));
    return result;
  }

  /// `retry until atomic`: what is known where an attempt breaks off; who gives up knows what it knew before.
  State attempts(const Statement& poll, const Facts& facts) {
    State outer = std::exchange(breaks_, std::nullopt);
    Block attempt = poll.blocks[0].back().blocks[0];
    attempt.pop_back();
    through(attempt, facts);
    State result = std::exchange(breaks_, std::move(outer));
    if (poll.span.low != unbounded) meet(result, through(poll.blocks[1], facts));
    return result;
  }

  Resolution& all_;
  std::set<VariableIndex> shared_;
  Place call_place_;
  bool says_timeout_ = false;                       ///< the next call says what is done without an answer
  State ends_;                                      ///< what is known wherever the round may end
  State breaks_;                                    ///< ... at each way out of the innermost loop
  State leaves_;                                    ///< ... and operation
  std::map<VariableIndex, VariableIndex> origins_;  ///< what was handed on within the step
  std::map<VariableIndex, std::string> names_;      ///< of what was passed in a variable
};

void add_assigned(Resolution& all, Block& block, std::set<VariableIndex>& into) {
  each_block(block, [&](const Block& inner) {
    for (const auto& statement : inner)
      if (statement.op == StatementOp::assign && all.model.variables[statement.variable].scope == Scope::local)
        into.insert(statement.variable);
  });
}

void check_kind(Resolution& all, ClientKind& kind) {
  std::set<VariableIndex> beside;
  for (auto& background : kind.backgrounds) add_assigned(all, background.body, beside);
  Search(all, beside).through(kind.program, State{std::in_place});
  add_assigned(all, kind.program, beside);
  for (const auto& background : kind.backgrounds) Search(all, beside).through(background.body, State{std::in_place});
}

}  // namespace

void check_missing(Resolution& all) {
  for (VariableIndex index{0}; index < all.model.variables.size(); ++index) {
    const auto& initial = all.facts[index].initial;
    if (initial && is_word(*initial) && is_full_cell(all, index)) report_full_cell(all, index, initial->place, {});
  }
  for (auto& kind : all.model.kinds) check_kind(all, kind);
  for (const auto& server : all.model.servers) Search(all, {}).through(server.on_disconnect, State{std::in_place});
  for (const auto& fault : all.model.own_faults) Search(all, {}).through(fault.body, State{std::in_place});
}

}  // namespace interlock::language
