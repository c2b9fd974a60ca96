#include "engine/machine/time/instant_flow.hpp"

#include "engine/language/walk.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <vector>

namespace interlock::machine {

using namespace language;

namespace {

using Node = std::uint32_t;

/// By how much a value can have been moved since a moment at which it, or what it was made from, stood in the state.
struct Moves {
  bool is_bounded = true;
  bool is_difference = false;  ///< a span between two instants
  bool is_measured = false;    ///< that, or what is left of a deadline
  std::int64_t low = 0;
  std::int64_t high = 0;

  bool operator==(const Moves&) const = default;
};

bool is_timed(const Kind& kind) { return kind.base == Base::instant || kind.base == Base::duration; }

bool compares(ExpressionOp op) {
  return op == ExpressionOp::equal || op == ExpressionOp::not_equal || op == ExpressionOp::less ||
         op == ExpressionOp::less_equal || op == ExpressionOp::greater || op == ExpressionOp::greater_equal;
}

class Finder {
 public:
  Finder(const Model& model, const Scenario& scenario, const Relevance& relevance)
      : model_(model),
        relevance_(relevance),
        nodes_(3 * model.variables.size()),
        next_(nodes_.size()),
        compared_(nodes_.size(), false) {
    for (const auto& fault : scenario.faults)
      if (rule_of(fault.kind).target == FaultTarget::clock) off_ = std::max(off_, fault.amount);
  }

  InstantFlow find() {
    for_each_statement(model_, [&](const Statement& statement) { take(statement); });
    find_cycles();
    for (bool changed = true; changed;) {
      changed = false;
      for (const Flow& flow : flows_) changed = spread(flow) || changed;
    }
    visit_all();
    note_ahead();
    return std::move(found_);
  }

 private:
  struct Flow {
    Node into;
    const Expression* from = nullptr;  ///< null: `other` as it is
    Node other = 0;
    bool on_cycle = false;
  };

  static Node value_of(VariableIndex variable) { return 3 * variable; }
  static Node key_of(VariableIndex variable) { return 3 * variable + 1; }
  static Node deadline_of(VariableIndex variable) { return 3 * variable + 2; }

  void flow(Node into, const Expression& from) {
    if (is_timed(from.kind)) flows_.push_back({into, &from, 0, false});
  }

  void take(const Statement& statement) {
    if (statement.variable == nothing || !is_relevant(relevance_, statement)) return;
    const VariableIndex into = statement.variable;
    const auto& from = statement.expressions;
    switch (statement.op) {
      case StatementOp::put: flow(value_of(into), from[0]), flow(key_of(into), from[1]); return;
      case StatementOp::map_put: flow(key_of(into), from[0]), flow(value_of(into), from[1]); return;
      case StatementOp::expire: flow(deadline_of(into), from[0]); return;
      case StatementOp::clock: nodes_[value_of(into)] = {true, false, false, -off_, off_}; return;
      case StatementOp::remove:
      case StatementOp::remove_up_to: return;
      case StatementOp::intersect:
        flows_.push_back({value_of(into), nullptr, value_of(statement.second), false});
        flows_.push_back({key_of(into), nullptr, key_of(statement.second), false});
        return;
      default:
        if (!from.empty()) flow(value_of(into), from[0]);
    }
  }

  /// The node that a timed expression reads, if it reads one.
  Node read_by(const Expression& part) const {
    if (part.variable == nothing || !is_timed(part.kind)) return nothing;
    const bool is_key = part.op == ExpressionOp::member_at && model_.variables[part.variable].shape == Shape::map;
    if (is_key) return key_of(part.variable);
    if (part.op == ExpressionOp::score) return key_of(part.variable);
    if (part.op == ExpressionOp::rest) return deadline_of(part.variable);
    return value_of(part.variable);
  }

  void find_cycles() {
    for (const Flow& flow : flows_) {
      if (flow.from == nullptr) {
        next_[flow.other].push_back(flow.into);
        continue;
      }
      for_each_expression(*flow.from, [&](const Expression& part) {
        if (const Node from = read_by(part); from != nothing) next_[from].push_back(flow.into);
      });
    }
    for (Flow& flow : flows_) {
      if (flow.from == nullptr) continue;
      const std::vector<bool> reached = reached_from(flow.into);
      for_each_expression(*flow.from, [&](const Expression& part) {
        const Node from = read_by(part);
        flow.on_cycle = flow.on_cycle || (from != nothing && reached[from]);
      });
    }
  }

