#pragma once
// Expands states on several threads, and gives the same ids as one thread would.
//
// The states of a round are cut into chunks. (1) Threads expand chunks and claim, with one atomic
// exchange, a slot of the table for each successor that it does not hold. Who finds an equal one
// that comes later in the order of one thread takes its slot over, so whatever thread is faster,
// the first stays. (2) A sum over the chunks says which ids each one's new states get, and threads
// write them into the store.

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "engine/explore/round_chunk.hpp"
#include "engine/explore/search_context.hpp"
#include "engine/explore/thread_team.hpp"

namespace interlock::explore {

template <TransitionSystem System>
class ParallelExpansion {
 public:
  ParallelExpansion(const SearchContext<System>& context, ThreadTeam& team) : context_(context), team_(team) {
    const std::size_t state_bytes = context.store.state_bytes();
    chunks_.reserve(most_chunks);
    while (chunks_.size() < most_chunks) chunks_.emplace_back(context.obligations, state_bytes);
    workers_.resize(team.size());
    // Each by its own thread: what two allocate does not share cache lines.
    team.run([&](unsigned worker) {
      workers_[worker].reset(new Worker{context_.system.make_workspace(), SuccessorBatch(state_bytes)});
    });
    chunk_states_ =
        static_cast<StateId>(std::clamp<std::size_t>(chunk_bytes / state_bytes, least_chunk, largest_chunk));
  }

  /// Takes the successors of this cost of the states `first` up to `end` in.
  Expansion expand(StateId first, StateId end, Cost cost) {
    while (first < end) {
      const StateId stop = claim_round(first, end, cost);
      if (!finish_round()) return Expansion::full;
      if (!context_.meter.expanded(stop - first)) return Expansion::stopped;
      first = stop;
    }
    return Expansion::finished;
  }

 private:
  static constexpr std::size_t most_chunks = 64;
  static constexpr StateId least_chunk = 32;           // states
  static constexpr std::uint32_t least_claims = 8;     // a state
  static constexpr std::uint32_t chunk_claims = 8192;  // so a round never asks for much more room in the table
  static constexpr StateId largest_chunk = chunk_claims / least_claims;
  static constexpr std::size_t chunk_bytes = std::size_t{1} << 18U;
  static constexpr std::size_t batch_target = 64;
  static constexpr std::size_t slots_ahead = 8;

  struct Worker {
    WorkspaceOf<System> workspace;
    SuccessorBatch batch;
  };

  /// Cuts states from `first` on into chunks; returns where the round ends.
  StateId cut_round(StateId first, StateId end) {
    const StateId even_share = (end - first + StateId{most_chunks} - 1) / StateId{most_chunks};
    const std::uint64_t most = std::clamp<std::uint64_t>(chunk_claims / claims_a_state_, 1, chunk_states_);
    const auto share = static_cast<StateId>(std::min<std::uint64_t>(std::max(even_share, least_chunk), most));
    chunk_count_ = 0;
    while (first < end && chunk_count_ < most_chunks) {
      const StateId stop = end - first > share ? first + share : end;
      start_chunk(chunks_[chunk_count_++], first, stop);
      first = stop;
    }
    return first;
  }

  void start_chunk(RoundChunk& chunk, StateId first, StateId end) {
    chunk.start(first, end, (end - first) * claims_a_state_);
  }

  /// Cuts and claims; returns where the round ends.
  StateId claim_round(StateId first, StateId end, Cost cost) {
    for (;;) {
      const StateId stop = cut_round(first, end);
      if (claim_all(cost)) return stop;
      expect_more();
    }
  }

  /// False: the store is full.
  bool finish_round() {
    for (auto& worker : workers_) context_.meter.add_cuts(worker->batch.take_cuts());
    expect_less();
    const bool room = number_all();
    return collect() && room;
  }

  /// Calls `job(worker, index)` for every index below `count`, whichever worker is free.
  template <class Job>
  void share_out(std::size_t count, const Job& job) {
    std::atomic<std::size_t> next{0};
    team_.run([&](unsigned worker) {
      for (std::size_t index = next++; index < count; index = next++) job(*workers_[worker], index);
    });
  }

  /// Makes room in the table for what the round is expected to find, and expands. False: it found more.
  bool claim_all(Cost cost) {
    std::uint64_t room = 0;
    for (std::size_t chunk = 0; chunk < chunk_count_; ++chunk) room += chunks_[chunk].room();
    context_.store.reserve_slots(room, team_);
    crowded_ = false;
    share_out(chunk_count_, [&](Worker& worker, std::size_t chunk) { expand_chunk(worker, chunk, cost); });
    return !crowded_;
  }

  /// After a round that found too much: forgets what it claimed, and doubles what is expected.
  void expect_more() {
    context_.store.table().forget_from(context_.store.size());
    for (auto& worker : workers_) worker->batch.take_cuts();
    if (claims_a_state_ == RoundChunk::most_candidates) throw std::bad_alloc();
    claims_a_state_ *= 2;
  }

