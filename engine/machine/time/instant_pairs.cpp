#include "engine/machine/time/instant_pairs.hpp"

#include "engine/language/walk.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace interlock::machine {

using namespace language;

namespace {

using Place = std::uint32_t;

Place value_of(VariableIndex variable) { return 1 + 2 * variable; }
Place key_of(VariableIndex variable) { return 2 + 2 * variable; }

/// The instant of a place, or one that was made from it by a move from `low` to `high`.
struct Moved {
  Place place = InstantPairs::now;
  std::int64_t low = 0;
  std::int64_t high = 0;
};

class Finder {
 public:
  Finder(const Model& model, const Scenario& scenario, const Relevance& relevance, const InstantFlow& flow)
      : model_(model),
        relevance_(relevance),
        flow_(flow),
        places_(1 + 2 * model.variables.size()),
        told_(places_ * places_, 0) {
    for (const auto& fault : scenario.faults)
      if (fault.kind == FaultKind::skew || fault.kind == FaultKind::drift) off_ = std::max(off_, fault.amount);
  }

  /// False: it is not known.
  bool find() {
    for_each_statement(model_, [&](const Statement& statement) { take(statement); });
    for_each_relevant_expression(model_, relevance_, [&](const Expression& part) { visit(part); });
    // Moves are not made again and again, so that no way is longer than there are places.
    for (std::size_t round = 0; is_known_ && round <= places_; ++round) {
      bool changed = false;
      for (const auto& [into, from] : flows_) changed = spread(into, from) || changed;
      if (!changed) return true;
    }
    return false;
  }

  std::int64_t told(Place older, Place newer) const { return told_[older * places_ + newer]; }

 private:
  static bool is_instant(const Kind& kind) { return kind.base == Base::instant; }

  void note(Place older, Place newer, std::int64_t span) {
    std::int64_t& told = told_[older * places_ + newer];
    told = std::max(told, span);
  }

  std::optional<Moved> made_from(const Expression& expression) {
    switch (expression.op) {
      case ExpressionOp::now: return Moved{InstantPairs::now, -off_, off_};
      case ExpressionOp::true_time: return Moved{};
      case ExpressionOp::literal: return std::nullopt;  // never
      case ExpressionOp::add:
      case ExpressionOp::subtract: return moved(expression);
      case ExpressionOp::score: return Moved{key_of(expression.variable)};
      case ExpressionOp::member_at:
        if (model_.variables[expression.variable].shape == Shape::map) return Moved{key_of(expression.variable)};
        [[fallthrough]];
      case ExpressionOp::read:
      case ExpressionOp::first:
      case ExpressionOp::before:
      case ExpressionOp::at: return Moved{value_of(expression.variable)};
      default: is_known_ = false; return std::nullopt;
    }
  }

  std::optional<Moved> moved(const Expression& expression) {
    const Expression* from = &expression.operands[0];
    const Expression* by = &expression.operands[1];
    if (!is_instant(from->kind)) std::swap(from, by);
    const auto span = flow_.spans.find(by);
    std::optional<Moved> result = made_from(*from);
    is_known_ = is_known_ && span != flow_.spans.end();
    if (!result || !is_known_) return std::nullopt;
    const bool subtracts = expression.op == ExpressionOp::subtract;
    result->low += subtracts ? -span->second.high : span->second.low;
    result->high += subtracts ? -span->second.low : span->second.high;
    return result;
  }

  void flow(Place into, const Expression& from) {
    if (!is_instant(from.kind)) return;
    if (const auto moved = made_from(from)) flows_.emplace_back(into, *moved);
  }

  void beside(Place place, const Expression& operand) {
    if (!is_instant(operand.kind)) return;
    if (const auto moved = made_from(operand)) compare({place}, *moved);
  }

  void take(const Statement& statement) {
    if (statement.variable == nothing || !is_relevant(relevance_, statement)) return;
    const VariableIndex into = statement.variable;
    const Place members = model_.variables[into].shape == Shape::map ? key_of(into) : value_of(into);
    const auto& from = statement.expressions;
    switch (statement.op) {
      case StatementOp::put:
        flow(value_of(into), from[0]), beside(value_of(into), from[0]);
        flow(key_of(into), from[1]), beside(key_of(into), from[1]);
        return;
      case StatementOp::map_put:
        flow(key_of(into), from[0]), beside(key_of(into), from[0]);
        flow(value_of(into), from[1]);
        return;
      case StatementOp::clock: flows_.push_back({value_of(into), {InstantPairs::now, -off_, off_}}); return;
      case StatementOp::remove: beside(members, from[0]); return;
      case StatementOp::remove_up_to: beside(key_of(into), from[0]); return;
      case StatementOp::intersect:
        flows_.push_back({value_of(into), {value_of(statement.second)}});
        flows_.push_back({key_of(into), {key_of(statement.second)}});
        return;
      case StatementOp::expire: return;
      default:
        if (from.empty()) return;
        flow(value_of(into), from[0]);
        if (statement.op == StatementOp::add) beside(members, from[0]);
    }
  }

