#pragma once

namespace interlock::evaluator {

/// How the making of a set of views ended. Closed: all that comes of it is in it.
enum class ProofEnd { closed, limit, stopped, given_up };

}  // namespace interlock::evaluator
