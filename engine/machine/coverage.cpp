#include "engine/machine/coverage.hpp"

#include "engine/assert.hpp"

#include <algorithm>
#include <utility>

namespace interlock::machine {

void Coverage::add(const std::vector<std::uint8_t>& marks) {
  INTERLOCK_ASSERT(marks.size() == marks_.size(), "what was reached is of this machine");
  for (std::size_t part = 0; part < marks.size(); ++part) marks_[part] |= marks[part];
}

std::vector<language::Place> Coverage::unreached_parts() const {
  std::vector<bool> is_assert(tables_.parts.size(), false);
  for (const auto& [name, part] : tables_.assert_parts) is_assert[part] = true;
  std::vector<language::Place> places;
  for (std::size_t part = 0; part < tables_.parts.size(); ++part)
    if (marks_[part] == 0 && !is_assert[part]) places.push_back(tables_.parts[part]);
  std::sort(places.begin(), places.end(),
            [](const auto& a, const auto& b) { return std::pair(a.line, a.column) < std::pair(b.line, b.column); });
  return places;
}

bool Coverage::came_to_assert(const std::string& name) const {
  if (tables_.forbidden.contains(name)) return true;
  const auto [first, last] = tables_.assert_parts.equal_range(name);
  return std::any_of(first, last, [&](const auto& one) { return marks_[one.second] != 0; });
}

}  // namespace interlock::machine
