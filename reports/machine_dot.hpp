#pragma once
// A protocol's state machines as a DOT graph, for `dot`: one group of places for each kind of client, its critical
// section shaded.

#include "engine/language/model.hpp"

#include <string>

namespace interlock::reports {

std::string machine_dot(const language::Model& model);

}  // namespace interlock::reports
