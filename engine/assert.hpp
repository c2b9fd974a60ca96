#pragma once
// Assertions that guard a verdict. They stay on in release builds: NDEBUG does not remove them.

#include <cstdio>
#include <cstdlib>

namespace interlock {

/// Says on standard error which invariant broke, and ends the program with the exit code of an error of its own.
[[noreturn]] inline void assertion_failed(const char* condition, const char* text, const char* file, int line) {
  std::fprintf(stderr, "interlock: internal error: %s (%s) at %s:%d\n", text, condition, file, line);
  std::fflush(nullptr);
  std::_Exit(70);
}

}  // namespace interlock

/// INTERLOCK_ASSERT(condition, "what it means when it is false")
#define INTERLOCK_ASSERT(condition, text)              \
  (static_cast<bool>(condition) ? static_cast<void>(0) \
                                : ::interlock::assertion_failed(#condition, (text), __FILE__, __LINE__))
