// Which integers each variable can hold: the programs are run once with ranges in the place of numbers. What servers
// keep, and what two threads share, is taken as whatever it ever is.

#include "engine/language/checks/intervals.hpp"
#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

namespace {

constexpr int exact_turns = 4;  ///< of a loop, and of all programs; after these bounds that grow are given up

/// Ways out of a block, each with what holds there.
struct Ways {
  std::optional<Environment> breaks;
  std::optional<Environment> continues;
  std::optional<Environment> leaves;
};

class Ranges {
 public:
  explicit Ranges(Resolution& all) : all_(all) { find_shared(); }

  void run();
  std::optional<Span> value_of(VariableIndex variable) const { return find(values_, variable); }
  std::optional<Span> key_of(VariableIndex variable) const { return find(keys_, variable); }

 private:
  static std::optional<Span> find(const Environment& environment, VariableIndex variable) {
    const auto found = environment.find(variable);
    return found == environment.end() ? std::nullopt : std::optional(found->second);
  }

  void find_shared();
  std::optional<Span> keys_of(VariableIndex variable) const {
    return all_.facts[variable].key_range ? all_.facts[variable].key_range : find(keys_, variable);
  }
  /// Who is gone through in a map is a key.
  bool is_key(const Expression& expression) const {
    return expression.op == ExpressionOp::member_at && all_.model.variables[expression.variable].shape == Shape::map;
  }
  std::optional<Span> read(VariableIndex variable, const Environment& environment) const;
  std::optional<Span> of(const Expression& expression, const Environment& environment) const;
  std::optional<Span> of_sum(const Expression& expression, const Environment& environment) const;
  void learn(Environment& what, VariableIndex variable, const std::optional<Span>& span);
  void effect(const Statement& statement, Environment& environment);
  void put(const Statement& statement, const Environment& environment);
  std::optional<Environment> block(const Block& block, std::optional<Environment> at, Ways& ways);
  std::optional<Environment> turns(const Block& body, const std::optional<Environment>& at, Ways& ways);
  std::optional<Environment> branches(const Statement& statement, const std::optional<Environment>& at, Ways& ways);
  std::optional<Environment> one(const Statement& statement, std::optional<Environment> at, Ways& ways);
  std::optional<Environment> unanswered(const Statement& wait, const std::optional<Environment>& at, Ways& ways);
  std::optional<Environment> round(const Statement& whole, std::optional<Environment> at, Ways& ways);
  void all_programs();

