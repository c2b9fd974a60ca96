#include "tests/random/shrinking.hpp"

#include "tests/random/words.hpp"

#include <chrono>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace interlock::tests {

namespace {

using Rows = std::vector<std::string>;

Rows rows_of(const std::string& text) {
  Rows rows;
  std::istringstream stream(text);
  for (std::string row; std::getline(stream, row);) rows.push_back(row);
  return rows;
}

std::string text_of(const Rows& rows) {
  std::string text;
  for (const std::string& row : rows) text += row + "\n";
  return text;
}

bool closes(const std::string& row) {
  const std::size_t first = row.find_first_not_of(' ');
  return first != std::string::npos && row[first] == '}';
}

bool opens(const std::string& row) { return !row.empty() && row.back() == '{'; }

/// The row that ends what row `first` opens.
std::size_t end_of_block(const Rows& rows, std::size_t first) {
  int depth = 0;
  for (std::size_t row = first; row < rows.size(); ++row) {
    if (row > first && closes(rows[row])) --depth;
    if (depth == 0 && row > first) return row;
    if (opens(rows[row])) ++depth;
  }
  return rows.size() - 1;
}

Rows without(const Rows& rows, std::size_t from, std::size_t to) {
  Rows rest(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(from));
  rest.insert(rest.end(), rows.begin() + static_cast<std::ptrdiff_t>(to), rows.end());
  return rest;
}

/// A block is left out as a whole, or only its first and last row.
std::vector<Rows> shorter(const Rows& rows, std::size_t row) {
  if (!opens(rows[row]))
    return closes(rows[row]) ? std::vector<Rows>{} : std::vector<Rows>{without(rows, row, row + 1)};
  const std::size_t end = end_of_block(rows, row);
  std::vector<Rows> tries{without(rows, row, end + 1)};
  if (opens(rows[end])) {  // either, if: only one of its parts
    const std::size_t last = end_of_block(rows, end);
    tries.push_back(without(without(rows, end, last + 1), row, row + 1));
    tries.push_back(without(rows, row, last + 1));
  } else {
    tries.push_back(without(without(rows, end, end + 1), row, row + 1));
  }
  return tries;
}

/// With one word in the place of another.
void add_changed_words(const std::string& row, std::vector<std::string>& tries) {
  for (const auto& [from, to] : {std::pair("3s", "1s"), std::pair("2s", "1s"), std::pair("500ms", "1s"),
                                 std::pair("1s", "0s"), std::pair("2", "1")}) {
    std::vector<std::string> words = words_of(row);
    for (std::string& word : words)
      if (word == from) word = to;
    tries.push_back(joined(words));
  }
}

std::vector<std::string> simpler(const std::string& row) {
  std::vector<std::string> tries;
  const auto leave_out = [&](const std::string& part) {
    const std::size_t at = row.find(part);
    if (at != std::string::npos) tries.push_back(row.substr(0, at) + row.substr(at + part.size()));
  };
  const auto cut_before = [&](const std::string& part) {
    const std::size_t at = row.find(part);
    if (at != std::string::npos) tries.push_back(row.substr(0, at) + (opens(row) ? " {" : ""));
  };
  for (const char* part : {" else { return }", " assuming distinct_clocks", "0s..", "1s..", "not "}) leave_out(part);
  for (const char* part : {" under ", ", ", " and ", " or ", " within ", " 1 time", " 2 times", " <= "})
    cut_before(part);
  const std::size_t first = row.find_first_not_of(' ');
  const std::size_t sign = row.find(" = ");
  if (sign != std::string::npos && row.find('(', sign) != std::string::npos) tries.push_back(row.substr(sign + 3));
  if (first != std::string::npos && begins_with(row.substr(first), "if ") && ends_with(row, " { return }"))
    tries.push_back(row.substr(first + 3, row.size() - first - 3 - 11));
  add_changed_words(row, tries);
  std::vector<std::string> others;
  for (const std::string& one : tries)
    if (one != row) others.push_back(one);
  return others;
}

class Shrinker {
 public:
  Shrinker(const RandomText& text, const std::function<bool(const RandomText&)>& is_wrong, unsigned seconds)
      : text_(text), is_wrong_(is_wrong), end_(std::chrono::steady_clock::now() + std::chrono::seconds(seconds)) {}

  RandomText run() {
    bool goes_on = true;
    while (goes_on && has_time()) {
      goes_on = shorten(text_.protocol);
      if (!text_.store.empty()) goes_on = shorten(text_.store) || goes_on;
    }
    return text_;
  }

 private:
  bool has_time() const { return std::chrono::steady_clock::now() < end_; }

  /// `part` is the protocol or the store of `text_`.
  bool is_taken(std::string& part, const Rows& rows) {
    const std::string before = std::exchange(part, text_of(rows));
    if (has_time() && is_wrong_(text_)) return true;
    part = before;
    return false;
  }

  bool shorten(std::string& part) {
    bool any = false;
    for (std::size_t row = rows_of(part).size(); row-- > 0;) {
      const Rows rows = rows_of(part);
      if (row >= rows.size()) continue;
      bool taken = false;
      for (const Rows& fewer : shorter(rows, row)) {
        taken = is_taken(part, fewer);
        if (taken) break;
      }
      for (std::size_t which = 0; !taken && which < simpler(rows[row]).size(); ++which) {
        Rows changed = rows;
        changed[row] = simpler(rows[row])[which];
        taken = is_taken(part, changed);
      }
      any = any || taken;
    }
    return any;
  }

  RandomText text_;
  const std::function<bool(const RandomText&)>& is_wrong_;
  std::chrono::steady_clock::time_point end_;
};

}  // namespace

RandomText shrunk(const RandomText& text, const std::function<bool(const RandomText&)>& is_wrong, unsigned seconds) {
  return Shrinker(text, is_wrong, seconds).run();
}

}  // namespace interlock::tests
