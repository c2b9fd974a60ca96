#pragma once
// What standard output and standard error are.

#include <cstddef>

#include "reports/style.hpp"

namespace interlock::cli {

/// Colours for standard output: only on a terminal, and not if NO_COLOR is set or TERM is dumb.
reports::Style output_style();

/// The width to write for: that of the terminal, else the usual one.
std::size_t output_width();

/// That of the terminal that standard error is.
std::size_t message_width();

/// Can a line on standard error be written over?
bool messages_can_be_rewritten();

}  // namespace interlock::cli