  Resolution& all_;
  std::set<VariableIndex> shared_;  ///< locals that a background thread changes
  Environment values_;              ///< all that a variable, or a member of a container, ever is
  Environment keys_;
  std::optional<Environment> ends_;  ///< what holds wherever the round may end
  bool says_timeout_ = false;        ///< the next call says what is done without an answer
};

void Ranges::find_shared() {
  for (auto& kind : all_.model.kinds)
    for (auto& background : kind.backgrounds)
      each_block(background.body, [&](const Block& inner) {
        for (const auto& statement : inner)
          if (statement.op == StatementOp::assign && all_.model.variables[statement.variable].scope == Scope::local)
            shared_.insert(statement.variable);
      });
}

std::optional<Span> Ranges::read(VariableIndex variable, const Environment& environment) const {
  if (all_.facts[variable].range) return all_.facts[variable].range;
  const Scope scope = all_.model.variables[variable].scope;
  const bool followed = (scope == Scope::local || scope == Scope::scratch) && shared_.count(variable) == 0;
  return find(followed ? environment : values_, variable);
}

std::optional<Span> Ranges::of_sum(const Expression& expression, const Environment& environment) const {
  const auto left = of(expression.operands[0], environment);
  const auto right = of(expression.operands[1], environment);
  if (!left || !right) return std::nullopt;
  return expression.op == ExpressionOp::add ? plus(*left, *right) : minus(*left, *right);
}

std::optional<Span> Ranges::of(const Expression& expression, const Environment& environment) const {
  const auto capacity = [&] { return static_cast<std::int64_t>(all_.model.variables[expression.variable].capacity); };
  switch (expression.op) {
    case ExpressionOp::literal:
      if (expression.other != nothing) return std::nullopt;
      return Span{expression.value, expression.value};
    case ExpressionOp::read: return read(expression.variable, environment);
    case ExpressionOp::add:
    case ExpressionOp::subtract: return of_sum(expression, environment);
    case ExpressionOp::negate: {
      const auto value = of(expression.operands[0], environment);
      return value ? std::optional(minus({0, 0}, *value)) : std::nullopt;
    }
    case ExpressionOp::choose: return Span{expression.operands[0].value, expression.operands[1].value};
    case ExpressionOp::count: return Span{0, capacity()};
    case ExpressionOp::rank: return Span{0, std::max<std::int64_t>(0, capacity() - 1)};
    case ExpressionOp::number_of_true: return Span{0, static_cast<std::int64_t>(expression.operands.size())};
    case ExpressionOp::first:
    case ExpressionOp::before:
    case ExpressionOp::member_at:
    case ExpressionOp::at:
      if (is_key(expression)) return keys_of(expression.variable);
      if (all_.facts[expression.variable].range) return all_.facts[expression.variable].range;
      return find(values_, expression.variable);
    case ExpressionOp::score: return keys_of(expression.variable);
    default: return std::nullopt;
  }
}

void Ranges::learn(Environment& what, VariableIndex variable, const std::optional<Span>& span) {
  if (!span) return;
  const auto [known, is_new] = what.emplace(variable, *span);
  known->second = hull(known->second, *span);
}

/// Of containers: members and keys.
void Ranges::put(const Statement& statement, const Environment& environment) {
  const auto first = of(statement.expressions[0], environment);
  const bool keyed = statement.op == StatementOp::map_put;
  learn(keyed ? keys_ : values_, statement.variable, first);
  if (statement.expressions.size() < 2) return;
  learn(keyed ? values_ : keys_, statement.variable, of(statement.expressions[1], environment));
}

void Ranges::effect(const Statement& statement, Environment& environment) {
  switch (statement.op) {
    case StatementOp::assign: {
      if (!all_.kinds.is_number(all_.facts[statement.variable].value)) return;
      const auto span = of(statement.expressions[0], environment);
      learn(values_, statement.variable, span);
      if (span) environment[statement.variable] = *span;
      return;
    }
    case StatementOp::write:
      if (all_.kinds.is_number(all_.facts[statement.variable].value)) put(statement, environment);
      return;
    case StatementOp::add:
    case StatementOp::push:
    case StatementOp::put:
    case StatementOp::map_put: return put(statement, environment);
    case StatementOp::intersect:
      learn(values_, statement.variable, find(values_, statement.second));
      learn(keys_, statement.variable, find(keys_, statement.second));
      return;
    default: return;
  }
}

/// A loop: what holds where it is left by `break`.
std::optional<Environment> Ranges::turns(const Block& body, const std::optional<Environment>& at, Ways& ways) {
  std::optional<Environment> start = at;
  std::optional<Environment> left;
  for (int turn = 0; start; ++turn) {
    const Environment before = *start;
    Ways inner;
    std::optional<Environment> end = block(body, start, inner);
    join(left, inner.breaks);
    join(ways.leaves, inner.leaves);
    join(end, inner.continues);
    if (!join(start, end)) break;
    if (turn >= exact_turns) widen(*start, before);
  }
  return left;
}

std::optional<Environment> Ranges::branches(const Statement& statement, const std::optional<Environment>& at,
                                            Ways& ways) {
  std::optional<Environment> end;
  for (const auto& inner : statement.blocks) join(end, block(inner, at, ways));
  return end;
}

/// Without an answer nothing is bound.
std::optional<Environment> Ranges::unanswered(const Statement& wait, const std::optional<Environment>& at, Ways& ways) {
  says_timeout_ = true;
  std::optional<Environment> end = block(wait.blocks[0], at, ways);
  says_timeout_ = false;
  join(end, block(wait.blocks[1], at, ways));
  return end;
}

std::optional<Environment> Ranges::round(const Statement& whole, std::optional<Environment> at, Ways& ways) {
  const std::optional<Environment> end = block(whole.blocks[0], std::move(at), ways);
  join(ends_, end);
  return block(whole.blocks[1], std::exchange(ends_, std::nullopt), ways);
}

std::optional<Environment> Ranges::one(const Statement& statement, std::optional<Environment> at, Ways& ways) {
  if (asks_server(statement.op) && !std::exchange(says_timeout_, false)) join(ends_, at);
  switch (statement.op) {
    case StatementOp::timeout: return unanswered(statement, at, ways);
    case StatementOp::finally_: return round(statement, std::move(at), ways);
    case StatementOp::call:
    case StatementOp::atomic:
    case StatementOp::section: return block(statement.blocks[0], std::move(at), ways);
    case StatementOp::operation: {
      Ways inner;
      auto end = statement.blocks.empty() ? at : block(statement.blocks[0], at, inner);
      join(end, inner.leaves);
      return end;
    }
    case StatementOp::retry: {
      auto polled = block(statement.blocks[0], at, ways);
      const auto given_up = block(statement.blocks[1], polled, ways);
      join(polled, given_up);
      return polled;
    }
    case StatementOp::when:  // its blocks: it passes, it gives up
    case StatementOp::if_:
    case StatementOp::either: return branches(statement, at, ways);
    case StatementOp::loop: return turns(statement.blocks[0], at, ways);
    case StatementOp::break_: join(ways.breaks, at); return std::nullopt;
    case StatementOp::continue_: join(ways.continues, at); return std::nullopt;
    case StatementOp::leave: join(ways.leaves, at); return std::nullopt;
    case StatementOp::return_: join(ends_, at); return std::nullopt;
    default: effect(statement, *at); return at;
  }
}

std::optional<Environment> Ranges::block(const Block& statements, std::optional<Environment> at, Ways& ways) {
  for (const auto& statement : statements) {
    if (!at) break;
    at = one(statement, std::move(at), ways);
  }
  return at;
}

void Ranges::all_programs() {
  for (Block* body : all_bodies(all_.model)) {
    Ways ways;
    block(*body, Environment(), ways);
  }
}

/// First values of cells: as written, or the lowest.
Environment first_values(const Resolution& all) {
  Environment first;
  for (VariableIndex index{0}; index < all.model.variables.size(); ++index) {
    const Variable& variable = all.model.variables[index];
    const bool is_cell = variable.scope == Scope::server || variable.scope == Scope::connection;
    if (!is_cell || variable.shape != Shape::scalar || !all.kinds.is_number(all.facts[index].value)) continue;
    const auto& initial = all.facts[index].initial;
    if (initial && !is_word(*initial))
      first[index] = {initial->value, initial->value};
    else if (!all.facts[index].optional)
      first[index] =
          all.facts[index].range ? Span{all.facts[index].range->low, all.facts[index].range->low} : Span{0, 0};
  }
  return first;
}

void Ranges::run() {
  values_ = first_values(all_);
  for (int turn = 0;; ++turn) {
    const Environment values = values_;
    const Environment keys = keys_;
    all_programs();
    std::optional<Environment> joined = values;
    std::optional<Environment> joined_keys = keys;
    const bool more_values = join(joined, values_);
    const bool more_keys = join(joined_keys, keys_);
    if (!more_values && !more_keys) return;
    if (turn < exact_turns) continue;
    widen(values_, values);
    widen(keys_, keys);
  }
}

/// Puts a range into the kind; false if it is without bound.
bool put_range(Kind& kind, const std::optional<Span>& declared, const std::optional<Span>& found) {
  const Span span = declared ? *declared : found.value_or(Span{0, 0});
  if (is_without_bound(span)) return false;
  kind.low = span.low;
  kind.high = span.high;
  return true;
}

void complain_of_bound(Resolution& all, const Variable& variable) {
  report(all, "E0310", fmt::format("{} may grow without bound", variable.name), variable.place,
         {{fmt::format("say its range: {} : int 0..9", variable.name),
           "what is only compared by order can be a token: next t"},
          {},
          ""});
}

/// Of cells, or else of the clients' variables: those that take their values from a cell are not to blame.
void complain_of_bounds(Resolution& all, const std::vector<VariableIndex>& variables) {
  for (const Scope scope : {Scope::server, Scope::connection, Scope::local}) {
    const std::size_t before = all.diagnostics.size();
    for (const VariableIndex variable : variables)
      if (all.model.variables[variable].scope == scope) complain_of_bound(all, all.model.variables[variable]);
    if (all.diagnostics.size() != before) return;
  }
}

}  // namespace

