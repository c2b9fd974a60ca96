#include "engine/explore/round_chunk.hpp"

#include <algorithm>

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
  std::fill(recent_.begin(), recent_.end(), 0);
  candidates_.clear();
  states_.clear();
}

void RoundChunk::add(const SuccessorBatch& batch, std::size_t index) {
  const SuccessorBatch::Entry& entry = batch.entry(index);
  const std::uint32_t tag = tag_of(entry.hash);
  const std::byte* state = batch.state(index);
  std::uint32_t& recent = recent_[tag % recent_slots];
  if (recent != 0 && candidates_[recent - 1].tag == tag && equal_states(this->state(recent - 1), state, state_bytes_)) {
    return;
  }
  candidates_.push_back(
      {Candidate::duplicate, tag, entry.parent, entry.action, edges + static_cast<std::uint32_t>(index)});
  recent = static_cast<std::uint32_t>(candidates_.size());
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
    const std::uint32_t tag = candidates_[index].tag;
    dealt_[next[partition_of(tag)]++] = {tag, index};
  }
}

}  // namespace interlock::explore
