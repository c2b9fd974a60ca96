// A search whose states are not in memory finds what one in memory finds, however little memory it has.

#include <algorithm>
#include <set>
#include <vector>

#include "engine/explore/explore.hpp"
#include "engine/explore/id_index.hpp"
#include "engine/explore/simplest_path.hpp"
#include "tests/catch.hpp"
#include "tests/explore/fenced_lease.hpp"
#include "tests/explore/memory_storage.hpp"
#include "tests/explore/random_system.hpp"
#include "tests/explore/same_search.hpp"

namespace interlock::explore {
namespace {

using toys::check_same;
using toys::FencedLease;
using toys::lease_safety;
using toys::MemoryStorage;
using toys::RandomShape;
using toys::RandomSystem;
using Kind = Obligation::Kind;

Settings stored(Storage& storage, std::uint64_t bytes, std::uint64_t states = most_states) {
  Settings settings;
  settings.threads = 3;  // it has one all the same
  settings.limits.storage = &storage;
  settings.limits.bytes = bytes;
  settings.limits.states = states;
  return settings;
}

// From an index that holds everything to next to none.
const std::vector<std::uint64_t> memories{std::uint64_t{1} << 30U, std::uint64_t{1} << 19U, std::uint64_t{1} << 16U,
                                          1024};

}  // namespace

TEST_CASE("states outside of the memory: the same ids, counts and runs") {
  for (const bool priced : {false, true}) {
    const FencedLease system(3, 3, 9, priced);
    const Exploration inside = explore(system, lease_safety());
    for (const std::uint64_t memory : memories) {
      if (memory == 1024 && priced) continue;  // slow: all states are read for every 256 edges
      INFO(memory << " bytes");
      MemoryStorage storage;
      const Exploration outside = explore(system, lease_safety(), stored(storage, memory));
      check_same(inside, outside);
      CHECK(storage.written() > 0);
      CHECK(storage.read() > 0);
      for (const Finding& finding : inside.outcome.findings) {
        if (finding.places.empty()) continue;
        const Path one = simplest_path(system, inside.store, inside.outcome, finding.places);
        const Path other = simplest_path(system, outside.store, outside.outcome, finding.places);
        CHECK(one.steps == other.steps);
        CHECK(other.simplest);
      }
    }
  }
}

TEST_CASE("random systems outside of the memory") {
  const std::vector<Obligation> obligations{
      {Kind::never, 1, 0, 0}, {Kind::reachable, 2, 2, 0}, {Kind::never, 0, 4, 0}, {Kind::always_possible, 8, 0, 0}};
  for (unsigned seed = 0; seed < 60; ++seed) {
    INFO("seed " << seed);
    RandomShape shape;
    shape.states = seed % 2 == 0 ? 40 : 3000;
    shape.edges = shape.states * 3;
    shape.time = seed % 3 != 0;
    shape.fault = seed % 4 != 0;
    shape.rare_label = seed % 2 == 0 ? 12 : 200;
    const RandomSystem system(seed, shape);
    const Exploration inside = explore(system, obligations);
    MemoryStorage storage;
    const Exploration outside = explore(system, obligations, stored(storage, std::uint64_t{1} << (seed % 5 + 20U)));
    check_same(inside, outside);
    for (const Finding& finding : inside.outcome.findings) {
      if (finding.places.empty()) continue;
      const Path one = simplest_path(system, inside.store, inside.outcome, finding.places);
      const Path other = simplest_path(system, outside.store, outside.outcome, finding.places);
      CHECK(one.steps == other.steps);
      CHECK(one.simplest == other.simplest);
    }
  }
}

TEST_CASE("a search outside of the memory ends at the same state") {
  const FencedLease system(3, 3, 9, true);
  for (const std::uint64_t most : {1ULL, 2ULL, 100ULL, 2'047ULL, 2'048ULL, 2'049ULL, 50'000ULL}) {
    INFO(most << " states");
    Settings inside;
    inside.limits.states = most;
    MemoryStorage storage;
    check_same(explore(system, lease_safety(), inside),
               explore(system, lease_safety(), stored(storage, std::uint64_t{1} << 20U, most)));
  }
}

TEST_CASE("what looks ahead and does not fit into the memory is not known") {
  const FencedLease system(3, 3, 9);
  const std::vector<Obligation> ahead{{Kind::always_possible, 0, FencedLease::wrote, 0}};
  MemoryStorage storage;
  const Outcome outcome = explore(system, ahead, stored(storage, std::uint64_t{1} << 20U)).outcome;
  CHECK(outcome.complete());
  CHECK(outcome.states == 89'713);
  CHECK(outcome.ahead == Ahead::out_of_memory);
  CHECK(outcome.findings[0].verdict == Verdict::unknown);
  CHECK(explore(system, ahead, stored(storage, std::uint64_t{1} << 30U)).outcome.findings[0].verdict ==
        explore(system, ahead).outcome.findings[0].verdict);
}

TEST_CASE("a storage that is full ends the search with its own words") {
  const FencedLease system(3, 3, 9);
  for (const std::size_t blocks : {0U, 1U, 7U}) {
    MemoryStorage storage(blocks);
    CHECK_THROWS_AS(explore(system, {}, stored(storage, std::uint64_t{1} << 20U)), toys::StorageFull);
    CHECK(storage.written() == blocks);
  }
}

TEST_CASE("an index of ids finds what was put into it, among others") {
  IdIndex index(std::uint64_t{1} << 16U);
  while (index.may_grow()) index.grow();
  // All of them meet in few tags, and near the end of the table, where a walk goes on at its beginning.
  const auto hash_of = [](StateId id) {
    return (std::uint64_t{id % 3} << 48U) | (std::uint64_t{0xFFFF'FFFF'0000U} + id % 7);
  };
  StateId count = 0;
  for (; !index.is_full(); ++count) index.put(hash_of(count), count);
  CHECK(count > 9'000);
  CHECK(index.bytes() <= std::uint64_t{1} << 16U);
  for (StateId wanted = 0; wanted < count; wanted += 1'000) {
    std::set<StateId> met;
    std::uint64_t position = index.walk(index.home(hash_of(wanted)), hash_of(wanted));
    while (position != IdIndex::nowhere && met.insert(index.id(position)).second)
      position = index.walk(index.next(position), hash_of(wanted));
    CHECK(met.contains(wanted));
  }
}

}  // namespace interlock::explore
