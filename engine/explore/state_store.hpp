#pragma once
// All states found, whole, in order of discovery, with how each was found first. The run of ids
// is also the queue of the search: a frontier is a range of ids.
//
// States live in one block that never moves. Beside the packed state each costs 8 bytes for its
// parent and action, and 8 bytes a slot of the index at a load of 0.5 to 0.7. Or they live outside
// of the memory: see stored_states.hpp. Then only one thread may use the store, and much larger
// batches are worth while: see `batch_entries`.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "engine/explore/ids.hpp"
#include "engine/explore/journal.hpp"
#include "engine/explore/packed_state.hpp"
#include "engine/explore/reserved_memory.hpp"
#include "engine/explore/slot_table.hpp"
#include "engine/explore/storage.hpp"
#include "engine/explore/stored_states.hpp"
#include "engine/explore/successor_batch.hpp"

namespace interlock::explore {

class StateStore {
 public:
  enum class Claim : std::uint8_t { known, fresh, full };

  /// Holds up to `capacity` states, or as many as the process can address: see `capacity`.
  StateStore(std::size_t state_bytes, StateId capacity);
  /// Up to `capacity` states in a storage, with so much memory, or a little more where that is next to nothing.
  StateStore(std::size_t state_bytes, StateId capacity, Storage& storage, const StorageShares& shares);

  std::size_t state_bytes() const { return state_bytes_; }
  StateId size() const { return size_; }
  StateId capacity() const { return capacity_; }
  bool is_stored() const { return stored_ != nullptr; }
  /// Stored: stays where it is until a few others far from it were asked for, or the store has changed.
  const std::byte* state(StateId id) const { return stored_ ? stored_->state(id) : in_memory(id); }
  /// `no_state` for an initial state.
  StateId parent(StateId id) const { return link(id).parent; }
  ActionId action(StateId id) const { return link(id).action; }
  /// How many entries a batch should have, where `usual` are enough if all is in memory.
  std::size_t batch_entries(std::size_t usual) const { return stored_ ? stored_->batch_entries() : usual; }
  /// Memory in use: states, links, index.
  std::uint64_t bytes() const;

  /// Hashes the states of a batch and fetches what looking for them will touch. Until the batch
  /// is done with, nothing but `claim` may change the store. The first makes room for new states
  /// (and throws std::bad_alloc), the second is for `find`.
  void prepare(SuccessorBatch& batch);
  void prepare_find(SuccessorBatch& batch) const;

  /// Takes the state of an entry in, unless it is known or the store is full; its id is then
  /// `size() - 1`.
  Claim claim(const SuccessorBatch& batch, std::size_t index);

  /// The id of the state of an entry; `no_state` when it is not in the store.
  StateId find(const SuccessorBatch& batch, std::size_t index) const;

  /// Hands states and their links over, in order, in one part or several.
  void hand_over(StateId first, StateId end,
                 const std::function<void(std::span<const std::byte>, std::span<const Link>)>& take) const;

  /// Takes in states that `read` writes, with their links, in one part or several; only into an empty store. Throws
  /// what `read` throws, and std::bad_alloc.
  void load(StateId count, const std::function<void(std::span<std::byte>, std::span<Link>)>& read);

  // For threads that number the states of a level together.

  /// As `prepare_find`, while others claim slots.
  void prepare_claims(SuccessorBatch& batch) const;

  SlotTable& table() { return table_; }
  const SlotTable& table() const { return table_; }
  /// Makes room in the index, and in the block of states. Throw std::bad_alloc.
  void reserve_slots(std::uint64_t more) { table_.reserve(std::uint64_t{size_} + more); }
  void reserve_slots(std::uint64_t more, ThreadTeam& team) { table_.reserve(std::uint64_t{size_} + more, team); }
  void reserve_states(std::uint64_t more);
  /// Writes a state at or beyond `size`, for which there is room, and its index entry.
  void write(StateId id, const std::byte* state, StateId parent, ActionId action);
  void extend(StateId size) { size_ = size; }

