// Zones of three moments against their twin: the set of all points of a grid. The bounds are small and whole; so fine a
// grid has a point in whatever is not empty, also between strict bounds.

#include "engine/machine/symbolic/zone.hpp"
#include "engine/machine/symbolic/zone_union.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

using namespace interlock::machine;

namespace {

constexpr std::int64_t parts = 4;  // of a unit
constexpr std::int64_t reach = 3 * parts;

/// Of x and y, relative to now, in parts of a unit.
using Point = std::array<std::int64_t, 2>;
using Points = std::set<Point>;

constexpr std::array bounds{Bound::none(),     Bound::at_most(-1), Bound::below(0),
                            Bound::at_most(0), Bound::below(1),    Bound::at_most(1)};

std::int64_t moment(const Point& point, std::size_t which) { return which == 0 ? 0 : point[which - 1]; }

bool meets(const Point& point, std::size_t left, std::size_t right, Bound bound) {
  if (bound.is_none()) return true;
  const std::int64_t apart = moment(point, left) - moment(point, right);
  return bound.is_strict() ? apart < bound.distance() * parts : apart <= bound.distance() * parts;
}

struct Limit {
  std::size_t left;
  std::size_t right;
  Bound bound;
};

constexpr std::array<std::pair<std::size_t, std::size_t>, 6> pairs{{{0, 1}, {1, 0}, {0, 2}, {2, 0}, {1, 2}, {2, 1}}};

/// Zones by number: each has one of the bounds for each pair of moments.
std::vector<Limit> limits_of(std::size_t number) {
  std::vector<Limit> limits;
  for (const auto& [left, right] : pairs) {
    limits.push_back({left, right, bounds[number % bounds.size()]});
    number /= bounds.size();
  }
  return limits;
}
constexpr std::size_t zones = 6 * 6 * 6 * 6 * 6 * 6;

/// Time has passed since y was set, and before that since x was: both lie anywhere behind now, x before y. Then they
/// are moved ahead, and what lies outside of the grid is left out.
Zone zone_of(const std::vector<Limit>& limits) {
  Zone zone = Zone().arranged(std::vector<MomentSource>{{}});
  zone.pass();
  zone = zone.arranged(std::vector<MomentSource>{{1, 0}, {}});
  zone.pass();
  zone = zone.arranged(std::vector<MomentSource>{{1, 3}, {2, 3}});
  for (const std::size_t moment : {1U, 2U}) zone.meet(now_moment, moment, Bound::at_most(3));
  for (const Limit& limit : limits) zone.meet(limit.left, limit.right, limit.bound);
  return zone;
}

Points points_of(const std::vector<Limit>& limits) {
  Points points;
  for (std::int64_t x = -reach; x <= reach; ++x)
    for (std::int64_t y = x; y <= reach; ++y) {
      const Point point{x, y};
      const auto is_met = [&](const Limit& limit) { return meets(point, limit.left, limit.right, limit.bound); };
      if (std::all_of(limits.begin(), limits.end(), is_met)) points.insert(point);
    }
  return points;
}

bool is_in(const Zone& zone, const Point& point) {
  for (std::size_t left = 0; left < zone.size(); ++left)
    for (std::size_t right = 0; right < zone.size(); ++right)
      if (!meets(point, left, right, zone.bound(left, right))) return false;
  return !zone.is_empty();
}

}  // namespace

TEST_CASE("a zone is what meets its bounds, and each bound is the sharpest", "[zone]") {
  for (std::size_t number = 0; number < zones; number += 7) {
    const std::vector<Limit> limits = limits_of(number);
    const Zone zone = zone_of(limits);
    const Points points = points_of(limits);
    REQUIRE(zone.is_empty() == points.empty());
    if (points.empty()) continue;
    for (const Point& point : points) REQUIRE(is_in(zone, point));
    for (const auto& [left, right] : pairs)
      for (const Bound bound : bounds) {
        bool is_met = false;
        for (const Point& point : points) is_met = is_met || meets(point, left, right, bound);
        REQUIRE(zone.allows(left, right, bound) == is_met);
      }
  }
}

TEST_CASE("time passes, moments are set and forgotten, as point by point", "[zone]") {
  for (std::size_t number = 0; number < zones; number += 101) {
    const std::vector<Limit> limits = limits_of(number);
    const Zone zone = zone_of(limits);
    if (zone.is_empty()) continue;
    Zone later = zone;
    later.pass();
    const Zone moved = zone.arranged(std::vector<MomentSource>{{2, 1}, {now_moment, 2}});
    const Zone without = zone.arranged(std::vector<MomentSource>{{2, 0}});
    Points passed;
    std::set<std::int64_t> left;
    for (const Point& point : points_of(limits)) {
      for (std::int64_t time = 0; time <= parts; ++time) passed.insert({point[0] - time, point[1] - time});
      REQUIRE(is_in(moved, {point[1] + parts, 2 * parts}));
      left.insert(point[1]);
    }
    for (const Point& point : passed) REQUIRE(is_in(later, point));
    REQUIRE(!moved.allows(2, now_moment, Bound::below(2)));
    const auto is_left = [&](std::int64_t y) {
      return meets({y, 0}, 1, 0, without.bound(1, 0)) && meets({y, 0}, 0, 1, without.bound(0, 1));
    };
    // Of every second point: then there is one of the grid between it and its neighbour for what was forgotten.
    for (std::int64_t y = -reach; y <= reach; y += 2) REQUIRE(is_left(y) == left.contains(y));
  }
}