  std::vector<bool> reached_from(Node start) const {
    std::vector<bool> reached(next_.size(), false);
    std::vector<Node> open{start};
    reached[start] = true;
    while (!open.empty()) {
      const Node node = open.back();
      open.pop_back();
      for (const Node next : next_[node]) {
        if (!reached[next]) open.push_back(next);
        reached[next] = true;
      }
    }
    return reached;
  }

  bool spread(const Flow& flow) {
    const Moves from = flow.from == nullptr ? nodes_[flow.other] : evaluate(*flow.from, flow.on_cycle);
    const Moves before = nodes_[flow.into];
    Moves& into = nodes_[flow.into];
    into.is_bounded = into.is_bounded && from.is_bounded;
    into.is_difference = into.is_difference || from.is_difference;
    into.is_measured = into.is_measured || from.is_measured;
    into.low = std::min({into.low, from.low, std::int64_t{0}});
    into.high = std::max({into.high, from.high, std::int64_t{0}});
    if (!into.is_bounded) into.low = into.high = 0;
    return !(into == before);
  }

  static Moves sum(const Moves& left, const Moves& right, bool subtract) {
    Moves moves = left;
    moves.is_measured = left.is_measured || right.is_measured;
    moves.low += subtract ? -right.high : right.low;
    moves.high += subtract ? -right.low : right.high;
    return moves;
  }

  Moves checked(const Expression& expression, bool is_difference) {
    checked_.insert(&expression);
    return {true, is_difference, is_difference, 0, 0};
  }

  /// A span that is known, but may grow for ever.
  Moves endless(const Expression& expression) {
    checked_.insert(&expression);
    return {false, false, true, 0, 0};
  }

  Moves evaluate(const Expression& expression, bool on_cycle) {
    switch (expression.op) {
      case ExpressionOp::literal:
        if (expression.value < extra_value(64)) return {};
        return {true, false, false, expression.value, expression.value};
      case ExpressionOp::now: return {true, false, false, -off_, off_};
      case ExpressionOp::add:
      case ExpressionOp::subtract: return evaluate_sum(expression, on_cycle);
      case ExpressionOp::negate: return evaluate_negation(expression, on_cycle);
      case ExpressionOp::round: return evaluate_rounding(expression, on_cycle);
      default: {
        const Node node = read_by(expression);
        Moves moves = node == nothing ? Moves{} : nodes_[node];
        moves.is_measured = moves.is_measured || expression.op == ExpressionOp::rest;
        return moves;
      }
    }
  }

  Moves evaluate_sum(const Expression& expression, bool on_cycle) {
    const Moves left = evaluate(expression.operands[0], on_cycle);
    const Moves right = evaluate(expression.operands[1], on_cycle);
    const bool subtract = expression.op == ExpressionOp::subtract;
    const bool is_left_instant = expression.operands[0].kind.base == Base::instant;
    const bool is_right_instant = expression.operands[1].kind.base == Base::instant;
    if (is_left_instant && is_right_instant) {
      Moves moves = sum(left, right, subtract);
      moves.is_difference = moves.is_measured = true;
      return moves;
    }
    if (is_left_instant || is_right_instant) {
      const Moves& span = is_left_instant ? right : left;
      if (on_cycle || !span.is_bounded || span.is_difference) return checked(expression, false);
      return sum(left, right, subtract);
    }
    if (left.is_difference && right.is_difference) return checked(expression, true);
    const bool counts = left.is_bounded && right.is_bounded && !on_cycle;
    // A span that was never a difference is known exactly, however long it is.
    if (left.is_difference || right.is_difference) {
      if (!counts) return checked(expression, true);
      Moves moves = sum(left, right, subtract);
      moves.is_difference = true;
      return moves;
    }
    return counts ? sum(left, right, subtract) : endless(expression);
  }

  Moves evaluate_negation(const Expression& expression, bool on_cycle) {
    const Moves of = evaluate(expression.operands[0], on_cycle);
    return {of.is_bounded, of.is_difference, of.is_measured, -of.high, -of.low};
  }

  Moves evaluate_rounding(const Expression& expression, bool on_cycle) {
    Moves of = evaluate(expression.operands[0], on_cycle);
    const std::int64_t unit = std::abs(expression.operands[1].value);
    if (on_cycle && of.is_difference) return checked(expression, true);
    if (on_cycle) return endless(expression);
    of.low -= unit;
    of.high += unit;
    return of;
  }

