#include "engine/trace/kept_members.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <utility>

namespace interlock::trace {

namespace {

using State = std::vector<std::byte>;
using machine::Machine;
using machine::Renaming;

/// A successor as a machine gives it.
struct Successor {
  std::uint32_t action = 0;
  std::uint64_t labels = 0;
  State state;
  Renaming renaming{};
};

struct Successors {
  std::vector<Successor> all;
  bool is_cut = false;
};

Successors successors_of(const Machine& machine, machine::Workspace& workspace, const std::byte* from) {
  struct Receiver {
    const Machine& machine;
    machine::Workspace& workspace;
    Successors found;
  } receiver{machine, workspace, {}};
  machine.successors(workspace, from, {},
                     {&receiver,
                      [](void* to, MoveKind, std::uint32_t action, std::uint64_t labels, const std::byte* state) {
                        auto& into = *static_cast<Receiver*>(to);
                        into.found.all.push_back({action, labels, State(state, state + into.machine.state_bytes()),
                                                  into.machine.last_renaming(into.workspace)});
                      },
                      [](void* to) { static_cast<Receiver*>(to)->found.is_cut = true; }});
  return std::move(receiver.found);
}

/// Where a run is, and how it came there from the situation before.
struct Situation {
  State state;
  Renaming standing{};
  std::vector<std::uint32_t> choices;
};

/// What is left of a state without its dead members. Which of several are dropped depends on who was there when: two
/// ways to the same behaviour may leave other ones. Then only the labels are those of the path; what is told of the run
/// is executed all the same.
enum class Leaves { same, alike };

class Run {
 public:
  Run(const Machine& machine, const Machine& keeping, Leaves leaves)
      : machine_(machine),
        keeping_(keeping),
        searching_(machine.make_workspace()),
        stepping_(keeping.make_workspace()),
        describing_(keeping.make_workspace()),
        leaves_(leaves) {}

  /// Depth first: a choice that fits now may turn out to have been the wrong one.
  Keeping find(const explore::StateStore& store, std::span<const explore::PathStep> steps, std::vector<Move>& moves) {
    constexpr std::size_t most_tries_a_step = 100;
    std::vector<std::vector<Situation>> open{{start()}};
    for (std::size_t tries = most_tries_a_step * (steps.size() + 1); tries > 0 && open.size() <= steps.size();
         --tries) {
      const std::size_t step = open.size() - 1;
      std::vector<Situation> next = ways_on(open.back().back(), moves[step], wanted(store, steps[step]));
      while (next.empty() && !open.empty()) {
        open.back().pop_back();
        if (!open.back().empty()) break;
        open.pop_back();
      }
      if (open.empty()) break;
      if (!next.empty()) open.push_back(std::move(next));
    }
    if (open.size() <= steps.size()) return was_full_ ? Keeping::full : Keeping::impossible;
    for (std::size_t step = 0; step < steps.size(); ++step) moves[step].choices = open[step + 1].back().choices;
    return Keeping::found;
  }

 private:
  Situation start() {
    Situation start{State(keeping_.state_bytes()), {}, {}};
    keeping_.initial(stepping_, start.state.data());
    std::iota(start.standing.begin(), start.standing.end(), std::uint8_t{0});
    return start;
  }

  /// What comes of a step of the path.
  Successor wanted(const explore::StateStore& store, const explore::PathStep& step) {
    const Successors found = successors_of(machine_, searching_, store.state(step.state));
    return *std::find_if(found.all.begin(), found.all.end(),
                         [&](const Successor& one) { return one.action == step.action; });
  }

  bool is_reduced_to(const State& state, const State& wanted) {
    State reduced(state.size());
    machine_.reduce(searching_, state.data(), reduced.data());
    return reduced == wanted;
  }

  /// All that the move may lead to, whatever its choices: of which that is left which the path comes to, or anything.
  std::vector<Situation> ways_on(const Situation& here, const Move& move, const Successor& wanted) {
    std::vector<Situation> ways, others;
    Successors found = successors_of(keeping_, stepping_, here.state.data());
    was_full_ = was_full_ || found.is_cut;
    for (Successor& one : found.all) {
      if (one.labels != wanted.labels || keeping_.action(one.action).kind != move.kind) continue;
      const Move made = keeping_.describe(describing_, here.state.data(), one.action);
      if (!is_alike(made, move, here.standing)) continue;
      const bool is_wanted = is_reduced_to(one.state, wanted.state);
      if (!is_wanted && leaves_ == Leaves::same) continue;
      Situation next{std::move(one.state), here.standing, made.choices};
      for (std::size_t client = 0; client < keeping_.model().clients.size(); ++client)
        next.standing[client] = one.renaming[here.standing[client]];
      (is_wanted ? ways : others).push_back(std::move(next));
    }
    ways.insert(ways.end(), std::make_move_iterator(others.begin()), std::make_move_iterator(others.end()));
    std::reverse(ways.begin(), ways.end());  // the last is tried first
    return ways;
  }

  static bool is_alike(Move made, const Move& move, const Renaming& standing) {
    if (move.client != language::nothing && made.client != standing[move.client]) return false;
    made.client = move.client;
    made.choices = move.choices;
    return made == move;
  }

  const Machine& machine_;
  const Machine& keeping_;
  machine::Workspace searching_;
  machine::Workspace stepping_;
  machine::Workspace describing_;
  Leaves leaves_;
  bool was_full_ = false;
};

}  // namespace

Keeping keep_members(const Machine& machine, const Machine& keeping, const explore::StateStore& store,
                     std::span<const explore::PathStep> steps, std::vector<Move>& moves) {
  const Keeping found = Run(machine, keeping, Leaves::same).find(store, steps, moves);
  return found == Keeping::impossible ? Run(machine, keeping, Leaves::alike).find(store, steps, moves) : found;
}

}  // namespace interlock::trace
