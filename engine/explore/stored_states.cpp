#include "engine/explore/stored_states.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "engine/explore/packed_state.hpp"

namespace interlock::explore {
namespace {

constexpr std::size_t least_batch = 256;
constexpr std::size_t largest_batch = std::size_t{1} << 20U;
// Entries of a batch are looked at in groups, so that what they touch is fetched meanwhile.
constexpr std::size_t group_entries = 32;

std::size_t entries_in(std::uint64_t bytes, std::size_t state_bytes) {
  // The entry and its state, its share of the table, and a suspect, twice.
  const std::size_t entry_bytes = sizeof(SuccessorBatch::Entry) + state_bytes + 4 * sizeof(std::uint64_t) + 16;
  const std::size_t most = std::bit_floor(std::clamp<std::size_t>(bytes / entry_bytes, least_batch, largest_batch));
  // A batch doubles when it is full: the successors of the last state shall still fit.
  return most - most / 8;
}

constexpr std::uint64_t upper_half(std::uint64_t word) { return word & ~std::uint64_t{0xFFFF'FFFFU}; }

}  // namespace

StoredStates::StoredStates(std::size_t state_bytes, Storage& storage, const StorageShares& shares)
    : state_bytes_(state_bytes),
      batch_entries_(entries_in(shares.batch, state_bytes)),
      states_(state_bytes, storage),
      links_(sizeof(Link), storage),
      index_(shares.index) {}

Link StoredStates::link(StateId id) {
  Link link{};
  std::memcpy(&link, links_.at(id), sizeof(Link));
  return link;
}

std::uint64_t StoredStates::bytes() const { return index_.bytes() + states_.bytes() + links_.bytes(); }

void StoredStates::hash_all(SuccessorBatch& batch) const {
  for (std::size_t index = 0; index < batch.size(); ++index)
    batch.entry(index).hash = hash_state(batch.state(index), state_bytes_);
}

void StoredStates::start_table(std::size_t entries) {
  const std::size_t slots = std::bit_ceil(entries * 2);
  if (table_.size() < slots) table_ = std::vector<std::uint64_t>(slots);
  std::fill_n(table_.begin(), slots, 0);
  table_mask_ = slots - 1;
}

/// Either there is one like it before it, or it goes into the table.
void StoredStates::find_alike(SuccessorBatch& batch, std::size_t index) {
  SuccessorBatch::Entry& entry = batch.entry(index);
  const std::uint64_t half = upper_half(entry.hash);
  std::uint64_t position = entry.hash & table_mask_;
  for (; table_[position] != 0; position = (position + 1) & table_mask_) {
    if (upper_half(table_[position]) != half) continue;
    const std::uint64_t other = (table_[position] & 0xFFFF'FFFFU) - 1;
    if (!equal_states(batch.state(index), batch.state(other), state_bytes_)) continue;
    entry.slot = alike | other;
    return;
  }
  table_[position] = half | (index + 1);
  entry.slot = open;
}

/// From a position of the index on. `slot` is the position meanwhile.
void StoredStates::suspect(SuccessorBatch& batch, std::size_t index, std::uint64_t position) {
  SuccessorBatch::Entry& entry = batch.entry(index);
  position = index_.walk(position, entry.hash);
  entry.slot = position == IdIndex::nowhere ? open : position;
  if (position == IdIndex::nowhere) return;
  index_.prefetch_id(position);
  suspects_.push_back({0, static_cast<std::uint32_t>(index)});
}

void StoredStates::resolve(SuccessorBatch& batch) {
  hash_all(batch);
  start_table(batch.size());
  suspects_.clear();
  for (std::size_t first = 0; first < batch.size(); first += group_entries) {
    const std::size_t end = std::min(first + group_entries, batch.size());
    for (std::size_t index = first; index < end; ++index) {
      __builtin_prefetch(&table_[batch.entry(index).hash & table_mask_]);
      if (indexed_ != 0) index_.prefetch(index_.home(batch.entry(index).hash));
    }
    for (std::size_t index = first; index < end; ++index) find_alike(batch, index);
    if (indexed_ == 0) continue;
    const std::size_t suspects = suspects_.size();
    for (std::size_t index = first; index < end; ++index)
      if (batch.entry(index).slot == open) suspect(batch, index, index_.home(batch.entry(index).hash));
    for (std::size_t at = suspects; at < suspects_.size(); ++at)
      suspects_[at].id = index_.id(batch.entry(suspects_[at].entry).slot);
  }
  while (!suspects_.empty()) compare_suspects(batch);
  if (indexed_ < size()) go_over_others(batch);
}

/// By the blocks that they are in.
void StoredStates::sort_suspects() {
  constexpr std::size_t few = 64;
  if (suspects_.size() < few) {
    sorted_ = suspects_;
    std::sort(sorted_.begin(), sorted_.end(), [](const Suspect& a, const Suspect& b) { return a.id < b.id; });
    return;
  }
  const StateId in_a_block = states_.in_a_block();
  in_block_.assign(states_.blocks() + 1, 0);
  for (const Suspect& one : suspects_) ++in_block_[one.id / in_a_block + 1];
  for (std::size_t block = 1; block < in_block_.size(); ++block) in_block_[block] += in_block_[block - 1];
  sorted_.resize(suspects_.size());
  for (const Suspect& one : suspects_) sorted_[in_block_[one.id / in_a_block]++] = one;
}

/// Leaves those that were not meant, with the next ids that come in question.
void StoredStates::compare_suspects(SuccessorBatch& batch) {
  sort_suspects();
  suspects_.clear();
  const StateId in_a_block = states_.in_a_block();
  StateId block = no_state;
  std::span<const std::byte> states;
  for (const Suspect& one : sorted_) {
    if (one.id / in_a_block != block) {
      block = one.id / in_a_block;
      states = states_.pass(block);
    }
    SuccessorBatch::Entry& entry = batch.entry(one.entry);
    const std::byte* state = states.data() + std::size_t{one.id % in_a_block} * state_bytes_;
    if (equal_states(state, batch.state(one.entry), state_bytes_)) {
      entry.slot = one.id;
    } else {
      suspect(batch, one.entry, index_.next(entry.slot));
    }
  }
  for (Suspect& one : suspects_) one.id = index_.id(batch.entry(one.entry).slot);
}

/// The states that are not in the index.
void StoredStates::go_over_others(SuccessorBatch& batch) {
  const StateId in_a_block = states_.in_a_block();
  for (StateId block = indexed_ / in_a_block; block < states_.blocks(); ++block) {
    const std::span<const std::byte> states = states_.pass(block);
    const auto count = static_cast<StateId>(states.size() / state_bytes_);
    for (StateId place = 0; place < count; ++place) {
      look_for(states.data() + std::size_t{place} * state_bytes_, block * in_a_block + place, batch);
    }
  }
}

void StoredStates::look_for(const std::byte* state, StateId id, SuccessorBatch& batch) const {
  const std::uint64_t hash = hash_state(state, state_bytes_);
  const std::uint64_t half = upper_half(hash);
  for (std::uint64_t position = hash & table_mask_; table_[position] != 0; position = (position + 1) & table_mask_) {
    if (upper_half(table_[position]) != half) continue;
    const std::uint64_t index = (table_[position] & 0xFFFF'FFFFU) - 1;
    if (!equal_states(state, batch.state(index), state_bytes_)) continue;
    batch.entry(index).slot = id;
    return;
  }
}

StateId StoredStates::id(const SuccessorBatch& batch, std::size_t index) const {
  std::uint64_t slot = batch.entry(index).slot;
  if (slot >= alike) slot = batch.entry(slot & 0xFFFF'FFFFU).slot;
  return slot == open ? no_state : static_cast<StateId>(slot);
}

void StoredStates::add(const std::byte* state, std::uint64_t hash, Link link) {
  const StateId id = size();
  states_.append(state);
  links_.append(reinterpret_cast<const std::byte*>(&link));
  if (indexed_ == id) put(hash, id);
}

/// The next one in order. Where the index is full and must not grow, it stays as it is.
void StoredStates::put(std::uint64_t hash, StateId id) {
  if (index_.is_full()) {
    if (!index_.may_grow()) return;
    indexed_ = 0;  // until it is made anew
    index_.grow();
    for (StateId block = 0; block < states_.blocks(); ++block) {
      const std::span<const std::byte> states = states_.pass(block);
      for (std::size_t at = 0; at < states.size() && indexed_ < id && !index_.is_full(); at += state_bytes_) {
        index_.put(hash_state(states.data() + at, state_bytes_), indexed_++);
      }
    }
    if (indexed_ != id || index_.is_full()) return;
  }
  index_.put(hash, id);
  ++indexed_;
}

}  // namespace interlock::explore
