#pragma once

#include <string>

namespace interlock::tests {

/// Why the tests of this program cannot be run here; empty: they can. Each test program has its own.
std::string why_skipped();

}  // namespace interlock::tests
