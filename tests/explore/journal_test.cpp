// A search that is interrupted and goes on, again and again, is one that was never interrupted.

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "engine/explore/explore.hpp"
#include "engine/explore/journal.hpp"
#include "tests/catch.hpp"
#include "tests/explore/fenced_lease.hpp"
#include "tests/explore/random_system.hpp"
#include "tests/explore/same_search.hpp"

namespace interlock::explore {
namespace {

using toys::check_same;
using toys::FencedLease;
using toys::RandomShape;
using toys::RandomSystem;
using Kind = Obligation::Kind;

/// Keeps in memory what it is given.
class MemoryJournal : public Journal {
 public:
  explicit MemoryJournal(unsigned every = 1) : every_(every) {}

  const Checkpoint* start(StateId capacity) override {
    if (!kept_) return nullptr;
    CHECK(kept_->states() <= capacity);
    read_ = 0;
    return &*kept_;
  }
  void read(std::span<std::byte> states, std::span<Link> links) override {
    const std::size_t state_bytes = states_.size() / links_.size();
    REQUIRE(read_ + links.size() <= links_.size());
    REQUIRE(states.size() == links.size() * state_bytes);
    const auto at = static_cast<std::ptrdiff_t>(read_);
    std::copy_n(states_.begin() + at * static_cast<std::ptrdiff_t>(state_bytes), states.size(), states.begin());
    std::copy_n(links_.begin() + at, links.size(), links.begin());
    read_ += links.size();
  }
  bool wants(StateId) override { return ++asked_ % every_ == 0; }
  void add(std::span<const std::byte> states, std::span<const Link> links) override {
    states_.insert(states_.end(), states.begin(), states.end());
    links_.insert(links_.end(), links.begin(), links.end());
  }
  void save(const Checkpoint& checkpoint) override {
    REQUIRE(links_.size() == checkpoint.states());
    kept_ = checkpoint;
    ++saves_;
  }

  unsigned saves() const { return saves_; }
  const Checkpoint& kept() const { return *kept_; }

 private:
  unsigned every_;
  unsigned asked_ = 0;
  unsigned saves_ = 0;
  std::size_t read_ = 0;  // states
  std::optional<Checkpoint> kept_;
  std::vector<std::byte> states_;
  std::vector<Link> links_;
};

/// A random system that notes which of its states were expanded.
class ObservedSystem : public RandomSystem {
 public:
  ObservedSystem(unsigned seed, const RandomShape& shape) : RandomSystem(seed, shape), seen_(shape.states, 0) {}
  template <class Sink>
  void successors(Workspace& workspace, const std::byte* bytes, Selection wanted, Sink& sink) const {
    seen_[number(bytes)] = 1;
    RandomSystem::successors(workspace, bytes, wanted, sink);
  }
  std::vector<std::uint8_t> observed() const { return seen_; }
  void observe(const std::vector<std::uint8_t>& seen) const {
    for (std::size_t state = 0; state < seen.size(); ++state) seen_[state] |= seen[state];
  }

 private:
  mutable std::vector<std::uint8_t> seen_;
};

static_assert(ObservingSystem<ObservedSystem> && !ObservingSystem<RandomSystem>);

const std::vector<Obligation>& random_obligations() {
  static const std::vector<Obligation> all{
      {Kind::never, 1, 0, 0}, {Kind::reachable, 2, 2, 0}, {Kind::never, 0, 4, 0}, {Kind::always_possible, 8, 0, 0}};
  return all;
}

/// Goes on in small portions with changing numbers of threads until the search ends by itself.
template <class MakeSystem>
Exploration in_portions(const MakeSystem& make_system, std::span<const Obligation> obligations, unsigned levels,
                        MemoryJournal& journal) {
  for (unsigned portion = 0;; ++portion) {
    Settings settings;
    settings.journal = &journal;
    settings.threads = std::vector<unsigned>{1, 3, 2, 8}[portion % 4];
    unsigned asked = 0;
    settings.keep_going = [&](const Progress&) { return ++asked < levels; };
    const auto system = make_system();
    Exploration exploration = explore(system, obligations, settings);
    const bool is_stopped =
        exploration.outcome.ending == Ending::stopped || exploration.outcome.ahead == Ahead::stopped;
    if (!is_stopped) return exploration;
    REQUIRE(portion < 10'000);
  }
}

}  // namespace

TEST_CASE("a search that goes on is the one that was never interrupted") {
  for (unsigned seed = 0; seed < 40; ++seed) {
    INFO("seed " << seed);
    RandomShape shape;
    shape.states = 300;
    shape.edges = 700;
    shape.time = seed % 3 != 0;
    shape.fault = seed % 4 != 0;
    shape.rare_label = seed % 2 == 0 ? 12 : 200;
    const ObservedSystem system(seed, shape);
    const Exploration whole = explore(system, random_obligations());
    MemoryJournal journal;
    std::vector<std::uint8_t> observed;
    const auto make_system = [&] { return ObservedSystem(seed, shape); };
    // Three questions are more than the last level of any bucket asks, so every portion gets somewhere.
    check_same(whole, in_portions(make_system, random_obligations(), 9, journal));
    CHECK(journal.kept().observed == system.observed());
    // What is finished goes on too, and is only looked at.
    const unsigned saves = journal.saves();
    check_same(whole, in_portions(make_system, random_obligations(), 9, journal));
    CHECK(journal.saves() == saves);
  }
}

TEST_CASE("wide levels go on with any number of threads") {
  const std::vector<Obligation> obligations{{Kind::never, FencedLease::fence_above_counter, 0, 0},
                                            {Kind::never, 0, FencedLease::refused, 0},
                                            {Kind::always_possible, 0, FencedLease::wrote, 0}};
  for (const bool priced : {false, true}) {
    const auto make_system = [&] { return FencedLease(3, 3, 9, priced); };
    const Exploration whole = explore(make_system(), obligations);
    for (const unsigned every : {1U, 5U, 1000U}) {
      MemoryJournal journal(every);
      check_same(whole, in_portions(make_system, obligations, 40, journal));
    }
  }
}

TEST_CASE("a larger budget goes on where a smaller one ended") {
  const FencedLease system(3, 3, 9, true);
  const std::vector<Obligation> obligations{{Kind::never, FencedLease::fence_above_counter, 0, 0},
                                            {Kind::reachable, FencedLease::last_token, 0, 0}};
  const Exploration whole = explore(system, obligations);
  MemoryJournal journal(7);
  Settings settings;
  settings.journal = &journal;
  for (const std::uint64_t limit : {1U, 2U, 100U, 40'000U, 66'666U, 89'712U, 89'713U}) {
    INFO("limit " << limit);
    settings.limits.states = limit;
    Settings alone = settings;
    alone.journal = nullptr;
    check_same(explore(system, obligations, alone), explore(system, obligations, settings));
  }
  check_same(whole, explore(system, obligations, settings));
}

}  // namespace interlock::explore
