#include "engine/machine/canonical/normal_form.hpp"

#include "engine/machine/canonical/order_of_ids.hpp"
#include "engine/machine/compiled/executor.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace interlock::machine {

namespace {

void set_no_exchange(Renaming& renaming) { std::iota(renaming.begin(), renaming.end(), std::uint8_t{0}); }

}  // namespace

NormalFormPlan::NormalFormPlan(const Layout& its_layout, const Packing& its_packing, NormalFormRules its_rules,
                               const Reductions& its_reductions)
    : layout(its_layout),
      packing(its_packing),
      rules(std::move(its_rules)),
      reductions(its_reductions),
      blocks(client_blocks(layout, packing, reductions)),
      by_member(containers_by_member(layout)),
      server_clients(servers_clients(layout)) {
  if (reductions.ids) server_identities = ordered_identities(layout);
  for (Register word = 0; word < layout.fields.size(); ++word) {
    if (layout.fields[word].role == Role::identity) identities.push_back(word);
    if (layout.fields[word].role == Role::client) clients.push_back(word);
  }
  sorts = reductions.symmetry && std::any_of(rules.interchangeable.begin(), rules.interchangeable.end(),
                                             [](const auto& group) { return group.size() > 1; });
  names_follow_places = by_member.empty() && layout.most_pairs == 0;
}

NormalForm::NormalForm(const NormalFormPlan& plan)
    : plan_(plan),
      values_(plan.layout, plan.rules, plan.reductions),
      clients_(plan.layout, plan.packing, plan.rules, plan.blocks),
      names_(64) {
  for (const ClientBlock& block : plan.blocks) blocks_.resize(blocks_.size() + block.strips.size());
}

bool NormalForm::settle(Word* words) {
  const bool moved = !values_.settle_instants(words).empty();
  return !values_.settle_tokens(words).empty() || moved;
}

bool NormalForm::order(Word* words, Renaming& renaming) {
  set_no_exchange(renaming);
  if (plan_.sorts) {
    const bool entangled_ties = clients_.sort(words, nullptr, renaming);
    return order_sorted(words, entangled_ties, renaming);
  }
  const bool names = plan_.reductions.ids || plan_.layout.most_pairs > 0;
  if (!names || plan_.identities.empty()) return false;
  best_.assign(words, words + plan_.layout.fields.size());
  name_identities(best_);
  return take_best(words);
}

bool NormalForm::take_best(Word* words) const {
  if (std::equal(best_.begin(), best_.end(), words)) return false;
  std::copy(best_.begin(), best_.end(), words);
  return true;
}

void NormalForm::arrange(const Word* words, const Renaming& renaming, std::vector<Word>& into) const {
  into.assign(words, words + plan_.layout.fields.size());
  for (std::size_t client = 0; client < plan_.layout.clients.size(); ++client) {
    if (renaming[client] == client) continue;
    const ClientWords& from = plan_.layout.clients[client];
    const ClientWords& to = plan_.layout.clients[renaming[client]];
    std::copy(words + from.begin, words + from.end, into.begin() + to.begin);
  }
  for (const Register word : plan_.clients)
    if (into[word] >= 0) into[word] = renaming[static_cast<std::size_t>(into[word])];
}

void NormalForm::rename_loose_members(std::vector<Word>& words, std::vector<Word>& names, Word& next) const {
  // Identities that stand in sets and maps only: those in the same ones, with the same values, are interchangeable.
  std::vector<std::pair<std::vector<Word>, Word>> loose;
  for (const std::uint32_t index : plan_.by_member) {
    const Container& container = plan_.layout.containers[index];
    for (Word slot = 0; slot < words[container.count]; ++slot) {
      const Word member = words[static_cast<std::size_t>(container.members + slot)];
      const bool known = names[static_cast<std::size_t>(member)] != 0 ||
                         std::any_of(loose.begin(), loose.end(), [&](const auto& one) { return one.second == member; });
      if (known) continue;
      std::vector<Word> seen;
      for (const std::uint32_t other : plan_.by_member) {
        const Container& where = plan_.layout.containers[other];
        const std::int32_t found = find_member(where, words.data(), member);
        seen.push_back(found >= 0);
        if (found < 0) continue;
        if (where.seconds != no_register) seen.push_back(words[static_cast<std::size_t>(where.seconds + found)]);
        if (where.writers != no_register) seen.push_back(words[static_cast<std::size_t>(where.writers + found)]);
      }
      loose.emplace_back(std::move(seen), member);
    }
  }
  std::stable_sort(loose.begin(), loose.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& one : loose) names[static_cast<std::size_t>(one.second)] = next++;
}

void NormalForm::name_identities(std::vector<Word>& words) {
  if (plan_.reductions.ids && !plan_.identities.empty()) rename_identities(words);
  if (plan_.layout.most_pairs > 0) tidy_pairs(plan_.layout, plan_.identities, words.data());
}

void NormalForm::rename_identities(std::vector<Word>& words) {
  std::fill(names_.begin(), names_.end(), 0);
  Word next = 1;
  const auto take = [&](Register word) {
    if (words[word] <= 0) return;
    Word& name = names_[static_cast<std::size_t>(words[word])];
    if (name == 0) name = next++;
  };
  for_each_word(plan_.server_identities, words.data(), take);
  for (const ClientBlock& block : plan_.blocks)
    for (const NamedWord& own : block.identities) take(own.word);
  if (!plan_.by_member.empty()) rename_loose_members(words, names_, next);
  for (const Register word : plan_.identities)
    if (words[word] > 0) words[word] = names_[static_cast<std::size_t>(words[word])];
  for (const std::uint32_t index : plan_.by_member) sort_members(plan_.layout.containers[index], words.data());
}

