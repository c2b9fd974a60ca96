#pragma once
// Expands states on several threads, and gives the same ids as one thread would.
//
// The states of a round are cut into chunks. (1) Threads expand chunks and keep, in order, the
// successors that the store does not know; nothing is written to the store meanwhile. (2) Threads
// claim these partition by partition (by hash): each walks the chunks in order, so among equal
// successors the first wins, as with one thread. (3) A sum over the chunks says which ids each
// one's new states get, and threads write them into the store.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/assert.hpp"
#include "engine/explore/round_chunk.hpp"
#include "engine/explore/search_context.hpp"
#include "engine/explore/thread_team.hpp"

namespace interlock::explore {

template <TransitionSystem System>
class ParallelExpansion {
 public:
  ParallelExpansion(const SearchContext<System>& context, ThreadTeam& team) : context_(context), team_(team) {
    const std::size_t state_bytes = context.store.state_bytes();
    chunks_.assign(most_chunks, RoundChunk(context.obligations, state_bytes));
    for (unsigned worker = 0; worker < team.size(); ++worker) {
      workers_.push_back({context.system.make_workspace(), SuccessorBatch(state_bytes)});
    }
    chunk_states_ =
        static_cast<StateId>(std::clamp<std::size_t>(chunk_bytes / state_bytes, least_chunk, largest_chunk));
  }

  /// Takes the successors of this cost of the states `first` up to `end` in.
  Expansion expand(StateId first, StateId end, Cost cost) {
    while (first < end) {
      const StateId stop = cut_round(first, end);
      if (!run_round(cost)) return Expansion::full;
      if (!context_.meter.expanded(stop - first)) return Expansion::stopped;
      first = stop;
    }
    return Expansion::finished;
  }

 private:
  static constexpr std::size_t most_chunks = 64;
  static constexpr std::size_t least_chunk = 32;     // states
  static constexpr std::size_t largest_chunk = 512;  // states
  static constexpr std::size_t chunk_bytes = std::size_t{1} << 18U;
  static constexpr std::size_t batch_target = 256;
  static constexpr std::size_t chunks_ahead = 4;  // a part of a chunk is a dozen candidates

  struct Worker {
    WorkspaceOf<System> workspace;
    SuccessorBatch batch;
  };

  /// Cuts states from `first` on into chunks; returns where the round ends.
  StateId cut_round(StateId first, StateId end) {
    const StateId even_share = (end - first + StateId{most_chunks} - 1) / StateId{most_chunks};
    const StateId share = std::clamp(even_share, StateId{least_chunk}, chunk_states_);
    chunk_count_ = 0;
    while (first < end && chunk_count_ < most_chunks) {
      const StateId stop = end - first > share ? first + share : end;
      chunks_[chunk_count_++].start(first, stop);
      first = stop;
    }
    return first;
  }

  /// False: the store is full.
  bool run_round(Cost cost) {
    share_out(chunk_count_,
              [&](unsigned worker, std::size_t chunk) { expand_chunk(workers_[worker], chunks_[chunk], cost); });
    for (Worker& worker : workers_) context_.meter.add_cuts(worker.batch.take_cuts());
    claim_all();
    const bool room = number_all();
    return collect() && room;
  }

  /// Calls `job(worker, index)` for every index below `count`, whichever worker is free.
  template <class Job>
  void share_out(std::size_t count, const Job& job) {
    std::atomic<std::size_t> next{0};
    team_.run([&](unsigned worker) {
      for (std::size_t index = next++; index < count; index = next++) job(worker, index);
    });
  }

  void expand_chunk(Worker& worker, RoundChunk& chunk, Cost cost) {
    for (StateId id = chunk.first; id < chunk.end; ++id) {
      worker.batch.start(id, cost);
      context_.system.successors(worker.workspace, context_.store.state(id), cost, worker.batch);
      if (worker.batch.size() >= batch_target) keep_unknown(worker.batch, chunk);
    }
    keep_unknown(worker.batch, chunk);
    chunk.deal();
  }

  void keep_unknown(SuccessorBatch& batch, RoundChunk& chunk) {
    const StateStore& store = context_.store;
    const std::uint64_t edge_mask = context_.findings.edge_mask();
    store.prepare_find(batch);
    for (std::size_t index = 0; index < batch.size(); ++index) {
      const SuccessorBatch::Entry& entry = batch.entry(index);
      if ((entry.labels & edge_mask) != 0) {
        chunk.edge_hits.add(chunk.edges + static_cast<std::uint32_t>(index), {entry.parent, entry.action},
                            entry.labels);
      }
      if (store.find(batch, index) == no_state) chunk.add(batch, index);
    }
    chunk.edges += static_cast<std::uint32_t>(batch.size());
    batch.clear();
  }

  void claim_all() {
    std::uint64_t candidates = 0;
    for (std::size_t chunk = 0; chunk < chunk_count_; ++chunk) {
      candidate_base_[chunk] = static_cast<std::uint32_t>(candidates);
      candidates += chunks_[chunk].candidates().size();
    }
    INTERLOCK_ASSERT(candidates < no_state - most_states, "a round found too many states");
    context_.store.reserve_slots(candidates);
    if (context_.store.table().shard_bits() == 0) {
      for (std::size_t index = 0; index < partitions; ++index) claim_partition(index);
    } else {
      share_out(partitions, [&](unsigned, std::size_t index) { claim_partition(index); });
    }
  }

