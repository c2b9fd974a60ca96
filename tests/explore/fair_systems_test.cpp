// What has to happen in the end, on small random systems of interchangeable actors: with their actors sorted, with
// them as they are, and by looking at every pair of states.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <numeric>
#include <random>
#include <set>
#include <span>
#include <vector>

#include "engine/explore/explore.hpp"
#include "tests/catch.hpp"

using namespace interlock::explore;

namespace {

constexpr std::size_t actors = 3;
constexpr unsigned locals = 4;  // 0: nothing under way
constexpr unsigned shareds = 3;
constexpr std::uint64_t goal_label = 1;
constexpr std::uint64_t asked_label = 2;
constexpr std::uint64_t visit_label = 4;  // of edges: somebody with nothing under way comes and goes in one step
constexpr ActionId time_action = 1000;

/// Where each actor is, and what they share.
struct Situation {
  std::array<std::uint8_t, actors> local{};
  std::uint8_t shared = 0;

  auto operator<=>(const Situation&) const = default;
};

struct Rule {
  std::uint8_t local;
  std::uint8_t shared;
  bool is_goal;
  bool is_cut;  ///< the system gives this run up
};

/// The same rules for every actor: by its own place and what is shared.
struct Rules {
  std::array<std::array<std::vector<Rule>, shareds>, locals> of;
  std::array<bool, shareds> passes_time{};
};

/// `cut_one_in`: of so many rules one is given up; 0: none is.
Rules random_rules(unsigned seed, unsigned cut_one_in = 0) {
  std::mt19937 random(seed);
  const auto below = [&](unsigned end) { return static_cast<std::uint8_t>(random() % end); };
  Rules rules;
  for (auto& row : rules.of)
    for (auto& cell : row)
      for (unsigned count = below(3); count > 0; --count)
        cell.push_back({below(locals), below(shareds), below(5) == 0, cut_one_in != 0 && below(cut_one_in) == 0});
  for (bool& passes : rules.passes_time) passes = below(2) == 0;
  return rules;
}

struct Move {
  Situation to;
  ActionId action;
  std::uint64_t labels;
  bool is_cut = false;

  bool is_goal() const { return (labels & goal_label) != 0; }
};

std::vector<Move> moves_of(const Rules& rules, const Situation& from) {
  std::vector<Move> moves;
  if (rules.passes_time[from.shared]) moves.push_back({from, time_action, 0, false});
  for (std::size_t actor = 0; actor < actors; ++actor) {
    const auto& cell = rules.of[from.local[actor]][from.shared];
    for (std::size_t index = 0; index < cell.size(); ++index) {
      Situation to = from;
      to.local[actor] = cell[index].local;
      to.shared = cell[index].shared;
      const bool is_visit = from.local[actor] == 0 && to.local[actor] == 0;
      const std::uint64_t labels = (cell[index].is_goal ? goal_label : 0) | (is_visit ? visit_label : 0);
      moves.push_back({to, static_cast<ActionId>(actor * 100 + index), labels, cell[index].is_cut});
    }
  }
  return moves;
}

std::uint64_t labels_of(const Situation& here) {
  return std::count(here.local.begin(), here.local.end(), 1) > 0 ? asked_label : 0;
}

/// The rules as the search wants them; `sorts`: actors are put in order of their places.
class Toy {
 public:
  struct Workspace {};

  Toy(const Rules& rules, bool sorts) : rules_(rules), sorts_(sorts) {}

  static std::size_t state_bytes() { return 8; }
  static Workspace make_workspace() { return {}; }
  static bool has(Cost cost) { return cost != Cost::fault; }
  template <class Sink>
  void initial(Workspace&, Sink& sink) const {
    give(sink, Cost::time, 0, 0, Situation{});
  }
  template <class Sink>
  void successors(Workspace&, const std::byte* state, Selection wanted, Sink& sink) const {
    for (const Move& move : moves_of(rules_, read(state))) {
      const Cost cost = move.action == time_action ? Cost::time : Cost::step;
      if (move.is_cut) {
        if (wanted.has(cost)) sink.cut();
        continue;
      }
      if (wanted.has(cost)) give(sink, cost, move.action, move.labels, move.to);
    }
  }
  static std::uint64_t labels(Workspace&, const std::byte* state) { return labels_of(read(state)); }

