#pragma once
// What one thread found while it expanded one part of a round: the successors that the store did
// not know when the round began, in order.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/explore/findings.hpp"
#include "engine/explore/ids.hpp"
#include "engine/explore/obligation.hpp"
#include "engine/explore/successor_batch.hpp"

namespace interlock::explore {

/// Successors are dealt out to the threads that claim them by these first bits of their tags.
/// No fewer than the shards of a `SlotTable`.
inline constexpr unsigned partition_bits = 5;
inline constexpr std::size_t partitions = std::size_t{1} << partition_bits;

/// A successor that may be a new state.
struct Candidate {
  static constexpr std::uint64_t duplicate = ~std::uint64_t{0};

  std::uint64_t slot;  ///< where it was claimed; `duplicate`: another came first
  std::uint32_t tag;
  StateId parent;
  ActionId action;
  std::uint32_t sequence;  ///< among all successors of the chunk
};

/// A candidate as the thread that claims it sees it first.
struct Dealt {
  std::uint32_t tag;
  std::uint32_t index;  ///< in `RoundChunk::candidates`
};

class RoundChunk {
 public:
  RoundChunk(std::span<const Obligation> obligations, std::size_t state_bytes)
      : edge_hits(obligations), state_hits(obligations), state_bytes_(state_bytes), recent_(recent_slots, 0) {}

  /// The states to expand.
  StateId first = 0;
  StateId end = 0;

  std::uint32_t edges = 0;  ///< all successors
  HitList edge_hits;
  HitList state_hits;
  /// Set when the store has no room for a candidate: its `sequence`.
  static constexpr std::uint32_t none_refused = ~std::uint32_t{0};
  std::uint32_t refused = none_refused;

  void start(StateId from, StateId to);
  /// Takes an entry of a batch that the store does not know. Most that are equal to one taken
  /// before are seen here and dropped, which spares the claiming threads about half of their work.
  void add(const SuccessorBatch& batch, std::size_t index);
  /// Deals the candidates out, when all are there.
  void deal();

  std::vector<Candidate>& candidates() { return candidates_; }
  void prefetch(std::size_t index) const {
    __builtin_prefetch(&candidates_[index], 1);
    __builtin_prefetch(state(index));
  }
  const std::byte* state(std::size_t index) const { return states_.data() + index * state_bytes_; }
  /// The candidates in a partition, in order.
  std::span<const Dealt> dealt(std::size_t partition) const {
    return std::span(dealt_).subspan(dealt_from_[partition], dealt_from_[partition + 1] - dealt_from_[partition]);
  }

 private:
  static constexpr std::uint32_t recent_slots = 4096;

  std::size_t state_bytes_;
  std::vector<std::uint32_t> recent_;  // by tag, one plus the index of a candidate
  std::vector<Candidate> candidates_;
  std::vector<std::byte> states_;
  std::vector<Dealt> dealt_;
  std::array<std::uint32_t, partitions + 1> dealt_from_{};
};

}  // namespace interlock::explore
