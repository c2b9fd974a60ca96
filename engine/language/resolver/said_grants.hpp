#pragma once
// Where a round may have said `granted`, and where it has, whichever way it took.

#include "engine/language/model.hpp"

namespace interlock::language {

/// Sets `unless_given` of the marks behind calls and of the entries into critical that may come behind a `granted`.
/// True: whoever enters critical has said it before.
bool mark_what_was_said(Block& program);

}  // namespace interlock::language