  /// Until it gets an id, a claimed candidate stands in the table as `size() + its number`.
  void claim_partition(std::size_t partition) {
    for (std::size_t chunk = 0; chunk < std::min(chunks_ahead, chunk_count_); ++chunk) {
      prefetch_part(chunk, partition);
    }
    for (std::size_t chunk = 0; chunk < chunk_count_; ++chunk) {
      const std::size_t ahead = chunk + chunks_ahead;
      if (ahead < chunk_count_) prefetch_part(ahead, partition);
      fresh_[chunk][partition] = claim_part(chunk, partition);
    }
  }

  void prefetch_part(std::size_t chunk, std::size_t partition) const {
    const SlotTable& table = context_.store.table();
    for (const Dealt& dealt : chunks_[chunk].dealt(partition)) {
      table.prefetch(table.home(dealt.tag));
      chunks_[chunk].prefetch(dealt.index);
    }
  }

  /// Gives the number of those that are new.
  std::uint32_t claim_part(std::size_t chunk, std::size_t partition) {
    SlotTable& table = context_.store.table();
    const StateId base = context_.store.size() + candidate_base_[chunk];
    std::uint32_t fresh = 0;
    for (const Dealt& dealt : chunks_[chunk].dealt(partition)) {
      const std::uint64_t slot = first_free(table, dealt.tag, chunks_[chunk].state(dealt.index));
      chunks_[chunk].candidates()[dealt.index].slot = slot;
      if (slot == Candidate::duplicate) continue;
      table.put(slot, dealt.tag, base + dealt.index);
      ++fresh;
    }
    return fresh;
  }

  /// Where a state that the store did not know before the round may go; `duplicate` when one
  /// equal to it was claimed in the round.
  std::uint64_t first_free(const SlotTable& table, std::uint32_t tag, const std::byte* state) {
    const std::size_t state_bytes = context_.store.state_bytes();
    std::uint64_t position = table.home(tag);
    for (;;) {
      position = table.walk(position, tag);
      const SlotTable::Slot slot = table.at(position);
      if (slot.empty()) return position;
      if (slot.id() >= context_.store.size() &&
          equal_states(claimed_state(slot.id() - context_.store.size()), state, state_bytes)) {
        return Candidate::duplicate;
      }
      position = table.next(position, tag);
    }
  }

  const std::byte* claimed_state(std::uint32_t number) const {
    const auto* begin = candidate_base_.data();
    const auto* after = std::upper_bound(begin, begin + chunk_count_, number);
    const std::size_t chunk = static_cast<std::size_t>(after - begin) - 1;
    return chunks_[chunk].state(number - candidate_base_[chunk]);
  }

  /// False: there was no room for all.
  bool number_all() {
    StateStore& store = context_.store;
    std::uint64_t next = store.size();
    for (std::size_t chunk = 0; chunk < chunk_count_; ++chunk) {
      first_id_[chunk] = next;
      for (const std::uint32_t fresh : fresh_[chunk]) next += fresh;
    }
    store.reserve_states(next - store.size());
    share_out(chunk_count_, [&](unsigned worker, std::size_t chunk) {
      number_chunk(workers_[worker], chunks_[chunk], first_id_[chunk]);
    });
    const bool room = next <= store.capacity();
    store.extend(room ? static_cast<StateId>(next) : store.capacity());
    return room;
  }

  void number_chunk(Worker& worker, RoundChunk& chunk, std::uint64_t next) {
    StateStore& store = context_.store;
    const std::uint64_t state_mask = context_.findings.state_mask();
    std::vector<Candidate>& candidates = chunk.candidates();
    for (std::size_t index = 0; index < candidates.size(); ++index) {
      const Candidate& candidate = candidates[index];
      if (candidate.slot == Candidate::duplicate) continue;
      if (next >= store.capacity()) {
        chunk.refused = candidate.sequence;
        return;
      }
      const auto id = static_cast<StateId>(next++);
      store.write(id, chunk.state(index), candidate.parent, candidate.action);
      store.table().put(candidate.slot, candidate.tag, id);
      if (state_mask == 0) continue;
      const std::uint64_t labels = context_.system.labels(worker.workspace, store.state(id));
      if ((labels & state_mask) == 0) continue;
      chunk.state_hits.add(candidate.sequence, {id, no_action}, labels);
    }
  }

  /// Counts edges and reports hits in order, up to the first state that had no room. False: there
  /// was one.
  bool collect() {
    for (std::size_t chunk = 0; chunk < chunk_count_; ++chunk) {
      const std::uint32_t end = std::min(chunks_[chunk].refused, chunks_[chunk].edges);
      report_hits(chunks_[chunk], end);
      context_.meter.add_edges(end);
      if (chunks_[chunk].refused != RoundChunk::none_refused) return false;
    }
    return true;
  }

  void report_hits(const RoundChunk& chunk, std::uint32_t end) {
    const std::span<const HitList::Hit> edges = chunk.edge_hits.hits();
    const std::span<const HitList::Hit> states = chunk.state_hits.hits();
    std::size_t edge = 0;
    std::size_t state = 0;
    while (edge < edges.size() || state < states.size()) {
      const bool edge_next =
          state == states.size() || (edge < edges.size() && edges[edge].sequence <= states[state].sequence);
      const HitList::Hit& hit = edge_next ? edges[edge++] : states[state++];
      if (hit.sequence < end) context_.findings.hit(hit.place, hit.labels);
    }
  }

  SearchContext<System> context_;
  ThreadTeam& team_;
  std::vector<RoundChunk> chunks_;
  std::vector<Worker> workers_;
  StateId chunk_states_ = 0;
  std::size_t chunk_count_ = 0;
  std::array<std::uint32_t, most_chunks> candidate_base_{};
  std::array<std::uint64_t, most_chunks> first_id_{};
  std::array<std::array<std::uint32_t, partitions>, most_chunks> fresh_{};
};

}  // namespace interlock::explore
