#include "engine/explore/possibility.hpp"

namespace interlock::explore {

Possibilities::Possibilities(std::span<const Obligation> obligations, StateId states) : states_(states), rows_(states) {
  for (std::size_t index = 0; index < obligations.size(); ++index) {
    if (!is_asked(obligations[index])) continue;
    questions_.push_back({obligations[index], index, StateSet(states), StateSet(states)});
    goal_edges_ |= obligations[index].edges;
  }
}

void Possibilities::take_labels(StateId id, std::uint64_t labels) {
  for (Question& question : questions_) {
    if ((labels & question.obligation.states) != 0) question.goals.insert(id);
    if (question.obligation.is_asked(labels)) question.asked.insert(id);
  }
}

void Possibilities::take(const Edge& edge) {
  for (Question& question : questions_)
    if ((edge.labels & question.obligation.edges) != 0) question.goals.insert(edge.from);
  if (edge.to != edge.from) rows_.add(edge.from, edge.to);
}

void Possibilities::answer(const StateSet& cut_states, Outcome& outcome) {
  rows_.finish();
  rows_ = rows_.reversed();
  const StateSet open = rows_.reachable(cut_states);
  for (const Question& question : questions_) answer(question, rows_.reachable(question.goals), open, outcome);
}

void Possibilities::answer(const Question& question, const StateSet& possible, const StateSet& open,
                           Outcome& outcome) const {
  Finding& finding = outcome.findings[question.index];
  finding.verdict = Verdict::holds;
  finding.never_asked = question.asked.empty();
  StateId end = states_;
  for (StateId id = 0; id < end && finding.places.size() < most_places; ++id) {
    if (possible.has(id) || !question.asked.has(id)) continue;
    if (open.has(id)) {
      finding.gave_up = true;
      continue;
    }
    if (finding.places.empty()) {
      const Level& level = outcome.levels[level_of(outcome.levels, id)];
      finding.verdict = Verdict::fails;
      finding.faults = level.faults;
      finding.steps = level.steps;
      end = level.end;
    }
    finding.places.push_back({id, no_action});
  }
  if (finding.verdict == Verdict::fails) finding.gave_up = false;
  if (finding.gave_up) finding.verdict = Verdict::unknown;
}

}  // namespace interlock::explore
