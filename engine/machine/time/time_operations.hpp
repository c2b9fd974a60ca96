#pragma once
// What programs do with instants and spans. Where a result depends on a gap that is not known any more
// (normal_form.hpp, instant_flow.hpp) the run is cut for want of range.

#include "engine/machine/compiled/executor.hpp"
#include "engine/machine/compiled/program.hpp"

namespace interlock::machine {

/// False: the run is cut.
bool operate_on_time(const Surroundings& around, const Instruction& now, Word* words);

}  // namespace interlock::machine
