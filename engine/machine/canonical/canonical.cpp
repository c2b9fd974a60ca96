#include "engine/machine/canonical/canonical.hpp"

#include "engine/assert.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace interlock::machine {

NormalFormRules normal_form_rules(const Blueprint& blueprint, bool spotlight) {
  const language::Model& model = blueprint.model;
  NormalFormRules rules;
  rules.horizon = blueprint.ticks.horizon;
  rules.pairs =
      InstantPairs(model, blueprint.scenario, blueprint.relevance, blueprint.flow, blueprint.ticks, blueprint.layout);
  rules.counters.resize(blueprint.layout.token_classes);
  rules.true_gaps.assign(blueprint.layout.token_classes, false);
  rules.interchangeable.resize(model.kinds.size());
  for (language::ClientIndex client = 0; client < model.clients.size(); ++client) {
    const bool is_first = model.clients[client].number == 1;
    if (!(spotlight && is_first)) rules.interchangeable[model.clients[client].kind].push_back(client);
  }
  rules.highest_literal = blueprint.relevance.highest_token;
  rules.token_gap = 1 + blueprint.relevance.token_look;
  find_counters(blueprint, rules);
  return rules;
}

Canonical::Canonical(const Blueprint& blueprint, const std::vector<Program>& programs, NormalFormRules rules,
                     Coverage& coverage)
    : layout_(blueprint.layout),
      packing_(blueprint.packing),
      reductions_(blueprint.reductions),
      coverage_(coverage),
      rules_(std::move(rules)),
      packed_form_(layout_, packing_, rules_, reductions_) {
  if (reductions_.members)
    dead_members_ = {
        blueprint.model, blueprint.scenario, blueprint.relevance, blueprint.flow, blueprint.ticks, layout_, rules_,
        programs};
}

void Canonical::sort_packed(Workspace& workspace) const {
  copy_units(workspace.unsorted.data(), workspace.packed.data(), packing_.units());
  const bool moved = packed_form_.sort_blocks(workspace.packed.data());
  workspace.exchange = moved ? Exchange::sorted : Exchange::none;
}

bool Canonical::finish_words(Workspace& workspace, bool is_packed) const {
  Word* words = workspace.words.data();
  const bool sorts_blocks = packed_form_.sorts_blocks();
  bool changed = dead_members_.drop(layout_, words);
  changed = workspace.normal_form.settle(words) || changed;
  if (workspace.normal_form.lacks_range()) {
    coverage_.note(GaveUp::range);
    return false;
  }
  if (!sorts_blocks) changed = workspace.normal_form.order(words, workspace.renaming) || changed;
  workspace.exchange = Exchange::known;
  if ((changed || !is_packed) && !packing_.try_pack(words, workspace.packed.data())) {
    note_overflow(words);
    return false;
  }
  if (sorts_blocks) sort_packed(workspace);
  return true;
}

/// Tokens may have run apart, and deadlines and spans may be longer than there is room for; nothing else overflows.
void Canonical::note_overflow(const Word* words) const {
  for (Register word = 0; word < layout_.fields.size(); ++word) {
    if (packing_.fits(word, words[word])) continue;
    const Role role = layout_.fields[word].role;
    INTERLOCK_ASSERT(role != Role::identity && role != Role::client, "every name fits its bits");
    coverage_.note(role == Role::token ? GaveUp::tokens : GaveUp::range);
  }
}

bool Canonical::finish_packed(Workspace& workspace, bool has_words) const {
  const Unit* before = workspace.parent.data();
  const Unit* after = workspace.packed.data();
  const bool must_settle = packed_form_.must_settle(before, after);
  if (!must_settle && packed_form_.sorts_blocks()) {
    sort_packed(workspace);
    return true;
  }
  workspace.exchange = Exchange::none;
  if (!must_settle && !packed_form_.must_order(before, after)) return true;
  if (!has_words) packing_.unpack(after, workspace.words.data());
  return finish_words(workspace, true);
}

const Renaming& Canonical::last_renaming(Workspace& workspace) const {
  if (workspace.exchange == Exchange::none)
    std::iota(workspace.renaming.begin(), workspace.renaming.end(), std::uint8_t{0});
  if (workspace.exchange == Exchange::sorted) workspace.renaming = packed_form_.sorting_of(workspace.unsorted.data());
  workspace.exchange = Exchange::known;
  return workspace.renaming;
}

bool Canonical::exchanges_clients() const {
  return reductions_.symmetry && std::any_of(rules_.interchangeable.begin(), rules_.interchangeable.end(),
                                             [](const auto& group) { return group.size() > 1; });
}

}  // namespace interlock::machine