  void visit(const Expression& part) {
    const bool of_instants =
        part.operands.size() == 2 && is_instant(part.operands[0].kind) && is_instant(part.operands[1].kind);
    if (of_instants) {
      const auto left = made_from(part.operands[0]);
      const auto right = made_from(part.operands[1]);
      if (left && right && is_comparison(part.op)) compare(*left, *right);
      if (left && right && !is_comparison(part.op)) measure(*left, *right);
    }
    if (part.op == ExpressionOp::before_deadline)
      for (const VariableIndex deadline : model_.kinds[model_.clients[part.client].kind].deadlines)
        compare({value_of(deadline)}, {InstantPairs::now, -off_, off_});
    if (part.variable == nothing || part.operands.size() != 1) return;
    const bool is_map = model_.variables[part.variable].shape == Shape::map;
    beside(is_map ? key_of(part.variable) : value_of(part.variable), part.operands[0]);
  }

  /// Is left + its move before, at or behind right + its move?
  void compare(const Moved& left, const Moved& right) {
    note(left.place, right.place, left.high - right.low);
    note(right.place, left.place, right.high - left.low);
  }

  /// The span between them is known as far as any is.
  void measure(const Moved& left, const Moved& right) {
    const std::int64_t moves = std::max({std::abs(left.high - right.low), std::abs(right.high - left.low)});
    note(left.place, right.place, flow_.farthest + moves);
    note(right.place, left.place, flow_.farthest + moves);
  }

  bool spread(Place into, const Moved& from) {
    bool changed = false;
    const auto raise = [&](Place older, Place newer, std::int64_t span) {
      changed = changed || span > told(older, newer);
      note(older, newer, span);
    };
    for (Place other = 0; other < places_; ++other) {
      raise(from.place, other, told(into, other) + from.high);
      raise(other, from.place, told(other, into) - from.low);
    }
    return changed;
  }

  const Model& model_;
  const Relevance& relevance_;
  const InstantFlow& flow_;
  std::int64_t off_ = 0;
  std::size_t places_;
  std::vector<std::int64_t> told_;  ///< by older and newer place; microseconds
  std::vector<std::pair<Place, Moved>> flows_;
  bool is_known_ = true;
};

/// Which column of which variable a word with an instant belongs to.
std::vector<Place> columns_of(const Model& model, const Layout& layout) {
  std::vector<Place> columns(layout.fields.size(), InstantPairs::now);
  const auto put = [&](Register first, std::uint32_t count, Place place) {
    if (first != no_register) std::fill_n(columns.begin() + first, count, place);
  };
  for (const Container& container : layout.containers) {
    const bool is_map = container.shape == Shape::map;
    put(container.members, container.capacity, is_map ? key_of(container.variable) : value_of(container.variable));
    put(container.seconds, container.capacity, is_map ? value_of(container.variable) : key_of(container.variable));
  }
  for (VariableIndex variable{0}; variable < model.variables.size(); ++variable)
    put(layout.cells[variable].value, 1, value_of(variable));
  for (const ServerWords& server : layout.servers)
    for (const WordBlock& kept : server.kept)
      std::copy(columns.begin() + server.stored.begin, columns.begin() + server.stored.end,
                columns.begin() + kept.begin);
  for (const ClientWords& client : layout.clients) {
    for (const auto& [variable, word] : client.own) put(word, 1, value_of(variable));
    for (const RequestWords& request : client.requests)
      for (const auto& [variable, word] : request.sent) put(word, 1, value_of(variable));
  }
  return columns;
}

}  // namespace

InstantPairs::InstantPairs(const Model& model, const Scenario& scenario, const Relevance& relevance,
                           const InstantFlow& flow, const Ticks& ticks, const Layout& layout) {
  const bool clocks_may_be_off = std::any_of(scenario.faults.begin(), scenario.faults.end(), [](const Fault& fault) {
    return fault.kind == FaultKind::skew || fault.kind == FaultKind::drift;
  });
  if (flow.has_checks || (layout.order_bits > 0 && clocks_may_be_off)) return;
  Finder finder(model, scenario, relevance, flow);
  if (!finder.find()) return;
  const std::vector<Place> columns = columns_of(model, layout);
  std::vector<Place> names{now};
  place_of_.assign(layout.fields.size(), 0);
  for (Register word = 0; word < layout.fields.size(); ++word) {
    if (layout.fields[word].role != Role::instant) continue;
    if (columns[word] == now) return;  // an instant that belongs to no variable
    const auto found = std::find(names.begin(), names.end(), columns[word]);
    place_of_[word] = static_cast<std::uint32_t>(found - names.begin());
    if (found == names.end()) names.push_back(columns[word]);
  }
  if (names.size() > most_places) return;
  places_ = names.size();
  for (const Place older : names)
    for (const Place newer : names)
      told_.push_back(static_cast<Word>(std::min<std::int64_t>(
          (finder.told(older, newer) + ticks.microseconds - 1) / ticks.microseconds, ticks.horizon)));
}

}  // namespace interlock::machine
