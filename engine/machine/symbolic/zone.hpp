#pragma once
// A zone: all ways in which some moments can lie to each other that meet a set of bounds on their differences. The
// matrix of differences (Dill 1989) in its closed form: each bound is the sharpest that follows from all.
//
// There is no moment zero. The first moment is `now`; all is relative.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace interlock::machine {

/// How far a moment may lie behind another at most: twice the distance, and one more where it may lie just as far.
/// So bounds are compared as numbers, and `< c` is sharper than `<= c`.
class Bound {
 public:
  constexpr Bound() = default;
  static constexpr Bound at_most(std::int64_t distance) { return Bound(2 * distance + 1); }
  static constexpr Bound below(std::int64_t distance) { return Bound(2 * distance); }
  static constexpr Bound none() { return {}; }

  constexpr bool is_none() const { return code_ == unlimited; }
  constexpr bool is_strict() const { return code_ % 2 == 0; }
  /// Of a bound that is one.
  constexpr std::int64_t distance() const { return code_ >> 1; }

  /// What holds of x - z where these hold of x - y and y - z.
  friend constexpr Bound operator+(Bound left, Bound right) {
    if (left.is_none() || right.is_none()) return none();
    return Bound((left.code_ & ~std::int64_t{1}) + (right.code_ & ~std::int64_t{1}) + (left.code_ & right.code_ & 1));
  }
  /// Of moments that are moved apart.
  constexpr Bound moved(std::int64_t distance) const { return is_none() ? *this : Bound(code_ + 2 * distance); }
  /// x - y <= c is false where y - x < -c.
  constexpr Bound otherwise() const { return Bound(1 - code_); }

  friend constexpr auto operator<=>(Bound, Bound) = default;

 private:
  explicit constexpr Bound(std::int64_t code) : code_(code) {}
  static constexpr std::int64_t unlimited = std::numeric_limits<std::int64_t>::max();

  std::int64_t code_ = unlimited;
};

inline constexpr std::size_t now_moment = 0;

/// Where a moment of another zone comes from: `offset` behind the moment `from`.
struct MomentSource {
  std::size_t from = now_moment;
  std::int64_t offset = 0;
};

/// Against which spans the age of a moment (how long it is past; below 0: it lies ahead) is still compared. The age
/// counts as longer than `lower` where it is, and as shorter than `upper` where it is; it is never below `-ahead`.
/// `apart`: moments of this kind are compared with each other, up to that distance.
struct AskedOfMoment {
  std::int64_t lower = 0;
  std::int64_t upper = 0;
  std::int64_t ahead = 0;
  std::int64_t apart = -1;  ///< below 0: with now only
};

class Zone {
 public:
  /// Of `now` alone.
  Zone() : bounds_{Bound::at_most(0)}, size_(1) {}

  std::size_t size() const { return size_; }
  bool is_empty() const { return is_empty_; }
  Bound bound(std::size_t left, std::size_t right) const { return bounds_[left * size_ + right]; }

  /// Keeps only what has `left - right` within the bound.
  void meet(std::size_t left, std::size_t right, Bound bound);
  /// Is there anything with `left - right` within the bound?
  bool allows(std::size_t left, std::size_t right, Bound bound) const;
  /// Time passes: as long as it likes. `moving`: other moments that go along with `now`, as what a clock shows that is
  /// off. Where the distances between these are not known, this may take in more: the smallest zone around it.
  void pass(std::span<const std::size_t> moving = {});
  /// One moment more, the last: from `low` to `high` behind `now`.
  void add_moment(std::int64_t low, std::int64_t high);
  /// As long as it likes, backwards: whatever comes to something of this zone by waiting.
  void go_back();
  /// The same of other moments: `now`, then these. Another moment may become `now`.
  Zone arranged(std::span<const MomentSource> moments, std::size_t now = now_moment) const;
  /// Keeps only what `other` allows of the first moments; it has no more of them.
  void meet(const Zone& other);
  /// The smallest zone that has both in it. They are of the same moments, and not empty.
  Zone hull(const Zone& other) const;
  bool includes(const Zone& other) const;
  /// Takes in what no comparison that can still come tells from what is there (Behrmann, Bouyer, Larsen and Pelánek,
  /// 2006, of ages that may be negative; bounds between moments that are compared with each other are only capped). It
  /// may take in more: what it is asked for then is only an answer if it says that something cannot be.
  void widen(std::span<const AskedOfMoment> asked);

  friend bool operator==(const Zone&, const Zone&) = default;
  friend auto operator<=>(const Zone& left, const Zone& right) { return left.bounds_ <=> right.bounds_; }

 private:
  Bound& at(std::size_t left, std::size_t right) { return bounds_[left * size_ + right]; }
  void close();
  Bound widened(std::size_t left, std::size_t right, std::span<const AskedOfMoment> asked) const;

  std::vector<Bound> bounds_;  ///< by rows
  std::size_t size_ = 1;
  bool is_empty_ = false;
};

}  // namespace interlock::machine
