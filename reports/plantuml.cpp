#include "reports/plantuml.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "reports/owners.hpp"
#include "reports/picture_layout.hpp"
#include "reports/storyboard.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <map>

namespace interlock::reports {
namespace {

/// What PlantUML takes for a line end or for markup is another letter.
std::string plain_text(std::string_view text) {
  std::string result;
  for (const char letter : one_line(text)) {
    const bool is_pair = !result.empty() && result.back() == letter && std::string_view("_-/").find(letter) < 3;
    if (letter == '"')
      result += '\'';
    else if (letter == '\\' || letter == '~' || letter == '*' || letter == '<' || letter == '>' || is_pair)
      result += fmt::format("<U+{:04X}>", static_cast<unsigned>(letter));
    else
      result += letter;
  }
  return result;
}

std::string quoted_text(std::string_view text) { return '"' + plain_text(text) + '"'; }

std::string presence_text(const ClientMoment& moment) {
  if (moment.paused) return "paused";
  switch (moment.presence) {
    case Presence::idle: return "idle";
    case Presence::in_round: return moment.section.empty() ? "in its round" : "in " + moment.section;
    case Presence::inside: return "inside critical";
    case Presence::overhang: return "inside, and no longer holds it";
    case Presence::dead: return "crashed";
  }
  return "idle";
}

class TimingDiagram {
 public:
  explicit TimingDiagram(const trace::Counterexample& story) : story_(story), board_(storyboard(story)) {}

  std::string text() {
    text_ = "@startuml\ntitle " + plain_text(story_.headline) + "\nscale 1 as 90 pixels\nhide time-axis\n";
    if (board_.columns.empty()) return text_ + "@enduml\n";
    text_ += "concise \"time\" as clock\n";
    for (std::size_t lane = 0; lane < board_.lanes.size(); ++lane) {
      const Lane& drawn = board_.lanes[lane];
      const std::string name = drawn.head.empty() ? drawn.name : fmt::format("{} ({})", drawn.name, drawn.head);
      text_ += fmt::format("{} {} as lane{}\n", drawn.kind == LaneKind::client ? "robust" : "concise",
                           quoted_text(name), lane);
    }
    add_states(0, board_.first_view, "start");
    for (std::size_t column = 0; column < board_.columns.size(); ++column) add_column(column);
    const std::size_t end = board_.columns.size();
    if (!has_loop()) {
      const bool is_good = story_.kind == trace::StoryKind::witness;
      text_ += fmt::format("highlight {} to {} {} : {}\n", end, end + 1, is_good ? "#def3e4" : "#fde3e1",
                           plain_text(end_label(story_)));
    }
    text_ += fmt::format("@{}\nclock is {}\n", end + 1, quoted_text(has_loop() ? "and again" : "end"));
    return text_ + "@enduml\n";
  }

 private:
  bool has_loop() const { return board_.closing.has_value(); }

  void add_column(std::size_t index) {
    const Column& column = board_.columns[index];
    add_states(index + 1, view_after(column), moment_text_of(column));
    if (column.kind != ColumnKind::step && column.kind != ColumnKind::polls) return;
    const trace::Event& event = story_.events[column.last];
    const auto from = event.client < story_.clients.size() ? client_lane(board_, event.client) : std::nullopt;
    const auto to = target_lane(story_, board_, column.last);
    if (!from || !to || event.calls.empty()) return;
    const std::string call = short_call(story_, board_, event.calls.back());
    text_ += fmt::format("lane{} -> lane{} : {}\n", *from, *to, plain_text(call));
  }

  std::string moment_text_of(const Column& column) const {
    if (column.kind == ColumnKind::edge) return column.first < story_.events.size() ? "loop" : "back";
    const std::string moment = language::duration_text(column.at);
    if (column.kind == ColumnKind::gap) return language::duration_text(column.passed) + " pass";
    if (column.from == column.to) return fmt::format("{}: {}", column.to, moment);
    return fmt::format("{}-{}: {}", column.from, column.to, moment);
  }

  /// What has changed since the column before.
  void add_states(std::size_t time, std::size_t view, const std::string& moment) {
    text_ += fmt::format("@{}\nclock is {}\n", time, quoted_text(moment));
    for (std::size_t lane = 0; lane < board_.lanes.size(); ++lane) {
      const std::string now = state_text(board_.lanes[lane], view);
      const auto [known, is_new] = shown_.emplace(lane, now);
      if (!is_new && known->second == now) continue;
      known->second = now;
      text_ += fmt::format("lane{} is {}\n", lane, quoted_text(now));
    }
  }

  std::string state_text(const Lane& lane, std::size_t view) const {
    if (lane.kind == LaneKind::client) return presence_text(board_.moments[view][lane.index]);
    if (lane.kind == LaneKind::server) return "-";
    const CellView& cell = story_.views[view].cells[lane.index];
    if (cell.members.empty()) return cell_label(story_, story_.cells[lane.index], cell);
    std::string text;
    for (const MemberView& member : cell.members) text += (text.empty() ? "" : ", ") + member_label(member);
    return text;
  }

  const trace::Counterexample& story_;
  Storyboard board_;
  std::string text_;
  std::map<std::size_t, std::string> shown_;
};

}  // namespace

std::string timeline_plantuml(const trace::Counterexample& told) {
  const trace::Counterexample story = with_last_owners(told);
  return TimingDiagram(story).text();
}

}  // namespace interlock::reports
