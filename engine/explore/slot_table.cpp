#include "engine/explore/slot_table.hpp"

#include <algorithm>
#include <atomic>
#include <new>

#include "engine/explore/thread_team.hpp"

namespace interlock::explore {
namespace {

constexpr std::uint64_t first_slots = 1024;
// Shards of 2048 slots and more: at a load of 0.7 the fullest of 32 stays far from full.
constexpr std::uint64_t sharded_from = std::uint64_t{1} << 16U;
constexpr unsigned many_shards = 5;
// Small tables double. Large ones grow by 1.4, in whole shards: at most 16 bytes of slots an entry.
constexpr std::uint64_t large = std::uint64_t{1} << 20U;

constexpr std::uint64_t room_in(std::uint64_t slots) { return slots / 10 * 7; }

std::uint64_t slots_for(std::uint64_t count, std::uint64_t slots) {
  while (room_in(slots) < count) slots = slots < large ? slots * 2 : slots / 320 * 448;
  return slots;
}

}  // namespace

SlotTable::SlotTable(std::uint64_t capacity)
    : memory_(slots_for(capacity, first_slots) * sizeof(std::uint64_t)),
      slots_(reinterpret_cast<std::uint64_t*>(memory_.data())) {
  memory_.commit(first_slots * sizeof(std::uint64_t));
  shard_slots_ = first_slots;
  room_ = room_in(first_slots);
}

void SlotTable::reserve(std::uint64_t count) {
  if (count <= room_) return;
  ThreadTeam alone(1);
  reserve(count, alone);
}

void SlotTable::reserve(std::uint64_t count, ThreadTeam& team) {
  if (count > room_) resize(slots_for(count, slot_count()), team);
}

void SlotTable::forget_from(StateId end) {
  for (std::uint64_t shard = 0; shard < (std::uint64_t{1} << shard_bits_); ++shard) {
    const auto begin = slots_ + shard * shard_slots_;
    Moved kept(begin, begin + shard_slots_);
    std::erase_if(kept, [&](std::uint64_t word) { return word == 0 || Slot{word}.id() >= end; });
    std::fill(begin, begin + shard_slots_, 0);
    spread(kept);
  }
}

void SlotTable::resize(std::uint64_t slots, ThreadTeam& team) {
  const unsigned shard_bits = slots >= sharded_from ? many_shards : 0;
  const std::uint64_t old_slots = slot_count();
  const bool cut_anew = shard_bits != shard_bits_;
  std::vector<Moved> moved(cut_anew ? 1 : team.size());
  for (Moved& words : moved) words.reserve(cut_anew ? old_slots : shard_slots_);
  memory_.commit(slots * sizeof(std::uint64_t));

  shard_bits_ = shard_bits;
  shard_slots_ = slots >> shard_bits;
  room_ = room_in(slot_count());
  if (cut_anew) {
    cut_into_shards(moved.front(), old_slots);
  } else {
    move_shards(moved, old_slots, team);
  }
}

void SlotTable::cut_into_shards(Moved& moved, std::uint64_t old_slots) {
  moved.assign(slots_, slots_ + old_slots);
  std::fill(slots_, slots_ + old_slots, 0);
  spread(moved);
}

/// Moves the shards in place, from the last to the first: a shard's new place begins at or after
/// its old one, so what it overwrites is itself, which was copied, and shards that have moved. Those
/// whose new places begin beyond all old ones that are left move at the same time.
void SlotTable::move_shards(std::vector<Moved>& moved, std::uint64_t old_slots, ThreadTeam& team) {
  const std::uint64_t part = old_slots >> shard_bits_;
  for (std::uint64_t end = std::uint64_t{1} << shard_bits_; end > 0;) {
    const std::uint64_t clear = (end * part + shard_slots_ - 1) / shard_slots_;
    const std::uint64_t first = std::min(clear, end - 1);
    if (end - first == 1) {
      move_shard(moved.front(), first, old_slots);
    } else {
      std::atomic<std::uint64_t> next{first};
      team.run([&](unsigned worker) {
        for (std::uint64_t shard = next++; shard < end; shard = next++) move_shard(moved[worker], shard, old_slots);
      });
    }
    end = first;
  }
}

void SlotTable::move_shard(Moved& moved, std::uint64_t shard, std::uint64_t old_slots) {
  const std::uint64_t part = old_slots >> shard_bits_;
  moved.assign(slots_ + shard * part, slots_ + (shard + 1) * part);
  // Beyond the old end the memory is fresh, and zero.
  const std::uint64_t begin = std::min(shard * shard_slots_, old_slots);
  const std::uint64_t end = std::min((shard + 1) * shard_slots_, old_slots);
  std::fill(slots_ + begin, slots_ + end, 0);
  spread(moved);
}

void SlotTable::spread(const Moved& moved) {
  for (const std::uint64_t word : moved) {
    const Slot slot{word};
    if (slot.empty()) continue;
    const std::uint32_t tag = slot.tag();
    std::uint64_t position = home(tag);
    while (!at(position).empty()) position = next(position, tag);
    put(position, tag, slot.id());
  }
}

}  // namespace interlock::explore
