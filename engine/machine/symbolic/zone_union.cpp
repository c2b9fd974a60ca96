#include "engine/machine/symbolic/zone_union.hpp"

#include <algorithm>
#include <utility>

namespace interlock::machine {

namespace {

/// There is a distance between two moments that no two of them have in both. They may be apart without that.
bool are_seen_apart(const Zone& one, const Zone& other) {
  for (std::size_t from = 0; from < one.size(); ++from)
    for (std::size_t to = 0; to < one.size(); ++to)
      if (from != to && !one.allows(from, to, other.bound(from, to))) return true;
  return false;
}

}  // namespace

std::vector<Zone> difference(const Zone& whole, const Zone& part) {
  if (whole.is_empty()) return {};
  if (part.includes(whole)) return {};
  if (part.is_empty() || are_seen_apart(whole, part)) return {whole};
  Zone left = whole;
  left.meet(part);
  if (left.is_empty()) return {whole};
  std::vector<Zone> pieces;
  left = whole;
  for (std::size_t one = 0; one < whole.size(); ++one)
    for (std::size_t other = 0; other < whole.size(); ++other) {
      const Bound bound = part.bound(one, other);
      if (bound >= left.bound(one, other)) continue;
      Zone beyond = left;
      beyond.meet(other, one, bound.otherwise());
      if (!beyond.is_empty()) pieces.push_back(std::move(beyond));
      left.meet(one, other, bound);
    }
  return pieces;
}

bool ZoneUnion::includes(const Zone& zone) const {
  const auto has_it = [&](const Zone& piece) { return piece.includes(zone); };
  return std::any_of(pieces_.begin(), pieces_.end(), has_it) || without(zone).empty();
}

std::vector<Zone> ZoneUnion::without(const Zone& zone) const {
  if (zone.is_empty()) return {};
  std::vector<Zone> left{zone};
  for (const Zone& piece : pieces_) {
    std::vector<Zone> next;
    for (const Zone& one : left)
      for (Zone& rest : difference(one, piece)) next.push_back(std::move(rest));
    left = std::move(next);
    if (left.empty()) break;
  }
  return left;
}

std::optional<Zone> ZoneUnion::add(Zone zone) {
  if (includes(zone)) return std::nullopt;
  // Two zones beside each other that are one zone together, again and again.
  for (bool grew = true; grew;) {
    grew = false;
    std::erase_if(pieces_, [&](const Zone& piece) { return zone.includes(piece); });
    for (const Zone& piece : pieces_) {
      Zone both = zone.hull(piece);
      const std::vector<Zone> beside = difference(both, piece);
      const bool is_whole =
          std::all_of(beside.begin(), beside.end(), [&](const Zone& rest) { return difference(rest, zone).empty(); });
      if (!is_whole) continue;
      zone = std::move(both);
      grew = true;
      break;
    }
  }
  pieces_.push_back(zone);
  return zone;
}

}  // namespace interlock::machine
