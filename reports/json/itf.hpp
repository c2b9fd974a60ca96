#pragma once
// A story in the Informal Trace Format, which viewers of Quint's and Apalache's traces read.

#include "engine/trace/counterexample.hpp"

#include <string>

namespace interlock::reports {

/// One state behind each event and one before the first. The variables: "action" (what was done), "time"
/// (microseconds), "clients" and "cells", maps from names to records whose fields have the same types everywhere: what
/// is absent is an empty text, an empty set, or -1. Behind the last state of a loop comes the one with the index
/// "loop".
std::string to_itf(const trace::Counterexample& story);

}  // namespace interlock::reports
