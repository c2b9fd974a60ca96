#pragma once
// Runs something in a process of its own, so that an abort, a memory error or a search without end is an answer too.

#include <functional>
#include <string>

namespace interlock::tests {

/// What `work` gave; or "crash: ..." with the end of what was said on standard error, or "too slow: ...".
std::string guarded(const std::function<std::string()>& work, unsigned seconds);

}  // namespace interlock::tests
