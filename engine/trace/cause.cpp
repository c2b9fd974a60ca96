#include "engine/trace/cause.hpp"

#include "engine/trace/aftermath.hpp"
#include "engine/trace/conditions.hpp"
#include "engine/trace/loop.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace interlock::trace {

using namespace language;
using evaluator::Evaluator;
using evaluator::Outcome;
using evaluator::State;

namespace {

constexpr std::size_t most_candidates = 60;  // of a long run the last ones
constexpr std::size_t most_states_of_a_walk = 60;

enum class Without { event, expiry, write, read };

std::size_t end_of_way_in(const Counterexample& story) {
  return story.kind == StoryKind::lasso ? story.loop_start : story.events.size();
}

std::optional<std::size_t> next_of(const Counterexample& story, std::size_t event) {
  for (std::size_t next = event + 1; next < story.events.size(); ++next)
    if (story.events[next].client == story.events[event].client) return next;
  return std::nullopt;
}

/// The run once more, without one event.
class Again {
 public:
  Again(const Rerun& rerun, const Counterexample& story, std::size_t event, Without without)
      : rerun_(rerun), story_(story), event_(event), without_(without), state_(rerun.evaluator.initial()) {}

  /// Is the property kept without it?
  bool is_kept() {
    const std::size_t end = std::min(story_.events.size(), rerun_.moves.size());
    std::vector<Outcome> outcomes;
    std::vector<State> states;
    const bool loops = story_.kind == StoryKind::lasso;
    for (std::size_t i = 0; i < end; ++i) {
      if (loops && i >= story_.loop_start) states.push_back(state_);
      if (without_ == Without::read && next_of(story_, event_) == i && !make(event_)) return false;
      if (i == event_ && leave_out()) continue;
      if (!make(i)) return is_impossible_without() || goes_another_way(i);
      if (is_shown()) return false;
      if (loops && i >= story_.loop_start) outcomes.push_back(last_);
    }
    if (!loops) return story_.kind != StoryKind::trap || has_way_out();
    states.push_back(state_);
    const LoopTurn turn{std::span(rerun_.moves).subspan(story_.loop_start), outcomes, states};
    return !refuse_loop(rerun_.evaluator, spec(), rerun_.claim.client, turn).empty();
  }

 private:
  const Spec& spec() const { return rerun_.evaluator.model().specs[rerun_.claim.spec]; }

  /// Of a fault or an expiry it is; what else is taken back may lead the run another way, which shows nothing.
  bool is_impossible_without() const { return without_ == Without::event || without_ == Without::expiry; }

  /// Who reads later, and then does something else than in the run, does no harm by it.
  bool goes_another_way(std::size_t index) const {
    return without_ == Without::read && story_.events[index].client == story_.events[event_].client;
  }

  bool make(std::size_t index) {
    const Move& move = rerun_.moves[index];
    const std::map<evaluator::CellName, evaluator::Cell> before = state_.cells;
    last_ = rerun_.evaluator.make(state_, move);
    if (last_.error.empty() && index == event_ && without_ == Without::write) take_back(before);
    // What has not been put there does not expire.
    return last_.error.empty() || move.kind == MoveKind::expiry;
  }

  void take_back(const std::map<evaluator::CellName, evaluator::Cell>& before) {
    for (auto& [name, cell] : state_.cells)
      if (name.client == nothing) cell = before.at(name);
  }

  /// True: the event is not made here.
  bool leave_out() {
    if (without_ == Without::write) return false;
    if (without_ == Without::expiry) state_.cells.at({rerun_.moves[event_].variable, nothing}).deadline.reset();
    return true;
  }

  bool is_shown() const {
    const bool at_an_end = story_.kind == StoryKind::path || story_.kind == StoryKind::witness;
    return at_an_end && last_.error.empty() &&
           rerun_.evaluator.shows(state_, &last_, spec(), which_condition(spec(), rerun_.claim.client));
  }

  bool has_way_out() const {
    return walk_on(rerun_.evaluator, state_, spec(), rerun_.claim.client, most_states_of_a_walk).has_way_out;
  }

