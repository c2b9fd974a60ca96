#pragma once
// An open hash table from 32-bit tags to state ids: 8 bytes a slot, linear probing.
//
// A slot's position follows from its tag, so growing never touches a state and goes over the
// table in order. The table is cut into shards by the tag's first bits; a probe never leaves its
// shard, so different threads may grow different shards at once. Any thread may `claim` any slot.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/explore/ids.hpp"
#include "engine/explore/reserved_memory.hpp"

namespace interlock::explore {

class ThreadTeam;

/// The part of a state's hash that the table keeps.
constexpr std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32U); }

class SlotTable {
 public:
  struct Slot {
    std::uint64_t word = 0;  // tag, then id + 1; 0: nobody

    bool empty() const { return word == 0; }
    std::uint32_t tag() const { return static_cast<std::uint32_t>(word >> 32U); }
    StateId id() const { return static_cast<StateId>(word) - 1; }
  };

  /// For at most `capacity` entries.
  explicit SlotTable(std::uint64_t capacity);

  /// Makes room for `count` entries in all. Positions change when the table grows. Throws
  /// std::bad_alloc, also beyond the capacity; then nothing has changed.
  void reserve(std::uint64_t count);
  /// The same, by several threads.
  void reserve(std::uint64_t count, ThreadTeam& team);

  /// Takes out what stands for ids from `end` on. Positions change.
  void forget_from(StateId end);

  unsigned shard_bits() const { return shard_bits_; }
  std::uint32_t shard_of(std::uint32_t tag) const {
    return static_cast<std::uint32_t>(std::uint64_t{tag} >> (32U - shard_bits_));
  }

  /// The position where the search for a tag starts, and the one after a position.
  std::uint64_t home(std::uint32_t tag) const {
    const std::uint64_t within = static_cast<std::uint32_t>(tag << shard_bits_);
    return shard_of(tag) * shard_slots_ + ((within * shard_slots_) >> 32U);
  }
  std::uint64_t next(std::uint64_t position, std::uint32_t tag) const {
    const std::uint64_t after = position + 1;
    const std::uint64_t shard_end = (std::uint64_t{shard_of(tag)} + 1) * shard_slots_;
    return after == shard_end ? shard_end - shard_slots_ : after;
  }

  Slot at(std::uint64_t position) const { return Slot{slots_[position]}; }
  /// While others claim slots. What the one that claimed this wrote before, the caller sees. Not for a thread that is
  /// alone: the compiler reads everything again after it.
  Slot shared_at(std::uint64_t position) const {
    return Slot{std::atomic_ref<std::uint64_t>(slots_[position]).load(std::memory_order_acquire)};
  }
  /// Where several threads claim at once. False: the slot is not as `expected` any more.
  bool claim(std::uint64_t position, Slot expected, std::uint32_t tag, StateId id) {
    return std::atomic_ref<std::uint64_t>(slots_[position])
        .compare_exchange_strong(expected.word, word_of(tag, id), std::memory_order_acq_rel);
  }
  void put(std::uint64_t position, std::uint32_t tag, StateId id) { slots_[position] = word_of(tag, id); }
  void prefetch(std::uint64_t position) const { __builtin_prefetch(slots_ + position); }
  void prefetch_to_write(std::uint64_t position) const { __builtin_prefetch(slots_ + position, 1); }

  /// From `position` on, the first slot that is empty or has this tag.
  std::uint64_t walk(std::uint64_t position, std::uint32_t tag) const {
    for (;;) {
      const Slot slot = at(position);
      if (slot.empty() || slot.tag() == tag) return position;
      position = next(position, tag);
    }
  }
  std::uint64_t shared_walk(std::uint64_t position, std::uint32_t tag) const {
    for (;;) {
      const Slot slot = shared_at(position);
      if (slot.empty() || slot.tag() == tag) return position;
      position = next(position, tag);
    }
  }

  std::uint64_t bytes() const { return slot_count() * sizeof(std::uint64_t); }

 private:
  /// The words of a shard that moves; one a thread.
  using Moved = std::vector<std::uint64_t>;

  static constexpr std::uint64_t word_of(std::uint32_t tag, StateId id) {
    return (std::uint64_t{tag} << 32U) | (id + 1);
  }
  std::uint64_t slot_count() const { return shard_slots_ << shard_bits_; }
  void resize(std::uint64_t slots, ThreadTeam& team);
  void cut_into_shards(Moved& moved, std::uint64_t old_slots);
  void move_shards(std::vector<Moved>& moved, std::uint64_t old_slots, ThreadTeam& team);
  void move_shard(Moved& moved, std::uint64_t shard, std::uint64_t old_slots);
  void spread(const Moved& moved);

  ReservedMemory memory_;
  std::uint64_t* slots_ = nullptr;
  std::uint64_t shard_slots_ = 0;
  unsigned shard_bits_ = 0;
  std::uint64_t room_ = 0;  // entries that fit before it must grow
};

}  // namespace interlock::explore
