#include "engine/explore/slot_table.hpp"

#include <algorithm>
#include <new>
#include <utility>

namespace interlock::explore {
namespace {

constexpr std::uint64_t first_slots = 1024;
// Shards of 2048 slots and more: at a load of 0.7 the fullest of 32 stays far from full.
constexpr std::uint64_t sharded_from = std::uint64_t{1} << 16U;
constexpr unsigned many_shards = 5;
// Small tables double. Large ones grow by 1.4: at most 16 bytes of slots an entry.
constexpr std::uint64_t large = std::uint64_t{1} << 20U;
constexpr std::uint64_t discard_stride = std::uint64_t{1} << 21U;  // slots

constexpr std::uint64_t room_in(std::uint64_t slots) { return slots / 10 * 7; }

}  // namespace

SlotTable::SlotTable() { allocate(first_slots); }

void SlotTable::allocate(std::uint64_t slots) {
  shard_bits_ = slots >= sharded_from ? many_shards : 0;
  shard_slots_ = slots >> shard_bits_;
  const std::size_t bytes = slot_count() * sizeof(std::uint64_t);
  ReservedMemory memory(bytes);
  memory.commit(bytes);
  memory_ = std::move(memory);
  slots_ = reinterpret_cast<std::uint64_t*>(memory_.data());
  room_ = room_in(slot_count());
}

void SlotTable::reserve(std::uint64_t count) {
  if (count <= room_) return;
  std::uint64_t slots = slot_count();
  while (room_in(slots) < count) slots = slots < large ? slots * 2 : slots / 10 * 14;
  grow(slots);
}

void SlotTable::grow(std::uint64_t slots) {
  SlotTable larger;
  larger.allocate(slots);
  const std::uint64_t end = slot_count();
  for (std::uint64_t begin = 0; begin < end; begin += discard_stride) {
    const std::uint64_t stop = std::min(begin + discard_stride, end);
    for (std::uint64_t position = begin; position < stop; ++position) {
      const Slot slot = at(position);
      if (slot.empty()) continue;
      const std::uint32_t tag = slot.tag();
      std::uint64_t target = larger.home(tag);
      while (!larger.at(target).empty()) target = larger.next(target, tag);
      larger.put(target, tag, slot.id());
    }
    memory_.discard(begin * sizeof(std::uint64_t), stop * sizeof(std::uint64_t));
  }
  *this = std::move(larger);
}

}  // namespace interlock::explore
