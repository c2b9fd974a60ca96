// Systems of known size, any number of threads, and limits.

#include <cstddef>
#include <stdexcept>
#include <vector>

#include "engine/explore/explore.hpp"
#include "engine/explore/simplest_path.hpp"
#include "tests/catch.hpp"
#include "tests/explore/fenced_lease.hpp"
#include "tests/explore/random_system.hpp"
#include "tests/explore/same_search.hpp"

namespace interlock::explore {
namespace {

using toys::check_same;
using toys::FencedLease;
using toys::lease_safety;
using toys::RandomShape;
using toys::RandomSystem;
using Kind = Obligation::Kind;

Settings with_threads(unsigned threads, std::uint64_t states = most_states) {
  Settings settings;
  settings.threads = threads;
  settings.limits.states = states;
  return settings;
}

/// In safety, and in what stays possible.
std::vector<Obligation> lease_obligations() {
  std::vector<Obligation> all = lease_safety();
  all.push_back({Kind::always_possible, 0, FencedLease::wrote, 0});
  return all;
}

}  // namespace

TEST_CASE("the fenced lease has the size that all other checkers give it") {
  for (const bool priced : {false, true}) {
    const Outcome three = explore(FencedLease(3, 3, 9, priced), {}).outcome;
    CHECK(three.states == 89'713);
    CHECK(three.edges == 498'447);
    const Outcome four = explore(FencedLease(4, 3, 9, priced), {}, with_threads(2)).outcome;
    CHECK(four.states == 1'000'153);
    CHECK(four.edges == 7'386'534);
  }
  const Outcome steps = explore(FencedLease(3, 3, 9), {}).outcome;
  CHECK(steps.levels.back().steps == 46);  // depth 45, and a level with nothing new
  CHECK(steps.complete());
  CHECK(steps.buckets_finished == 1);
}

TEST_CASE("the number of threads changes nothing") {
  for (const bool priced : {false, true}) {
    const FencedLease system(3, 3, 9, priced);
    const Exploration alone = explore(system, lease_obligations(), with_threads(1));
    CHECK(alone.outcome.findings[0].verdict == Verdict::holds);
    CHECK(alone.outcome.findings[1].verdict == Verdict::holds);
    CHECK(alone.outcome.findings[2].verdict == Verdict::fails);
    CHECK(alone.outcome.findings[4].verdict == Verdict::fails);
    for (const unsigned threads : {2U, 3U, 8U}) {
      const Exploration together = explore(system, lease_obligations(), with_threads(threads));
      check_same(alone, together);
      for (const Finding& finding : alone.outcome.findings) {
        if (finding.places.empty()) continue;
        PathSettings settings;
        const Path one = simplest_path(system, alone.store, alone.outcome, finding.places, settings);
        settings.threads = threads;
        const Path other = simplest_path(system, together.store, together.outcome, finding.places, settings);
        CHECK(one.steps == other.steps);
        CHECK(one.simplest);
      }
    }
  }
}

TEST_CASE("wide systems with hits everywhere are the same for any number of threads") {
  for (unsigned seed = 0; seed < 12; ++seed) {
    RandomShape shape;
    shape.states = 60'000;
    shape.edges = 240'000 + seed * 10'000;
    shape.initial = 3000;
    shape.state_bytes = 8 * (1 + seed % 5);
    shape.rare_label = seed % 3 == 0 ? 2 : 20'000;
    const RandomSystem system(seed, shape);
    const std::vector<Obligation> obligations{
        {Kind::never, 1, 0, 0}, {Kind::reachable, 2, 2, 0}, {Kind::never, 0, 4, 0}, {Kind::never, 8, 8, 0}};
    for (const std::uint64_t limit : {std::uint64_t{most_states}, std::uint64_t{3500}, std::uint64_t{20'011}}) {
      INFO("seed " << seed << ", limit " << limit);
      const Exploration alone = explore(system, obligations, with_threads(1, limit));
      for (const unsigned threads : {2U, 3U, 8U}) {
        check_same(alone, explore(system, obligations, with_threads(threads, limit)));
      }
    }
  }
}

TEST_CASE("more new states than threads made room for are the same for any number of threads") {
  for (unsigned seed = 0; seed < 3; ++seed) {
    RandomShape shape;
    shape.states = 60'000;
    shape.edges = 1'500'000;  // a state of the first level leads to about a dozen new ones
    shape.initial = 3000;
    shape.state_bytes = 8 * (1 + seed);
    const RandomSystem system(seed, shape);
    const std::vector<Obligation> obligations{{Kind::never, 1, 0, 0}, {Kind::never, 0, 4, 0}};
    for (const std::uint64_t limit : {std::uint64_t{most_states}, std::uint64_t{20'011}}) {
      INFO("seed " << seed << ", limit " << limit);
      const Exploration alone = explore(system, obligations, with_threads(1, limit));
      for (const unsigned threads : {2U, 3U}) {
        check_same(alone, explore(system, obligations, with_threads(threads, limit)));
      }
    }
  }
}

TEST_CASE("a limit of states ends a search at the same state for any number of threads") {
  const FencedLease system(3, 3, 9, true);
  std::vector<Obligation> obligations = lease_obligations();
  for (const std::uint64_t limit : {1U, 2U, 100U, 40'000U, 66'666U, 89'712U}) {
    INFO("limit " << limit);
    const Exploration alone = explore(system, obligations, with_threads(1, limit));
    CHECK(alone.outcome.ending == Ending::state_limit);
    CHECK(alone.outcome.states == limit);
    CHECK(alone.outcome.findings[0].verdict == Verdict::unknown);
    CHECK(alone.outcome.findings[4].verdict == Verdict::unknown);
    CHECK(!alone.outcome.complete());
    for (const unsigned threads : {2U, 3U}) {
      check_same(alone, explore(system, obligations, with_threads(threads, limit)));
    }
  }
  const Outcome enough = explore(system, obligations, with_threads(2, 89'713)).outcome;
  CHECK(enough.complete());
  CHECK(enough.findings[0].verdict == Verdict::holds);
}

TEST_CASE("what was found before a limit counts, and what was finished is said") {
  const FencedLease system(3, 3, 9, true);
  const Outcome outcome = explore(system, lease_obligations(), with_threads(1, 60'000)).outcome;
  CHECK(outcome.findings[1].verdict == Verdict::holds);
  CHECK(outcome.findings[2].verdict == Verdict::fails);
  CHECK(outcome.buckets_finished > 0);
  const Level& last = outcome.levels.back();
  CHECK(last.faults == outcome.buckets_finished);
  CHECK(last.steps >= outcome.levels_finished);
  CHECK(last.end == 60'000);
}

TEST_CASE("a limit of bytes counts whole states") {
  Settings settings;
  settings.limits.bytes = 1000 * (16 + overhead_bytes);
  const Outcome outcome = explore(FencedLease(3, 3, 9), lease_obligations(), settings).outcome;
  CHECK(outcome.ending == Ending::memory_limit);
  CHECK(outcome.states == 1000);

  // The states fit, the graph does not.
  settings.limits.bytes = 89'713 * (16 + overhead_bytes);
  const Outcome no_graph = explore(FencedLease(3, 3, 9), lease_obligations(), settings).outcome;
  CHECK(no_graph.complete());
  CHECK(no_graph.ahead == Ahead::out_of_memory);
  CHECK(no_graph.findings[0].verdict == Verdict::holds);
  CHECK(no_graph.findings[4].verdict == Verdict::unknown);
}

TEST_CASE("a search stops when it is told to") {
  for (const unsigned threads : {1U, 2U}) {
    Settings settings = with_threads(threads);
    unsigned calls = 0;
    settings.keep_going = [&](const Progress& progress) {
      CHECK(progress.states > 0);
      return ++calls < 30;
    };
    const Outcome outcome = explore(FencedLease(4, 3, 9), lease_obligations(), settings).outcome;
    CHECK(outcome.ending == Ending::stopped);
    CHECK(calls == 30);
    CHECK(outcome.findings[0].verdict == Verdict::unknown);
    CHECK(outcome.levels_finished > 0);
  }
}

TEST_CASE("where looking ahead stops, what the search has decided stands") {
  Settings settings;
  settings.keep_going = [](const Progress& progress) { return progress.activity == Activity::searching; };
  const Outcome outcome = explore(FencedLease(3, 3, 9), lease_obligations(), settings).outcome;
  CHECK(outcome.ending == Ending::exhausted);
  CHECK(outcome.ahead == Ahead::stopped);
  CHECK(outcome.findings[0].verdict == Verdict::holds);
  CHECK(outcome.findings[4].verdict == Verdict::unknown);
}

TEST_CASE("a search with everything decided ends with its level") {
  const std::vector<Obligation> obligations{{Kind::never, 0, FencedLease::refused, 0}};
  const Outcome outcome = explore(FencedLease(3, 3, 9), obligations).outcome;
  CHECK(outcome.ending == Ending::decided);
  CHECK(outcome.levels.back().steps == outcome.findings[0].steps);
  CHECK(outcome.states < 89'713);
}

namespace {

/// A count up to a bound that gives up beyond it, and can fail.
class Counter {
 public:
  struct Workspace {};
  explicit Counter(std::uint64_t bound, std::uint64_t throws_at = ~std::uint64_t{0})
      : bound_(bound), throws_at_(throws_at) {}
  std::size_t state_bytes() const { return 8; }
  Workspace make_workspace() const { return {}; }
  bool has(Cost cost) const { return cost == Cost::step; }
  template <class Sink>
  void initial(Workspace&, Sink& sink) const {
    const std::uint64_t zero = 0;
    sink(Cost::time, 0, 0, reinterpret_cast<const std::byte*>(&zero));
    sink(Cost::time, 1, 0, reinterpret_cast<const std::byte*>(&zero));
  }
  template <class Sink>
  void successors(Workspace&, const std::byte* state, Selection, Sink& sink) const {
    const std::uint64_t count = word_at(state, 0);
    if (count >= throws_at_) throw std::runtime_error("the toy fails");
    for (ActionId action = 0; action < 2; ++action) {
      const std::uint64_t next = count * 2 + 1 + action;
      if (next > bound_) {
        sink.cut();
      } else {
        sink(Cost::step, action, 0, reinterpret_cast<const std::byte*>(&next));
      }
    }
  }
  std::uint64_t labels(Workspace&, const std::byte*) const { return 0; }

 private:
  std::uint64_t bound_;
  std::uint64_t throws_at_;
};

}  // namespace

TEST_CASE("runs that a system gives up are counted") {
  for (const unsigned threads : {1U, 4U}) {
    const Outcome outcome = explore(Counter(299'998), {}, with_threads(threads)).outcome;
    CHECK(outcome.states == 299'999);
    CHECK(outcome.edges == 299'998);  // a tree
    CHECK(outcome.cuts == 300'000);
    CHECK(outcome.complete());
  }
}

TEST_CASE("what a system throws comes out, from any thread") {
  for (const unsigned threads : {1U, 4U}) {
    CHECK_THROWS_AS(explore(Counter(299'998, 100'000), {}, with_threads(threads)), std::runtime_error);
  }
}

TEST_CASE("a system that gives nothing is searched at once") {
  const Outcome outcome = explore(Counter(0), {}).outcome;
  CHECK(outcome.states == 1);
  CHECK(outcome.edges == 0);
  CHECK(outcome.cuts == 2);
  CHECK(outcome.ending == Ending::exhausted);
}

}  // namespace interlock::explore
