#pragma once
// Integers and the ranges they were given.

#include "engine/language/model.hpp"

namespace interlock::machine {

/// Can a value of one kind be outside of what the other allows? Then `in_range` is checked where it is put there.
inline bool may_leave_range(const language::Kind& from, const language::Kind& into) {
  if (into.base != language::Base::integer) return false;
  return from.base != language::Base::integer || from.low < into.low || from.high > into.high;
}

}  // namespace interlock::machine
