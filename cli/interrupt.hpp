#pragma once
// Ctrl-C: the first asks the search to end with what it found, a second one, if it does not follow at once, ends the
// program.

#include <exception>

namespace interlock::cli {

/// Also for SIGTERM.
void listen_for_interrupts();

bool was_interrupted();

/// Before there is anything to tell, the wish ends the command.
class Interrupted : public std::exception {
 public:
  const char* what() const noexcept override { return "interrupted"; }
};

/// Throws Interrupted.
void end_if_interrupted();

}  // namespace interlock::cli
