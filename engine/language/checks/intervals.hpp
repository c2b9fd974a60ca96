#pragma once
// From where to where an integer goes, along a program.

#include "engine/language/model.hpp"

#include <map>
#include <optional>

namespace interlock::language {

inline constexpr std::int64_t far = 1'000'000'000;  ///< a bound that says "without bound"

/// The values that both have.
Span hull(const Span& left, const Span& right);
Span plus(const Span& left, const Span& right);
Span minus(const Span& left, const Span& right);
bool holds(const Span& outer, const Span& inner);
bool is_without_bound(const Span& span);

/// Integers that have a value at one place of a program.
using Environment = std::map<VariableIndex, Span>;

/// Joins the environment of another way to the same place. True if that changed anything.
bool join(std::optional<Environment>& into, const std::optional<Environment>& from);

/// Bounds that still grow since `before` are given up.
void widen(Environment& environment, const Environment& before);

}  // namespace interlock::language
