#include "engine/machine/canonical/dead_members.hpp"

#include "engine/machine/canonical/rank_uses.hpp"

#include <algorithm>

namespace interlock::machine {

using namespace language;

DeadMembers::DeadMembers(const Model& model, const Scenario& scenario, const Relevance& relevance,
                         const InstantFlow& flow, const Ticks& ticks, const Layout& layout,
                         const NormalFormRules& rules, const std::vector<Program>& programs) {
  bool clocks_may_be_off = false;
  for (const auto& fault : scenario.faults) {
    // One set may be emptied without another that its members stand in: the proof does not reach that far.
    const FaultTarget target = rule_of(fault.kind).target;
    if (target == FaultTarget::server || target == FaultTarget::connection || target == FaultTarget::call) return;
    if (rule_of(fault.kind).target != FaultTarget::clock) continue;
    clocks_may_be_off = true;
    first_reading_ = std::min(first_reading_, static_cast<Word>(-(fault.amount / ticks.microseconds)));
  }
  if (clocks_may_be_off && (scenario.distinct_clocks || layout.most_pairs > 0)) return;
  std::vector<bool> in_set(layout.fields.size(), false);
  for (std::uint32_t pair = 0; pair < 2 * layout.most_pairs; ++pair) in_set[layout.pairs + pair] = true;
  for (std::uint32_t index = 0; index < layout.containers.size(); ++index) {
    const Container& container = layout.containers[index];
    if (container.shape != Shape::ranked || layout.fields[container.members].role != Role::identity) continue;
    const Field& score = layout.fields[container.seconds];
    const bool by_instant = score.role == Role::instant;
    const auto limit = most_rank_asked(model, relevance, container.variable);
    const bool is_ordered = (by_instant && !flow.moved_scores.contains(container.variable)) ||
                            (score.role == Role::token && !rules.true_gaps[score.token_class]);
    if (!limit || container.watched >= 0 || (!is_ordered && *limit > 0)) continue;
    sets_.push_back({index, *limit, by_instant, !is_score_asked(model, relevance, container.variable),
                     AskedRanks(model, relevance, layout, programs, index)});
    for (std::uint32_t slot = 0; slot < container.capacity; ++slot) in_set[container.members + slot] = true;
  }
  tokens_.resize(layout.token_classes);
  counters_ = rules.counters;
  for (Register word = 0; word < layout.fields.size(); ++word) {
    const Field& field = layout.fields[word];
    if (field.role == Role::identity && !in_set[word]) names_.push_back(word);
    if (field.role == Role::instant) instants_.push_back(word);
    if (field.role != Role::token) continue;
    const auto& counters = counters_[field.token_class];
    if (std::find(counters.begin(), counters.end(), word) == counters.end()) tokens_[field.token_class].push_back(word);
  }
}

std::uint64_t DeadMembers::named_ids(const Word* words) const {
  std::uint64_t named = 0;
  for (const Register word : names_)
    if (words[word] > 0) named |= std::uint64_t{1} << words[word];
  return named;
}

void DeadMembers::remove(const Layout& layout, Word* words, Word id) const {
  for (const Set& set : sets_) {
    const Container& from = layout.containers[set.container];
    const std::int32_t at = find_member(from, words, id);
    if (at >= 0) remove_slot(from, layout, words, static_cast<std::uint32_t>(at));
  }
}

bool DeadMembers::drop(const Layout& layout, Word* words) const {
  if (sets_.empty()) return false;
  const KnownInstants instants(words);
  bool dropped = false;
  for (Word id = find(layout, words, instants); id != 0; id = find(layout, words, instants)) {
    remove(layout, words, id);
    dropped = true;
  }
  return dropped;
}

}  // namespace interlock::machine
