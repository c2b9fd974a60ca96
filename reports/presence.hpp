#pragma once
// What each client believes and whether a server agrees, moment by moment.

#include "reports/storyboard.hpp"

namespace interlock::reports {

/// By view, then client.
std::vector<std::vector<ClientMoment>> client_moments(const trace::Counterexample& story);

}  // namespace interlock::reports
