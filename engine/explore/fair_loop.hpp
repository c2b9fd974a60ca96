#pragma once
// The shortest fair loop through a state: fewest steps, then least time.
//
// It is a shortest path (Dijkstra's search) from the state back to itself over (state, where each actor stands, what
// fairness has had so far), so an exchange of actors by a canonical form is unfolded: at the end every actor is where
// it was. Where there are too many of these, the loop is put together from ways to what fairness still wants, one after
// the other, and a way back. Each of these looks at one actor only, so it is found among (state, slot) pairs. Who is
// still exchanged at the end is brought back by a search for that alone, or by going round until everybody is back.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <new>
#include <numeric>
#include <optional>
#include <queue>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "engine/assert.hpp"
#include "engine/explore/edge_scan.hpp"
#include "engine/explore/limits.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/explore/state_set.hpp"
#include "engine/explore/transition_system.hpp"

namespace interlock::explore {

struct FairLoopResult {
  std::vector<PathStep> loop;
  std::uint32_t steps = 0;
  std::uint64_t ticks = 0;
  bool is_shortest = true;  ///< false: put together, since there were too many ways round
};

/// What a loop must come to: one of these states, or an edge with one of these labels.
struct MustMeet {
  const StateSet& states;
  std::uint64_t edges;
};

/// `Allowed(edge)`: whether the loop may take an edge; it must hold for whole fair components, and
/// for no edge that leaves one.
template <FairSystem System, class Allowed>
class FairLoop {
 public:
  /// `room`: bytes that it may have.
  FairLoop(const System& system, const StateStore& store, EdgeScan<System>& scan, std::optional<MustMeet> must_meet,
           std::uint64_t room, StopWatch& watch, Allowed allowed)
      : system_(system),
        store_(store),
        workspace_(system.make_workspace()),
        scan_(scan),
        threads_(system.threads()),
        must_meet_(must_meet),
        room_(room),
        watch_(watch),
        allowed_(std::move(allowed)) {
    add(all_, time_bit, 1);
    if (must_meet) add(all_, met_bit, 1);
    std::size_t bit = first_thread_bit;
    for (const std::uint32_t threads : threads_) {
      first_bit_.push_back(bit);
      add(all_, bit, all_threads(threads));
      bit += threads;
    }
    INTERLOCK_ASSERT(bit <= most_fair_threads + first_thread_bit, "fairness follows at most 512 threads");
  }

  /// Nothing where every fair loop has more than `most_steps` steps. Throws Stopped, and std::bad_alloc where there is
  /// no room even for one that is put together.
  std::optional<FairLoopResult> shortest(StateId start, std::uint32_t most_steps) {
    Standing standing{};
    std::iota(standing.begin(), standing.end(), std::uint8_t{0});
    const Spot home{start, standing, meet(start, standing, {})};
    const auto is_home = [&](const Spot& spot) {
      return spot.state == start && spot.standing == standing && spot.served == all_;
    };
    if (auto whole = search(home, is_home, most_steps)) return whole->result;
    if (!gave_up_) return std::nullopt;
    const auto missing = [&](const Spot& spot) { return misplaced(spot) + unserved(spot); };
    if (const auto way = nearest_first(home, is_home, missing)) {
      Going going{home, {}, {}};
      for (const Onward* edge : *way) go(going, *edge);
      going.way.is_shortest = false;
      return std::move(going.way);
    }
    return piece_together(home);
  }

 private:
  static constexpr std::size_t most_spots = std::size_t{1} << 19U;
  static constexpr std::size_t bytes_of_entry = 48;  // of a container of nodes, beside what it holds
  static constexpr std::size_t time_bit = 0;
  static constexpr std::size_t met_bit = 1;
  static constexpr std::size_t first_thread_bit = 2;

  /// What fairness has had: time, what must be met, then a bit a thread.
  using Served = std::array<std::uint64_t, (most_fair_threads + first_thread_bit + 63) / 64>;

  static void add(Served& served, std::size_t first, std::uint64_t bits) {
    served[first / 64] |= bits << (first % 64);
    if (first % 64 != 0 && first / 64 + 1 < served.size()) served[first / 64 + 1] |= bits >> (64 - first % 64);
  }
  static bool has(const Served& served, std::size_t bit) { return ((served[bit / 64] >> (bit % 64)) & 1U) != 0; }

  struct Spot {
    StateId state = no_state;
    Standing standing{};
    Served served{};

