#pragma once
// All states found and their links, outside of the memory; in it a small index of the first of them, as many as fit.
//
// To look a state up where it lies far away costs too much for one, so many are looked up together: a batch. Those
// that are alike in the batch are found first. What the index says of the others is compared with the states
// themselves, in one pass over the blocks that have them. And where the index does not have all, the states that
// it does not have are gone over once and looked for in the batch (delayed duplicate detection, after Stern and Dill,
// CAV 1998). So the smaller the memory, the more often the states are read; what is found is the same.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/explore/id_index.hpp"
#include "engine/explore/ids.hpp"
#include "engine/explore/journal.hpp"
#include "engine/explore/limits.hpp"
#include "engine/explore/storage.hpp"
#include "engine/explore/stored_records.hpp"
#include "engine/explore/successor_batch.hpp"

namespace interlock::explore {

class StoredStates {
 public:
  StoredStates(std::size_t state_bytes, Storage& storage, const StorageShares& shares);

  StateId size() const { return states_.size(); }
  /// Stays where it is until a few states far from it were asked for, or one is added.
  const std::byte* state(StateId id) { return states_.at(id); }
  Link link(StateId id);
  /// Memory in use, without the batches.
  std::uint64_t bytes() const;

  /// How many entries a batch should have.
  std::size_t batch_entries() const { return batch_entries_; }

  /// Looks all states of a batch up.
  void resolve(SuccessorBatch& batch);

  // Of an entry of a batch that was resolved last, while only states of this batch have been added since.

  /// Its id; `no_state`: it was not there, nor is one before it in the batch that is alike.
  bool is_new(const SuccessorBatch::Entry& entry) const { return entry.slot == open; }
  /// `no_state`: it is not there, and was not added.
  StateId id(const SuccessorBatch& batch, std::size_t index) const;

  /// Adds a state that is not there. Throws std::bad_alloc.
  void add(const std::byte* state, std::uint64_t hash, Link link);

 private:
  // What `slot` of an entry is: an id, or one of these.
  static constexpr std::uint64_t open = std::uint64_t{1} << 32U;   // not there
  static constexpr std::uint64_t alike = std::uint64_t{2} << 32U;  // and the number of the entry that it is like

  struct Suspect {
    StateId id;
    std::uint32_t entry;
  };

  void hash_all(SuccessorBatch& batch) const;
  void start_table(std::size_t entries);
  void find_alike(SuccessorBatch& batch, std::size_t index);
  void suspect(SuccessorBatch& batch, std::size_t index, std::uint64_t position);
  void compare_suspects(SuccessorBatch& batch);
  void sort_suspects();
  void go_over_others(SuccessorBatch& batch);
  void look_for(const std::byte* state, StateId id, SuccessorBatch& batch) const;
  void put(std::uint64_t hash, StateId id);

  std::size_t state_bytes_;
  std::size_t batch_entries_;
  StoredRecords states_;
  StoredRecords links_;
  IdIndex index_;
  StateId indexed_ = 0;  // the states below this are in the index
  // Of the batch that is resolved: by hash, the upper half of it and the number of an entry and 1; 0: nobody.
  std::vector<std::uint64_t> table_;
  std::uint64_t table_mask_ = 0;
  std::vector<Suspect> suspects_;
  std::vector<Suspect> sorted_;
  std::vector<std::uint32_t> in_block_;
};

}  // namespace interlock::explore
