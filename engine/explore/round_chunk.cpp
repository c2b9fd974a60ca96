#include "engine/explore/round_chunk.hpp"

namespace interlock::explore {

RoundChunk::RoundChunk(std::span<const Obligation> obligations, std::size_t state_bytes)
    : edge_hits(obligations), state_hits(obligations), state_bytes_(state_bytes) {}

void RoundChunk::start(StateId from, StateId to, std::uint32_t room) {
  first = from;
  end = to;
  edges = 0;
  edge_hits.clear();
  state_hits.clear();
  refused = none_refused;
  size_ = 0;
  room_ = room;
  dropped_ = 0;
  if (room <= allocated_) return;
  allocated_ = 0;
  // Not initialized: pages that no candidate comes to are never touched.
  candidates_ = std::make_unique_for_overwrite<Candidate[]>(room);
  states_ = std::make_unique_for_overwrite<std::byte[]>(room * state_bytes_);
  allocated_ = room;
}

}  // namespace interlock::explore
