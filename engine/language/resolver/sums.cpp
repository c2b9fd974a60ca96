// Kinds of `+` and `-`: numbers with numbers, durations with durations, and instants moved by durations.

#include "engine/language/resolver/resolution.hpp"
#include "engine/language/resolver/unit_help.hpp"

#include <fmt/format.h>

#include <utility>

namespace interlock::language {

namespace {

using KnownBase = std::optional<Base>;

KnownBase base_of(const Resolution& all, Slot slot) {
  return all.kinds.is_number(slot) ? KnownBase(Base::integer) : all.kinds.base(slot);
}

bool can_be_summed(KnownBase base) {
  return !base || *base == Base::integer || *base == Base::duration || *base == Base::instant;
}

void poison(Resolution& all, const Sum& sum) {
  for (const Slot slot : {sum.left, sum.right, sum.result}) all.kinds.poison(slot);
}

void complain(Resolution& all, const Sum& sum) {
  const bool adds = sum.op == ExpressionOp::add;
  Explanation more;
  const KnownBase left = base_of(all, sum.left);
  const KnownBase right = base_of(all, sum.right);
  if (left == Base::token || right == Base::token) more.help.push_back("the token one greater is: next t");
  if (right == Base::integer && left != Base::integer && can_be_summed(left)) more.help.push_back(unit_help(10));
  const std::string sentence =
      adds ? fmt::format("{} and {} cannot be added", all.kinds.describe(sum.left), all.kinds.describe(sum.right))
           : fmt::format("{} cannot be taken from {}", all.kinds.describe(sum.right), all.kinds.describe(sum.left));
  report_kind(all, "E0307", sentence, sum.place, sum.call_place, std::move(more));
  poison(all, sum);
}

/// Joins the three with these bases.
bool settle(Resolution& all, const Sum& sum, Base left, Base right, Base result) {
  const bool fits = all.kinds.unify(sum.left, all.kinds.known(left)) &&
                    all.kinds.unify(sum.right, all.kinds.known(right)) &&
                    all.kinds.unify(sum.result, all.kinds.known(result));
  if (!fits) complain(all, sum);
  return true;
}

/// An instant on the left.
bool settle_instant(Resolution& all, const Sum& sum, KnownBase right, KnownBase result) {
  if (sum.op == ExpressionOp::add) return settle(all, sum, Base::instant, Base::duration, Base::instant);
  if (right == Base::instant || result == Base::duration)
    return settle(all, sum, Base::instant, Base::instant, Base::duration);
  if (right || result) return settle(all, sum, Base::instant, Base::duration, Base::instant);
  return false;
}

/// A duration on the left.
bool settle_duration(Resolution& all, const Sum& sum, KnownBase right, KnownBase result) {
  if (sum.op == ExpressionOp::subtract) return settle(all, sum, Base::duration, Base::duration, Base::duration);
  if (right == Base::instant || result == Base::instant)
    return settle(all, sum, Base::duration, Base::instant, Base::instant);
  if (right || result) return settle(all, sum, Base::duration, Base::duration, Base::duration);
  return false;
}

/// Only the right side is known.
bool settle_right(Resolution& all, const Sum& sum, Base right, KnownBase result) {
  const bool adds = sum.op == ExpressionOp::add;
  if (right == Base::instant)
    return adds ? settle(all, sum, Base::duration, Base::instant, Base::instant)
                : settle(all, sum, Base::instant, Base::instant, Base::duration);
  if (!result) return false;
  return settle(all, sum, *result, Base::duration, *result);
}

}  // namespace

bool try_sum(Resolution& all, const Sum& sum) {
  for (const Slot slot : {sum.left, sum.right})
    if (all.kinds.is_poisoned(slot)) return poison(all, sum), true;
  const KnownBase left = base_of(all, sum.left);
  const KnownBase right = base_of(all, sum.right);
  const KnownBase result = base_of(all, sum.result);
  if (!can_be_summed(left) || !can_be_summed(right)) return complain(all, sum), true;
  if (left == Base::integer || right == Base::integer || result == Base::integer)
    return settle(all, sum, Base::integer, Base::integer, Base::integer);
  if (left == Base::instant) return settle_instant(all, sum, right, result);
  if (left == Base::duration) return settle_duration(all, sum, right, result);
  return right ? settle_right(all, sum, *right, result) : false;
}

namespace {

/// Takes out the sums that are settled by now; true if there was one.
bool settle_some(Resolution& all) {
  std::vector<Sum> open;
  for (const auto& sum : all.sums)
    if (!try_sum(all, sum)) open.push_back(sum);
  const bool some = open.size() < all.sums.size();
  all.sums = std::move(open);
  return some;
}

}  // namespace

void settle_sums(Resolution& all) {
  while (!all.sums.empty()) {
    if (settle_some(all)) continue;
    const Sum& sum = all.sums.front();
    const bool spans = all.kinds.base(sum.left).has_value() || all.kinds.base(sum.right).has_value();
    const Slot open = all.kinds.base(sum.right) ? sum.left : sum.right;
    all.kinds.unify(open, all.kinds.known(spans ? Base::duration : Base::integer));
  }
}

Expression make_sum(Resolution& all, const Body& body, ExpressionOp op, Expression left, Expression right,
                    const Place& place) {
  for (const Base base : {Base::integer, Base::duration}) {
    if (!is_literal(all, left, base) || !is_literal(all, right, base)) continue;
    const std::int64_t value = op == ExpressionOp::add ? left.value + right.value : left.value - right.value;
    return base == Base::integer ? number(all, value, place) : duration(all, value, place);
  }
  const Sum sum{op, slot_of(left), slot_of(right), all.kinds.unknown(), place, body.call_place};
  if (!try_sum(all, sum)) all.sums.push_back(sum);
  Expression expression = make(all, op, sum.result, place);
  return with_operands(std::move(expression), {std::move(left), std::move(right)});
}

}  // namespace interlock::language
