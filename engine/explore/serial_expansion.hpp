#pragma once
// Expands states on the calling thread. Successors are taken in a batch at a time: first all are
// hashed and the memory that looking for them touches is fetched, then they are claimed in order.

#include <cstddef>
#include <cstdint>

#include "engine/explore/search_context.hpp"

namespace interlock::explore {

template <TransitionSystem System>
class SerialExpansion {
 public:
  explicit SerialExpansion(const SearchContext<System>& context)
      : context_(context),
        workspace_(context.system.make_workspace()),
        batch_target_(context.store.batch_entries(usual_batch)),
        batch_(context.store.state_bytes()) {}

  /// Takes the initial states in. They are no edges.
  Expansion take_initial() {
    batch_.start(no_state, Cost::time);
    context_.system.initial(workspace_, batch_);
    for (std::size_t index = 0; index < batch_.size(); ++index) batch_.entry(index).labels = 0;
    const std::size_t size = batch_.size();
    return claim_batch() == size ? Expansion::finished : Expansion::full;
  }

  /// Takes the successors of this cost of the states `first` up to `end` in.
  Expansion expand(StateId first, StateId end, Cost cost) {
    StateId asked = first;
    for (StateId id = first; id < end; ++id) {
      batch_.start(id, cost);
      context_.system.successors(workspace_, context_.store.state(id), cost, batch_);
      if (batch_.size() < batch_target_) continue;
      if (!take_batch()) return Expansion::full;
      const bool go_on = context_.meter.expanded(id + 1 - asked);
      asked = id + 1;
      if (!go_on) return Expansion::stopped;
    }
    if (!take_batch()) return Expansion::full;
    return context_.meter.expanded(end - asked) ? Expansion::finished : Expansion::stopped;
  }

 private:
  static constexpr std::size_t usual_batch = 256;

  /// False: the store is full.
  bool take_batch() {
    const std::size_t size = batch_.size();
    const std::size_t taken = claim_batch();
    context_.meter.add_edges(taken);
    context_.meter.add_cuts(batch_.take_cuts());
    return taken == size;
  }

  /// Empties the batch and gives the number of entries taken. When the store is full, what comes
  /// after the state that it has no room for is not seen.
  std::size_t claim_batch() {
    StateStore& store = context_.store;
    const std::uint64_t edge_mask = context_.findings.edge_mask();
    const std::uint64_t state_mask = context_.findings.state_mask();
    store.prepare(batch_);
    const std::size_t size = batch_.size();
    std::size_t index = 0;
    for (; index < size; ++index) {
      const StateStore::Claim claim = store.claim(batch_, index);
      if (claim == StateStore::Claim::full) break;
      const SuccessorBatch::Entry& entry = batch_.entry(index);
      if ((entry.labels & edge_mask) != 0) {
        context_.findings.hit({entry.parent, entry.action}, entry.labels);
      }
      if (claim == StateStore::Claim::fresh && state_mask != 0) note_state(state_mask);
    }
    batch_.clear();
    return index;
  }

  void note_state(std::uint64_t state_mask) {
    const StateId id = context_.store.size() - 1;
    const std::uint64_t labels = context_.system.labels(workspace_, context_.store.state(id));
    if ((labels & state_mask) != 0) context_.findings.hit({id, no_action}, labels);
  }

  SearchContext<System> context_;
  WorkspaceOf<System> workspace_;
  std::size_t batch_target_;
  SuccessorBatch batch_;
};

}  // namespace interlock::explore
