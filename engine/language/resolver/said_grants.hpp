#pragma once
// Where a round may have said `granted`, and where it has, whichever way it took.

#include "engine/language/model.hpp"

namespace interlock::language {

struct SaidGrants {
  bool always = true;  ///< whoever enters critical has said it before
};

/// Sets `unless_given` of the marks behind calls and of the entries into critical that may come behind a `granted`.
SaidGrants mark_what_was_said(Block& program);

}  // namespace interlock::language
