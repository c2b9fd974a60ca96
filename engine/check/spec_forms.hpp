#pragma once
// What a spec is to a search and to its story, and what the end of a search is to an answer.

#include "engine/check/verdict.hpp"
#include "engine/explore/obligation.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/language/model.hpp"
#include "engine/machine/machine.hpp"
#include "engine/trace/counterexample.hpp"

#include <vector>

namespace interlock::check {

explore::Obligation obligation_of(const language::Spec& spec, const machine::PropertyBits& bits);
trace::StoryKind kind_of(const language::Spec& spec);
inline bool wants_witness(const language::Spec& spec) {
  return spec.form == language::PropertyForm::reachable || spec.form == language::PropertyForm::witnessed;
}

/// Of which nothing is known yet.
SpecResult result_for(const language::Model& model, std::uint32_t spec);

/// `specs`, and the one that no variable leaves its range, which is always looked at.
std::vector<std::uint32_t> with_ranges(const language::Model& model, std::vector<std::uint32_t> specs);
/// `nothing`: no variable can leave its range.
std::uint32_t range_spec(const language::Model& model);

Ending ending_of(explore::Ending ending);

/// Does it say of two clients at once that they are inside critical, or believe so, or hold a lease?
bool asks_of_two_inside(const language::Spec& spec);

/// Why it proves little that a spec holds.
void add_vacuity(SpecResult& found, const language::Model& model, const machine::Machine& machine, bool nobody_enters);

}  // namespace interlock::check
