#pragma once
// What one thread found while it expanded one part of a round: the successors that it claimed as
// new states, in order. They stay where they are until the round ends, so that other threads can
// compare theirs with them.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "engine/explore/findings.hpp"
#include "engine/explore/ids.hpp"
#include "engine/explore/obligation.hpp"
#include "engine/explore/successor_batch.hpp"

namespace interlock::explore {

/// A successor that may be a new state.
struct Candidate {
  static constexpr std::uint64_t duplicate = ~std::uint64_t{0};

  std::uint64_t slot;  ///< where it was claimed; `duplicate`: an equal one that comes before it took the slot
  std::uint32_t tag;
  StateId parent;
  ActionId action;
  std::uint32_t sequence;  ///< among all successors of the chunk
};

/// Aligned, so that two threads that fill neighbours do not share a cache line.
class alignas(64) RoundChunk {
 public:
  static constexpr unsigned candidate_bits = 21;
  static constexpr std::uint32_t most_candidates = std::uint32_t{1} << candidate_bits;

  RoundChunk(std::span<const Obligation> obligations, std::size_t state_bytes);

  /// The states to expand.
  StateId first = 0;
  StateId end = 0;

  std::uint32_t edges = 0;  ///< all successors
  HitList edge_hits;
  HitList state_hits;
  /// Set when the store has no room for a candidate: its `sequence`.
  static constexpr std::uint32_t none_refused = ~std::uint32_t{0};
  std::uint32_t refused = none_refused;

  /// `room`: for so many candidates, `most_candidates` at most. Throws std::bad_alloc.
  void start(StateId from, StateId to, std::uint32_t room);

  std::uint32_t room() const { return room_; }
  bool full() const { return size_ == room_; }
  std::uint32_t size() const { return size_; }
  /// Writes an entry of a batch behind the candidates, for others to see as soon as it is in the table; `take` makes it
  /// one of them. Not when `full`.
  void stage(const SuccessorBatch& batch, std::size_t index, std::uint32_t tag, std::uint64_t slot) {
    const SuccessorBatch::Entry& entry = batch.entry(index);
    candidates_[size_] = {slot, tag, entry.parent, entry.action, edges + static_cast<std::uint32_t>(index)};
    copy_state(states_.get() + size_ * state_bytes_, batch.state(index), state_bytes_);
  }
  void take() { ++size_; }
  /// Called by a thread that took the slot of a candidate for one that comes before it.
  void drop(std::uint32_t index) {
    candidates_[index].slot = Candidate::duplicate;
    std::atomic_ref<std::uint32_t>(dropped_).fetch_add(1, std::memory_order_relaxed);
  }

  /// Those that are new states: when all threads are done.
  std::uint32_t fresh() const { return size_ - dropped_; }
  const Candidate& candidate(std::size_t index) const { return candidates_[index]; }
  const std::byte* state(std::size_t index) const { return states_.get() + index * state_bytes_; }

 private:
  std::size_t state_bytes_;
  std::uint32_t size_ = 0;
  std::uint32_t room_ = 0;
  std::uint32_t dropped_ = 0;
  std::uint32_t allocated_ = 0;  // for so many candidates; never moved while a round lasts
  std::unique_ptr<Candidate[]> candidates_;
  std::unique_ptr<std::byte[]> states_;
};

}  // namespace interlock::explore
