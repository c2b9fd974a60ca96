#pragma once
// Goes over the edges of an explored system again, in order: from lower to higher states, and for
// each in the order in which the system gives them. Edges are not kept while a search runs; what
// needs them afterwards generates them anew.

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/explore/state_set.hpp"
#include "engine/explore/state_store.hpp"
#include "engine/explore/thread_team.hpp"
#include "engine/explore/transition_system.hpp"

namespace interlock::explore {

struct Edge {
  std::uint64_t labels = 0;
  StateId from = no_state;
  StateId to = no_state;  ///< `no_state` where the search ended before it got there
  ActionId action = no_action;
  Cost cost = Cost::time;
};

template <TransitionSystem System>
class EdgeScan {
 public:
  EdgeScan(const System& system, const StateStore& store, ThreadTeam& team)
      : system_(system),
        store_(store),
        team_(team),
        batch_target_(store.batch_entries(usual_batch)),
        cut_states_(store.size()) {
    for (unsigned worker = 0; worker < team.size(); ++worker) {
      workers_.push_back({system.make_workspace(), SuccessorBatch(store.state_bytes())});
    }
  }

  /// Of the edges of the selected costs from the states `first` up to `end`, gives those that
  /// `keep(edge)` wants to `take(edge)`, in order. `keep` runs on all threads at once, `take` on
  /// the calling one, while no `keep` runs.
  template <class Keep, class Take>
  void scan(StateId first, StateId end, Selection wanted, const Keep& keep, const Take& take) {
    const Selection selection = possible(wanted);
    if (selection.empty()) return;
    if (team_.size() == 1 || end - first < least_parallel) {
      expand(workers_[0], first, end, selection, keep, take);
      note_cuts(workers_[0]);
      return;
    }
    while (first < end) first = scan_round(first, end, selection, keep, take);
  }

  /// Of the states looked at so far: those after which the system gave up a run of a selected cost.
  const StateSet& cut_states() const { return cut_states_; }

 private:
  static constexpr std::size_t usual_batch = 256;
  static constexpr StateId least_parallel = 2000;
  static constexpr StateId chunk_states = 256;
  static constexpr std::size_t most_chunks = 64;

  struct Worker {
    WorkspaceOf<System> workspace;
    SuccessorBatch batch;
  };

  Selection possible(Selection wanted) const {
    Selection selection;
    for (const Cost cost : {Cost::time, Cost::step, Cost::fault}) {
      if (wanted.has(cost) && system_.has(cost)) selection = selection | cost;
    }
    return selection;
  }

  template <class Keep, class Take>
  StateId scan_round(StateId first, StateId end, Selection selection, const Keep& keep, const Take& take) {
    const StateId stop = first + std::min(end - first, StateId{most_chunks} * chunk_states);
    const std::size_t chunks = (stop - first + chunk_states - 1) / chunk_states;
    if (kept_.size() < chunks) kept_.resize(chunks);
    std::atomic<std::size_t> next{0};
    team_.run([&](unsigned worker) {
      for (std::size_t index = next++; index < chunks; index = next++) {
        const StateId from = first + static_cast<StateId>(index) * chunk_states;
        std::vector<Edge>& kept = kept_[index];
        kept.clear();
        expand(workers_[worker], from, std::min(from + chunk_states, stop), selection, keep,
               [&](const Edge& edge) { kept.push_back(edge); });
      }
    });
    for (Worker& worker : workers_) note_cuts(worker);
    for (std::size_t index = 0; index < chunks; ++index) {
      for (const Edge& edge : kept_[index]) take(edge);
    }
    return stop;
  }

  template <class Keep, class Take>
  void expand(Worker& worker, StateId first, StateId end, Selection selection, const Keep& keep, const Take& take) {
    for (StateId id = first; id < end; ++id) {
      worker.batch.start(id, selection);
      system_.successors(worker.workspace, store_.state(id), selection, worker.batch);
      if (worker.batch.size() >= batch_target_) hand_over(worker.batch, keep, take);
    }
    hand_over(worker.batch, keep, take);
  }

  void note_cuts(Worker& worker) {
    for (const StateId state : worker.batch.cut_parents()) cut_states_.insert(state);
    worker.batch.take_cuts();
  }

  template <class Keep, class Take>
  void hand_over(SuccessorBatch& batch, const Keep& keep, const Take& take) {
    store_.prepare_find(batch);
    for (std::size_t index = 0; index < batch.size(); ++index) {
      const SuccessorBatch::Entry& entry = batch.entry(index);
      const Edge edge{entry.labels, entry.parent, store_.find(batch, index), entry.action, entry.cost};
      if (keep(edge)) take(edge);
    }
    batch.clear();
  }

  const System& system_;
  const StateStore& store_;
  ThreadTeam& team_;
  std::size_t batch_target_;
  std::vector<Worker> workers_;
  std::vector<std::vector<Edge>> kept_;
  StateSet cut_states_;
};

}  // namespace interlock::explore