std::vector<std::string> find_ranges(Resolution& all) {
  Ranges ranges(all);
  ranges.run();
  std::vector<std::string> leaving;
  std::vector<VariableIndex> unbounded_variables;
  for (VariableIndex index{0}; index < all.model.variables.size(); ++index) {
    Variable& variable = all.model.variables[index];
    const VariableFacts& facts = all.facts[index];
    const bool keyed = variable.shape == Shape::map || variable.shape == Shape::ranked;
    variable.kind = all.kinds.kind(facts.value);
    if (keyed) variable.key = all.kinds.kind(facts.key);
    const auto value = ranges.value_of(index);
    const auto key = ranges.key_of(index);
    bool bounded = variable.kind.base != Base::integer || put_range(variable.kind, facts.range, value);
    if (keyed && variable.key.base == Base::integer) bounded = put_range(variable.key, facts.key_range, key) && bounded;
    if (!bounded) unbounded_variables.push_back(index);
    const bool leaves = (facts.range && value && !holds(*facts.range, *value)) ||
                        (facts.key_range && key && !holds(*facts.key_range, *key));
    if (leaves) leaving.push_back(variable.name);
  }
  complain_of_bounds(all, unbounded_variables);
  std::sort(leaving.begin(), leaving.end());
  leaving.erase(std::unique(leaving.begin(), leaving.end()), leaving.end());
  return leaving;
}

}  // namespace interlock::language
