// Which known name did the writer mean? Distance of Damerau and Levenshtein, in its restricted form:
// insertions, deletions, replacements, and swaps of two neighbours.

#include "engine/language/syntax/diagnostic.hpp"

#include <algorithm>
#include <cctype>
#include <tuple>
#include <utility>

namespace interlock::language {

namespace {

std::string lower(std::string_view name) {
  std::string result(name);
  for (char& letter : result) {
    letter = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return result;
}

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

/// About a third of the letters may be wrong, but never all of them.
std::size_t allowed_distance(std::size_t letters) {
  if (letters <= 1) return 0;
  return std::max<std::size_t>(1, letters / 3);
}

/// Is one the beginning of the other, and long enough to say something?
bool begins(std::string_view a, std::string_view b) {
  const std::size_t shorter = std::min(a.size(), b.size());
  return shorter >= 3 && a.size() != b.size() && a.substr(0, shorter) == b.substr(0, shorter);
}

/// The longest known name that this one begins with, or the shortest that begins with it: DELETE, DEL.
std::optional<std::string> related_name(const std::string& small_name, const std::vector<std::string>& known) {
  std::optional<std::pair<std::size_t, std::string>> best;
  for (const std::string& candidate : known) {
    if (!begins(small_name, lower(candidate))) continue;
    const std::size_t longer = std::max(candidate.size(), small_name.size());
    std::pair rank(longer - std::min(candidate.size(), small_name.size()), candidate);
    if (!best || rank < *best) best = std::move(rank);
  }
  if (!best) return std::nullopt;
  return best->second;
}

}  // namespace

std::optional<std::string> nearest_name(std::string_view name, const std::vector<std::string>& known) {
  const std::size_t allowed = allowed_distance(name.size());
  const std::string small_name = lower(name);
  std::optional<std::tuple<std::size_t, std::size_t, std::string>> best;
  for (const std::string& candidate : known) {
    const std::size_t longer = std::max(candidate.size(), name.size());
    const std::size_t shorter = std::min(candidate.size(), name.size());
    if (candidate == name || longer - shorter > allowed) continue;
    const std::size_t letters_off = distance(small_name, lower(candidate));
    if (letters_off > allowed) continue;
    std::tuple<std::size_t, std::size_t, std::string> rank(letters_off, distance(name, candidate), candidate);
    if (!best || rank < *best) best = std::move(rank);
  }
  if (best && std::get<0>(*best) <= 1) return std::get<2>(*best);
  if (auto related = related_name(small_name, known)) return related;
  if (!best) return std::nullopt;
  return std::get<2>(*best);
}

}  // namespace interlock::language
