#pragma once
// The shortest fair loop through a state: fewest steps, then least time.
//
// It is a shortest path (Dijkstra's search) from the state back to itself over (state, where each
// actor stands, what fairness has had so far), so an exchange of actors by a canonical form is
// unfolded: at the end every actor is where it was. Where there are too many of these, the loop is
// put together from shortest ways to what fairness still wants, and the shortest way back.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/assert.hpp"
#include "engine/explore/edge_scan.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/explore/transition_system.hpp"

namespace interlock::explore {

struct FairLoopResult {
  std::vector<PathStep> loop;
  std::uint32_t steps = 0;
  std::uint64_t ticks = 0;
};

/// `Allowed(edge)`: whether the loop may take an edge; it must hold for whole fair components, and
/// for no edge that leaves one.
template <FairSystem System, class Allowed>
class FairLoop {
 public:
  FairLoop(const System& system, const StateStore& store, ThreadTeam& team, Allowed allowed)
      : system_(system),
        store_(store),
        workspace_(system.make_workspace()),
        scan_(system, store, team),
        threads_(system.threads()),
        allowed_(std::move(allowed)) {
    std::size_t bit = 1;
    for (const std::uint32_t threads : threads_) {
      first_bit_.push_back(bit);
      bit += threads;
    }
    INTERLOCK_ASSERT(bit <= most_fair_threads + 1, "fairness follows at most 63 threads");
    all_ = bit == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bit) - 1;
  }

  /// Nothing where every fair loop has more than `most_steps` steps.
  std::optional<FairLoopResult> shortest(StateId start, std::uint32_t most_steps) {
    Standing standing{};
    std::iota(standing.begin(), standing.end(), std::uint8_t{0});
    const Spot home{start, standing, meet(start, standing, 0)};
    const auto is_home = [&](const Spot& spot) {
      return spot.state == start && spot.standing == standing && spot.served == all_;
    };
    if (auto whole = search(home, is_home, most_steps)) return whole->result;
    if (!gave_up_) return std::nullopt;
    return piece_together(home, is_home);
  }

 private:
  static constexpr std::size_t most_spots = std::size_t{1} << 19U;

  struct Spot {
    StateId state = no_state;
    Standing standing{};
    std::uint64_t served = 0;  // bit 0: time has passed; then a bit a thread

    auto operator<=>(const Spot&) const = default;
  };
  struct HashSpot {
    std::size_t operator()(const Spot& spot) const {
      std::uint64_t hash = fold_product(spot.served + 1, (std::uint64_t{spot.state} << 1U) | 1U);
      for (std::size_t word = 0; word < most_fair_actors / 8; ++word)
        hash = fold_product(hash ^ word_at(reinterpret_cast<const std::byte*>(spot.standing.data()), word),
                            0x8ebc'6af0'9c88'c6e3U);
      return hash;
    }
  };
  struct Onward {
    PathStep step;
    StateId to = no_state;
    Cost cost = Cost::time;
    Turn turn;
    Passage passage;
  };
  /// Of a state: what can come next, and which threads of each slot are free.
  struct Facts {
    std::vector<Onward> edges;
    std::array<std::uint32_t, most_fair_actors> free{};
  };
  struct Found {
    FairLoopResult result;
    Spot end;
  };
  struct Node {
    std::uint32_t before = 0;
    const Onward* over = nullptr;
    const Spot* spot = nullptr;
    std::uint32_t steps = 0;
    std::uint64_t ticks = 0;
  };

  const Facts& facts(StateId state) {
    const auto [place, is_new] = facts_.try_emplace(state);
    Facts& facts = place->second;
    if (!is_new) return facts;
    std::array<std::uint32_t, most_fair_actors> able{};
    scan_.scan(
        state, state + 1, Cost::time | Cost::step, [](const Edge&) { return true; },
        [&](const Edge& edge) {
          const Turn turn = system_.turn(edge.action);
          if (turn.actor != no_actor) able[turn.actor] |= bit_of(turn);
          if (allowed_(edge)) facts.edges.push_back({{edge.from, edge.action}, edge.to, edge.cost, turn, {}});
        });
    for (Onward& edge : facts.edges) edge.passage = system_.passage(workspace_, store_.state(state), edge.step.action);
    const Underway underway = system_.underway(workspace_, store_.state(state));
    for (std::size_t slot = 0; slot < threads_.size(); ++slot)
      facts.free[slot] = free_threads(threads_[slot], underway.threads[slot], able[slot]);
    return facts;
  }

