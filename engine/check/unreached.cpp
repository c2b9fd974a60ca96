#include "engine/check/unreached.hpp"

#include <algorithm>

namespace interlock::check {

using language::Place;
using language::Scenario;

namespace {

bool same_place(const Place& a, const Place& b) {
  return a.source == b.source && a.line == b.line && a.column == b.column;
}

/// Every run of `smaller` is one of `larger`.
bool is_part_of(const Scenario& smaller, const Scenario& larger) {
  return smaller.distinct_clocks == larger.distinct_clocks &&
         std::all_of(smaller.faults.begin(), smaller.faults.end(), [&](const language::Fault& fault) {
           return std::find(larger.faults.begin(), larger.faults.end(), fault) != larger.faults.end();
         });
}

}  // namespace

std::vector<Place> unreached_in_all(const std::vector<Answer>& answers) {
  std::vector<const Answer*> known;
  for (const Answer& answer : answers)
    if (answer.saw_all_runs()) known.push_back(&answer);
  const bool is_all_known = std::all_of(answers.begin(), answers.end(), [&](const Answer& answer) {
    return std::any_of(known.begin(), known.end(),
                       [&](const Answer* other) { return is_part_of(answer.scenario, other->scenario); });
  });
  if (known.empty() || !is_all_known) return {};
  std::vector<Place> places = known.front()->unreached;
  std::erase_if(places, [&](const Place& place) {
    return std::any_of(known.begin(), known.end(), [&](const Answer* answer) {
      return std::none_of(answer->unreached.begin(), answer->unreached.end(),
                          [&](const Place& other) { return same_place(place, other); });
    });
  });
  return places;
}

}  // namespace interlock::check
