#pragma once
// The report for other programs: JSON with sorted keys and a version ("format": 2), as interlock-report.schema.json
// describes it. Fields may be added to a format; its number grows when one changes or goes. Times are microseconds.
//
// A counterexample has "events", among them the passing of time, which has no number, each with the state behind it;
// "start" is the state before the first. Indexes into events count from 0. Further fields by its "kind":
//   "lasso"  loop_start         index into events: from there on it goes round for ever
//            loop_time          that one turn takes
//            could_go           "actor" could have done "what" before events[before]; where "before" is the number of
//                               events, at the end of the loop
//            fair_because       why this may go on for ever
//            same_at_both_ends  what is the same where the loop begins and where it ends
//   "trap"   still_possible     "what" can still happen, "why_not" it helps, "line" in the model or null

#include "reports/report.hpp"

#include <string>

namespace interlock::reports {

/// The number of the format.
inline constexpr int report_format = 2;

/// The whole report, indented, with a line end at the end.
std::string to_json(const Report& report);

/// One counterexample or witness alone, as --out writes it beside its picture.
std::string to_json(const check::Answer& result, const check::SpecResult& verdict);

}  // namespace interlock::reports
