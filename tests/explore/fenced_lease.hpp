#pragma once
// A lock with a lease and a fence, by hand: a toy system of known size. `lock` is 0 or the
// holder's token, `left` the rest of its lease; `counter` gives tokens; `fence` is the highest
// token that wrote. A client is idle, holds or wrote.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "engine/explore/obligation.hpp"
#include "engine/explore/transition_system.hpp"

namespace interlock::explore::toys {

/// 1 to 7 clients; counts below 16. The packed state has 16 bytes, as real ones have.
class FencedLease {
 public:
  struct Workspace {};
  /// With `priced`, a tick is time and a crash a fault; otherwise everything is a step.
  FencedLease(unsigned clients, unsigned lease, unsigned tokens, bool priced = false)
      : clients_(clients), lease_(lease), tokens_(tokens), priced_(priced) {}

  // Edge labels.
  static constexpr std::uint64_t wrote = 1;
  static constexpr std::uint64_t refused = 2;
  // State labels.
  static constexpr std::uint64_t fence_above_counter = 1;
  static constexpr std::uint64_t last_token = 2;

  std::size_t state_bytes() const { return sizeof(State); }
  Workspace make_workspace() const { return {}; }
  bool has(Cost cost) const { return priced_ || cost == Cost::step; }

  template <class Sink>
  void initial(Workspace&, Sink& sink) const {
    put(sink, Cost::time, 0, 0, State{});
  }

  template <class Sink>
  void successors(Workspace&, const std::byte* bytes, Selection wanted, Sink& sink) const {
    State state;
    std::memcpy(&state, bytes, sizeof state);
    for (std::uint32_t client = 0; client < clients_; ++client) {
      if (wanted.has(Cost::step)) step(state, client, sink);
      if (wanted.has(crash_cost()) && state.pc[client] != idle) {
        put(sink, crash_cost(), client * 2 + 1, 0, without(state, client));
      }
    }
    if (wanted.has(tick_cost()) && state.left != 0) {
      State next = state;
      if (--next.left == 0) next.lock = 0;
      put(sink, tick_cost(), clients_ * 2, 0, next);
    }
  }

  template <class Workspace>
  std::uint64_t labels(Workspace&, const std::byte* bytes) const {
    State state;
    std::memcpy(&state, bytes, sizeof state);
    return (state.fence > state.counter ? fence_above_counter : 0) | (state.counter == tokens_ ? last_token : 0);
  }

  EdgeDetail edge_detail(Workspace&, const std::byte*, ActionId action) const {
    EdgeDetail detail;
    detail.ticks = action == clients_ * 2 ? 1 : 0;
    if (action < clients_ * 2) detail.actor = action / 2;
    return detail;
  }

 private:
  enum : std::uint8_t { idle, holds, done };
  struct State {
    std::uint8_t lock = 0, left = 0, counter = 0, fence = 0;
    std::uint8_t pc[6] = {};
    std::uint8_t token[6] = {};
  };
  static_assert(sizeof(State) == 16);

  Cost crash_cost() const { return priced_ ? Cost::fault : Cost::step; }
  Cost tick_cost() const { return priced_ ? Cost::time : Cost::step; }

  template <class Sink>
  static void put(Sink& sink, Cost cost, std::uint32_t action, std::uint64_t labels, const State& state) {
    std::memcpy(sink.place(), &state, sizeof state);
    sink.commit(cost, ActionId{action}, labels);
  }

  static State without(State state, std::uint32_t client) {
    state.pc[client] = idle;
    state.token[client] = 0;
    return state;
  }

  template <class Sink>
  void step(const State& state, std::uint32_t client, Sink& sink) const {
    State next = state;
    std::uint64_t labels = 0;
    if (state.pc[client] == idle) {
      if (state.lock != 0 || state.counter == tokens_) return;
      next.lock = next.token[client] = ++next.counter;
      next.left = static_cast<std::uint8_t>(lease_);
      next.pc[client] = holds;
    } else if (state.pc[client] == holds) {
      const bool accepted = state.token[client] >= state.fence;
      labels = accepted ? wrote : refused;
      if (accepted) next.fence = state.token[client];
      next.pc[client] = done;
    } else {
      if (state.lock == state.token[client]) next.lock = next.left = 0;
      next = without(next, client);
    }
    put(sink, Cost::step, client * 2, labels, next);
  }

  unsigned clients_;
  unsigned lease_;
  unsigned tokens_;
  bool priced_;
};

static_assert(DetailedSystem<FencedLease>);

/// What may never be so, and what is reached: with labels that hit often, seldom, and never.
inline std::vector<Obligation> lease_safety() {
  using Kind = Obligation::Kind;
  return {
      {Kind::never, FencedLease::fence_above_counter, 0, 0},
      {Kind::reachable, FencedLease::last_token, 0, 0},
      {Kind::never, 0, FencedLease::refused, 0},
      {Kind::reachable, FencedLease::last_token, FencedLease::refused, 0},
  };
}

}  // namespace interlock::explore::toys