  static std::vector<std::uint32_t> threads() { return std::vector<std::uint32_t>(actors, 1); }
  bool exchanges() const { return sorts_; }
  static Turn turn(ActionId action) { return action == time_action ? Turn{} : Turn{action / 100, 0, false}; }
  Passage passage(Workspace&, const std::byte* state, ActionId action) const {
    Passage passage{action == time_action ? 1U : 0U, {}};
    std::iota(passage.renamed.begin(), passage.renamed.end(), std::uint8_t{0});
    for (const Move& move : moves_of(rules_, read(state))) {
      if (move.action != action || !sorts_) continue;
      std::array<std::uint8_t, actors> order{0, 1, 2};
      std::stable_sort(order.begin(), order.end(),
                       [&](std::uint8_t a, std::uint8_t b) { return move.to.local[a] < move.to.local[b]; });
      for (std::uint8_t slot = 0; slot < actors; ++slot) passage.renamed[order[slot]] = slot;
    }
    return passage;
  }
  static Underway underway(Workspace&, const std::byte* state) {
    Underway underway;
    const Situation here = read(state);
    for (std::size_t actor = 0; actor < actors; ++actor) underway.threads[actor] = here.local[actor] != 0 ? 1 : 0;
    return underway;
  }

  static Situation read(const std::byte* state) {
    Situation situation;
    std::memcpy(situation.local.data(), state, actors);
    std::memcpy(&situation.shared, state + actors, 1);
    return situation;
  }

 private:
  template <class Sink>
  void give(Sink& sink, Cost cost, ActionId action, std::uint64_t labels, Situation situation) const {
    if (sorts_) std::sort(situation.local.begin(), situation.local.end());
    alignas(8) std::array<std::byte, 8> bytes{};
    std::memcpy(bytes.data(), situation.local.data(), actors);
    std::memcpy(bytes.data() + actors, &situation.shared, 1);
    sink(cost, action, labels, bytes.data());
  }

  const Rules& rules_;
  bool sorts_;
};

static_assert(FairSystem<Toy>);

/// A toy that says of the loops of a component that there are none, where they have an edge of that action.
class Doubting : public Toy {
 public:
  Doubting(const Rules& rules, ActionId doubted) : Toy(rules, false), doubted_(doubted) {}
  bool may_last(std::span<const ActionId> actions) const {
    return std::find(actions.begin(), actions.end(), doubted_) == actions.end();
  }

 private:
  ActionId doubted_;
};

static_assert(DoubtfulSystem<Doubting>);
static_assert(!DoubtfulSystem<Toy>);

const Obligation in_the_end{Obligation::Kind::leads_to, 0, goal_label, asked_label};
const Obligation for_ever{Obligation::Kind::again_and_again, 0, goal_label, asked_label};
const Obligation of_visits{Obligation::Kind::again_and_again, 0, goal_label, 0, visit_label};
const Obligation of_both{Obligation::Kind::again_and_again, 0, goal_label, asked_label, visit_label};
const std::array<Obligation, 4> all_obligations{in_the_end, for_ever, of_visits, of_both};

/// Every situation, which others follow it past no goal, and whether some fair run stays among them for ever.
class Obvious {
 public:
  explicit Obvious(const Rules& rules) : rules_(rules) {
    find(Situation{});
    for (const auto& [from, moves] : moves_)
      for (const Move& move : moves)
        if (!move.is_goal() && !move.is_cut) follows_.insert({from, move.to});
    close();
  }

  /// `given_up`: could those go on whose run was given up?
  bool holds(const Obligation& obligation, bool given_up = false) const {
    const bool is_repeated = obligation.kind == Obligation::Kind::again_and_again;
    return is_repeated ? again_and_again(obligation, given_up) : leads_to(given_up);
  }

 private:
  bool leads_to(bool given_up) const {
    for (const auto& [start, moves] : moves_) {
      if (labels_of(start) != asked_label) continue;
      for (const auto& [loop, others] : moves_)
        if ((start == loop || follows_.contains({start, loop})) && is_fair(loop, given_up)) return false;
    }
    return true;
  }

  bool again_and_again(const Obligation& obligation, bool given_up) const {
    for (const auto& [loop, moves] : moves_) {
      const bool is_asked = (labels_of(loop) & obligation.asked) != 0 ||
                            std::any_of(moves.begin(), moves.end(), [&, from = loop](const Move& move) {
                              return (move.labels & obligation.asked_edges) != 0 && !move.is_goal() && !move.is_cut &&
                                     together(from, move.to);
                            });
      if (is_asked && is_fair(loop, given_up)) return false;
    }
    return true;
  }