  const Rerun& rerun_;
  const Counterexample& story_;
  std::size_t event_;
  Without without_;
  State state_;
  Outcome last_;
};

bool is_last(const Counterexample& story, std::size_t event) {
  return story.kind != StoryKind::lasso && event + 1 == story.events.size();
}

std::optional<Without> way_to_leave_out(const Counterexample& story, std::size_t event) {
  const Event& candidate = story.events[event];
  if (candidate.fault != 0) return Without::event;
  if (candidate.kind == EventKind::expiry) return Without::expiry;
  if (!is_last(story, event) && foreign_cell(story, event)) return Without::write;
  return std::nullopt;
}

bool same_value(const CellView& left, const CellView& right) {
  return left.present == right.present && left.value == right.value && left.deadline == right.deadline;
}

/// Where a client's member stands, or behind all.
std::size_t rank_of(const CellView& cell, ClientIndex client) {
  const auto found = std::find_if(cell.members.begin(), cell.members.end(),
                                  [&](const MemberView& member) { return member.owner == client; });
  return static_cast<std::size_t>(found - cell.members.begin());
}

/// Does `after` have somebody else's member elsewhere, or not at all?
bool moves_others(const CellView& before, const CellView& after, ClientIndex actor) {
  return std::any_of(before.members.begin(), before.members.end(), [&](const MemberView& member) {
    return member.owner != actor && member.owner != nothing &&
           rank_of(before, member.owner) != rank_of(after, member.owner);
  });
}

}  // namespace

std::optional<std::size_t> foreign_cell(const Counterexample& story, std::size_t event) {
  const Event& made = story.events[event];
  if (made.calls.empty() || made.client == nothing) return std::nullopt;
  for (std::size_t cell = 0; cell < story.cells.size(); ++cell) {
    const CellView& before = story.views[event].cells[cell];
    const CellView& after = story.views[event + 1].cells[cell];
    if (!story.cells[cell].matters || !before.present) continue;
    // A counter is nobody's; what it counts is told by those who draw from it.
    if (story.cells[cell].is_token && !story.cells[cell].is_asked) continue;
    if (story.cells[cell].is_grant) continue;
    const bool changes_it = before.members.empty() && before.owner != made.client && !same_value(before, after);
    if (changes_it || moves_others(before, after, made.client)) return cell;
  }
  return std::nullopt;
}

std::vector<StaleRead> stale_reads(const Counterexample& story) {
  std::vector<StaleRead> found;
  if (story.kind != StoryKind::path || story.events.empty()) return found;
  const ClientIndex actor = story.events.back().client;
  std::size_t used = story.events.size();  // the actor's next step behind the read
  for (std::size_t event = story.events.size(); event-- > 0;) {
    const Event& read = story.events[event];
    if (read.client != actor || actor == nothing) continue;
    if (read.ends_round || forgets_all(read)) break;
    for (const std::size_t cell : read.touches) {
      const auto changes_it = [&](std::size_t change) {
        return story.events[change].client != actor && story.cells[cell].matters &&
               !same_value(story.views[change].cells[cell], story.views[change + 1].cells[cell]);
      };
      std::size_t change = event + 1;
      while (change < used && !changes_it(change)) ++change;
      if (used == story.events.size() || change == used) continue;
      found.push_back({event, change, cell});
      break;
    }
    used = event;
  }
  return found;
}

std::vector<std::size_t> find_causes(const Rerun& rerun, const Counterexample& story) {
  std::vector<std::size_t> causes;
  const std::size_t end = end_of_way_in(story);
  for (std::size_t event = end > most_candidates ? end - most_candidates : 0; event < end; ++event) {
    const std::optional<Without> without = way_to_leave_out(story, event);
    if (without && Again(rerun, story, event, *without).is_kept()) causes.push_back(event);
  }
  if (story.faults > 0) return causes;
  for (const StaleRead& stale : stale_reads(story)) {
    if (story.events[stale.read].enters_critical || story.events[stale.read].leaves_critical) continue;
    if (Again(rerun, story, stale.read, Without::read).is_kept()) causes.push_back(stale.read);
  }
  std::sort(causes.begin(), causes.end());
  causes.erase(std::unique(causes.begin(), causes.end()), causes.end());
  return causes;
}

}  // namespace interlock::trace
