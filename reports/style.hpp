#pragma once
// How a text may look. The caller decides; nothing here asks a terminal.

namespace interlock::reports {

struct Style {
  bool colour = false;  ///< ANSI colours: red for what is broken, yellow for faults, green for what was asked for
};

}  // namespace interlock::reports
