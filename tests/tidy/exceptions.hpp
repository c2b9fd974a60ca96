#pragma once
// What is longer than it should be. The list may shrink and never grow.

#include "tests/tidy/rules.hpp"

namespace interlock::tidy {

inline const std::vector<Exception>& known_exceptions() {
  static const std::vector<Exception> exceptions{};
  return exceptions;
}

}  // namespace interlock::tidy
