// Thousands of small systems by chance, against the obvious answers.

#include <algorithm>
#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "engine/explore/explore.hpp"
#include "engine/explore/simplest_path.hpp"
#include "tests/catch.hpp"
#include "tests/explore/reference.hpp"

namespace interlock::explore {
namespace {

using toys::RandomShape;
using toys::RandomSystem;
using Kind = Obligation::Kind;

constexpr unsigned seeds = 2000;

const std::vector<Obligation>& obligations() {
  static const std::vector<Obligation> all{
      {Kind::never, 1, 0, 0},           {Kind::never, 0, 1, 0},           {Kind::never, 2, 2, 0},
      {Kind::reachable, 4, 0, 0},       {Kind::reachable, 0, 8, 0},       {Kind::reachable, 4, 8, 0},
      {Kind::always_possible, 0, 3, 0}, {Kind::always_possible, 1, 2, 4}, {Kind::always_possible, 8, 8, 2},
  };
  return all;
}

RandomShape shape_of(unsigned seed) {
  RandomShape shape;
  shape.states = 4 + seed % 50;
  shape.edges = shape.states * (1 + seed % 3) + seed % 7;
  shape.initial = 1 + seed % 3;
  shape.state_bytes = 8 * (1 + seed % 6);
  shape.time = seed % 5 != 0;
  shape.fault = seed % 7 != 0;
  shape.rare_label = 4 + seed % 40;
  shape.most_ticks = seed % 4;
  return shape;
}

/// The numbers that the toy gives to the states of a finding.
std::set<std::pair<unsigned, ActionId>> numbers(const RandomSystem& system, const StateStore& store,
                                                const std::vector<Place>& places) {
  std::set<std::pair<unsigned, ActionId>> result;
  for (const Place& place : places) result.insert({system.number(store.state(place.state)), place.action});
  return result;
}

void check_levels(const RandomSystem& system, const Exploration& explored) {
  const auto least = toys::least_prices(system);
  REQUIRE(explored.outcome.states == least.size());
  std::size_t edges = 0;
  for (StateId id = 0; id < explored.store.size(); ++id) {
    const unsigned state = system.number(explored.store.state(id));
    const Level& level = explored.outcome.levels[level_of(explored.outcome.levels, id)];
    CHECK(least.at(state) == toys::Price(level.faults, level.steps));
    edges += system.row(state).size();
    const StateId parent = explored.store.parent(id);
    if (parent == no_state) continue;
    const unsigned before = system.number(explored.store.state(parent));
    const RandomSystem::Transition& edge = system.row(before).at(explored.store.action(id));
    CHECK(edge.to == state);
    CHECK(toys::price_after(least.at(before), edge.cost) == least.at(state));
  }
  CHECK(explored.outcome.edges == edges);
}

void check_order(const RandomSystem& system, const Exploration& explored) {
  std::vector<unsigned> order;
  for (StateId id = 0; id < explored.store.size(); ++id) order.push_back(system.number(explored.store.state(id)));
  CHECK(order == toys::order_of_discovery(system));
}

std::string text_of(const toys::StoryPrice& price) {
  const auto [faults, steps, ticks, switches] = price;
  return std::to_string(faults) + " faults, " + std::to_string(steps) + " steps, " + std::to_string(ticks) +
         " ticks, " + std::to_string(switches) + " switches";
}

toys::StoryPrice price_of(const RandomSystem& system, const StateStore& store, const Path& path) {
  toys::StoryPrice price;
  std::uint32_t last = no_actor;
  StateId at = path.steps.empty() ? path.end : path.steps.front().state;
  REQUIRE(store.parent(at) == no_state);
  unsigned state = system.number(store.state(at));
  for (const PathStep& step : path.steps) {
    REQUIRE(system.number(store.state(step.state)) == state);
    const RandomSystem::Transition& edge = system.row(state).at(step.action);
    std::tie(price, last) = toys::story_after(price, last, edge);
    state = edge.to;
  }
  REQUIRE(system.number(store.state(path.end)) == state);
  return price;
}

void check_path(const RandomSystem& system, const Exploration& explored, const Finding& finding) {
  const Path path = simplest_path(system, explored.store, explored.outcome, finding.places);
  const toys::StoryPrice price = price_of(system, explored.store, path);
  CHECK(path.simplest);
  CHECK(text_of(price) == text_of(toys::least_story(system, numbers(system, explored.store, finding.places))));
  CHECK(price == toys::StoryPrice(finding.faults, finding.steps, path.ticks, path.switches));

  PathSettings tiny;
  tiny.states = 0;
  const Path first = simplest_path(system, explored.store, explored.outcome, finding.places, tiny);
  const auto [faults, steps, ticks, switches] = price_of(system, explored.store, first);
  CHECK(!first.simplest);
  PathSettings stopped;
  stopped.keep_going = [] { return false; };
  const Path told = simplest_path(system, explored.store, explored.outcome, finding.places, stopped);
  CHECK(!told.simplest);
  CHECK(told.steps == first.steps);
  CHECK(toys::Price(faults, steps) == toys::Price(finding.faults, finding.steps));
}

void check_finding(const RandomSystem& system, const Exploration& explored, std::size_t index) {
  const Obligation& obligation = obligations()[index];
  const Finding& finding = explored.outcome.findings[index];
  const bool possibility = obligation.kind == Kind::always_possible;
  const toys::Hits hits =
      possibility ? toys::first_traps(system, obligation).sure : toys::first_hits(system, obligation);
  const bool hit_is_good = obligation.kind == Kind::reachable;
  CHECK(finding.verdict == (hits.places.empty() != hit_is_good ? Verdict::holds : Verdict::fails));
  CHECK(numbers(system, explored.store, finding.places) == hits.places);
  if (hits.places.empty()) return;
  CHECK(toys::Price(finding.faults, finding.steps) == hits.price);
  check_path(system, explored, finding);
}

}  // namespace

TEST_CASE("small systems get the obvious answers") {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    INFO("seed " << seed);
    const RandomSystem system(seed, shape_of(seed));
    const Exploration explored = explore(system, obligations());
    CHECK(explored.outcome.complete());
    check_levels(system, explored);
    check_order(system, explored);
    for (std::size_t index = 0; index < obligations().size(); ++index) check_finding(system, explored, index);
  }
}

