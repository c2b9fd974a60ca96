#pragma once
// A hash table from states to ids that keeps neither: 6 bytes a slot, of which 16 bits say of most others that they are
// not meant. Whoever looks for a state compares it with those whose ids come in question. As full as 85 per cent.
//
// It is for states that are not in memory, so it is not moved when it has become too small, but made anew from them.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/explore/ids.hpp"

namespace interlock::explore {

class IdIndex {
 public:
  /// Never more than `most_bytes`.
  explicit IdIndex(std::uint64_t most_bytes) : most_slots_(most_bytes / slot_bytes) {}

  bool is_full() const { return count_ == room_; }
  bool may_grow() const { return slots() < most_slots_; }
  /// Forgets all ids, and has room for more than before. Throws std::bad_alloc; then it has none.
  void grow();

  std::uint64_t home(std::uint64_t hash) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>((static_cast<Wide>(hash << 16U) * slots()) >> 64U);
  }
  std::uint64_t next(std::uint64_t position) const { return position + 1 == slots() ? 0 : position + 1; }
  void prefetch(std::uint64_t position) const { __builtin_prefetch(&tags_[position]); }
  void prefetch_id(std::uint64_t position) const { __builtin_prefetch(&ids_[position]); }

  /// From a position on, the first place of an id that comes in question; `nowhere`: there is none.
  std::uint64_t walk(std::uint64_t position, std::uint64_t hash) const {
    const std::uint16_t wanted = tag_of_hash(hash);
    for (;; position = next(position)) {
      if (tags_[position] == wanted) return position;
      if (tags_[position] == 0) return nowhere;
    }
  }
  StateId id(std::uint64_t position) const { return ids_[position]; }

  /// Not when it is full.
  void put(std::uint64_t hash, StateId id) {
    std::uint64_t position = home(hash);
    while (tags_[position] != 0) position = next(position);
    tags_[position] = tag_of_hash(hash);
    ids_[position] = id;
    ++count_;
  }

  std::uint64_t count() const { return count_; }
  std::uint64_t bytes() const { return slots() * slot_bytes; }

  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};

 private:
  static constexpr std::uint64_t slot_bytes = sizeof(std::uint16_t) + sizeof(StateId);

  static std::uint16_t tag_of_hash(std::uint64_t hash) {
    const auto tag = static_cast<std::uint16_t>(hash >> 48U);
    return tag == 0 ? std::uint16_t{1} : tag;
  }
  std::uint64_t slots() const { return tags_.size(); }

  std::uint64_t most_slots_;
  std::uint64_t count_ = 0;
  std::uint64_t room_ = 0;
  std::vector<std::uint16_t> tags_;  // 0: nobody
  std::vector<StateId> ids_;
};

}  // namespace interlock::explore
