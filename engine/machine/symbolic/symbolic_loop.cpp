// A run that leads back to where it was: the same situation a while later. With the length of a turn given, that is
// once more a matter of differences; the length is looked for.

#include "engine/machine/symbolic/symbolic_machine.hpp"

#include <algorithm>
#include <utility>

namespace interlock::machine {

/// The moments of a state, and `now`, are kept beside it.
Zone SymbolicMachine::anchored(const Zone& zone, std::size_t live) const {
  std::vector<MomentSource> sources;
  for (std::size_t moment = 1; moment < zone.size(); ++moment) sources.push_back({moment, 0});
  for (std::size_t moment = 1; moment <= live; ++moment) sources.push_back({moment, 0});
  sources.push_back({now_moment, 0});
  return zone.arranged(sources);
}

/// Of a loop in which nothing happens. False: time does not pass.
bool SymbolicMachine::wait_in(const SymbolicState& state, Zone& zone, std::size_t kept) {
  Choices choices;
  SymbolicTime time(scene_.zone, choices);
  load(state.words, zone, kept, time);
  if (is_anyone_urgent(time)) return false;
  scene_.zone.pass(moments_of_clocks(time));
  keep_before_ends(time);
  zone = scene_.zone;
  return !zone.is_empty();
}

namespace {

/// Of the zone of a run round a loop: moments of the state at its end, of the moves before the loop, of the state where
/// it begins, `now` there, moments of the loop's moves.
class Turn {
 public:
  Turn(Zone zone, std::size_t live, std::size_t moves, std::size_t way_in)
      : zone_(std::move(zone)), live_(live), moves_(moves), way_in_(way_in) {
    for (std::size_t moment = 1; moment <= live; ++moment) {
      const bool stays = zone_.bound(moment, begin_of(moment)) <= Bound::at_most(0) &&
                         zone_.bound(begin_of(moment), moment) <= Bound::at_most(0);
      (stays ? left_ : moved_).push_back(moment);
    }
  }

  /// What is left behind in each turn is so far behind that nobody can tell.
  void forget_the_left(const std::vector<AskedOfMoment>& asked) {
    for (const std::size_t moment : left_) {
      const AskedOfMoment& what = asked[moment - 1];
      const std::int64_t told = std::max({what.lower, what.upper, std::int64_t{0}});
      zone_.meet(begin_of(moment), begin_of(now_moment), Bound::below(-told));
      for (const std::size_t other : moved_)
        if (other != now_moment && what.apart >= 0 && asked[other - 1].apart >= 0)
          zone_.meet(begin_of(moment), begin_of(other), Bound::below(-std::max(what.apart, asked[other - 1].apart)));
    }
  }

  /// Everything else comes again a turn later. None: not in a turn of a length that is tried.
  std::optional<Zone> closed() const {
    if (zone_.is_empty()) return std::nullopt;
    for (const std::int64_t length : lengths()) {
      Zone turn = zone_;
      for (const std::size_t moment : moved_) {
        turn.meet(moment, begin_of(moment), Bound::at_most(length));
        turn.meet(begin_of(moment), moment, Bound::at_most(-length));
      }
      if (!turn.is_empty()) return moves_of(turn);
    }
    return std::nullopt;
  }

 private:
  std::size_t start() const { return 2 * live_ + way_in_ + 1; }
  std::size_t begin_of(std::size_t moment) const { return moment == now_moment ? start() : live_ + way_in_ + moment; }

  /// Lengths that may be long enough, and short enough.
  std::vector<std::int64_t> lengths() const {
    Bound least = Bound::at_most(0);
    Bound most;
    for (const std::size_t moment : moved_) {
      least = std::min(least, zone_.bound(begin_of(moment), moment));
      most = std::min(most, zone_.bound(moment, begin_of(moment)));
    }
    const std::int64_t low = std::max<std::int64_t>(1, -least.distance() + (least.is_strict() ? 1 : 0));
    if (most.is_none()) return {low, 2 * low, 4 * low, 8 * low};
    const std::int64_t high = most.distance() - (most.is_strict() ? 1 : 0);
    std::vector<std::int64_t> lengths;
    for (const std::int64_t length : {low, low + 1, low + (high - low) / 2, high})
      if (length >= low && length <= high) lengths.push_back(length);
    return lengths;
  }

  Zone moves_of(const Zone& turn) const {
    std::vector<MomentSource> moments;
    for (std::size_t move = 0; move < moves_; ++move)
      moments.push_back({move < way_in_ ? live_ + 1 + move : start() + 1 + move - way_in_, 0});
    moments.push_back({start(), 0});
    return turn.arranged(moments);
  }

  Zone zone_;
  std::size_t live_;
  std::size_t moves_;
  std::size_t way_in_;
  std::vector<std::size_t> moved_{now_moment};
  std::vector<std::size_t> left_;
};

}  // namespace

/// The end of a loop is where it began, but for moments that nobody can tell from later ones any more.
std::optional<Zone> SymbolicMachine::closed(const SymbolicRun& run, const Zone& made, std::size_t kept) {
  Zone zone = made;
  const bool only_waits = *run.loop_start == run.moves.size();
  if (only_waits && !wait_in(*run.states.back(), zone, kept)) return std::nullopt;
  Choices choices;
  SymbolicTime time(scene_.zone, choices);
  load(run.states.back()->words, zone, kept, time);
  Turn turn(zone, scene_.live.size(), run.moves.size(), *run.loop_start);
  turn.forget_the_left(asked_now());
  return turn.closed();
}

}  // namespace interlock::machine
