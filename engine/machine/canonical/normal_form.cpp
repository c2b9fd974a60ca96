#include "engine/machine/canonical/normal_form.hpp"

#include "engine/assert.hpp"
#include "engine/machine/canonical/order_of_ids.hpp"

#include <algorithm>
#include <bit>
#include <numeric>

namespace interlock::machine {

NormalForm::NormalForm(const Layout& layout, NormalFormRules rules, const Reductions& reductions)
    : layout_(layout), rules_(std::move(rules)), reductions_(reductions) {
  tokens_.resize(layout.token_classes);
  in_unordered_.assign(layout.fields.size(), false);
  for (std::uint32_t index = 0; index < layout.containers.size(); ++index) {
    const Container& container = layout.containers[index];
    const bool ordered = container.shape == language::Shape::queue || container.shape == language::Shape::ranked;
    if (ordered || layout.fields[container.members].role != Role::identity) continue;
    unordered_.push_back(index);
    for (std::uint32_t slot = 0; slot < container.capacity; ++slot) in_unordered_[container.members + slot] = true;
  }
  for (std::uint32_t word = 0; word < 2 * layout.most_pairs; ++word) in_unordered_[layout.pairs + word] = true;
  for (Register word = 0; word < layout.fields.size(); ++word) {
    const Field& field = layout.fields[word];
    roles_.push_back(field.role);
    if (field.role == Role::instant) instants_.push_back(word);
    if (field.role == Role::token) tokens_[field.token_class].push_back(word);
    if (field.role == Role::client) clients_in_order_.push_back(word);
    if (field.role != Role::identity) continue;
    identities_.push_back(word);
    if (!in_unordered_[word]) identities_in_order_.push_back(word);
  }
  for (std::size_t token_class = 0; token_class < tokens_.size(); ++token_class)
    if (!tokens_[token_class].empty() && !rules_.true_gaps[token_class]) ranked_classes_.push_back(token_class);
  servers_end_ = layout.clients.empty() ? static_cast<Register>(layout.fields.size()) : layout.clients[0].begin;
  keys_.resize(layout.clients.size());
  names_.resize(64);
  for (const auto& group : rules_.interchangeable) sorts_ = sorts_ || group.size() > 1;
  sorts_ = sorts_ && reductions_.symmetry;
  draws_near_ = reductions_.time && rules_.pairs.is_known() && !instants_.empty();
}

bool NormalForm::settle(Word* words) {
  bool changed = !instants_.empty() && cap_instants(words);
  if (draws_near_) changed = draw_near(words) || changed;
  for (const std::size_t token_class : ranked_classes_) changed = rank_tokens(words, token_class) || changed;
  return changed;
}

bool NormalForm::order(Word* words, Renaming& renaming) {
  std::iota(renaming.begin(), renaming.end(), std::uint8_t{0});
  if (sorts_) return sort_clients(words, renaming);
  const bool names = reductions_.ids || layout_.most_pairs > 0;
  if (!names || identities_.empty()) return false;
  best_.assign(words, words + layout_.fields.size());
  name_identities(best_);
  return take_best(words);
}

bool NormalForm::take_best(Word* words) const {
  if (std::equal(best_.begin(), best_.end(), words)) return false;
  std::copy(best_.begin(), best_.end(), words);
  return true;
}

bool NormalForm::cap_instants(Word* words) {
  lacks_range_ = false;
  moments_.clear();
  for (const Register word : instants_)
    if (is_ordinary(words[word])) moments_.emplace_back(words[word] >> layout_.order_bits, word);
  if (moments_.empty()) return false;
  bool changed = layout_.order_bits > 0 && rank_readings(words);
  std::sort(moments_.begin(), moments_.end());
  const Word cap = rules_.horizon + 1;
  const auto first_ahead = std::find_if(moments_.begin(), moments_.end(), [](const auto& m) { return m.first >= 0; });
  Word before = 0;
  Word moved = 0;
  const auto put = [&](Register word) {
    const Word order = words[word] & (layout_.one_tick() - 1);
    const Word capped = moved * layout_.one_tick() + order;
    changed = changed || words[word] != capped;
    words[word] = capped;
  };
  for (auto moment = first_ahead; moment != moments_.end(); ++moment) {
    lacks_range_ = lacks_range_ || moment->first - before >= cap;
    moved += std::min(moment->first - before, cap);
    before = moment->first;
    put(moment->second);
  }
  before = 0;
  moved = 0;
  for (auto moment = first_ahead; moment != moments_.begin();) {
    --moment;
    moved -= std::min(before - moment->first, cap);
    before = moment->first;
    put(moment->second);
  }
  return changed;
}

/// The points of time that lie behind now, each with the places that its instants stand in, and what does not move: now
/// and what lies ahead.
bool NormalForm::draw_near(Word* words) {
  if (!find_points(words)) return false;
  find_bodies();
  return find_moves() && move_points(words);
}

/// False: nothing is behind now.
bool NormalForm::find_points(const Word* words) {
  moments_.clear();
  for (const Register word : instants_)
    if (is_ordinary(words[word])) moments_.emplace_back(words[word] >> layout_.order_bits, word);
  std::sort(moments_.begin(), moments_.end());
  if (moments_.empty() || moments_.front().first >= 0) return false;
  points_.clear();
  const auto take = [&](Word at, std::uint32_t place) {
    if (points_.empty() || points_.back().at != at)
      points_.push_back({at, static_cast<std::uint32_t>(points_.size()), 0});
    points_.back().places |= std::uint64_t{1} << place;
  };
  bool is_behind = true;
  for (const auto& [at, word] : moments_) {
    if (is_behind && at >= 0) take(0, InstantPairs::now);
    is_behind = at < 0;
    take(at, rules_.pairs.place_of(word));
  }
  if (is_behind) take(0, InstantPairs::now);
  return true;
}

/// By how much at most the one is asked to be behind the other.
Word NormalForm::told(const Point& older, const Point& newer) const {
  Word most = 0;
  for (std::uint64_t left = older.places; left != 0; left &= left - 1)
    for (std::uint64_t right = newer.places; right != 0; right &= right - 1)
      most = std::max(most, rules_.pairs.told(static_cast<std::uint32_t>(std::countr_zero(left)),
                                              static_cast<std::uint32_t>(std::countr_zero(right))));
  return most;
}

/// Points whose distance is told stay as far apart as they are; so does what is not behind now.
void NormalForm::find_bodies() {
  for (std::size_t newer = 1; newer < points_.size(); ++newer)
    for (std::size_t older = 0; older < newer; ++older) {
      const bool stands = points_[older].at >= 0;
      if (!stands && points_[newer].at - points_[older].at > told(points_[older], points_[newer])) continue;
      const std::uint32_t from = points_[older].body;
      const std::uint32_t into = points_[newer].body;
      for (Point& point : points_)
        if (point.body == from) point.body = into;
    }
}

/// The shortest ways from now: each body moves as far as all others leave room. False: none moves.
bool NormalForm::find_moves() {
  const std::uint32_t still = points_.back().body;
  moves_.assign(points_.size(), INT32_MAX);
  moves_[still] = 0;
  bool any = false;
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t newer = 1; newer < points_.size(); ++newer)
      for (std::size_t older = 0; older < newer; ++older) {
        const Point& behind = points_[older];
        const Point& before = points_[newer];
        if (behind.body == before.body || moves_[before.body] == INT32_MAX) continue;
        const Word room = moves_[before.body] + before.at - behind.at - told(behind, before) - 1;
        if (room >= moves_[behind.body]) continue;
        moves_[behind.body] = room;
        changed = true;
      }
  }
  for (const Point& point : points_) any = any || moves_[point.body] != 0;
  return any;
}