  /// Time comes nearer to what lies ahead of it, so that has to be told from now on, however far away it is.
  void note_ahead() {
    for (VariableIndex variable{0}; variable < model_.variables.size(); ++variable) {
      const Variable& of = model_.variables[variable];
      if (of.kind.base == Base::instant) note_ahead(nodes_[value_of(variable)]);
      if (of.key.base == Base::instant) note_ahead(nodes_[key_of(variable)]);
    }
    if (!found_.has_checks) return;
    for (const Moves& moves : nodes_)
      if (moves.is_bounded) note(moves.low), note(moves.high);
  }

  void note_ahead(const Moves& moves) {
    if (moves.is_bounded) note(moves.high);
  }

  void note(std::int64_t distance) { found_.farthest = std::max(found_.farthest, std::abs(distance)); }

  void note_pair(const Moves& left, const Moves& right) {
    note(left.high - right.low);
    note(right.high - left.low);
  }

  void compare(const Expression& expression) {
    const Expression& first = expression.operands[0];
    const Expression& second = expression.operands[1];
    if (!is_timed(first.kind) || !is_timed(second.kind)) return;
    const Moves left = evaluate(first, false);
    const Moves right = evaluate(second, false);
    note_reads(first);
    note_reads(second);
    const bool both_exact = !left.is_difference && !right.is_difference;
    if (first.kind.base == Base::duration) {
      if (both_exact) return;
      const bool needs_look = (left.is_difference && right.is_difference) || !left.is_bounded || !right.is_bounded;
      if (needs_look) checked_.insert(&expression);
    }
    note_pair(left, right);
  }

  void note_span(const Expression& part, const Moves& moves) {
    if (part.kind.base == Base::duration && moves.is_bounded && !moves.is_difference && !moves.is_measured)
      found_.spans[&part] = {moves.low, moves.high};
    if (part.kind.base == Base::instant || moves.is_difference || !moves.is_bounded) return;
    found_.longest = std::max({found_.longest, std::abs(moves.low), std::abs(moves.high)});
  }

  void visit(const Expression& part) {
    timed_.push_back(&part);
    if (is_timed(part.kind)) note_span(part, evaluate(part, false));
    if (compares(part.op)) compare(part);
    if (part.op == ExpressionOp::round) note_reads(part.operands[0]);
    if (part.op == ExpressionOp::before_deadline)
      for (const VariableIndex deadline : model_.kinds[model_.clients[part.client].kind].deadlines) {
        note_pair(nodes_[value_of(deadline)], {true, false, false, -off_, off_});
        compared_[value_of(deadline)] = true;
      }
    const bool looks_up = part.variable != nothing && part.operands.size() == 1;
    if (looks_up && is_timed(part.operands[0].kind)) {
      const bool is_map = model_.variables[part.variable].shape == Shape::map;
      note_beside(is_map ? key_of(part.variable) : value_of(part.variable), part.operands[0]);
    }
  }

  /// What an expression that is compared was made from.
  void note_reads(const Expression& expression) {
    for_each_expression(expression, [&](const Expression& part) {
      if (const Node node = read_by(part); node != nothing) compared_[node] = true;
    });
  }

  /// What is compared with what stands in a container.
  void note_beside(Node node, const Expression& operand) {
    if (!is_timed(operand.kind)) return;
    note_pair(nodes_[node], evaluate(operand, false));
    note_reads(operand);
    compared_[node] = true;
  }

  /// Members and scores of a container are compared with what comes into it, and with bounds.
  void visit_container(const Statement& statement) {
    const VariableIndex variable = statement.variable;
    const Shape shape = model_.variables[variable].shape;
    const auto beside = [&](Node node, const Expression& operand) { note_beside(node, operand); };
    switch (statement.op) {
      case StatementOp::put:
        beside(value_of(variable), statement.expressions[0]);
        beside(key_of(variable), statement.expressions[1]);
        return;
      case StatementOp::map_put: return beside(key_of(variable), statement.expressions[0]);
      case StatementOp::remove_up_to: return beside(key_of(variable), statement.expressions[0]);
      case StatementOp::add:
      case StatementOp::remove:
        return beside(shape == Shape::map ? key_of(variable) : value_of(variable), statement.expressions[0]);
      case StatementOp::expire: return visit_expire(statement.expressions[0]);
      default: return;
    }
  }

  void visit_expire(const Expression& span) {
    const Moves moves = evaluate(span, false);
    if (moves.is_difference || !moves.is_bounded) checked_.insert(&span);
    found_.longest = std::max({found_.longest, moves.high});
  }