  /// A stretch with unusually many new states does not make all later rounds small.
  void expect_less() {
    if (claims_a_state_ == least_claims) return;
    for (std::size_t chunk = 0; chunk < chunk_count_; ++chunk) {
      if (chunks_[chunk].size() >= chunks_[chunk].room() / 4) return;
    }
    claims_a_state_ /= 2;
  }

  void expand_chunk(Worker& worker, std::size_t number, Cost cost) {
    RoundChunk& chunk = chunks_[number];
    for (StateId id = chunk.first; id < chunk.end && !crowded_; ++id) {
      worker.batch.start(id, cost);
      context_.system.successors(worker.workspace, context_.store.state(id), cost, worker.batch);
      if (worker.batch.size() >= batch_target) claim_batch(worker.batch, number);
    }
    claim_batch(worker.batch, number);
  }

  void claim_batch(SuccessorBatch& batch, std::size_t number) {
    RoundChunk& chunk = chunks_[number];
    const std::uint64_t edge_mask = context_.findings.edge_mask();
    context_.store.prepare_claims(batch);
    for (std::size_t index = 0; index < batch.size(); ++index) {
      const SuccessorBatch::Entry& entry = batch.entry(index);
      if ((entry.labels & edge_mask) != 0) {
        chunk.edge_hits.add(chunk.edges + static_cast<std::uint32_t>(index), {entry.parent, entry.action},
                            entry.labels);
      }
      if (!claim(batch, index, number)) {
        crowded_ = true;
        break;
      }
    }
    chunk.edges += static_cast<std::uint32_t>(batch.size());
    batch.clear();
  }

  /// Until it gets an id, a claimed candidate stands in the table as `size() + its number`: numbers go up with the
  /// order in which one thread would find them, so of equal ones the least is the one that is kept. False: no room.
  bool claim(const SuccessorBatch& batch, std::size_t index, std::size_t chunk) {
    StateStore& store = context_.store;
    SlotTable& table = store.table();
    const std::uint32_t tag = tag_of(batch.entry(index).hash);
    std::uint64_t position = batch.entry(index).slot;
    for (;;) {
      position = table.shared_walk(position, tag);
      const SlotTable::Slot slot = table.shared_at(position);
      if (slot.empty() || equal_states(state_in(slot), batch.state(index), store.state_bytes())) {
        const StateId own = store.size() + number_of(chunk, chunks_[chunk].size());
        if (!slot.empty() && slot.id() < own) return true;
        if (chunks_[chunk].full()) return false;
        chunks_[chunk].stage(batch, index, tag, position);
        if (!table.claim(position, slot, tag, own)) continue;  // another thread was faster: look again
        chunks_[chunk].take();
        if (!slot.empty()) drop(slot.id() - store.size());
        return true;
      }
      position = table.next(position, tag);
    }
  }

  static std::uint32_t number_of(std::size_t chunk, std::uint32_t index) {
    return (static_cast<std::uint32_t>(chunk) << RoundChunk::candidate_bits) | index;
  }
  RoundChunk& chunk_of(std::uint32_t number) { return chunks_[number >> RoundChunk::candidate_bits]; }
  static std::uint32_t index_of(std::uint32_t number) { return number & (RoundChunk::most_candidates - 1); }

  const std::byte* state_in(SlotTable::Slot slot) {
    const StateStore& store = context_.store;
    if (slot.id() < store.size()) return store.state(slot.id());
    const std::uint32_t number = slot.id() - store.size();
    return chunk_of(number).state(index_of(number));
  }

  void drop(std::uint32_t number) { chunk_of(number).drop(index_of(number)); }

  /// False: there was no room for all.
  bool number_all() {
    StateStore& store = context_.store;
    std::uint64_t next = store.size();
    for (std::size_t chunk = 0; chunk < chunk_count_; ++chunk) {
      first_id_[chunk] = next;
      next += chunks_[chunk].fresh();
    }
    store.reserve_states(next - store.size());
    share_out(chunk_count_,
              [&](Worker& worker, std::size_t chunk) { number_chunk(worker, chunks_[chunk], first_id_[chunk]); });
    const bool room = next <= store.capacity();
    store.extend(room ? static_cast<StateId>(next) : store.capacity());
    return room;
  }

  void number_chunk(Worker& worker, RoundChunk& chunk, std::uint64_t next) {
    StateStore& store = context_.store;
    const std::uint64_t state_mask = context_.findings.state_mask();
    for (std::size_t index = 0; index < chunk.size(); ++index) {
      if (index + slots_ahead < chunk.size()) prefetch_slot(chunk.candidate(index + slots_ahead));
      const Candidate& candidate = chunk.candidate(index);
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

  void prefetch_slot(const Candidate& candidate) {
    if (candidate.slot != Candidate::duplicate) context_.store.table().prefetch_to_write(candidate.slot);
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
  std::vector<std::unique_ptr<Worker>> workers_;
  StateId chunk_states_ = 0;
  std::size_t chunk_count_ = 0;
  std::array<std::uint64_t, most_chunks> first_id_{};
  std::uint32_t claims_a_state_ = least_claims;  // expected at most, in a chunk
  std::atomic<bool> crowded_ = false;            // a chunk found more
};

}  // namespace interlock::explore
