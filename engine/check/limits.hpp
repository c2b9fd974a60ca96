#pragma once
// What there is room for, for whoever only speaks of it.

#include "engine/machine/limits.hpp"

namespace interlock::check {

using machine::limit_rules;
using machine::LimitRule;

}  // namespace interlock::check