  std::uint64_t bits(std::size_t actor, std::uint32_t threads) const {
    return std::uint64_t{threads} << first_bit_[actor];
  }

  /// What fairness has had once a state is met.
  std::uint64_t meet(StateId state, const Standing& standing, std::uint64_t served) {
    const Facts& here = facts(state);
    for (std::size_t actor = 0; actor < threads_.size(); ++actor) served |= bits(actor, here.free[standing[actor]]);
    return served;
  }

  Spot after(const Spot& spot, const Onward& edge) {
    Spot next{edge.to, spot.standing, spot.served};
    if (edge.cost == Cost::time) next.served |= 1;
    for (std::size_t actor = 0; actor < threads_.size(); ++actor) {
      if (edge.turn.actor == spot.standing[actor]) next.served |= bits(actor, bit_of(edge.turn));
      next.standing[actor] = edge.passage.renamed[spot.standing[actor]];
    }
    next.served = meet(edge.to, next.standing, next.served);
    return next;
  }

  /// A shortest way, of one edge at least, to a spot that `is_goal`.
  template <class IsGoal>
  std::optional<Found> search(const Spot& from, const IsGoal& is_goal, std::uint32_t most_steps) {
    using Item = std::tuple<std::uint32_t, std::uint64_t, std::uint32_t>;  // steps, ticks, node
    std::unordered_map<Spot, std::uint32_t, HashSpot> known;
    std::vector<Node> nodes;
    std::priority_queue<Item, std::vector<Item>, std::greater<>> waiting;
    const Spot start = from;
    nodes.push_back({0, nullptr, &start, 0, 0});
    waiting.emplace(0, 0, 0);
    gave_up_ = false;
    while (!waiting.empty()) {
      const auto [steps, ticks, index] = waiting.top();
      waiting.pop();
      const Node node = nodes[index];
      if (node.steps != steps || node.ticks != ticks) continue;
      if (index != 0 && is_goal(*node.spot)) return trace_back(nodes, index);
      if (nodes.size() > most_spots) {
        gave_up_ = true;
        return std::nullopt;
      }
      for (const Onward& edge : facts(node.spot->state).edges) {
        const std::uint32_t steps_after = steps + (edge.cost == Cost::time ? 0 : 1);
        if (steps_after > most_steps) continue;
        const auto [place, is_new] =
            known.try_emplace(after(*node.spot, edge), static_cast<std::uint32_t>(nodes.size()));
        const Node reached{index, &edge, &place->first, steps_after, ticks + edge.passage.ticks};
        if (is_new) {
          nodes.push_back(reached);
        } else {
          Node& old = nodes[place->second];
          if (std::pair(old.steps, old.ticks) <= std::pair(reached.steps, reached.ticks)) continue;
          old = reached;
        }
        waiting.emplace(reached.steps, reached.ticks, place->second);
      }
    }
    return std::nullopt;
  }

  Found trace_back(const std::vector<Node>& nodes, std::uint32_t index) const {
    Found found{{{}, nodes[index].steps, nodes[index].ticks}, *nodes[index].spot};
    for (; index != 0; index = nodes[index].before) found.result.loop.push_back(nodes[index].over->step);
    std::reverse(found.result.loop.begin(), found.result.loop.end());
    return found;
  }

  template <class IsGoal>
  FairLoopResult piece_together(const Spot& home, const IsGoal& is_home) {
    constexpr std::uint32_t any = ~std::uint32_t{0};
    FairLoopResult whole;
    Spot at = home;
    const auto add = [&](const Found& found) {
      whole.loop.insert(whole.loop.end(), found.result.loop.begin(), found.result.loop.end());
      whole.steps += found.result.steps;
      whole.ticks += found.result.ticks;
      at = found.end;
    };
    while (at.served != all_) {
      const std::uint64_t before = at.served;
      const auto more = search(
          at, [&](const Spot& spot) { return spot.served != before; }, any);
      INTERLOCK_ASSERT(more, "a fair component serves every thread");
      add(*more);
    }
    if (at.state == home.state && at.standing == home.standing) return whole;
    const auto back = search(at, is_home, any);
    INTERLOCK_ASSERT(back, "a component leads back to each of its states");
    add(*back);
    return whole;
  }

  const System& system_;
  const StateStore& store_;
  WorkspaceOf<System> workspace_;
  EdgeScan<System> scan_;
  std::vector<std::uint32_t> threads_;
  Allowed allowed_;
  std::vector<std::size_t> first_bit_;
  std::uint64_t all_ = 0;
  std::map<StateId, Facts> facts_;
  bool gave_up_ = false;
};

}  // namespace interlock::explore
