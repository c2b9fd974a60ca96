#include "engine/language/resolver/resolver.hpp"

#include "engine/language/checks/checks.hpp"
#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

namespace {

/// The spec of integers that may leave the range they were declared with.
void add_in_range(Resolution& all, const std::vector<std::string>& leaving) {
  if (leaving.empty()) return;
  const std::string sentence =
      fmt::format("What counts stays in the range that was declared: {}.", fmt::join(leaving, ", "));
  const std::string broken = "{at} what {who} counts {compared}.";
  for (auto& spec : all.model.specs) {
    if (spec.name != "in_range" || spec.form != PropertyForm::asserted) continue;
    spec.sentence = sentence;
    if (spec.broken.empty()) spec.broken = broken;
    spec.applies = true;
    spec.why_not.clear();
    return;
  }
  Spec spec;
  spec.name = "in_range";
  spec.sentence = sentence;
  spec.broken = broken;
  spec.place = all.protocol.place;
  spec.form = PropertyForm::asserted;
  const auto own = all.model.specs.begin() + static_cast<std::ptrdiff_t>(all.library.specs.size());
  const auto place =
      std::find_if(own, all.model.specs.end(), [](const Spec& other) { return other.name > "in_range"; });
  all.model.specs.insert(place, std::move(spec));
}

void describe(Resolution& all, const std::shared_ptr<const Source>& text) {
  all.model.name = all.protocol.name;
  all.model.sentence = all.protocol.sentence;
  all.model.source = all.protocol.source;
  all.model.text = text;
}

/// Each of them costs room in every location of its client.
void check_numbers_of_variables(Resolution& all) {
  std::vector<std::size_t> variables(all.model.kinds.size(), 0);
  for (const Variable& variable : all.model.variables)
    if (variable.scope == Scope::local &&
        ++variables[variable.owner] == static_cast<std::size_t>(most(TextLimit::variables)) + 1)
      report(all, "E0292", too_much(TextLimit::variables), variable.place);
}

}  // namespace

std::optional<Model> resolve(const syntax::Protocol& protocol, const std::shared_ptr<const Source>& text,
                             const Library& library, const Settings& settings, Diagnostics& diagnostics) {
  Diagnostics found;
  const syntax::Protocol whole = with_programs(protocol);
  Resolution all{whole, library, settings, found, !has_errors(diagnostics)};
  describe(all, text);
  resolve_params(all);
  resolve_servers(all);
  resolve_clients(all);
  check_numbers_of_variables(all);
  resolve_disconnects(all);
  resolve_own_faults(all);
  resolve_specs(all);
  add_named_specs(all);
  settle_kinds(all);
  if (!all.is_too_big) check_loops(all.model, found);
  check_moving_instants(all);
  check_missing(all);
  if (all.text_is_whole && !has_errors(found)) check_values(all.model, found);
  if (!has_errors(found)) add_in_range(all, find_ranges(all));
  resolve_expectations(all);
  if (!has_errors(found)) {
    warn_of_unused(all);
    finish(all);
    for (auto& kind : all.model.kinds) mark_grants(kind);
    number_steps(all.model);
    check_grant_order(all.model, found);
    check_fences(all.model, found);
    check_kept(all.model, found);
  }
  const bool fine = !has_errors(found);
  diagnostics.insert(diagnostics.end(), found.begin(), found.end());
  if (!fine) return std::nullopt;
  return std::move(all.model);
}

}  // namespace interlock::language
