// Where kinds meet: what fits where, what may be compared, and the complaint where it does not.

#include "engine/language/resolver/resolution.hpp"
#include "engine/language/resolver/unit_help.hpp"

#include <fmt/format.h>

#include <utility>

namespace interlock::language {

namespace {

/// "10 -> 10s", where a bare number stands for a duration.
Explanation fix_of_number(const Resolution& all, Slot wanted, const Expression& value) {
  if (all.kinds.base(wanted) != Base::duration) return {};
  if (!is_literal(all, value, Base::integer)) return {};
  return {{unit_help(value.value)}, {}, {}};
}

/// What stands where a condition has to be.
Explanation fix_of_condition(const Resolution& all, const Expression& value) {
  const auto base = all.kinds.base(slot_of(value));
  if (base == Base::identity || base == Base::token || base == Base::client) return {{"compare it: != none"}, {}, {}};
  return {};
}

void poison_both(Resolution& all, Slot left, Slot right) {
  all.kinds.poison(left);
  all.kinds.poison(right);
}

bool has_order(Base base) {
  return base == Base::token || base == Base::instant || base == Base::duration || base == Base::integer;
}

bool is_order(ExpressionOp op) { return op != ExpressionOp::equal && op != ExpressionOp::not_equal; }

}  // namespace

void fit(Resolution& all, const Body& body, Slot to, const Expression& value, const std::string& what) {
  const Slot from = slot_of(value);
  if (all.kinds.unify(to, from)) return;
  const std::string sentence =
      fmt::format("{} is {}, and this is {}", what, all.kinds.describe(to), all.kinds.describe(from));
  report_kind(all, "E0301", sentence, value.place, body.call_place, fix_of_number(all, to, value));
  poison_both(all, to, from);
}

void expect(Resolution& all, const Body& body, const Expression& expression, Base base, const std::string& what) {
  const Slot wanted = all.kinds.known(base);
  const Slot slot = slot_of(expression);
  if (all.kinds.unify(wanted, slot)) return;
  const std::string sentence =
      fmt::format("{} has to be {}, and this is {}", what, all.kinds.describe(wanted), all.kinds.describe(slot));
  report_kind(all, "E0302", sentence, expression.place, body.call_place,
              base == Base::boolean ? fix_of_condition(all, expression) : fix_of_number(all, wanted, expression));
}

void join(Resolution& all, const Body& body, Slot left, Slot right, const std::string& what, const Place& place) {
  if (all.kinds.unify(left, right)) return;
  report_kind(all, "E0304", what, place, body.call_place);
  poison_both(all, left, right);
}

namespace {

bool compare(ExpressionOp op, std::int64_t a, std::int64_t b) {
  switch (op) {
    case ExpressionOp::equal: return a == b;
    case ExpressionOp::not_equal: return a != b;
    case ExpressionOp::less: return a < b;
    case ExpressionOp::less_equal: return a <= b;
    case ExpressionOp::greater: return a > b;
    default: return a >= b;
  }
}

/// What a comparison comes to that is known before the run: with an infinite score bound, and of two options.
std::optional<bool> known_comparison(const Resolution& all, const Body& body, ExpressionOp op, const Expression& left,
                                     const Expression& right) {
  if (is_infinity(left) || is_infinity(right))
    return compare(op, is_infinity(left) ? left.value : 0, is_infinity(right) ? right.value : 0);
  for (const Base base : {Base::integer, Base::duration})
    if (is_store_room(body) && is_literal(all, left, base) && is_literal(all, right, base))
      return compare(op, left.value, right.value);
  return std::nullopt;
}

void check_words(Resolution& all, const Body& body, const Expression& left, const Expression& right,
                 const Place& place) {
  if (is_word(left) == is_word(right)) return;
  const Expression& word = is_word(left) ? left : right;
  const Expression& other = is_word(left) ? right : left;
  const VariableIndex variable = other.op == ExpressionOp::read ? other.variable : nothing;
  all.word_checks.push_back(
      {static_cast<std::uint32_t>(word.value), slot_of(word), slot_of(other), variable, place, body.call_place});
}

}  // namespace

Expression make_comparison(Resolution& all, const Body& body, ExpressionOp op, Expression left, Expression right,
                           const Place& place) {
  if (const auto known = known_comparison(all, body, op, left, right)) return truth(all, *known, place);
  if (!all.kinds.unify(slot_of(left), slot_of(right))) {
    Explanation more = fix_of_number(all, slot_of(left), right);
    if (more.help.empty()) more = fix_of_number(all, slot_of(right), left);
    const bool token = all.kinds.base(slot_of(left)) == Base::token || all.kinds.base(slot_of(right)) == Base::token;
    if (token && (is_literal(all, left, Base::integer) || is_literal(all, right, Base::integer)))
      more.help.push_back(too_much(TextLimit::token));
    const std::string sentence = fmt::format("{} cannot be compared with {}", all.kinds.describe(slot_of(left)),
                                             all.kinds.describe(slot_of(right)));
    report_kind(all, "E0304", sentence, place, body.call_place, std::move(more));
    poison_both(all, slot_of(left), slot_of(right));
  }
  if (is_order(op)) all.orders.push_back({slot_of(left), place, body.call_place});
  check_words(all, body, left, right, place);
  Expression expression = make(all, op, all.kinds.known(Base::boolean), place);
  return with_operands(std::move(expression), {std::move(left), std::move(right)});
}

namespace {

void check_order(Resolution& all, const Order& order) {
  if (all.kinds.is_poisoned(order.slot)) return;
  const auto base = all.kinds.base(order.slot);
  if (!base || has_order(*base)) return;
  const bool one = *base == Base::identity || *base == Base::client;
  report_kind(all, "E0305",
              fmt::format("{} has no order: only == and != mean something", all.kinds.describe(order.slot)),
              order.place, order.call_place, {{}, {}, one ? "which of two is greater says nothing" : ""});
}

void check_word(Resolution& all, const WordCheck& check) {
  const std::string& word = all.words[check.word];
  if (all.kinds.is_poisoned(check.other) || all.kinds.has(check.other, word)) return;
  const auto& names = all.kinds.names(check.other);
  for (const auto& name : names)
    if (name == word) return;
  if (word == "none" && is_full_cell(all, check.variable)) {
    report_full_cell(all, check.variable, check.place, check.call_place);
    return;
  }
  Explanation more;
  if (word == "none")
    more.help.push_back("only what may be missing is compared with none: x = none gives it that value first");
  report_kind(all, "E0306", fmt::format("{} can never be {} here", all.kinds.describe(check.other), word), check.place,
              check.call_place, std::move(more));
}

}  // namespace

void settle_kinds(Resolution& all) {
  settle_sums(all);
  all.kinds.settle();
  for (const auto& order : all.orders) check_order(all, order);
  for (const auto& check : all.word_checks) check_word(all, check);
}

}  // namespace interlock::language
