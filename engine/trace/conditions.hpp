#pragma once
// Of a property `for each c`: which of its conditions is a client's.

#include "engine/language/model.hpp"

#include <algorithm>
#include <cstddef>

namespace interlock::trace {

/// Into Spec::condition and Spec::given; 0 for a property of the whole system.
inline std::size_t which_condition(const language::Spec& spec, language::ClientIndex client) {
  if (!spec.for_each) return 0;
  const auto found = std::find(spec.clients.begin(), spec.clients.end(), client);
  return static_cast<std::size_t>(found - spec.clients.begin());
}

}  // namespace interlock::trace
