#include "engine/machine/symbolic/symbolic_time.hpp"

#include "engine/assert.hpp"
#include "engine/machine/limits.hpp"

#include <algorithm>
#include <cstdlib>

namespace interlock::machine {

namespace {

using Case = SymbolicTime::Case;

bool is_endless(Word span) { return !is_difference(span) && std::abs(span) > most_ticks; }

/// What is left of the moments that are added and of those that are taken away.
void cancel(std::vector<std::size_t>& plus, std::vector<std::size_t>& minus) {
  for (auto one = plus.begin(); one != plus.end();) {
    const auto same = std::find(minus.begin(), minus.end(), *one);
    if (same == minus.end()) {
      ++one;
      continue;
    }
    minus.erase(same);
    one = plus.erase(one);
  }
}

/// Of a sum: it is known where one of both is a number, or where both are instants of one clock.
std::optional<Reading> combined_reading(const Difference& left, const Difference& right, bool subtract) {
  if (right.is_number()) return left.reading;
  if (left.is_number() && !subtract) return right.reading;
  if (left.is_number() && right.reading && right.reading->minus)
    return Reading{right.reading->clock, *right.reading->minus, right.reading->plus};
  const bool are_instants = left.reading && right.reading && !left.reading->minus && !right.reading->minus;
  if (!subtract || !are_instants || left.reading->clock != right.reading->clock) return std::nullopt;
  return Reading{left.reading->clock, left.reading->plus, right.reading->plus};
}

Difference combined(const Difference& left, const Difference& right, bool subtract) {
  std::vector<std::size_t> plus{left.plus, subtract ? right.minus : right.plus};
  std::vector<std::size_t> minus{left.minus, subtract ? right.plus : right.minus};
  cancel(plus, minus);
  if (plus.size() > 1) throw NotExpressible{"a span between two moments is compared with one between two others"};
  const std::int64_t offset = left.offset + (subtract ? -right.offset : right.offset);
  if (plus.empty()) return {.offset = offset};
  return {plus[0], minus[0], offset, combined_reading(left, right, subtract)};
}

/// difference < 0, or <= 0.
Case below_zero(const Difference& difference, bool or_equal) {
  const Bound bound = or_equal ? Bound::at_most(-difference.offset) : Bound::below(-difference.offset);
  Case below{{{difference.plus, difference.minus, bound}}};
  if (const auto& reading = difference.reading; reading && reading->minus && reading->plus != *reading->minus)
    below.limits.push_back({reading->plus, *reading->minus, bound});
  return below;
}

Case above_zero(const Difference& difference, bool or_equal) {
  Difference turned{difference.minus, difference.plus, -difference.offset};
  if (const auto& reading = difference.reading; reading && reading->minus)
    turned.reading = Reading{reading->clock, *reading->minus, reading->plus};
  return below_zero(turned, or_equal);
}

/// Both were read at one moment.
bool is_known(const Difference& difference) {
  return difference.is_number() ||
         (difference.reading && difference.reading->minus && difference.reading->plus == *difference.reading->minus);
}

bool allows(const Zone& zone, const Case& wanted) {
  if (wanted.limits.size() == 1)
    return zone.allows(wanted.limits[0].left, wanted.limits[0].right, wanted.limits[0].bound);
  Zone trial = zone;
  for (const Case::Limit& limit : wanted.limits) trial.meet(limit.left, limit.right, limit.bound);
  return !trial.is_empty();
}

}  // namespace

Word SymbolicTime::word(const Difference& difference) {
  if (difference.is_number()) {
    if (std::abs(difference.offset) > most_ticks) throw NotExpressible{"a span is longer than there is room for"};
    return static_cast<Word>(difference.offset);
  }
  differences_.push_back(difference);
  return first_difference + static_cast<Word>(differences_.size() - 1);
}

Difference SymbolicTime::difference(Word word) const {
  if (!is_difference(word)) return {.offset = word};
  return differences_[static_cast<std::size_t>(word - first_difference)];
}

Word SymbolicTime::sum(Word left, Word right, bool subtract) {
  if (!is_symbolic(left, right)) return subtract ? left - right : left + right;
  return word(combined(difference(left), difference(right), subtract));
}

std::size_t SymbolicTime::decide(const std::vector<Case>& cases) {
  std::size_t taken = 0;
  if (forced_) {
    INTERLOCK_ASSERT(outcomes_.size() < forced_->size(), "a run that is made again asks as often as it did");
    taken = (*forced_)[outcomes_.size()];
  } else {
    std::vector<std::size_t> possible;
    for (std::size_t index = 0; index < cases.size(); ++index)
      if (allows(*zone_, cases[index])) possible.push_back(index);
    // With clocks that are off a zone may hold what cannot be; then it gets empty.
    if (possible.empty()) possible.push_back(0);
    if (possible.size() > 1) own_choices_.push_back(choices_->depth());
    taken = possible[choices_->take(static_cast<std::uint32_t>(possible.size()))];
  }
  outcomes_.push_back(static_cast<std::uint8_t>(taken));
  for (const Case::Limit& limit : cases[taken].limits) zone_->meet(limit.left, limit.right, limit.bound);
  return taken;
}

std::uint8_t SymbolicTime::note(std::uint8_t fact) {
  if (forced_) {
    INTERLOCK_ASSERT(outcomes_.size() < forced_->size(), "a run that is made again asks as often as it did");
    fact = (*forced_)[outcomes_.size()];
  }
  outcomes_.push_back(fact);
  return fact;
}

bool SymbolicTime::less(Word left, Word right) {
  if (!is_symbolic(left, right) || is_endless(left) || is_endless(right)) return left < right;
  const Difference difference = combined(this->difference(left), this->difference(right), true);
  if (is_known(difference)) return difference.offset < 0;
  return decide({below_zero(difference, false), above_zero(difference, true)}) == 0;
}

bool SymbolicTime::less_equal(Word left, Word right) {
  if (!is_symbolic(left, right) || is_endless(left) || is_endless(right)) return left <= right;
  return !less(right, left);
}

bool SymbolicTime::equal(Word left, Word right) {
  if (!is_symbolic(left, right) || is_endless(left) || is_endless(right)) return left == right;
  const Difference difference = combined(this->difference(left), this->difference(right), true);
  if (is_known(difference)) return difference.offset == 0;
  Case same = below_zero(difference, true);
  for (const Case::Limit& limit : above_zero(difference, true).limits) same.limits.push_back(limit);
  return decide({same, below_zero(difference, false), above_zero(difference, false)}) == 0;
}

Word SymbolicTime::rounded(Word value, Word quantum) const {
  if (!is_ordinary(value)) return value;
  if (is_difference(value)) throw NotExpressible{"a span that is measured is rounded"};
  return (value + quantum / 2) / quantum * quantum;
}

bool SymbolicTime::is_before(Word offset, Word deadline, std::uint32_t order_bits) {
  INTERLOCK_ASSERT(order_bits == 0, "clocks that are told apart are left to the ticks");
  return is_ordinary(deadline) && less(offset, deadline);
}

std::int32_t SymbolicTime::find(const Container& container, const Word* words, Word member) {
  for (Word slot = 0; slot < words[container.count]; ++slot)
    if (equal(words[container.members + slot], member)) return slot;
  return -1;
}

bool SymbolicTime::operate(const Surroundings&, const Instruction& now, Word* words) {
  const bool backwards = (now.immediate & Look::backwards) != 0;
  const Word left = now.b == no_register ? 0 : words[now.b];
  const Word right = now.c == no_register ? 0 : words[now.c];
  const auto is_far = [](Word span) { return !is_ordinary(span) || is_endless(span); };
  switch (now.op) {
    case Opcode::move:
      words[now.a] = !is_ordinary(left) ? left : is_far(right) ? unset : sum(left, right, backwards);
      return true;
    case Opcode::between: {
      const auto endless = static_cast<Word>(most_ticks + 1);
      words[now.a] = !is_ordinary(right) ? endless : !is_ordinary(left) ? -endless : sum(left, right, true);
      return true;
    }
    case Opcode::add_spans:
      words[now.a] = is_far(left) ? left : is_far(right) ? (backwards ? -right : right) : sum(left, right, backwards);
      return true;
    default: return true;
  }
}

}  // namespace interlock::machine
