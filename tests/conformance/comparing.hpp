#pragma once
// The store beside the server: what differs, and the shortest sequence in which it does.

#include "tests/conformance/recording.hpp"

#include <optional>
#include <string>

namespace interlock::tests {

/// Where the two say something else; empty where they agree. What the model cannot do is a difference, too.
std::string difference(const Sequence& sequence, const Transcript& recorded, const std::string& store);

/// Leaves out steps and commands for as long as the two still differ.
Sequence shrunk(Sequence sequence, Recorder& recorder, const std::string& store);

}  // namespace interlock::tests
