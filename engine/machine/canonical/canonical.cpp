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
  for (language::ClientIndex client{0}; client < model.clients.size(); ++client) {
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
      coverage_(coverage),
      plan_(layout_, packing_, std::move(rules), blueprint.reductions),
      packed_form_(layout_, packing_, plan_.rules, plan_.reductions) {
  if (plan_.reductions.members)
    dead_members_ = {
        blueprint.model, blueprint.scenario, blueprint.relevance, blueprint.flow, blueprint.ticks, layout_, plan_.rules,
        programs};
}

void Canonical::sort_packed(Workspace& workspace) const {
  copy_units(workspace.unsorted.data(), workspace.packed.data(), packing_.units());
  const bool moved = packed_form_.sort_blocks(workspace.packed.data());
  workspace.exchange = moved ? Exchange::sorted : Exchange::none;
}

bool Canonical::finish_words(Workspace& workspace) const {
  Word* words = workspace.words.data();
  dead_members_.drop(layout_, words);
  workspace.normal_form.settle(words);
  if (workspace.normal_form.lacks_range()) {
    coverage_.note(GaveUp::range);
    return false;
  }
  const bool sorts_blocks = plan_.reductions.bits && packed_form_.sorts_blocks();
  if (!sorts_blocks) workspace.normal_form.order(words, workspace.renaming);
  workspace.exchange = Exchange::known;
  if (!packing_.try_pack(words, workspace.packed.data())) {
    note_overflow(words);
    return false;
  }
  if (sorts_blocks) sort_packed(workspace);
  return true;
}

bool Canonical::finish(Workspace& workspace, Stands where) const {
  const Unit* before = workspace.parent.data();
  Unit* after = workspace.packed.data();
  if (where == Stands::in_words && !packing_.try_pack(workspace.words.data(), workspace.base(), before, after))
    return finish_words(workspace);
  if (!plan_.reductions.bits) {
    if (where == Stands::packed) packing_.unpack(after, workspace.words.data());
    return finish_words(workspace);
  }
  const bool must_settle = packed_form_.must_settle(before, after);
  const bool sorts_blocks = packed_form_.sorts_blocks();
  const bool must_order = !sorts_blocks && packed_form_.must_order(before, after);
  if (must_settle || must_order) {
    if (where == Stands::packed) packing_.unpack_changes(before, after, workspace.copy());
    if (!settle(workspace)) return false;
  }
  workspace.exchange = Exchange::none;
  if (sorts_blocks) {
    sort_packed(workspace);
  } else if (must_settle || must_order) {
    workspace.normal_form.order(workspace.words.data(), after, workspace.renaming);
    workspace.exchange = Exchange::known;
  }
  return true;
}

/// What stands in words and packed.
bool Canonical::settle(Workspace& workspace) const {
  Word* words = workspace.words.data();
  Unit* packed = workspace.packed.data();
  if (dead_members_.drop(layout_, words)) packing_.try_pack(words, packed);
  if (packed_form_.must_settle_instants(workspace.parent.data(), packed)) {
    workspace.normal_form.settle_instants(words, packed);
    if (workspace.normal_form.lacks_range()) {
      coverage_.note(GaveUp::range);
      return false;
    }
  }
  if (packed_form_.must_settle_tokens(workspace.parent.data(), packed))
    workspace.normal_form.settle_tokens(words, packed);
  return true;
}

/// Tokens may have run apart, and deadlines and spans may be longer than there is room for; nothing else overflows.
void Canonical::note_overflow(const Word* words) const {
  bool found = false;
  for (Register word = 0; word < layout_.fields.size(); ++word) {
    const Role role = layout_.fields[word].role;
    // Names may not have been given yet.
    if (role == Role::identity || role == Role::client || packing_.fits(word, words[word])) continue;
    coverage_.note(role == Role::token ? GaveUp::tokens : GaveUp::range);
    found = true;
  }
  INTERLOCK_ASSERT(found, "every name fits its bits");
}

const Renaming& Canonical::last_renaming(Workspace& workspace) const {
  if (workspace.exchange == Exchange::none)
    std::iota(workspace.renaming.begin(), workspace.renaming.end(), std::uint8_t{0});
  if (workspace.exchange == Exchange::sorted) workspace.renaming = packed_form_.sorting_of(workspace.unsorted.data());
  workspace.exchange = Exchange::known;
  return workspace.renaming;
}

}  // namespace interlock::machine