    bool operator==(const Spot&) const = default;
  };
  struct HashSpot {
    std::size_t operator()(const Spot& spot) const {
      std::uint64_t hash = (std::uint64_t{spot.state} << 1U) | 1U;
      for (const std::uint64_t word : spot.served) {
        if (word == 0) continue;
        hash = fold_product(hash ^ word, 0xa076'1d64'78bd'642fU);
      }
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
    bool is_met = false;  // what the loop must come to
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

  /// Is there room for so many things of this size, each of them with what its container needs for it?
  bool has_room(std::size_t things, std::size_t bytes) const {
    return bytes_of_facts_ + things * (bytes + bytes_of_entry) <= room_;
  }

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
          if (!allowed_(edge)) return;
          const bool is_met = must_meet_ && ((edge.labels & must_meet_->edges) != 0 || must_meet_->states.has(edge.to));
          facts.edges.push_back({{edge.from, edge.action}, edge.to, edge.cost, is_met, turn, {}});
        });
    for (Onward& edge : facts.edges) edge.passage = system_.passage(workspace_, store_.state(state), edge.step.action);
    facts.edges.shrink_to_fit();
    bytes_of_facts_ += sizeof(Facts) + bytes_of_entry + facts.edges.size() * sizeof(Onward);
    const Underway underway = system_.underway(workspace_, store_.state(state));
    // After a run that was given up nobody knows who could have gone on.
    if (scan_.cut_states().has(state)) able.fill(~std::uint32_t{0});
    for (std::size_t slot = 0; slot < threads_.size(); ++slot)
      facts.free[slot] = free_threads(threads_[slot], underway.threads[slot], able[slot]);
    return facts;
  }

  /// What fairness has had once a state is met.
  Served meet(StateId state, const Standing& standing, Served served) {
    const Facts& here = facts(state);
    if (must_meet_ && must_meet_->states.has(state)) add(served, met_bit, 1);
    for (std::size_t actor = 0; actor < threads_.size(); ++actor)
      add(served, first_bit_[actor], here.free[standing[actor]]);
    return served;
  }