TEST_CASE("a moment may go along with now, and one be added, as point by point", "[zone]") {
  constexpr std::array moving{std::size_t{1}};
  for (std::size_t number = 0; number < zones; number += 101) {
    const Zone zone = zone_of(limits_of(number));
    if (zone.is_empty()) continue;
    Zone later = zone;
    later.pass(moving);
    Zone more = zone;
    more.add_moment(-1, 2);
    REQUIRE(more.arranged(std::vector<MomentSource>{{1, 0}, {2, 0}}) == zone);
    REQUIRE(more.bound(3, now_moment) == Bound::at_most(2));
    REQUIRE(more.bound(now_moment, 3) == Bound::at_most(1));
    for (const Point& point : points_of(limits_of(number))) {
      for (std::int64_t time = 0; time <= parts; ++time) REQUIRE(is_in(later, {point[0], point[1] - time}));
      for (const std::int64_t low : {-1, 0, 2}) {
        const Zone there = more.arranged(std::vector<MomentSource>{{3, 0}, {2, 0}});
        REQUIRE(is_in(there, {low * parts, point[1]}));
      }
    }
    // The smallest zone: time changes nothing of what stays, and takes no upper bound away that stays so.
    for (const auto& [left, right] : {std::pair{1, 0}, std::pair{0, 1}, std::pair{2, 0}, std::pair{2, 1}})
      REQUIRE(later.bound(static_cast<std::size_t>(left), static_cast<std::size_t>(right)) ==
              zone.bound(static_cast<std::size_t>(left), static_cast<std::size_t>(right)));
  }
}

TEST_CASE("a zone includes another where all its points are in it", "[zone]") {
  for (std::size_t number = 0; number < zones; number += 331) {
    const Zone zone = zone_of(limits_of(number));
    const Points points = points_of(limits_of(number));
    for (std::size_t other = 0; other < zones; other += 977) {
      const Points others = points_of(limits_of(other));
      const bool includes = std::includes(points.begin(), points.end(), others.begin(), others.end());
      REQUIRE(zone.includes(zone_of(limits_of(other))) == includes);
    }
  }
}

TEST_CASE("what comes to a zone by waiting, as point by point", "[zone]") {
  for (std::size_t number = 0; number < zones; number += 101) {
    const Zone zone = zone_of(limits_of(number));
    if (zone.is_empty()) continue;
    Zone before = zone;
    before.go_back();
    REQUIRE(before.includes(zone));
    for (const Point& point : points_of(limits_of(number)))
      for (std::int64_t time = 0; time <= parts; ++time) REQUIRE(is_in(before, {point[0] + time, point[1] + time}));
    Zone again = before;
    again.pass();
    Zone later = zone;
    later.pass();
    REQUIRE(again.includes(later));
  }
}

TEST_CASE("zones are taken away from each other and joined, as point by point", "[zone]") {
  for (std::size_t number = 0; number < zones; number += 331) {
    const Points points = points_of(limits_of(number));
    const Zone zone = zone_of(limits_of(number));
    for (std::size_t other = 0; other < zones; other += 977) {
      const Points others = points_of(limits_of(other));
      const Zone second = zone_of(limits_of(other));
      const std::vector<Zone> rest = difference(zone, second);
      for (const Point& point : points) {
        const auto holds = std::count_if(rest.begin(), rest.end(), [&](const Zone& one) { return is_in(one, point); });
        REQUIRE(holds == (others.contains(point) ? 0 : 1));
      }
      for (const Zone& one : rest) REQUIRE(zone.includes(one));
      ZoneUnion both;
      REQUIRE(both.add(zone).has_value() == !zone.is_empty());
      both.add(second);
      REQUIRE(both.includes(zone));
      REQUIRE(both.includes(second));
      REQUIRE(both.pieces().size() <= 2);
      for (const Zone& piece : both.pieces())
        for (const Point& point : points_of({}))
          if (is_in(piece, point)) REQUIRE((points.contains(point) || others.contains(point)));
    }
  }
}

TEST_CASE("two zones beside each other are one", "[zone]") {
  const auto between = [](std::int64_t low, Bound high) {
    Zone zone = Zone().arranged(std::vector<MomentSource>{{}});
    zone.pass();
    zone.meet(1, now_moment, Bound::at_most(-low));
    zone.meet(now_moment, 1, high);
    return zone;
  };
  ZoneUnion all;
  all.add(between(0, Bound::below(1)));
  all.add(between(2, Bound::at_most(3)));
  CHECK(all.pieces().size() == 2);
  CHECK_FALSE(all.includes(between(0, Bound::at_most(3))));
  all.add(between(1, Bound::below(2)));
  CHECK(all.pieces() == std::vector<Zone>{between(0, Bound::at_most(3))});
}

TEST_CASE("what is widened loses nothing, and is told from no other by what is asked", "[zone]") {
  const std::vector<AskedOfMoment> asked{{.lower = 0, .upper = 0, .ahead = 3}, {.lower = 1, .upper = -1, .ahead = 3}};
  for (std::size_t number = 0; number < zones; number += 13) {
    const Zone zone = zone_of(limits_of(number));
    Zone wide = zone;
    wide.widen(asked);
    REQUIRE(wide.includes(zone));
    REQUIRE(wide.is_empty() == zone.is_empty());
    if (zone.is_empty()) continue;
    // x is still compared with now; y with what lies a unit behind it, and a unit ahead.
    for (const Bound bound : {Bound::below(0), Bound::at_most(0)}) {
      REQUIRE(wide.allows(1, now_moment, bound) == zone.allows(1, now_moment, bound));
      REQUIRE(wide.allows(now_moment, 1, bound) == zone.allows(now_moment, 1, bound));
    }
    REQUIRE(wide.allows(2, now_moment, Bound::at_most(-1)) == zone.allows(2, now_moment, Bound::at_most(-1)));
    REQUIRE(wide.allows(now_moment, 2, Bound::at_most(-1)) == zone.allows(now_moment, 2, Bound::at_most(-1)));
  }
}
