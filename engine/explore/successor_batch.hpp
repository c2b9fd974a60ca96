#pragma once
// Where a system writes successors: a small buffer that the search empties a batch at a time,
// so that the memory that a batch will need is fetched while the batch is still being read.

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "engine/assert.hpp"
#include "engine/explore/ids.hpp"
#include "engine/explore/packed_state.hpp"

namespace interlock::explore {

/// What an edge adds to the price of a run. Passing time is free, a step costs one step, a fault
/// costs one fault and one step.
enum class Cost : std::uint8_t { time, step, fault };

/// A set of costs: the kinds of successor that are wanted.
class Selection {
 public:
  constexpr Selection() = default;
  constexpr Selection(Cost cost)  // NOLINT(google-explicit-constructor): a cost is a selection
      : bits_(static_cast<std::uint8_t>(1U << static_cast<unsigned>(cost))) {}

  constexpr bool has(Cost cost) const { return (bits_ & Selection(cost).bits_) != 0; }
  constexpr bool empty() const { return bits_ == 0; }
  friend constexpr Selection operator|(Selection a, Selection b) {
    Selection both;
    both.bits_ = static_cast<std::uint8_t>(a.bits_ | b.bits_);
    return both;
  }

 private:
  std::uint8_t bits_ = 0;
};

constexpr Selection operator|(Cost a, Cost b) { return Selection(a) | Selection(b); }

/// The sink of `TransitionSystem`: call it once a successor.
class SuccessorBatch {
 public:
  struct Entry {
    std::uint64_t labels;  ///< of the edge
    std::uint64_t hash;    ///< of the successor; set by `StateStore::prepare`
    std::uint64_t slot;    ///< where the store looks first; set by `StateStore::prepare`
    StateId parent;
    ActionId action;
    Cost cost;
  };

  explicit SuccessorBatch(std::size_t state_bytes) : state_bytes_(state_bytes) { grow(); }

  /// Takes one successor; copies its bytes. `action` is not `no_action`.
  void operator()(Cost cost, ActionId action, std::uint64_t labels, const std::byte* successor) {
    copy_state(place(), successor, state_bytes_);
    commit(cost, action, labels);
  }

  /// To write a successor in place: fill all bytes at `place()` (8-byte aligned), then `commit`.
  std::byte* place() {
    if (size_ == entries_.size()) grow();
    return states_.data() + size_ * state_bytes_;
  }
  void commit(Cost cost, ActionId action, std::uint64_t labels) {
    INTERLOCK_ASSERT(wanted_.has(cost), "a system gave a successor that was not asked for");
    entries_[size_] = {labels, 0, 0, parent_, action, cost};
    ++size_;
  }

  /// Says that a run ends here because it would exceed a capacity of the system: the answer will
  /// only hold up to that capacity.
  void cut() {
    ++cuts_;
    if (cut_parents_.empty() || cut_parents_.back() != parent_) cut_parents_.push_back(parent_);
  }

  // The side of the search.

  /// The next successors are those of `parent`.
  void start(StateId parent, Selection wanted) {
    parent_ = parent;
    wanted_ = wanted;
  }
  std::size_t size() const { return size_; }
  Entry& entry(std::size_t index) { return entries_[index]; }
  const Entry& entry(std::size_t index) const { return entries_[index]; }
  const std::byte* state(std::size_t index) const { return states_.data() + index * state_bytes_; }
  void clear() { size_ = 0; }

  /// Gives the number of cuts since the last call.
  std::uint64_t take_cuts() {
    cut_parents_.clear();
    return std::exchange(cuts_, 0);
  }
  /// The states after which a run was cut, since `take_cuts`.
  const std::vector<StateId>& cut_parents() const { return cut_parents_; }

 private:
  void grow() {
    const std::size_t entries = entries_.empty() ? 64 : entries_.size() * 2;
    entries_.resize(entries);
    states_.resize(entries * state_bytes_);
  }

  std::size_t state_bytes_;
  std::size_t size_ = 0;
  StateId parent_ = no_state;
  Selection wanted_;
  std::uint64_t cuts_ = 0;
  std::vector<StateId> cut_parents_;
  std::vector<Entry> entries_;
  std::vector<std::byte> states_;
};

}  // namespace interlock::explore
