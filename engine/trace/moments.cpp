#include "engine/trace/moments.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace interlock::trace {

namespace {

using machine::Bound;
using machine::Zone;

/// The least moments, in parts of a unit, the first of the kept ones being 0; by moment of the zone. None: it takes
/// smaller parts to lie strictly between two others.
std::optional<std::vector<std::int64_t>> least_moments(const Zone& zone, std::int64_t parts) {
  constexpr std::size_t first = 1;  // after now
  constexpr std::int64_t unknown = -1;
  std::vector<std::int64_t> at(zone.size(), unknown);
  at[first] = 0;
  for (std::size_t round = 0; round <= zone.size(); ++round) {
    bool grew = false;
    for (std::size_t later = 0; later < zone.size(); ++later)
      for (std::size_t earlier = 0; earlier < zone.size(); ++earlier) {
        const Bound bound = zone.bound(earlier, later);
        if (bound.is_none() || at[earlier] == unknown) continue;
        const std::int64_t least = at[earlier] - bound.distance() * parts + (bound.is_strict() ? 1 : 0);
        if (least <= at[later]) continue;
        at[later] = least;
        grew = true;
      }
    if (at[first] != 0) return std::nullopt;
    if (!grew) return at;
  }
  return std::nullopt;
}

/// The next number of 1, 2, 5, 10, 20, ...
std::int64_t next_round(std::int64_t number) {
  std::int64_t power = 1;
  while (number >= 10 * power) power *= 10;
  return number / power == 1 ? 2 * power : number / power == 2 ? 5 * power : 10 * power;
}

bool is_setting_of_clock(const machine::SymbolicMove& move, const language::Scenario& scenario) {
  return is_fault(move.way.kind) &&
         language::rule_of(scenario.faults[move.way.fault].kind).target == language::FaultTarget::clock;
}

/// Puts a run together from its moves, with the time between them.
class Writer {
 public:
  explicit Writer(std::int64_t tick) {
    run_.tick = tick;
    std::iota(run_.standing.begin(), run_.standing.end(), std::uint8_t{0});
  }

  void pass_until(std::int64_t moment) {
    if (moment > now_) {
      Move time;
      time.kind = MoveKind::time;
      time.ticks = moment - now_;
      run_.moves.push_back(std::move(time));
    }
    now_ = std::max(now_, moment);
  }

  void begin_loop() { run_.loop_start = run_.moves.size(); }

  /// `off`: of a move that sets a clock, in ticks.
  void add(const machine::SymbolicMove& made, const language::Scenario& scenario, std::int64_t off) {
    if (made.way.kind == MoveKind::time) return;
    Move move;
    move.kind = made.way.kind;
    if (is_fault(made.way.kind)) move.fault = scenario.faults[made.way.fault].kind;
    move.thread = made.way.thread;
    move.variable = made.way.variable;
    move.choices = made.choices;
    move.ticks = off;
    const auto stands =
        std::find(run_.standing.begin(), run_.standing.end(), static_cast<std::uint8_t>(made.way.client));
    if (made.way.client != language::nothing)
      move.client = static_cast<language::ClientIndex>(stands - run_.standing.begin());
    run_.moves.push_back(std::move(move));
  }

  void exchange(const machine::Renaming& renaming) {
    for (std::uint8_t& place : run_.standing) place = renaming[place];
  }

  ConcreteRun take() { return std::move(run_); }

 private:
  ConcreteRun run_;
  std::int64_t now_ = 0;
};

}  // namespace

std::optional<ConcreteRun> concrete_run(const language::Scenario& scenario, const machine::SymbolicRun& run,
                                        const Zone& moments, std::int64_t unit) {
  for (std::int64_t parts = 1; parts <= unit; parts = next_round(parts)) {
    if (unit % parts != 0) continue;
    const auto at = least_moments(moments, parts);
    if (!at) continue;
    Writer writer(unit / parts);
    std::size_t next_clock = 0;
    for (std::size_t index = 0; index < run.moves.size(); ++index) {
      if (run.loop_start == index) {
        writer.pass_until(at->back());
        writer.begin_loop();
      }
      if (index > 0) writer.pass_until((*at)[index + 1]);
      const bool sets_clock = index > 0 && is_setting_of_clock(run.moves[index], scenario);
      const std::int64_t off = sets_clock ? run.clocks_off[next_clock++].value_or(0) * parts : 0;
      if (index > 0) writer.add(run.moves[index], scenario, off);
      writer.exchange(run.moves[index].renaming);
    }
    if (run.loop_start == run.moves.size()) {
      writer.pass_until(at->back());
      writer.begin_loop();
    }
    writer.pass_until((*at)[machine::now_moment]);
    if (!run.loop_start) writer.begin_loop();
    return writer.take();
  }
  return std::nullopt;
}

}  // namespace interlock::trace
