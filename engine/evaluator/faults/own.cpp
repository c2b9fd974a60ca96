#include "engine/evaluator/evaluator.hpp"

#include <algorithm>

namespace interlock::evaluator {

using namespace language;

namespace {

/// The same for all who read it; who wrote what does not count.
bool looks_alike(const Cell& left, const Cell& right) {
  const auto same = [](const Member& a, const Member& b) {
    return a.whole_key() == b.whole_key() && a.whole_value() == b.whole_value();
  };
  return left.whole() == right.whole() && left.deadline == right.deadline &&
         std::equal(left.members.begin(), left.members.end(), right.members.begin(), right.members.end(), same);
}

}  // namespace

bool differ(const std::map<CellName, Cell>& left, const std::map<CellName, Cell>& right) {
  return !std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const auto& a, const auto& b) {
    return a.first == b.first && looks_alike(a.second, b.second);
  });
}

/// What the protocol says, done by nobody, where it changes something.
void Evaluator::strike_own(State& state, const Fault& allowed, const Move& move, Choices& choices,
                           Outcome& outcome) const {
  const OwnFault& declared = model_.own_faults[own_index(allowed.kind)];
  if (declared.server != move.server) throw NotPossible{"this happens to another server"};
  const std::map<CellName, Cell> before = state.cells;
  Run(world_, state, declared.body, choices, outcome).happen();
  if (!differ(before, state.cells)) throw NotPossible{"it would change nothing"};
}

}  // namespace interlock::evaluator
