#pragma once
// What no run reaches, over all searches of a command.

#include "engine/check/verdict.hpp"

#include <vector>

namespace interlock::check {

/// The places that no run of any of these searches reaches. Nothing where one of them has not seen all of its runs,
/// unless another one has that allows the same faults and more.
std::vector<language::Place> unreached_in_all(const std::vector<Answer>& answers);

}  // namespace interlock::check
