#pragma once
// What any number of clients rests on, to be read: what a few of them can look like.

#include "engine/check/any_number.hpp"

#include <string>
#include <vector>

namespace interlock::reports {

std::string proof_text(const std::vector<check::WrittenProof>& proofs);

}  // namespace interlock::reports