/// From the order of the clients on.
bool NormalForm::order_sorted(Word* words, bool entangled_ties, Renaming& renaming) {
  arrange(words, renaming, best_);
  name_identities(best_);
  if (entangled_ties)
    for (const auto& group : plan_.rules.interchangeable)
      if (group.size() > 1) try_ties(group, words, renaming);
  return take_best(words);
}

/// Tries the other orders of clients with equal keys and keeps the least result. Ties of more than one kind of client
/// at once are tried kind after kind until nothing gets smaller.
bool NormalForm::try_ties(const std::vector<language::ClientIndex>& group, const Word* words, Renaming& renaming) {
  std::vector<language::ClientIndex> by_place(group.size());
  for (const language::ClientIndex client : group) {
    const auto place = std::find(group.begin(), group.end(), renaming[client]) - group.begin();
    by_place[static_cast<std::size_t>(place)] = client;
  }
  std::vector<language::ClientIndex> trial = by_place;
  std::sort(trial.begin(), trial.end());
  bool better = false;
  do {
    bool in_order = true;
    for (std::size_t place = 0; place < trial.size(); ++place)
      in_order = in_order && clients_.are_alike(trial[place], by_place[place]);
    if (!in_order) continue;
    Renaming other = renaming;
    for (std::size_t place = 0; place < trial.size(); ++place)
      other[trial[place]] = static_cast<std::uint8_t>(group[place]);
    arrange(words, other, candidate_);
    name_identities(candidate_);
    if (candidate_ < best_) {
      best_ = candidate_;
      renaming = other;
      better = true;
    }
  } while (std::next_permutation(trial.begin(), trial.end()));
  return better;
}

void NormalForm::order(Word* words, Unit* packed, Renaming& renaming) {
  set_no_exchange(renaming);
  const bool entangled_ties = plan_.sorts && clients_.sort(words, packed, renaming);
  if (!plan_.names_follow_places || entangled_ties) {
    const bool changed = plan_.sorts ? order_sorted(words, entangled_ties, renaming) : order(words, renaming);
    if (changed) plan_.packing.try_pack(words, packed);
    return;
  }
  Renaming by_place{};
  bool are_moved = false;
  for (std::size_t client = 0; client < plan_.blocks.size(); ++client) {
    by_place[renaming[client]] = static_cast<std::uint8_t>(client);
    are_moved = are_moved || renaming[client] != client;
  }
  const bool are_renamed = find_names(words, by_place);
  if (!are_renamed && !are_moved) return;
  put_servers_names(words, renaming, are_renamed, are_moved, packed);
  put_blocks(words, renaming, by_place, packed);
}

/// As `rename_identities` does, but the clients stand where they stood before. False: all have their names.
bool NormalForm::find_names(const Word* words, const Renaming& by_place) {
  std::uint64_t named = 0;
  Word next = 1;
  bool are_renamed = false;
  const auto take = [&](Register word) {
    if (words[word] <= 0) return;
    const std::uint64_t bit = std::uint64_t{1} << static_cast<std::uint32_t>(words[word]);
    if ((named & bit) != 0) return;
    named |= bit;
    are_renamed = are_renamed || words[word] != next;
    names_[static_cast<std::size_t>(words[word])] = next++;
  };
  for_each_word(plan_.server_identities, words, take);
  for (std::size_t place = 0; place < plan_.blocks.size(); ++place)
    for (const NamedWord& own : plan_.blocks[by_place[place]].identities) take(own.word);
  return are_renamed;
}

void NormalForm::put_servers_names(const Word* words, const Renaming& renaming, bool are_renamed, bool are_moved,
                                   Unit* packed) const {
  const auto put = [&](Register word, Word name) {
    if (name != words[word]) plan_.packing.put_word(packed, word, name);
  };
  if (are_renamed)
    for_each_word(plan_.server_identities, words, [&](Register word) {
      if (words[word] > 0) put(word, names_[static_cast<std::size_t>(words[word])]);
    });
  if (are_moved)
    for_each_word(plan_.server_clients, words, [&](Register word) {
      if (words[word] >= 0) put(word, renaming[static_cast<std::size_t>(words[word])]);
    });
}

/// All clients' words, where they are to stand.
void NormalForm::put_blocks(const Word* words, const Renaming& renaming, const Renaming& by_place, Unit* packed) {
  const Packing& packing = plan_.packing;
  Unit* bits = blocks_.data();
  for (std::size_t place = 0; place < plan_.blocks.size(); ++place) {
    const ClientBlock& block = plan_.blocks[by_place[place]];
    for (std::size_t strip = 0; strip < block.strips.size(); ++strip)
      bits[strip] = bits_at(packed, block.strips[strip]) & block.plain_bits[strip];
    for (const auto [word, strip] : block.identities) {
      const Word name = words[word] > 0 ? names_[static_cast<std::size_t>(words[word])] : words[word];
      bits[strip] |= packing.bits_in_strip(word, name);
    }
    for (const auto [word, strip] : block.clients) {
      const Word name = words[word] >= 0 ? renaming[static_cast<std::size_t>(words[word])] : words[word];
      bits[strip] |= packing.bits_in_strip(word, name);
    }
    bits += block.strips.size();
  }
  const Unit* from = blocks_.data();
  for (const ClientBlock& block : plan_.blocks)
    for (const BitRange strip : block.strips) put_bits(packed, strip, *from++);
}

}  // namespace interlock::machine