  void find(const Situation& from) {
    if (!moves_.emplace(from, moves_of(rules_, from)).second) return;
    for (const Move& move : moves_.at(from))
      if (!move.is_cut) find(move.to);
  }

  void close() {
    for (const auto& [middle, one] : moves_)
      for (const auto& [from, two] : moves_) {
        if (!follows_.contains({from, middle})) continue;
        for (const auto& [to, three] : moves_)
          if (follows_.contains({middle, to})) follows_.insert({from, to});
      }
  }

  bool together(const Situation& one, const Situation& other) const {
    return follows_.contains({one, other}) && follows_.contains({other, one});
  }

  bool is_fair(const Situation& loop, bool given_up) const {
    if (!together(loop, loop)) return false;
    bool passes = false;
    std::array<bool, actors> served{};
    for (const auto& [here, moves] : moves_) {
      if (!together(loop, here)) continue;
      std::array<bool, actors> able{};
      for (const Move& move : moves) {
        if (move.is_cut) {
          if (given_up) able.fill(true);
          continue;
        }
        const bool stays = !move.is_goal() && together(loop, move.to);
        passes = passes || (stays && move.action == time_action);
        if (move.action == time_action) continue;
        able[move.action / 100] = true;
        served[move.action / 100] = served[move.action / 100] || stays;
      }
      for (std::size_t actor = 0; actor < actors; ++actor)
        served[actor] = served[actor] || !able[actor] || here.local[actor] == 0;
    }
    return passes && std::all_of(served.begin(), served.end(), [](bool one) { return one; });
  }

  const Rules& rules_;
  std::map<Situation, std::vector<Move>> moves_;
  std::set<std::pair<Situation, Situation>> follows_;
};

/// Walks the loop that was found: is it one, with every actor back where it was, and did everybody get a turn?
void check_loop(const Rules& rules, const Toy& toy, const Exploration& found, const Obligation& obligation) {
  const Lasso& lasso = *found.outcome.findings[0].lasso;
  REQUIRE_FALSE(lasso.loop.empty());
  Toy::Workspace workspace;
  std::array<std::uint8_t, actors> standing{0, 1, 2};
  std::array<bool, actors> served{};
  bool passes = false;
  bool comes_to_asked = false;
  for (std::size_t index = 0; index < lasso.loop.size(); ++index) {
    const StateId state = lasso.loop[index].state;
    const ActionId action = lasso.loop[index].action;
    const Situation here = Toy::read(found.store.state(state));
    const auto moves = moves_of(rules, here);
    const auto taken =
        std::find_if(moves.begin(), moves.end(), [&](const Move& move) { return move.action == action; });
    REQUIRE(taken != moves.end());
    CHECK_FALSE(taken->is_goal());
    passes = passes || action == time_action;
    comes_to_asked =
        comes_to_asked || (labels_of(here) & obligation.asked) != 0 || (taken->labels & obligation.asked_edges) != 0;
    const Standing renamed = toy.passage(workspace, found.store.state(state), action).renamed;
    for (std::size_t actor = 0; actor < actors; ++actor) {
      const std::uint8_t slot = standing[actor];
      const bool able =
          std::any_of(moves.begin(), moves.end(), [&](const Move& move) { return move.action / 100 == slot; });
      served[actor] = served[actor] || here.local[slot] == 0 || !able || action / 100 == slot;
      standing[actor] = renamed[slot];
    }
  }
  CHECK(passes);
  CHECK((comes_to_asked || obligation.kind == Obligation::Kind::leads_to));
  CHECK(served == std::array<bool, actors>{true, true, true});
  CHECK(standing == std::array<std::uint8_t, actors>{0, 1, 2});
}

}  // namespace