bool NormalForm::move_points(Word* words) const {
  for (const auto& [at, word] : moments_) {
    const auto is_it = [at = at](const Point& point) { return point.at == at; };
    const auto point = std::find_if(points_.begin(), points_.end(), is_it);
    words[word] += moves_[point->body] * layout_.one_tick();
  }
  return true;
}

/// The order in which clocks were read counts, and nothing else of it.
bool NormalForm::rank_readings(Word* words) {
  const Word last = layout_.one_tick() - 1;
  values_.clear();
  for (const auto& [shown, word] : moments_) values_.push_back(words[word] & last);
  std::sort(values_.begin(), values_.end());
  values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
  bool changed = false;
  for (const auto& [shown, word] : moments_) {
    const auto place = std::lower_bound(values_.begin(), values_.end(), words[word] & last);
    const Word ranked = (words[word] & ~last) + static_cast<Word>(place - values_.begin());
    changed = changed || ranked != words[word];
    words[word] = ranked;
  }
  return changed;
}

bool NormalForm::rank_tokens(Word* words, std::size_t token_class) {
  // Their values in order, each once: there are few.
  values_.clear();
  for (const Register word : tokens_[token_class]) {
    const Word value = words[word];
    if (value <= 0) continue;
    auto place = values_.end();
    while (place != values_.begin() && *(place - 1) > value) --place;
    if (place == values_.begin() || *(place - 1) != value) values_.insert(place, value);
  }
  if (values_.empty()) return false;
  Word lowest_counter = INT32_MAX;
  for (const Register word : rules_.counters[token_class])
    if (is_ordinary(words[word])) lowest_counter = std::min(lowest_counter, words[word]);
  // What is written out keeps its value. From there up to the lowest counter gaps are closed; above it they stay as
  // they are.
  const auto first = std::upper_bound(values_.begin(), values_.end(), rules_.highest_literal);
  const auto closed_end = std::max(first, std::upper_bound(values_.begin(), values_.end(), lowest_counter));
  if (closed_end == first) return false;
  ranks_.clear();
  Word closed = rules_.highest_literal;
  Word base = rules_.highest_literal;
  for (auto value = first; value != closed_end; ++value) {
    closed += std::min(*value - base, rules_.token_gap);
    base = *value;
    ranks_.push_back(closed);
  }
  if (base == closed) return false;  // there are no gaps
  for (const Register word : tokens_[token_class]) {
    if (words[word] <= rules_.highest_literal) continue;
    const auto place = std::lower_bound(first, values_.end(), words[word]);
    words[word] = place < closed_end ? ranks_[static_cast<std::size_t>(place - first)] : closed + (words[word] - base);
  }
  return true;
}

