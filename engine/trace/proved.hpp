#pragma once
// What a search that did not end has proved all the same.

#include "engine/explore/outcome.hpp"
#include "engine/language/model.hpp"

#include <string>

namespace interlock::trace {

/// "the budget ran out; holds with up to 2 faults, with 3 for runs of fewer than 7 steps". For a property that is still
/// unknown. It begins with "the budget ran out" always: the engine cannot tell a budget from an interrupt.
std::string what_is_proved(language::PropertyForm form, const explore::Outcome& outcome);

}  // namespace interlock::trace
