#include "engine/machine/canonical/value_form.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace interlock::machine {

ValueForm::ValueForm(const Layout& layout, const NormalFormRules& rules, const Reductions& reductions)
    : layout_(layout), rules_(rules) {
  instants_ = columns_of(layout, [&](Register word) { return layout.fields[word].role == Role::instant; });
  draws_near_ = reductions.time && rules.pairs.is_known() && !instants_.empty();
  for (std::size_t token_class = 0; token_class < layout.token_classes; ++token_class) {
    tokens_.push_back(columns_of(layout, [&](Register word) {
      const Field& field = layout.fields[word];
      return field.role == Role::token && field.token_class == token_class;
    }));
    if (!tokens_.back().empty() && !rules_.true_gaps[token_class]) ranked_classes_.push_back(token_class);
  }
}

const std::vector<Register>& ValueForm::settle_instants(Word* words) {
  changed_.clear();
  lacks_range_ = false;
  const bool are_ranked = layout_.order_bits > 0;
  if (are_ranked || !lie_near(words)) {
    find_moments(words);
    if (are_ranked) rank_readings(words);
    cap_gaps(words);
  }
  if (draws_near_) draw_near(words);
  return changed_;
}

/// No gap can be wider than the cap where none is between now and any of them. Nearly always that is so.
bool ValueForm::lie_near(const Word* words) const {
  const Word cap = rules_.horizon + 1;
  bool are_near = true;
  for_each_word(instants_, words, [&](Register word) {
    are_near = are_near && ((words[word] >= -cap && words[word] < cap) || !is_ordinary(words[word]));
  });
  return are_near;
}

void ValueForm::find_moments(const Word* words) {
  moments_.clear();
  for_each_word(instants_, words, [&](Register word) {
    if (is_ordinary(words[word])) moments_.emplace_back(words[word] >> layout_.order_bits, word);
  });
}