  void visit_all() {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::int64_t> by_place;
    const auto usual = [&](const Place& place, std::int64_t span) {
      auto& most = by_place[{place.line, place.column}];
      most = std::max(most, std::abs(span));
    };
    for_each_relevant_expression(model_, relevance_, [&](const Expression& part) {
      visit(part);
      const bool is_span = part.op == ExpressionOp::literal && part.kind.base == Base::duration;
      if (is_span && part.value > extra_value(64)) usual(part.place, part.value);
    });
    for_each_statement(model_, [&](const Statement& statement) {
      if (!is_relevant(relevance_, statement)) return;
      usual(statement.place, std::max(statement.span.high, std::int64_t{0}));
      usual(statement.place, statement.every);
      if (statement.variable != nothing) visit_container(statement);
    });
    for (const auto& kind : model_.kinds)
      for (const auto& background : kind.backgrounds) usual(background.place, background.every.high);
    for (const auto& [place, span] : by_place) found_.usual += span;
    found_.usual += 2 * off_;
    for (const Expression* part : timed_)
      if (!checked_.contains(part)) found_.exact.insert(part);
    found_.has_checks = !checked_.empty();
    for (VariableIndex variable{0}; variable < model_.variables.size(); ++variable) {
      const bool stays = model_.variables[variable].scope != Scope::scratch && relevance_.variable[variable];
      for (const Node node : {value_of(variable), key_of(variable)})
        if (stays && !nodes_[node].is_measured && (nodes_[node].low < -off_ || nodes_[node].high > off_))
          found_.moves_instants = true;
      const Moves& scores = nodes_[key_of(variable)];
      const bool is_reading = scores.is_bounded && scores.low >= -off_ && scores.high <= off_;
      if (!is_reading || found_.has_checks) found_.moved_scores.insert(variable);
    }
    found_.moves_instants = found_.moves_instants || found_.has_checks;
    count_instants();
  }

  void count_instants() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Flow& flow : flows_) {
        if (!compared_[flow.into]) continue;
        const auto take = [&](Node from) {
          changed = changed || !compared_[from];
          compared_[from] = true;
        };
        if (flow.from == nullptr) take(flow.other);
        if (flow.from == nullptr) continue;
        for_each_expression(*flow.from, [&](const Expression& part) {
          if (const Node from = read_by(part); from != nothing) take(from);
        });
      }
    }
    for (VariableIndex variable{0}; variable < model_.variables.size(); ++variable)
      if (relevance_.variable[variable]) found_.instants += instants_of(variable);
  }

  std::uint32_t instants_of(VariableIndex index) const {
    const Variable& variable = model_.variables[index];
    std::uint32_t columns = 0;
    const auto count = [&](Node node, const Kind& kind) {
      const bool is_instant = kind.base == Base::instant || (kind.base == Base::duration && nodes_[node].is_measured);
      columns += compared_[node] && is_instant ? 1 : 0;
    };
    count(value_of(index), variable.kind);
    count(key_of(index), variable.key);
    columns += compared_[deadline_of(index)] ? 1 : 0;
    if (columns == 0 || variable.scope == Scope::scratch || only_passes_on(index)) return 0;
    const auto clients = static_cast<std::uint32_t>(model_.clients.size());
    const std::uint32_t each = variable.scope == Scope::server  ? 1
                               : variable.scope == Scope::local ? model_.kinds[variable.owner].count
                                                                : clients;
    return columns * each * std::max(variable.capacity, 1U);
  }

  /// A hidden reading of a clock that is put into a variable in the same step.
  bool only_passes_on(VariableIndex index) const {
    if (!model_.variables[index].name.starts_with("(")) return false;
    return std::any_of(flows_.begin(), flows_.end(), [&](const Flow& flow) {
      return flow.from != nullptr && flow.from->op == ExpressionOp::read && flow.from->variable == index &&
             model_.variables[flow.into / 3].scope == Scope::local;
    });
  }

  const Model& model_;
  const Relevance& relevance_;
  std::int64_t off_ = 0;
  std::vector<Flow> flows_;
  std::vector<Moves> nodes_;
  std::vector<std::vector<Node>> next_;
  std::vector<bool> compared_;
  std::vector<const Expression*> timed_;
  std::set<const Expression*> checked_;
  InstantFlow found_;
};

}  // namespace

bool is_relevant(const Relevance& relevance, const Statement& statement) {
  if (statement.op == StatementOp::assert_ || statement.op == StatementOp::witness)
    return relevance.checked.contains(statement.name);
  return statement.variable == nothing || relevance.variable[statement.variable];
}

InstantFlow find_instant_flow(const Model& model, const Scenario& scenario, const Relevance& relevance) {
  return Finder(model, scenario, relevance).find();
}

}  // namespace interlock::machine
