#pragma once
// The smallest text that still shows it: lines and blocks are left out, and numbers made smaller, for as long as what
// is wrong stays wrong (A. Zeller, R. Hildebrandt: Simplifying and Isolating Failure-Inducing Input, 2002).

#include "tests/random/generator.hpp"

#include <functional>

namespace interlock::tests {

/// `is_wrong` is asked of smaller and smaller texts, for about so many seconds.
RandomText shrunk(const RandomText& text, const std::function<bool(const RandomText&)>& is_wrong, unsigned seconds);

}  // namespace interlock::tests
