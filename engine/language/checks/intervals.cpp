#include "engine/language/checks/intervals.hpp"

#include <algorithm>

namespace interlock::language {

namespace {
std::int64_t bounded(std::int64_t value) { return std::clamp(value, -far, far); }
}  // namespace

Span hull(const Span& left, const Span& right) {
  return {std::min(left.low, right.low), std::max(left.high, right.high)};
}

Span plus(const Span& left, const Span& right) {
  return {bounded(left.low + right.low), bounded(left.high + right.high)};
}

Span minus(const Span& left, const Span& right) {
  return {bounded(left.low - right.high), bounded(left.high - right.low)};
}

bool holds(const Span& outer, const Span& inner) { return outer.low <= inner.low && inner.high <= outer.high; }

bool is_without_bound(const Span& span) { return span.low <= -far || span.high >= far; }

bool join(std::optional<Environment>& into, const std::optional<Environment>& from) {
  if (!from) return false;
  if (!into) {
    into = from;
    return true;
  }
  bool changed = false;
  for (const auto& [variable, span] : *from) {
    const auto [known, is_new] = into->emplace(variable, span);
    const Span both = hull(known->second, span);
    changed |= is_new || !holds(known->second, both);
    known->second = both;
  }
  return changed;
}

void widen(Environment& environment, const Environment& before) {
  for (auto& [variable, span] : environment) {
    const auto earlier = before.find(variable);
    if (earlier == before.end()) continue;
    if (span.low < earlier->second.low) span.low = -far;
    if (span.high > earlier->second.high) span.high = far;
  }
}

}  // namespace interlock::language
