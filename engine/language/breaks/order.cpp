#include "engine/language/breaks/order.hpp"

#include "engine/language/walk.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <tuple>

namespace interlock::language {
namespace {

using Variables = std::set<VariableIndex>;

bool is_before(const Place& left, const Place& right) {
  return std::tie(left.line, left.column) < std::tie(right.line, right.column);
}

/// What they say depends on more than the variables that they name.
constexpr std::array unclear{ExpressionOp::now,         ExpressionOp::true_time,       ExpressionOp::touched,
                             ExpressionOp::fresh_id,    ExpressionOp::choose,          ExpressionOp::caller_grant,
                             ExpressionOp::holds_lease, ExpressionOp::before_deadline, ExpressionOp::queued_before};

/// What a part of a step reads and writes.
class Uses {
 public:
  void add(const Statement& statement, bool is_in_operation) {
    switch (statement.op) {
      case StatementOp::leave: is_clear_ = is_clear_ && is_in_operation; return;
      case StatementOp::operation:
      case StatementOp::if_:
        read_all(statement);
        for (const Block& block : statement.blocks)
          for (const Statement& inner : block) add(inner, is_in_operation || statement.op == StatementOp::operation);
        return;
      case StatementOp::assert_:
      case StatementOp::witness: return read_all(statement);
      case StatementOp::expire: gives_deadline_ = true; [[fallthrough]];
      case StatementOp::assign:
      case StatementOp::write:
      case StatementOp::clear:
      case StatementOp::persist:
      case StatementOp::add:
      case StatementOp::remove:
      case StatementOp::remove_up_to:
      case StatementOp::put:
      case StatementOp::intersect:
      case StatementOp::map_put:
      case StatementOp::push:
      case StatementOp::drop_first:
        read_all(statement);
        written_.insert(statement.variable);
        return;
      case StatementOp::clock:
      case StatementOp::call:
      case StatementOp::atomic:
      case StatementOp::when:
      case StatementOp::retry:
      case StatementOp::work:
      case StatementOp::sleep:
      case StatementOp::timeout:
      case StatementOp::finally_:
      case StatementOp::loop:
      case StatementOp::break_:
      case StatementOp::continue_:
      case StatementOp::return_:
      case StatementOp::either:
      case StatementOp::section:
      case StatementOp::granted:
      case StatementOp::queued:
      case StatementOp::fence:
      case StatementOp::watch:
      case StatementOp::unwatch: is_clear_ = false; return;
    }
  }

  bool is_clear() const { return is_clear_; }

  /// The lease of a client is by default on the cell that it gave a deadline last.
  bool is_apart_from(const Uses& other) const {
    return !meets(written_, other.written_) && !meets(written_, other.read_) && !meets(read_, other.written_) &&
           !(gives_deadline_ && other.gives_deadline_);
  }

 private:
  static bool meets(const Variables& left, const Variables& right) {
    return std::any_of(left.begin(), left.end(), [&](VariableIndex variable) { return right.contains(variable); });
  }

  void read_all(const Statement& statement) {
    for (const VariableIndex variable : {statement.second, statement.third})
      if (variable != nothing) read_.insert(variable);
    for (const Expression& whole : statement.expressions)
      for_each_expression(whole, [&](const Expression& part) {
        if (part.variable != nothing) read_.insert(part.variable);
        is_clear_ = is_clear_ && std::find(unclear.begin(), unclear.end(), part.op) == unclear.end();
      });
  }

  Variables read_;
  Variables written_;
  bool is_clear_ = true;
  bool gives_deadline_ = false;
};

/// The blocks within one step in which the two stand: one, or one a copy of their line.
class Search {
 public:
  explicit Search(const Neighbours& two) : two_(two) {}

  void look_into(const Block& block) {
    Uses first, second;
    bool has_first = false, has_second = false;
    for (const Statement& statement : block) {
      for (const Block& inner : statement.blocks) look_into(inner);
      const Place& place = statement.place;
      const bool is_behind = two_.behind && !is_before(place, *two_.behind);
      if (place.source != two_.first.source || is_before(place, two_.first) || is_behind) continue;
      const bool is_first = is_before(place, two_.second);
      (is_first ? first : second).add(statement, false);
      (is_first ? has_first : has_second) = true;
    }
    if (!has_first || !has_second) return;
    is_found_ = true;
    is_seen_ = is_seen_ || !first.is_clear() || !second.is_clear() || !first.is_apart_from(second);
  }

  bool is_order_seen() const { return !is_found_ || is_seen_; }

 private:
  const Neighbours& two_;
  bool is_found_ = false;
  bool is_seen_ = false;
};

}  // namespace

bool is_order_seen(const Model& model, const Neighbours& two) {
  Search search(two);
  for_each_statement(model, [&](const Statement& statement) {
    const bool is_one_step =
        statement.op == StatementOp::atomic || statement.op == StatementOp::when || statement.op == StatementOp::retry;
    if (is_one_step) search.look_into(statement.blocks[0]);
  });
  return search.is_order_seen();
}

}  // namespace interlock::language