TEST_CASE("a search that may stop when all is decided finds the same places") {
  for (unsigned seed = 0; seed < seeds; ++seed) {
    INFO("seed " << seed);
    const RandomSystem system(seed, shape_of(seed));
    for (const Obligation& obligation : obligations()) {
      if (obligation.kind == Kind::always_possible) continue;
      const Exploration explored = explore(system, std::vector{obligation});
      const Finding& finding = explored.outcome.findings[0];
      const toys::Hits hits = toys::first_hits(system, obligation);
      CHECK((explored.outcome.ending == Ending::decided) == !hits.places.empty());
      CHECK(numbers(system, explored.store, finding.places) == hits.places);
      if (!hits.places.empty()) check_path(system, explored, finding);
    }
  }
}

TEST_CASE("a trap is one wherever nothing was given up after it, and elsewhere the question stays open") {
  std::map<Verdict, unsigned> verdicts;
  for (unsigned seed = 0; seed < seeds; ++seed) {
    INFO("seed " << seed);
    RandomShape shape = shape_of(seed);
    shape.cut_one_in = 3 + seed % 30;
    const RandomSystem system(seed, shape);
    const Exploration explored = explore(system, obligations());
    for (std::size_t index = 0; index < obligations().size(); ++index) {
      if (obligations()[index].kind != Kind::always_possible) continue;
      const Finding& finding = explored.outcome.findings[index];
      const toys::Traps traps = toys::first_traps(system, obligations()[index]);
      const Verdict expected = !traps.sure.places.empty() ? Verdict::fails
                               : traps.any_open           ? Verdict::unknown
                                                          : Verdict::holds;
      CHECK(finding.verdict == expected);
      CHECK(finding.gave_up == (expected == Verdict::unknown));
      CHECK(numbers(system, explored.store, finding.places) == traps.sure.places);
      ++verdicts[finding.verdict];
    }
  }
  for (const Verdict verdict : {Verdict::holds, Verdict::fails, Verdict::unknown}) CHECK(verdicts[verdict] > 50);
}

}  // namespace interlock::explore