TEST_CASE("sorted or not, what must happen in the end is what every pair of states says") {
  std::array<unsigned, all_obligations.size()> fails{};
  for (unsigned seed = 0; seed < 40; ++seed) {
    INFO("seed " << seed);
    const Rules rules = random_rules(seed);
    const Obvious obvious(rules);
    for (std::size_t which = 0; which < all_obligations.size(); ++which) {
      const Obligation& obligation = all_obligations[which];
      const bool holds = obvious.holds(obligation);
      fails[which] += holds ? 0 : 1;
      const Toy plain(rules, false);
      const Toy sorted(rules, true);
      const Exploration one = explore(plain, std::span(&obligation, 1));
      const Exploration other = explore(sorted, std::span(&obligation, 1));
      REQUIRE((one.outcome.findings[0].verdict == Verdict::holds) == holds);
      REQUIRE((other.outcome.findings[0].verdict == Verdict::holds) == holds);
      CHECK(one.outcome.findings[0].steps == other.outcome.findings[0].steps);
      if (holds) continue;
      check_loop(rules, plain, one, obligation);
      check_loop(rules, sorted, other, obligation);
    }
  }
  // Both answers are common, or the rules say little.
  for (const unsigned count : fails) {
    CHECK(count > 4);
    CHECK(count < 36);
  }
}

TEST_CASE("a loop that is fair only because runs were given up is not blamed") {
  std::map<Verdict, unsigned> verdicts;
  for (unsigned seed = 0; seed < 150; ++seed) {
    INFO("seed " << seed);
    const Rules rules = random_rules(seed, 1 + seed % 3);
    const Obvious obvious(rules);
    for (const Obligation& obligation : all_obligations) {
      const Verdict expected = !obvious.holds(obligation, true)    ? Verdict::fails
                               : !obvious.holds(obligation, false) ? Verdict::unknown
                                                                   : Verdict::holds;
      for (const bool sorts : {false, true}) {
        const Exploration found = explore(Toy(rules, sorts), std::span(&obligation, 1));
        CHECK(found.outcome.findings[0].verdict == expected);
        CHECK(found.outcome.findings[0].gave_up == (expected == Verdict::unknown));
      }
      ++verdicts[expected];
    }
  }
  CHECK(verdicts[Verdict::holds] > 4);
  CHECK(verdicts[Verdict::fails] > 4);
  CHECK(verdicts[Verdict::unknown] > 4);
}

TEST_CASE("loops that the system says are none are none") {
  constexpr ActionId no_such_action = 2000;
  unsigned blamed = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    INFO("seed " << seed);
    const Rules rules = random_rules(seed);
    for (const Obligation& obligation : all_obligations) {
      const Exploration plain = explore(Toy(rules, false), std::span(&obligation, 1));
      const Exploration trusted = explore(Doubting(rules, no_such_action), std::span(&obligation, 1));
      CHECK(trusted.outcome.findings[0].verdict == plain.outcome.findings[0].verdict);
      CHECK(trusted.outcome.findings[0].steps == plain.outcome.findings[0].steps);
      // Time passes in every fair loop.
      const Exploration doubted = explore(Doubting(rules, time_action), std::span(&obligation, 1));
      CHECK(doubted.outcome.findings[0].verdict == Verdict::holds);
      blamed += plain.outcome.findings[0].verdict == Verdict::fails ? 1 : 0;
    }
  }
  CHECK(blamed > 10);
}

TEST_CASE("a search for loops has the memory that is left, and where that is not enough, it says so") {
  unsigned found_some = 0;
  unsigned had_no_room = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    INFO("seed " << seed);
    const Rules rules = random_rules(seed);
    const Toy toy(rules, true);
    const Exploration whole = explore(toy, std::span(&of_both, 1));
    if (whole.outcome.findings[0].verdict != Verdict::fails) continue;
    for (const std::uint64_t room : {0U, 1000U, 4000U, 20'000U}) {
      Settings settings;
      settings.limits.bytes = whole.outcome.states * (Toy::state_bytes() + overhead_bytes) + room +
                              Inevitabilities<Toy>::bytes(toy, std::span(&of_both, 1), whole.outcome);
      const Exploration found = explore(toy, std::span(&of_both, 1), settings);
      CHECK(found.outcome.complete());
      if (found.outcome.findings[0].verdict == Verdict::fails) {
        CHECK(found.outcome.ahead == Ahead::done);
        check_loop(rules, toy, found, of_both);
        ++found_some;
      } else {
        CHECK(found.outcome.findings[0].verdict == Verdict::unknown);
        CHECK(found.outcome.ahead == Ahead::out_of_memory);
        ++had_no_room;
      }
    }
  }
  CHECK(found_some > 10);
  CHECK(had_no_room > 10);
}