void NormalForm::describe_identity(const Word* words, language::ClientIndex client, Word identity, Key& key) const {
  const ClientWords& block = layout_.clients[client];
  for (const Register word : identities_) {
    if (words[word] != identity) continue;
    if (word < servers_end_ && !in_unordered_[word]) key.seen.push_back(word);
    if (word >= servers_end_ && (word < block.begin || word >= block.end)) key.entangled = true;
  }
  for (const std::uint32_t index : unordered_) {
    const Container& container = layout_.containers[index];
    const std::int32_t slot = find_member(container, words, identity);
    if (slot < 0) continue;
    key.seen.push_back(-2 - static_cast<Word>(index));
    if (container.seconds != no_register && layout_.fields[container.seconds].role == Role::plain)
      key.seen.push_back(words[container.seconds + slot]);
  }
  key.seen.push_back(-1);
}

void NormalForm::describe_client(const Word* words, language::ClientIndex client, Key& key) const {
  const ClientWords& block = layout_.clients[client];
  key.is_whole = false;
  key.own.assign(words + block.begin, words + block.end);
  std::array<Word, 64> names;  // from 1 up to `next`; the rest is never read
  Word next = 1;
  for (std::size_t place = 0; place < key.own.size(); ++place) {
    Word& word = key.own[place];
    const Role role = roles_[block.begin + place];
    if (role == Role::client) word = word >= 0;
    if (role != Role::identity || !reductions_.ids || word <= 0) continue;
    // Named in the order in which they are come across.
    Word name = 1;
    while (name < next && names[static_cast<std::size_t>(name)] != word) ++name;
    if (name == next) names[static_cast<std::size_t>(next++)] = word;
    word = name;
  }
}

void NormalForm::describe_rest(const Word* words, language::ClientIndex client, Key& key) const {
  if (key.is_whole) return;
  key.is_whole = true;
  key.seen.clear();
  key.entangled = false;
  const ClientWords& block = layout_.clients[client];
  for (Register word = block.begin; word < block.end; ++word) {
    if (roles_[word] == Role::client && words[word] >= 0 && words[word] != static_cast<Word>(client))
      key.entangled = true;
    if (roles_[word] == Role::identity && reductions_.ids && words[word] > 0)
      describe_identity(words, client, words[word], key);
  }
  for (const Register word : clients_in_order_) {
    if (words[word] != static_cast<Word>(client)) continue;
    if (word < servers_end_) key.seen.push_back(word);
    if (word >= servers_end_ && (word < block.begin || word >= block.end)) key.entangled = true;
  }
}