void ValueForm::cap_gaps(Word* words) {
  std::sort(moments_.begin(), moments_.end());
  const Word cap = rules_.horizon + 1;
  const auto first_ahead = std::find_if(moments_.begin(), moments_.end(), [](const auto& m) { return m.first >= 0; });
  Word before = 0;
  Word moved = 0;
  const auto put = [&](Register word) {
    const Word order = words[word] & (layout_.one_tick() - 1);
    change(words, word, moved * layout_.one_tick() + order);
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
}

/// The points of time that lie behind now, each with the places that its instants stand in, and what does not move: now
/// and what lies ahead.
void ValueForm::draw_near(Word* words) {
  if (!find_points(words)) return;
  find_bodies();
  if (find_moves()) move_points(words);
}

/// False: nothing is behind now.
bool ValueForm::find_points(const Word* words) {
  find_moments(words);
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
Word ValueForm::told(const Point& older, const Point& newer) const {
  Word most = 0;
  for (std::uint64_t left = older.places; left != 0; left &= left - 1)
    for (std::uint64_t right = newer.places; right != 0; right &= right - 1)
      most = std::max(most, rules_.pairs.told(static_cast<std::uint32_t>(std::countr_zero(left)),
                                              static_cast<std::uint32_t>(std::countr_zero(right))));
  return most;
}

/// Points whose distance is told stay as far apart as they are; so does what is not behind now.
void ValueForm::find_bodies() {
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
bool ValueForm::find_moves() {
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

void ValueForm::move_points(Word* words) {
  for (const auto& [at, word] : moments_) {
    const auto is_it = [at = at](const Point& point) { return point.at == at; };
    const auto point = std::find_if(points_.begin(), points_.end(), is_it);
    change(words, word, words[word] + moves_[point->body] * layout_.one_tick());
  }
}

/// The order in which clocks were read counts, and nothing else of it.
void ValueForm::rank_readings(Word* words) {
  const Word last = layout_.one_tick() - 1;
  values_.clear();
  for (const auto& [shown, word] : moments_) values_.push_back(words[word] & last);
  std::sort(values_.begin(), values_.end());
  values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
  for (const auto& [shown, word] : moments_) {
    const auto place = std::lower_bound(values_.begin(), values_.end(), words[word] & last);
    change(words, word, (words[word] & ~last) + static_cast<Word>(place - values_.begin()));
  }
}

const std::vector<Register>& ValueForm::settle_tokens(Word* words) {
  changed_.clear();
  for (const std::size_t token_class : ranked_classes_) rank_tokens(words, token_class);
  return changed_;
}

Word ValueForm::lowest_counter(const Word* words, std::size_t token_class) const {
  Word lowest = INT32_MAX;
  for (const Register word : rules_.counters[token_class])
    if (is_ordinary(words[word])) lowest = std::min(lowest, words[word]);
  return lowest;
}

/// What is written out keeps its value. From there up to the lowest counter gaps are closed; above it they stay as they
/// are.
void ValueForm::rank_tokens(Word* words, std::size_t token_class) {
  std::uint64_t values = 0;  // bit i: there is an i, where all are small; bit 0 says nothing
  Word highest = 0;
  for_each_word(tokens_[token_class], words, [&](Register word) {
    const Word value = std::max(words[word], Word{0});
    highest = std::max(highest, value);
    values |= std::uint64_t{1} << (static_cast<std::uint32_t>(value) & 63U);
  });
  if (highest < 64) return rank_small_tokens(words, token_class, values);
  rank_large_tokens(words, token_class);
}

void ValueForm::rank_small_tokens(Word* words, std::size_t token_class, std::uint64_t values) {
  const Word literal = rules_.highest_literal;
  const Word lowest = std::min(lowest_counter(words, token_class), Word{63});
  if (lowest <= literal) return;
  const auto first = static_cast<std::uint32_t>(literal) + 1;
  const std::uint64_t closed = (values & ~std::uint64_t{0} >> (63U - static_cast<std::uint32_t>(lowest))) >> first;
  if ((closed & (closed + 1)) == 0) return;  // there are no gaps
  std::array<Word, 64> ranks;                // of values up to the lowest counter; the rest is never read
  Word rank = literal;
  Word base = literal;
  for (std::uint64_t left = closed << first; left != 0; left &= left - 1) {
    const Word value = std::countr_zero(left);
    rank += std::min(value - base, rules_.token_gap);
    base = value;
    ranks[static_cast<std::size_t>(value)] = rank;
  }
  if (base == rank) return;  // none is too wide
  for_each_word(tokens_[token_class], words, [&](Register word) {
    const Word value = words[word];
    if (value > literal)
      change(words, word, value <= base ? ranks[static_cast<std::size_t>(value)] : value - base + rank);
  });
}

void ValueForm::rank_large_tokens(Word* words, std::size_t token_class) {
  values_.clear();
  for_each_word(tokens_[token_class], words, [&](Register word) {
    if (words[word] > 0) values_.push_back(words[word]);
  });
  std::sort(values_.begin(), values_.end());
  values_.erase(std::unique(values_.begin(), values_.end()), values_.end());
  const Word lowest = lowest_counter(words, token_class);
  const auto first = std::upper_bound(values_.begin(), values_.end(), rules_.highest_literal);
  const auto closed_end = std::max(first, std::upper_bound(values_.begin(), values_.end(), lowest));
  ranks_.clear();
  Word rank = rules_.highest_literal;
  Word base = rules_.highest_literal;
  for (auto value = first; value != closed_end; ++value) {
    rank += std::min(*value - base, rules_.token_gap);
    base = *value;
    ranks_.push_back(rank);
  }
  if (base == rank) return;  // there are no gaps
  for_each_word(tokens_[token_class], words, [&](Register word) {
    if (words[word] <= rules_.highest_literal) return;
    const auto place = std::lower_bound(first, values_.end(), words[word]);
    const bool is_ranked = place < closed_end;
    change(words, word, is_ranked ? ranks_[static_cast<std::size_t>(place - first)] : words[word] - base + rank);
  });
}

}  // namespace interlock::machine
