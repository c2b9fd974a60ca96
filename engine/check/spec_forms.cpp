#include "engine/check/spec_forms.hpp"

#include "engine/language/walk.hpp"

#include <algorithm>
#include <set>

namespace interlock::check {

using namespace language;
using explore::Obligation;
using machine::Machine;
using machine::PropertyBits;
using trace::StoryKind;

Obligation obligation_of(const Spec& spec, const PropertyBits& bits) {
  Obligation obligation;
  obligation.states = bits.states;
  obligation.edges = bits.edges;
  obligation.asked = bits.asked;
  obligation.asked_edges = bits.asked_edges;
  switch (spec.form) {
    case PropertyForm::reachable:
    case PropertyForm::witnessed: obligation.kind = Obligation::Kind::reachable; break;
    case PropertyForm::always_possible: obligation.kind = Obligation::Kind::always_possible; break;
    case PropertyForm::leads_to: obligation.kind = Obligation::Kind::leads_to; break;
    case PropertyForm::again_and_again: obligation.kind = Obligation::Kind::again_and_again; break;
    case PropertyForm::always:
    case PropertyForm::never:
    case PropertyForm::asserted: obligation.kind = Obligation::Kind::never; break;
  }
  return obligation;
}

StoryKind kind_of(const Spec& spec) {
  if (spec.form == PropertyForm::always_possible) return StoryKind::trap;
  if (spec.form == PropertyForm::leads_to || spec.form == PropertyForm::again_and_again) return StoryKind::lasso;
  if (spec.form == PropertyForm::reachable || spec.form == PropertyForm::witnessed) return StoryKind::witness;
  return StoryKind::path;
}

std::uint32_t range_spec(const Model& model) {
  for (std::uint32_t index = 0; index < model.specs.size(); ++index)
    if (model.specs[index].name == "in_range" && model.specs[index].applies) return index;
  return nothing;
}

SpecResult result_for(const Model& model, std::uint32_t spec) {
  SpecResult result;
  result.index = spec;
  result.spec = model.specs[spec].name;
  result.form = model.specs[spec].form;
  return result;
}

std::vector<std::uint32_t> with_ranges(const Model& model, std::vector<std::uint32_t> specs) {
  const std::uint32_t ranges = range_spec(model);
  if (ranges != nothing && std::find(specs.begin(), specs.end(), ranges) == specs.end()) specs.push_back(ranges);
  return specs;
}

bool asks_of_two_inside(const Spec& spec) {
  if (spec.form != PropertyForm::always && spec.form != PropertyForm::never) return false;
  return std::any_of(spec.condition.begin(), spec.condition.end(), [](const Expression& whole) {
    std::set<ClientIndex> inside;
    for_each_expression(whole, [&](const Expression& part) {
      const bool is_inside = (part.op == ExpressionOp::in_section && part.section == 0) ||
                             part.op == ExpressionOp::before_deadline || part.op == ExpressionOp::holds_lease;
      if (is_inside) inside.insert(part.client);
    });
    return inside.size() > 1;
  });
}

void add_vacuity(SpecResult& found, const Model& model, const Machine& machine, bool nobody_enters) {
  const Spec& spec = model.specs[found.index];
  // What stays possible was found from every state: that is no empty promise.
  const bool is_found = spec.form == PropertyForm::always_possible;
  if (!is_found && machine.entry_label() != 0 && nobody_enters) found.remarks.push_back(Remark::nobody_enters);
  const bool is_kept = std::any_of(model.kinds.begin(), model.kinds.end(), [&](const ClientKind& kind) {
    return std::any_of(kind.kept.begin(), kind.kept.end(), [&](const Kept& kept) { return kept.name == spec.name; });
  });
  const bool is_checked = spec.form != PropertyForm::asserted || spec.name == "in_range" ||
                          spec.name == "fence_monotonic" || is_kept || machine.coverage().came_to_assert(spec.name);
  if (!is_checked) found.remarks.push_back(Remark::never_comes_to);
  found.vacuous = !found.remarks.empty();
}

Ending ending_of(explore::Ending ending) {
  switch (ending) {
    case explore::Ending::exhausted: return Ending::exhausted;
    case explore::Ending::decided: return Ending::decided;
    case explore::Ending::state_limit: return Ending::states;
    case explore::Ending::memory_limit: return Ending::memory;
    case explore::Ending::stopped: break;
  }
  return Ending::stopped;
}

}  // namespace interlock::check
