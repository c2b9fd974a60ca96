#pragma once
// Ctrl-C: the first asks the search to end with what it found, a second one, if it does not follow at once, ends the
// program.

namespace interlock::cli {

/// Also for SIGTERM.
void listen_for_interrupts();

bool was_interrupted();

}  // namespace interlock::cli