 private:
  void hash_all(SuccessorBatch& batch) const;
  Claim claim_stored(const SuccessorBatch& batch, std::size_t index);
  void load_stored(StateId count, const std::function<void(std::span<std::byte>, std::span<Link>)>& read);
  const std::byte* in_memory(StateId id) const { return states_.data() + std::size_t{id} * state_bytes_; }
  Link link(StateId id) const { return stored_ ? stored_->link(id) : links()[id]; }
  Link* links() const { return reinterpret_cast<Link*>(links_.data()); }

  std::size_t state_bytes_;
  StateId capacity_;
  StateId size_ = 0;
  StateId committed_ = 0;
  ReservedMemory states_;
  ReservedMemory links_;
  SlotTable table_;
  std::unique_ptr<StoredStates> stored_;  // null: all is in memory
};

inline void StateStore::hash_all(SuccessorBatch& batch) const {
  const std::size_t size = batch.size();
  for (std::size_t index = 0; index < size; ++index) {
    SuccessorBatch::Entry& entry = batch.entry(index);
    entry.hash = hash_state(batch.state(index), state_bytes_);
    entry.slot = table_.home(tag_of(entry.hash));
    table_.prefetch(entry.slot);
  }
}

inline void StateStore::prepare_find(SuccessorBatch& batch) const {
  if (stored_) return stored_->resolve(batch);
  hash_all(batch);
  const std::size_t size = batch.size();
  for (std::size_t index = 0; index < size; ++index) {
    SuccessorBatch::Entry& entry = batch.entry(index);
    entry.slot = table_.walk(entry.slot, tag_of(entry.hash));
    const SlotTable::Slot slot = table_.at(entry.slot);
    if (!slot.empty()) __builtin_prefetch(in_memory(slot.id()));
  }
}

inline void StateStore::prepare_claims(SuccessorBatch& batch) const {
  hash_all(batch);
  const std::size_t size = batch.size();
  for (std::size_t index = 0; index < size; ++index) {
    SuccessorBatch::Entry& entry = batch.entry(index);
    entry.slot = table_.shared_walk(entry.slot, tag_of(entry.hash));
    const SlotTable::Slot slot = table_.shared_at(entry.slot);
    if (!slot.empty() && slot.id() < size_) __builtin_prefetch(in_memory(slot.id()));
  }
}

inline void StateStore::prepare(SuccessorBatch& batch) {
  if (!stored_) reserve_slots(batch.size());
  prepare_find(batch);
}

inline void StateStore::write(StateId id, const std::byte* state, StateId parent, ActionId action) {
  copy_state(states_.data() + std::size_t{id} * state_bytes_, state, state_bytes_);
  links()[id] = {parent, action};
}

inline StateStore::Claim StateStore::claim(const SuccessorBatch& batch, std::size_t index) {
  if (stored_) return claim_stored(batch, index);
  const SuccessorBatch::Entry& entry = batch.entry(index);
  const std::uint32_t tag = tag_of(entry.hash);
  std::uint64_t position = entry.slot;
  for (;;) {
    position = table_.walk(position, tag);
    const SlotTable::Slot slot = table_.at(position);
    if (slot.empty()) break;
    if (equal_states(in_memory(slot.id()), batch.state(index), state_bytes_)) return Claim::known;
    position = table_.next(position, tag);
  }
  if (size_ == capacity_) return Claim::full;
  if (size_ == committed_) reserve_states(1);
  write(size_, batch.state(index), entry.parent, entry.action);
  table_.put(position, tag, size_);
  ++size_;
  return Claim::fresh;
}

inline StateId StateStore::find(const SuccessorBatch& batch, std::size_t index) const {
  if (stored_) return stored_->id(batch, index);
  const SuccessorBatch::Entry& entry = batch.entry(index);
  const std::uint32_t tag = tag_of(entry.hash);
  std::uint64_t position = entry.slot;
  for (;;) {
    position = table_.walk(position, tag);
    const SlotTable::Slot slot = table_.at(position);
    if (slot.empty()) return no_state;
    // Ids that a search at its limit could not give any more are nobody's.
    if (slot.id() < size_ && equal_states(in_memory(slot.id()), batch.state(index), state_bytes_)) {
      return slot.id();
    }
    position = table_.next(position, tag);
  }
}

}  // namespace interlock::explore
