#pragma once
// The report for other programs: JSON with sorted keys and a version ("format": 1). Fields may be added to a format;
// its number grows when one changes or goes. Times are microseconds.
//
// A counterexample has "kind", "headline", "sentence", "remarks" and "steps", where the passing of time is an element
// of its own, without a number. Further fields by its kind:
//   "lasso"  loop_start         index into steps: from there on it goes round for ever
//            loop_time          that one turn takes
//            could_go           "actor" could have done "what" before steps[before]; where "before" is the number of
//                               steps, at the end of the loop
//            fair_because       why this may go on for ever
//            same_at_both_ends  what is the same where the loop begins and where it ends
//   "trap"   still_possible     "what" can still happen, "why_not" it helps, "line" in the model or null

#include "reports/report.hpp"

#include <string>

namespace interlock::reports {

/// The whole report, indented, with a line end at the end.
std::string to_json(const Report& report);

/// One counterexample or witness alone, as --out writes it beside its picture.
std::string to_json(const check::Answer& result, const check::SpecResult& verdict);

}  // namespace interlock::reports
