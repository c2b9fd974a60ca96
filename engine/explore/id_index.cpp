#include "engine/explore/id_index.hpp"

#include <algorithm>

namespace interlock::explore {
namespace {

constexpr std::uint64_t first_slots = 1024;

}  // namespace

void IdIndex::grow() {
  const std::uint64_t before = slots();
  const std::uint64_t wanted = std::max(first_slots, before + before / 2);
  count_ = 0;
  room_ = 0;
  // The old ones go before the new ones come: the two need not be in memory together.
  std::vector<std::uint16_t>().swap(tags_);
  std::vector<StateId>().swap(ids_);
  const std::uint64_t slots = std::min(wanted, most_slots_);
  std::vector<StateId> ids(slots);
  tags_.resize(slots);
  ids_.swap(ids);
  room_ = slots / 20 * 17;
}

}  // namespace interlock::explore
