#include "engine/explore/round_chunk.hpp"

#include "engine/explore/slot_table.hpp"

namespace interlock::explore {
namespace {

std::size_t partition_of(std::uint32_t tag) { return tag >> (32U - partition_bits); }

}  // namespace

void RoundChunk::start(StateId from, StateId to) {
  first = from;
  end = to;
  edges = 0;
  edge_hits.clear();
  state_hits.clear();
  refused = none_refused;
  candidates_.clear();
  states_.clear();
}

void RoundChunk::add(const SuccessorBatch& batch, std::size_t index) {
  const SuccessorBatch::Entry& entry = batch.entry(index);
  candidates_.push_back({Candidate::duplicate, tag_of(entry.hash), entry.parent, entry.action,
                         edges + static_cast<std::uint32_t>(index)});
  const std::byte* state = batch.state(index);
  states_.insert(states_.end(), state, state + state_bytes_);
}

void RoundChunk::deal() {
  dealt_from_.fill(0);
  for (const Candidate& candidate : candidates_) ++dealt_from_[partition_of(candidate.tag) + 1];
  for (std::size_t index = 1; index <= partitions; ++index) {
    dealt_from_[index] += dealt_from_[index - 1];
  }
  std::array<std::uint32_t, partitions + 1> next = dealt_from_;
  dealt_.resize(candidates_.size());
  for (std::uint32_t index = 0; index < candidates_.size(); ++index) {
    dealt_[next[partition_of(candidates_[index].tag)]++] = index;
  }
}

}  // namespace interlock::explore