void NormalForm::arrange(const Word* words, const Renaming& renaming, std::vector<Word>& into) const {
  into.assign(words, words + layout_.fields.size());
  for (std::size_t client = 0; client < layout_.clients.size(); ++client) {
    if (renaming[client] == client) continue;
    const ClientWords& from = layout_.clients[client];
    const ClientWords& to = layout_.clients[renaming[client]];
    std::copy(words + from.begin, words + from.end, into.begin() + to.begin);
  }
  for (const Register word : clients_in_order_)
    if (into[word] >= 0) into[word] = renaming[static_cast<std::size_t>(into[word])];
}

void NormalForm::rename_loose_members(std::vector<Word>& words, std::vector<Word>& names, Word& next) const {
  // Identities that stand in sets and maps only: those in the same ones, with the same values, are interchangeable.
  std::vector<std::pair<std::vector<Word>, Word>> loose;
  for (const std::uint32_t index : unordered_) {
    const Container& container = layout_.containers[index];
    for (Word slot = 0; slot < words[container.count]; ++slot) {
      const Word member = words[static_cast<std::size_t>(container.members + slot)];
      const bool known = names[static_cast<std::size_t>(member)] != 0 ||
                         std::any_of(loose.begin(), loose.end(), [&](const auto& one) { return one.second == member; });
      if (known) continue;
      std::vector<Word> seen;
      for (const std::uint32_t other : unordered_) {
        const Container& where = layout_.containers[other];
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
  if (reductions_.ids && !identities_.empty()) rename_identities(words);
  if (layout_.most_pairs > 0) tidy_pairs(layout_, identities_, words.data());
}

void NormalForm::rename_identities(std::vector<Word>& words) {
  std::fill(names_.begin(), names_.end(), 0);
  Word next = 1;
  for (const Register word : identities_in_order_) {
    if (words[word] <= 0) continue;
    Word& name = names_[static_cast<std::size_t>(words[word])];
    if (name == 0) name = next++;
  }
  if (!unordered_.empty()) rename_loose_members(words, names_, next);
  for (const Register word : identities_)
    if (words[word] > 0) words[word] = names_[static_cast<std::size_t>(words[word])];
  for (const std::uint32_t index : unordered_) sort_members(layout_.containers[index], words.data());
}

bool NormalForm::comes_before(const Word* words, language::ClientIndex left, language::ClientIndex right) {
  if (keys_[left].own != keys_[right].own) return keys_[left].own < keys_[right].own;
  describe_rest(words, left, keys_[left]);
  describe_rest(words, right, keys_[right]);
  return keys_[left].seen < keys_[right].seen;
}

/// Only of neighbours in the order, which have been compared to their ends where that was needed.
bool NormalForm::are_alike(language::ClientIndex left, language::ClientIndex right) const {
  return keys_[left].own == keys_[right].own && keys_[left].seen == keys_[right].seen;
}

/// True where there are ties that are no true ties: exchanging those clients may show elsewhere.
bool NormalForm::sort_group(const std::vector<language::ClientIndex>& group, const Word* words, Renaming& renaming) {
  for (const language::ClientIndex client : group) describe_client(words, client, keys_[client]);
  std::array<std::uint8_t, most_clients> order{};
  for (std::size_t place = 0; place < group.size(); ++place) {
    const auto client = static_cast<std::uint8_t>(group[place]);
    std::size_t into = place;
    for (; into > 0 && comes_before(words, client, order[into - 1]); --into) order[into] = order[into - 1];
    order[into] = client;
  }
  bool entangled_ties = false;
  for (std::size_t place = 0; place < group.size(); ++place) {
    renaming[order[place]] = static_cast<std::uint8_t>(group[place]);
    if (place > 0 && are_alike(order[place], order[place - 1]) &&
        (keys_[order[place]].entangled || keys_[order[place - 1]].entangled))
      entangled_ties = true;
  }
  return entangled_ties;
}

bool NormalForm::sort_clients(Word* words, Renaming& renaming) {
  bool entangled_ties = false;
  for (const auto& group : rules_.interchangeable)
    if (group.size() > 1) entangled_ties = sort_group(group, words, renaming) || entangled_ties;
  arrange(words, renaming, best_);
  name_identities(best_);
  if (entangled_ties)
    for (const auto& group : rules_.interchangeable)
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
      in_order = in_order && are_alike(trial[place], by_place[place]);
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

}  // namespace interlock::machine
