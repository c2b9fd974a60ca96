// Specs: those that ship, those of the protocol, and those that its asserts and witnesses stand for.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

namespace {

PropertyForm form_of(syntax::PropertyForm form) {
  switch (form) {
    case syntax::PropertyForm::always: return PropertyForm::always;
    case syntax::PropertyForm::never: return PropertyForm::never;
    case syntax::PropertyForm::always_possible: return PropertyForm::always_possible;
    case syntax::PropertyForm::leads_to: return PropertyForm::leads_to;
    case syntax::PropertyForm::again_and_again: return PropertyForm::again_and_again;
    case syntax::PropertyForm::reachable: return PropertyForm::reachable;
    case syntax::PropertyForm::asserted: return PropertyForm::asserted;
    case syntax::PropertyForm::witnessed: return PropertyForm::witnessed;
  }
  return PropertyForm::always;
}

bool speaks_of_an_event(const Expression& whole) {
  const bool is_event =
      whole.op == ExpressionOp::enters || whole.op == ExpressionOp::leaves || whole.op == ExpressionOp::ends_round;
  return is_event || std::any_of(whole.operands.begin(), whole.operands.end(), speaks_of_an_event);
}

/// What is asked of is a situation: a step is over as soon as it is there. Only what comes again and again may be a
/// step as well.
void check_given(Resolution& all, const syntax::Property& property, const Spec& spec) {
  if (spec.form == PropertyForm::again_and_again) return;
  if (!property.given || spec.given.empty() || !speaks_of_an_event(spec.given.front())) return;
  const bool leads = spec.form == PropertyForm::leads_to;
  report(all, "E0428",
         fmt::format("{} a situation, not a step", leads ? "what leads to something is" : "where asks for"),
         property.given->place, {{"say what is so after the step, e.g. c in critical, c waiting"}, {}, ""});
}

/// The conditions, once for the system or for the client that is bound by now.
void add_conditions(Resolution& all, Body& body, const syntax::Property& property, Spec& spec) {
  if (property.given) spec.given.push_back(resolve_condition(all, body, *property.given));
  if (property.condition) spec.condition.push_back(resolve_condition(all, body, *property.condition));
}

void resolve_for_each(Resolution& all, Body& body, const syntax::Property& property, Spec& spec) {
  spec.for_each = true;
  spec.clients = domain_clients(all, body, *property.domain);
  for (const ClientIndex client : spec.clients) {
    body.quantified[property.each] = client;
    add_conditions(all, body, property, spec);
  }
}

void check_named(const Resolution& all, Body& body, const Spec& spec) {
  const bool asserts = spec.form == PropertyForm::asserted;
  if (!asserts && spec.form != PropertyForm::witnessed) return;
  const auto& names = asserts ? all.asserted : all.witnessed;
  if (names.count(spec.name) > 0 || !body.why_not.empty()) return;
  body.why_not = fmt::format("nothing in it {} {}", asserts ? "asserts" : "witnesses", spec.name);
}

/// A spec that ships means another kind of value than the protocol has under this name: it does not apply.
void take_back_kind_errors(Resolution& all, Body& body, std::size_t before) {
  if (body.is_own) return;
  while (all.diagnostics.size() > before && all.diagnostics.back().number.compare(0, 3, "E03") == 0) {
    body.why_not = all.diagnostics.back().sentence;
    all.diagnostics.pop_back();
  }
}

Spec resolve_spec(Resolution& all, const syntax::Spec& text, bool is_own) {
  Spec spec;
  spec.name = text.name;
  spec.sentence = text.sentence;
  spec.broken = text.broken;
  spec.place = text.place;
  spec.form = form_of(text.property.form);
  Body body;
  body.room = Room::property;
  body.is_own = is_own;
  const std::size_t before = all.diagnostics.size();
  if (!text.property.each.empty() && text.property.domain)
    resolve_for_each(all, body, text.property, spec);
  else
    add_conditions(all, body, text.property, spec);
  take_back_kind_errors(all, body, before);
  check_given(all, text.property, spec);
  check_named(all, body, spec);
  const bool anybody_shares = std::any_of(all.lock_sections.begin(), all.lock_sections.end(),
                                          [](const auto& section) { return section.second; });
  if (body.folds && anybody_shares && !is_own) spec.sentence += " Who shares it keeps out only those who do not.";
  spec.why_not = body.why_not;
  spec.applies = spec.why_not.empty();
  if (spec.applies) return spec;
  spec.clients.clear();
  spec.given.clear();
  spec.condition.clear();
  return spec;
}

const Spec* find_spec(const Model& model, const std::string& name) {
  const auto found =
      std::find_if(model.specs.begin(), model.specs.end(), [&](const auto& spec) { return spec.name == name; });
  return found == model.specs.end() ? nullptr : &*found;
}

/// A name that is asserted or witnessed is a spec by itself, unless there is one.
void add_named(Resolution& all, const std::string& name, const Place& place, PropertyForm form) {
  const bool asserts = form == PropertyForm::asserted;
  if (const Spec* known = find_spec(all.model, name)) {
    if (known->form == form) return;
    report(all, "E0403", fmt::format("{} is a spec of another form", name), place,
           {{fmt::format("choose another name for this {}", asserts ? "assert" : "witness")},
            {{known->place, "the spec"}},
            ""});
    return;
  }
  Spec spec;
  spec.name = name;
  spec.sentence = asserts ? fmt::format("What is asserted as {} is true whenever it is checked.", name)
                          : fmt::format("There is a run to what is witnessed as {}.", name);
  spec.place = place;
  spec.form = form;
  all.model.specs.push_back(std::move(spec));
}

}  // namespace

void add_named_specs(Resolution& all) {
  for (const auto& [name, place] : all.asserted) add_named(all, name, place, PropertyForm::asserted);
  for (const auto& [name, place] : all.witnessed) add_named(all, name, place, PropertyForm::witnessed);
  const auto own = all.model.specs.begin() + static_cast<std::ptrdiff_t>(all.library.specs.size());
  std::stable_sort(own, all.model.specs.end(),
                   [](const Spec& left, const Spec& right) { return left.name < right.name; });
}

void resolve_specs(Resolution& all) {
  for (const auto& [name, spec] : all.library.specs) all.model.specs.push_back(resolve_spec(all, spec, false));
  std::size_t own = 0;
  for (const auto& text : all.protocol.specs) {
    if (is_too_many(TextLimit::specs, ++own)) return report(all, "E0291", too_much(TextLimit::specs), text.place);
    if (const Spec* known = find_spec(all.model, text.name)) {
      report(all, "E0404", fmt::format("there is a spec {} already", text.name), text.place,
             {{}, {{known->place, "the other one"}}, ""});
      continue;
    }
    all.model.specs.push_back(resolve_spec(all, text, true));
  }
}

}  // namespace interlock::language
