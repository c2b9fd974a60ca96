#include "engine/machine/symbolic/zone.hpp"

#include <algorithm>

namespace interlock::machine {

bool Zone::allows(std::size_t left, std::size_t right, Bound bound) const {
  return !is_empty_ && this->bound(right, left) + bound >= Bound::at_most(0);
}

void Zone::meet(std::size_t left, std::size_t right, Bound wanted) {
  if (is_empty_ || wanted >= bound(left, right)) return;
  if (!allows(left, right, wanted)) {
    is_empty_ = true;
    return;
  }
  at(left, right) = wanted;
  // Whatever gets sharper does so by way of the new bound.
  for (std::size_t from = 0; from < size_; ++from) {
    const Bound there = bound(from, left) + wanted;
    if (there.is_none()) continue;
    for (std::size_t to = 0; to < size_; ++to) at(from, to) = std::min(bound(from, to), there + bound(right, to));
  }
}

void Zone::pass(std::span<const std::size_t> moving) {
  const auto loosen = [&](std::size_t moves) {
    for (std::size_t stays = 1; stays < size_; ++stays)
      if (std::find(moving.begin(), moving.end(), stays) == moving.end()) at(moves, stays) = Bound::none();
  };
  loosen(now_moment);
  for (const std::size_t moment : moving) loosen(moment);
}

void Zone::add_moment(std::int64_t low, std::int64_t high) {
  std::vector<MomentSource> moments;
  for (std::size_t moment = 1; moment < size_; ++moment) moments.push_back({moment, 0});
  moments.push_back({now_moment, 0});
  const std::size_t last = size_;
  *this = arranged(moments);
  for (std::size_t other = 0; other < last; ++other) {
    at(last, other) = at(last, other).moved(high);
    at(other, last) = at(other, last).moved(-low);
  }
}

void Zone::go_back() {
  for (std::size_t moment = 1; moment < size_; ++moment) at(moment, now_moment) = Bound::none();
  close();
}

void Zone::meet(const Zone& other) {
  if (other.is_empty_) is_empty_ = true;
  for (std::size_t left = 0; left < other.size_ && !is_empty_; ++left)
    for (std::size_t right = 0; right < other.size_; ++right) meet(left, right, other.bound(left, right));
}

Zone Zone::hull(const Zone& other) const {
  Zone both = *this;
  for (std::size_t entry = 0; entry < bounds_.size(); ++entry)
    both.bounds_[entry] = std::max(bounds_[entry], other.bounds_[entry]);
  return both;
}

Zone Zone::arranged(std::span<const MomentSource> moments, std::size_t now) const {
  Zone result;
  result.size_ = moments.size() + 1;
  result.is_empty_ = is_empty_;
  result.bounds_.resize(result.size_ * result.size_);
  const auto source = [&](std::size_t moment) {
    return moment == now_moment ? MomentSource{.from = now} : moments[moment - 1];
  };
  for (std::size_t left = 0; left < result.size_; ++left)
    for (std::size_t right = 0; right < result.size_; ++right)
      result.at(left, right) =
          bound(source(left).from, source(right).from).moved(source(left).offset - source(right).offset);
  return result;
}

bool Zone::includes(const Zone& other) const {
  if (other.is_empty_) return true;
  return !is_empty_ && std::equal(bounds_.begin(), bounds_.end(), other.bounds_.begin(),
                                  [](Bound mine, Bound theirs) { return mine >= theirs; });
}

void Zone::close() {
  for (std::size_t by = 0; by < size_; ++by)
    for (std::size_t from = 0; from < size_; ++from)
      for (std::size_t to = 0; to < size_; ++to)
        at(from, to) = std::min(bound(from, to), bound(from, by) + bound(by, to));
}

/// The age of a moment x is now - x; the bound on x - y is one on the age of y less the age of x.
Bound Zone::widened(std::size_t left, std::size_t right, std::span<const AskedOfMoment> asked) const {
  const Bound old = bound(left, right);
  if (old.is_none() || left == right) return old;
  // Of both: the least that the age can be, and for how long it is told from a longer one.
  const auto of = [&](std::size_t moment) { return moment == now_moment ? AskedOfMoment{} : asked[moment - 1]; };
  const AskedOfMoment older = of(right);
  const AskedOfMoment younger = of(left);
  if (left != now_moment && right != now_moment && older.apart >= 0 && younger.apart >= 0) {
    const std::int64_t apart = std::max(older.apart, younger.apart);
    if (old > Bound::at_most(apart)) return Bound::none();
    return std::max(old, Bound::below(-apart));
  }
  const auto is_over = [&](std::size_t moment, std::int64_t span) {
    return moment != now_moment && bound(moment, now_moment) < Bound::at_most(-span);
  };
  if (right != now_moment) {
    if (old > Bound::at_most(older.lower + younger.ahead)) return Bound::none();
    if (is_over(right, older.lower)) return Bound::none();
  }
  if (left == now_moment || !is_over(left, younger.upper)) return old;
  return right == now_moment ? std::max(old, Bound::below(-younger.upper)) : Bound::none();
}

void Zone::widen(std::span<const AskedOfMoment> asked) {
  if (is_empty_) return;
  Zone wide = *this;
  for (std::size_t left = 0; left < size_; ++left)
    for (std::size_t right = 0; right < size_; ++right) wide.at(left, right) = widened(left, right, asked);
  if (wide == *this) return;
  wide.close();
  *this = std::move(wide);
}

}  // namespace interlock::machine