  Spot after(const Spot& spot, const Onward& edge) {
    Spot next{edge.to, spot.standing, spot.served};
    if (edge.cost == Cost::time) add(next.served, time_bit, 1);
    if (edge.is_met) add(next.served, met_bit, 1);
    for (std::size_t actor = 0; actor < threads_.size(); ++actor) {
      if (edge.turn.actor == spot.standing[actor]) add(next.served, first_bit_[actor], bit_of(edge.turn));
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
      watch_.look();
      if (node.steps != steps || node.ticks != ticks) continue;
      if (index != 0 && is_goal(*node.spot)) return trace_back(nodes, index);
      if (nodes.size() > most_spots || !has_room(nodes.size(), sizeof(Spot) + sizeof(Node) + sizeof(Item))) {
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
    Found found{{{}, nodes[index].steps, nodes[index].ticks, true}, *nodes[index].spot};
    for (; index != 0; index = nodes[index].before) found.result.loop.push_back(nodes[index].over->step);
    std::reverse(found.result.loop.begin(), found.result.loop.end());
    return found;
  }

  /// A loop in the making: where it is, and how it came there.
  struct Going {
    Spot at;
    FairLoopResult way;
    std::vector<const Onward*> edges;
  };

  void go(Going& going, const Onward& edge) {
    going.at = after(going.at, edge);
    going.edges.push_back(&edge);
    going.way.loop.push_back(edge.step);
    going.way.steps += edge.cost == Cost::time ? 0 : 1;
    going.way.ticks += edge.passage.ticks;
  }

  FairLoopResult piece_together(const Spot& home) {
    Going going{home, {}, {}};
    going.way.is_shortest = false;
    // (State, slot) pairs of an actor are strongly connected in a component, so each of these is found.
    for (std::size_t actor = 0; actor < threads_.size(); ++actor)
      for (std::uint32_t thread = 0; thread < threads_[actor]; ++thread)
        if (!has(going.at.served, first_bit_[actor] + thread)) serve(going, actor, thread);
    if (!has(going.at.served, time_bit))
      follow(going, 0, [](const Onward& edge, std::uint8_t, std::uint8_t) { return edge.cost == Cost::time; });
    if (must_meet_ && !has(going.at.served, met_bit))
      follow(going, 0, [](const Onward& edge, std::uint8_t, std::uint8_t) { return edge.is_met; });
    const auto leads_home = [&](const Onward& edge, std::uint8_t, std::uint8_t) { return edge.to == home.state; };
    if (going.at.state != home.state || going.edges.empty()) follow(going, 0, leads_home);
    bring_back(going, home);
    return std::move(going.way);
  }

  /// How many actors do not stand in their own slots.
  std::uint32_t misplaced(const Spot& spot) const {
    std::uint32_t count = 0;
    for (std::size_t actor = 0; actor < threads_.size(); ++actor) count += spot.standing[actor] != actor ? 1 : 0;
    return count;
  }

  std::uint32_t unserved(const Spot& spot) const {
    int count = 0;
    for (std::size_t word = 0; word < all_.size(); ++word) count += std::popcount(all_[word] & ~spot.served[word]);
    return static_cast<std::uint32_t>(count);
  }

  void serve(Going& going, std::size_t actor, std::uint32_t thread) {
    follow(going, actor, [&](const Onward& edge, std::uint8_t before, std::uint8_t after) {
      const bool acts = edge.turn.actor == before && edge.turn.thread == thread;
      return acts || ((facts(edge.to).free[after] >> thread) & 1U) != 0;
    });
  }

  /// Goes on to an edge that `is_wanted(edge, slot of the actor before, and after)`, by as few edges as can be.
  template <class IsWanted>
  void follow(Going& going, std::size_t actor, const IsWanted& is_wanted) {
    using Pair = std::pair<StateId, std::uint8_t>;
    std::map<Pair, std::pair<Pair, const Onward*>> before;
    const Pair start{going.at.state, going.at.standing[actor]};
    std::vector<Pair> waiting{start};
    before[start] = {start, nullptr};
    for (std::size_t next = 0; next < waiting.size(); ++next) {
      const Pair here = waiting[next];
      watch_.look();
      if (!has_room(waiting.size(), 2 * sizeof(Pair) + sizeof(const Onward*))) throw std::bad_alloc();
      for (const Onward& edge : facts(here.first).edges) {
        const Pair there{edge.to, edge.passage.renamed[here.second]};
        if (is_wanted(edge, here.second, there.second)) {
          std::vector<const Onward*> way{&edge};
          for (Pair at = here; before.at(at).second != nullptr; at = before.at(at).first)
            way.push_back(before.at(at).second);
          for (auto one = way.rbegin(); one != way.rend(); ++one) go(going, **one);
          return;
        }
        if (before.try_emplace(there, here, &edge).second) waiting.push_back(there);
      }
    }
    INTERLOCK_ASSERT(false, "a component serves everybody and leads back to each of its states");
  }

  /// The loop is back in its first state, but some actors may stand in each other's slots.
  void bring_back(Going& going, const Spot& home) {
    const std::vector<const Onward*> round = going.edges;
    const auto is_home = [&](const Spot& spot) { return spot.state == home.state && spot.standing == home.standing; };
    if (is_home(going.at)) return;
    if (const auto way = nearest_first(going.at, is_home, [&](const Spot& spot) { return misplaced(spot); })) {
      for (const Onward* edge : *way) go(going, *edge);
      return;
    }
    while (!is_home(going.at))
      for (const Onward* edge : round) go(going, *edge);
  }

  /// A way to a spot that `is_goal`, looking first at spots of low `distance`; nothing where it is not found soon.
  template <class IsGoal, class Distance>
  std::optional<std::vector<const Onward*>> nearest_first(const Spot& from, const IsGoal& is_goal,
                                                          const Distance& distance) {
    using Item = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;  // distance, edges, node
    struct Stop {
      Spot spot;
      std::uint32_t before = 0;
      const Onward* over = nullptr;
    };
    constexpr std::size_t most_stops = std::size_t{1} << 16U;
    std::vector<Stop> stops{{from, 0, nullptr}};
    std::unordered_set<Spot, HashSpot> known{from};
    std::priority_queue<Item, std::vector<Item>, std::greater<>> waiting;
    waiting.emplace(distance(from), 0, 0);
    while (!waiting.empty() && stops.size() < most_stops &&
           has_room(stops.size(), sizeof(Stop) + sizeof(Spot) + sizeof(Item))) {
      watch_.look();
      const auto [unused, edges, index] = waiting.top();
      waiting.pop();
      for (const Onward& edge : facts(stops[index].spot.state).edges) {
        Spot next = after(stops[index].spot, edge);
        if (!known.insert(next).second) continue;
        stops.push_back({next, index, &edge});
        const auto here = static_cast<std::uint32_t>(stops.size() - 1);
        if (is_goal(next)) {
          std::vector<const Onward*> way;
          for (std::uint32_t at = here; at != 0; at = stops[at].before) way.push_back(stops[at].over);
          std::reverse(way.begin(), way.end());
          return way;
        }
        waiting.emplace(distance(next), edges + 1, here);
      }
    }
    return std::nullopt;
  }

  const System& system_;
  const StateStore& store_;
  WorkspaceOf<System> workspace_;
  EdgeScan<System>& scan_;
  std::vector<std::uint32_t> threads_;
  std::optional<MustMeet> must_meet_;
  std::uint64_t room_;
  StopWatch& watch_;
  Allowed allowed_;
  std::vector<std::size_t> first_bit_;
  Served all_{};
  std::map<StateId, Facts> facts_;
  std::uint64_t bytes_of_facts_ = 0;
  bool gave_up_ = false;
};

}  // namespace interlock::explore
