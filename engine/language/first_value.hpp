#pragma once
// What a variable is before it has a value.

#include "engine/language/model.hpp"

namespace interlock::language {

/// It is one of the values beside the ordinary ones of its kind: none.
inline bool starts_as_extra(const Variable& variable) {
  return !variable.kind.extra.empty() && variable.initial < extra_value(64);
}

}  // namespace interlock::language
