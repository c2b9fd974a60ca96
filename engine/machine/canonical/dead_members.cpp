#include "engine/machine/canonical/dead_members.hpp"

#include "engine/machine/canonical/rank_uses.hpp"
#include "engine/machine/compiled/executor.hpp"

#include <algorithm>

namespace interlock::machine {

using namespace language;

namespace {

bool is_named(std::uint64_t named, Word id) { return (named >> id & 1) != 0; }

}  // namespace

DeadMembers::DeadMembers(const Model& model, const Scenario& scenario, const Relevance& relevance,
                         const InstantFlow& flow, const Ticks& ticks, const Layout& layout,
                         const NormalFormRules& rules, const std::vector<Program>& programs) {
  bool clocks_may_be_off = false;
  for (const auto& fault : scenario.faults) {
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

bool DeadMembers::drop(const Layout& layout, Word* words) const {
  if (sets_.empty()) return false;
  const std::uint64_t named = named_ids(words);
  bool dropped = false;
  while (drop_one(layout, words, named)) dropped = true;
  return dropped;
}

bool DeadMembers::drop_one(const Layout& layout, Word* words, std::uint64_t named) const {
  for (const Set& set : sets_) {
    const Container& container = layout.containers[set.container];
    for (Word slot = words[container.count]; slot-- > 0;) {
      const Word id = words[container.members + slot];
      if (id <= 0 || is_named(named, id) || !may_be_dropped(layout, words, named, id)) continue;
      for (const Set& each : sets_) {
        const Container& from = layout.containers[each.container];
        const std::int32_t at = find_member(from, words, id);
        if (at >= 0) remove_slot(from, layout, words, static_cast<std::uint32_t>(at));
      }
      return true;
    }
  }
  return false;
}

bool DeadMembers::may_be_dropped(const Layout& layout, const Word* words, std::uint64_t named, Word id) const {
  for (const Set& set : sets_) {
    const Container& container = layout.containers[set.container];
    const std::int32_t slot = find_member(container, words, id);
    if (slot < 0) continue;
    if (container.writers != no_register && words[container.writers + slot] >= 0) return false;
    std::uint32_t covered = 0;
    for (Word other = 0; covered < set.limit && other < words[container.count]; ++other) {
      const Word e = words[container.members + other];
      covered += e != id && !is_named(named, e) && covers(layout, words, named, set, id, e) ? 1 : 0;
    }
    if (covered < set.limit) return false;
  }
  return true;
}

bool DeadMembers::covers(const Layout& layout, const Word* words, std::uint64_t named, const Set& set, Word id,
                         Word other) const {
  if (!lives_as_long(layout, words, id, other)) return false;
  const Container& container = layout.containers[set.container];
  const std::int32_t here = find_member(container, words, id);
  const std::int32_t there = find_member(container, words, other);
  if (there < here) return true;
  const std::uint64_t asked = set.asked.is_known() ? named & set.asked.ids(layout, words) : named;
  for (std::int32_t slot = here + 1; slot < there; ++slot)
    if (is_named(asked, words[container.members + slot])) return false;
  return stays_together(layout, words, named, set, words[container.seconds + here], words[container.seconds + there]);
}

bool DeadMembers::lives_as_long(const Layout& layout, const Word* words, Word id, Word other) const {
  return std::all_of(sets_.begin(), sets_.end(), [&](const Set& set) {
    const Container& container = layout.containers[set.container];
    const std::int32_t here = find_member(container, words, id);
    if (here < 0) return true;
    const std::int32_t there = find_member(container, words, other);
    return there >= 0 && words[container.seconds + there] >= words[container.seconds + here];
  });
}

/// Nothing will be put between two scores.
bool DeadMembers::stays_together(const Layout& layout, const Word* words, std::uint64_t named, const Set& set, Word low,
                                 Word high) const {
  if (low == high) return true;
  if (low > high || !is_ordinary(low)) return false;
  const auto lies_between = [&](Register word) {
    return words[word] >= low && words[word] <= high && !is_score_at_rest(layout, words, named, word);
  };
  if (set.by_instant) {
    // With distinct clocks a reading is behind all others.
    const Word first = (first_reading_ + (layout.order_bits > 0 ? 1 : 0)) * layout.one_tick();
    return high < first && std::none_of(instants_.begin(), instants_.end(), lies_between);
  }
  const auto token_class = layout.fields[layout.containers[set.container].seconds].token_class;
  const auto is_behind = [&](Register counter) { return is_ordinary(words[counter]) && words[counter] >= high; };
  const auto& counters = counters_[token_class];
  return !counters.empty() && std::all_of(counters.begin(), counters.end(), is_behind) &&
         std::none_of(tokens_[token_class].begin(), tokens_[token_class].end(), lies_between);
}

bool DeadMembers::is_score_at_rest(const Layout& layout, const Word* words, std::uint64_t named, Register word) const {
  return std::any_of(sets_.begin(), sets_.end(), [&](const Set& set) {
    const Container& container = layout.containers[set.container];
    if (word < container.seconds || word >= container.seconds + container.capacity) return false;
    const Word slot = word - container.seconds;
    return set.scores_stay || slot >= words[container.count] || !is_named(named, words[container.members + slot]);
  });
}

}  // namespace interlock::machine
