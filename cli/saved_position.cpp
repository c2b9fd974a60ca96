#include "cli/saved_position.hpp"

#include <charconv>
#include <iterator>
#include <limits>

#include <fmt/format.h>

#include "cli/checksum.hpp"

namespace interlock::cli {
namespace {

using explore::Checkpoint;
using explore::Finding;
using explore::Level;
using explore::Place;

constexpr std::string_view seal = "checksum ";

/// Takes words off the front of a text. Once one is not as it should be, `is_good` is false for ever.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  std::string_view next() {
    const std::size_t begin = rest_.find_first_not_of(" \n");
    if (begin == std::string_view::npos) return fail();
    const std::size_t end = std::min(rest_.find_first_of(" \n", begin), rest_.size());
    const std::string_view word = rest_.substr(begin, end - begin);
    rest_.remove_prefix(end);
    return word;
  }

  void expect(std::string_view word) {
    if (next() != word) fail();
  }

  template <class Number>
  void read(Number& number) {
    const std::string_view word = next();
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) fail();
  }

  void read(explore::ActionId& action) {
    std::uint32_t number = 0;
    read(number);
    action = explore::ActionId{number};
  }

  /// The number of things that follow: each takes two characters at least.
  std::size_t read_count() {
    std::size_t count = 0;
    read(count);
    if (count > rest_.size() / 2) fail();
    return is_good_ ? count : 0;
  }

  bool is_good() const { return is_good_; }

 private:
  std::string_view fail() {
    is_good_ = false;
    rest_ = {};
    return {};
  }

  std::string_view rest_;
  bool is_good_ = true;
};

void read_levels(Words& words, Checkpoint& checkpoint) {
  words.expect("levels");
  checkpoint.levels.resize(words.read_count());
  for (Level& level : checkpoint.levels) {
    words.read(level.faults);
    words.read(level.steps);
    words.read(level.first);
    words.read(level.end);
  }
}

void read_findings(Words& words, Checkpoint& checkpoint) {
  words.expect("findings");
  checkpoint.findings.resize(words.read_count());
  for (Finding& finding : checkpoint.findings) {
    words.read(finding.faults);
    words.read(finding.steps);
    finding.places.resize(words.read_count());
    for (Place& place : finding.places) {
      words.read(place.state);
      words.read(place.action);
    }
  }
}

void read_observed(Words& words, Checkpoint& checkpoint) {
  words.expect("observed");
  checkpoint.observed.resize(words.read_count());
  for (std::uint8_t& one : checkpoint.observed) words.read(one);
}

}  // namespace

std::string sealed(std::string lines) {
  const std::uint64_t checksum = checksum_of(lines);
  return std::move(lines) + fmt::format("{}{:016x}\n", seal, checksum);
}

std::optional<std::string_view> unsealed(std::string_view text) {
  const std::size_t at = text.rfind(seal);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view lines = text.substr(0, at);
  if (text.substr(at) != fmt::format("{}{:016x}\n", seal, checksum_of(lines))) return std::nullopt;
  return lines;
}

std::string to_text(const SavedPosition& position) {
  const Checkpoint& checkpoint = position.checkpoint;
  std::string text = fmt::format("search {}\nbytes {}\nstates {}\nlinks {}\nedges {}\ncuts {}\n", position.search,
                                 position.state_bytes, position.states_checksum, position.links_checksum,
                                 checkpoint.edges, checkpoint.cuts);
  auto end = std::back_inserter(text);
  fmt::format_to(end, "levels {}\n", checkpoint.levels.size());
  for (const Level& level : checkpoint.levels) {
    fmt::format_to(end, "{} {} {} {}\n", level.faults, level.steps, level.first, level.end);
  }
  fmt::format_to(end, "findings {}\n", checkpoint.findings.size());
  for (const Finding& finding : checkpoint.findings) {
    fmt::format_to(end, "{} {} {}", finding.faults, finding.steps, finding.places.size());
    for (const Place& place : finding.places) fmt::format_to(end, " {} {}", place.state, place.action);
    text += '\n';
  }
  fmt::format_to(end, "observed {}", checkpoint.observed.size());
  for (const std::uint8_t one : checkpoint.observed) fmt::format_to(end, " {}", one);
  return sealed(std::move(text) + "\n");
}

std::optional<SavedPosition> read_position(std::string_view text) {
  const std::optional<std::string_view> lines = unsealed(text);
  if (!lines) return std::nullopt;
  SavedPosition position;
  Words words(*lines);
  words.expect("search");
  position.search = words.next();
  words.expect("bytes");
  words.read(position.state_bytes);
  words.expect("states");
  words.read(position.states_checksum);
  words.expect("links");
  words.read(position.links_checksum);
  words.expect("edges");
  words.read(position.checkpoint.edges);
  words.expect("cuts");
  words.read(position.checkpoint.cuts);
  read_levels(words, position.checkpoint);
  read_findings(words, position.checkpoint);
  read_observed(words, position.checkpoint);
  if (!words.is_good() || position.checkpoint.levels.empty()) return std::nullopt;
  return position;
}

}  // namespace interlock::cli
