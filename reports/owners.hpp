#pragma once
// Who put a value there, also after that client has crashed: for the server it is nobody's then, for the reader of a
// picture it is still the lock that this client has left behind.

#include "engine/trace/counterexample.hpp"

namespace interlock::reports {

/// The story with an owner for each cell and member that had one when the same value was put there; of an id it is
/// the client whose id it is.
trace::Counterexample with_last_owners(trace::Counterexample story);

}  // namespace interlock::reports
