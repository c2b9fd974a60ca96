#include "engine/explore/round_chunk.hpp"

#include <algorithm>

namespace interlock::explore {

RoundChunk::RoundChunk(std::span<const Obligation> obligations, std::size_t state_bytes)
    : edge_hits(obligations),
      state_hits(obligations),
      state_bytes_(state_bytes),
      candidates_(most_candidates * sizeof(Candidate)),
      states_(most_candidates * state_bytes) {}

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
}

void RoundChunk::grow() {
  candidates_.commit((std::size_t{size_} + 1) * sizeof(Candidate));
  states_.commit((std::size_t{size_} + 1) * state_bytes_);
  const std::size_t fit = std::min(candidates_.committed() / sizeof(Candidate), states_.committed() / state_bytes_);
  committed_ = static_cast<std::uint32_t>(std::min<std::size_t>(fit, most_candidates));
}

}  // namespace interlock::explore
