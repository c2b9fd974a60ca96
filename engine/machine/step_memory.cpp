#include "engine/machine/step_memory.hpp"

#include <algorithm>
#include <bit>

namespace interlock::machine {

void StepMemory::put(std::uint64_t number, std::uint32_t outcome, std::uint64_t labels, const Footprint& footprint,
                     const Unit* before, const Unit* after) {
  const std::size_t count = entries_.size() / stride_;
  const bool may_grow = 2 * entries_.size() <= most_units;
  if (count == 0 || (may_grow && learned_ > count / 2)) {
    // What was learned goes; most of it was of the states of levels long past.
    const std::size_t wanted = count == 0 ? first_entries : 2 * count;
    entries_.assign(wanted * stride_, 0);
    shift_ = static_cast<std::uint32_t>(64 - std::countr_zero(wanted));
    learned_ = 0;
  }
  ++learned_;
  Unit* entry = entries_.data() + place(number, footprint, before);
  entry[0] = number << 4 | outcome;
  entry[1] = labels;
  for (std::uint32_t part = 0; part < footprint.size; ++part) {
    const Footprint::Part& where = footprint.parts[part];
    entry[2 + 2 * part] = before[where.unit] & where.mask;
    entry[3 + 2 * part] = (before[where.unit] ^ after[where.unit]) & where.mask;
  }
}

}  // namespace interlock::machine
