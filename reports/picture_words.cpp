#include "reports/picture_words.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::reports {
namespace {

constexpr std::size_t full_line_length = 24;
constexpr std::size_t brief_line_length = 17;
constexpr std::size_t most_call_lines = 4;
constexpr std::size_t longest_part = 28;  // of a call: its name, an argument, its answer

std::string clock_text(std::int64_t at) { return (at < 0 ? "-" : "") + language::duration_text(at < 0 ? -at : at); }

/// Cut behind commas and before the answer, never within an argument.
std::vector<std::string> lines_of_call(const MadeCall& call, Wording wording) {
  std::vector<std::string> lines(1);
  const std::size_t call_line_length = wording == Wording::brief ? brief_line_length : full_line_length;
  const std::string text = one_line(wording == Wording::brief ? without_options(call.text) : call.text);
  std::size_t at = 0;
  const auto add = [&](const std::string& whole, std::string_view between) {
    const std::string part = shortened(whole, longest_part);
    const bool fits = lines.back().empty() ||
                      character_count(lines.back()) + between.size() + character_count(part) <= call_line_length;
    if (!fits) lines.emplace_back();
    lines.back() += (lines.back().empty() ? "" : std::string(between)) + part;
  };
  while (at < text.size()) {
    const std::size_t comma = text.find(", ", at);
    const std::size_t end = comma == std::string::npos ? text.size() : comma + 1;
    add(text.substr(at, end - at), " ");
    at = end + (comma == std::string::npos ? 0 : 1);
  }
  if (!call.answer.empty()) add("\u2192 " + one_line(call.answer), " ");
  return lines;
}

/// Of many calls the one that tells most: the last with an answer that is neither nothing nor zero, or the last.
const MadeCall& telling_call(const trace::Event& event) {
  const auto tells = [](const MadeCall& call) { return !call.answer.empty(); };
  const auto found = std::find_if(event.calls.rbegin(), event.calls.rend(), tells);
  return found == event.calls.rend() ? event.calls.back() : *found;
}

std::vector<std::string> lines_of_calls(const trace::Event& event, Wording wording) {
  std::vector<std::string> lines;
  for (const MadeCall& call : event.calls) {
    for (std::string& line : lines_of_call(call, wording)) lines.push_back(std::move(line));
  }
  if (event.calls.empty() && !event.changes.empty())
    lines.push_back(shortened(event.changes.front().name + " = " + event.changes.front().after, 2 * longest_part));
  if (lines.size() <= most_call_lines || event.calls.size() < 2) return lines;
  lines = {fmt::format("{} calls:", event.calls.size())};
  for (std::string& line : lines_of_call(telling_call(event), wording)) lines.push_back(std::move(line));
  return lines;
}

std::vector<std::string> call_lines(const trace::Counterexample& story, const trace::Event& event, const Column& column,
                                    bool is_judged, Wording wording) {
  std::vector<std::string> lines = lines_of_calls(event, wording);
  const std::string reason = refusal(story, event, story.views[column.last]);
  if (!reason.empty() && !is_judged) lines.push_back("refused: " + reason);
  if (column.kind == ColumnKind::polls) lines.push_back(fmt::format("{} times", column.to - column.from + 1));
  return lines;
}

class Writer {
 public:
  Writer(const trace::Counterexample& story, const Storyboard& board, Wording wording) : story_(story), board_(board) {
    words_.wording = wording;
    const std::vector<Words> empty(board.columns.size());
    words_.lanes.assign(board.lanes.size(), empty);
    words_.resumed = words_.lanes;
    words_.target.resize(board.columns.size());
    words_.source.resize(board.columns.size());
  }

  PictureWords written() {
    for (std::size_t column = 0; column < board_.columns.size(); ++column) {
      for (std::size_t lane = 0; lane < board_.lanes.size(); ++lane) write(lane, column);
      write_arrow(column);
    }
    return std::move(words_);
  }

 private:
  void write(std::size_t lane, std::size_t column) {
    switch (board_.lanes[lane].kind) {
      case LaneKind::client: write_client(lane, column); return;
      case LaneKind::cell: write_cell(lane, column); return;
      case LaneKind::server: return;
    }
  }

  void write_client(std::size_t lane, std::size_t column) {
    const language::ClientIndex client = client_of(board_.lanes[lane]);
    const Column& here = board_.columns[column];
    const ClientMoment before = board_.moments[view_before(here)][client],
                       after = board_.moments[view_after(here)][client];
    Words& words = words_.lanes[lane][column];
    words.is_taken = before != after || (here.is_end && is_marked(story_, board_, client));
    const bool is_inside = after.presence == Presence::inside;
    if (is_inside && before.presence != Presence::inside) words.bar = inside_words();
    if (after.presence == Presence::overhang && before.presence != Presence::overhang)
      words.above = is_pushed_out(view_after(here), client) ? "past the limit, does not know" : lost_words();
    if (!after.section.empty() && before.section != after.section) words.bar = after.section;
    words_.resumed[lane][column].bar = is_inside ? inside_words() : after.section;
    const trace::Event& event = story_.events[here.last];
    if (shows_step(here) && event.client == client) {
      words.is_taken = true;
      const std::string note = own_note(event, here.last, client);
      if (!note.empty()) words.above = note;
    }
    write_chance(words, column, client);
  }

  void write_chance(Words& words, std::size_t column, language::ClientIndex client) const {
    const bool before = column > 0 && could_go(board_, column - 1, client);
    const bool now = could_go(board_, column, client);
    if (now != before) words.is_taken = true;
    if (now && !before) words.above += words.above.empty() ? "could go first" : ", could go first";
  }

  /// It is still a member, but others stand before it now.
  bool is_pushed_out(std::size_t view, language::ClientIndex client) const {
    for (std::size_t cell = 0; cell < story_.cells.size(); ++cell) {
      const std::vector<MemberView>& members = story_.views[view].cells[cell].members;
      for (std::size_t rank = 0; rank < members.size(); ++rank) {
        if (members[rank].owner == client && is_past_limit(story_.cells[cell], rank)) return true;
      }
    }
    return false;
  }

  bool is_brief() const { return words_.wording == Wording::brief; }

  std::string inside_words() const { return is_brief() ? "inside" : "inside critical"; }

  std::string lost_words() const { return is_brief() ? "lost it" : "no longer holds it"; }

  std::string leaving_words(const trace::Event& event) const {
    if (is_brief()) return event.enters_critical ? "in and out" : "leaves";
    return event.enters_critical ? "in and out of critical" : "leaves critical";
  }

  /// "finishes its work".
  std::string first_words(const trace::Event& event) const {
    std::string words = event.does.substr(0, event.does.find(", "));
    return is_brief() && words == "finishes its work" ? "work done" : words;
  }

  /// What a step says beside its name: that a client is back after its crash, the clock that it read, what it waits
  /// for.
  std::string step_note(const trace::Event& event, std::size_t index, language::ClientIndex client) const {
    const std::string note = event.is_unheard ? "unheard" : note_of_step(event, index, client);
    if (!event.returns) return note;
    return note.empty() ? "comes back" : "comes back, " + note;
  }

  std::string note_of_step(const trace::Event& event, std::size_t index, language::ClientIndex client) const {
    const std::int64_t offset = story_.views[index + 1].clients[client].clock_offset;
    if (event.reads_clock) return offset == 0 ? "reads clock" : "clock says " + clock_text(event.at + offset);
    const std::string& waits = story_.views[index + 1].clients[client].waits_for;
    if (!waits.empty() && waits != story_.views[index].clients[client].waits_for)
      return "comes to when " + shortened(waits, longest_part);
    if (event.queues) return "queues";
    return event.is_granted && !event.enters_critical && !event.refused ? "is granted" : "";
  }

  std::string fault_words(const trace::Event& event, std::size_t index, language::ClientIndex client) const {
    const language::FaultRule& rule = language::rule_of(*event.struck);
    const std::int64_t offset = story_.views[index + 1].clients[client].clock_offset;
    switch (rule.effect) {
      case language::FaultEffect::holds_up:
        return fmt::format("{} {}", rule.in_lane, language::duration_text(paused_for(story_, index)));
      case language::FaultEffect::ends_rounds: return crash_words(index, client);
      case language::FaultEffect::sets_clock:
        return fmt::format("clock {}{}", offset < 0 ? "" : "+", clock_text(offset));
      case language::FaultEffect::moves_clock:
      case language::FaultEffect::other: break;
    }
    return std::string(trace::words_in_lane(event));
  }

  std::string own_note(const trace::Event& event, std::size_t index, language::ClientIndex client) const {
    switch (event.kind) {
      case EventKind::fault: return fault_words(event, index, client);
      case EventKind::gives_up: return "gives up";
      case EventKind::times_out: return "times out";
      case EventKind::resume: return event.reaches_again ? "reachable" : "goes on";
      case EventKind::arrival: return "its request comes";
      case EventKind::wait_over: return event.leaves_critical ? leaving_words(event) : first_words(event);
      case EventKind::call:
      case EventKind::poll:
      case EventKind::clock:
      case EventKind::begins: return event.leaves_critical ? leaving_words(event) : step_note(event, index, client);
      case EventKind::expiry:
      case EventKind::time: return "";
    }
    return "";
  }

  std::string crash_words(std::size_t index, language::ClientIndex client) const {
    const std::string note = crash_note(story_, index);
    const std::string words = story_.views.back().clients[client].gone ? "crashes for ever" : "crashes";
    return note.empty() ? words : words + "; " + note;
  }

  void write_cell(std::size_t lane, std::size_t column) {
    const std::uint32_t index = board_.lanes[lane].index;
    const Column& here = board_.columns[column];
    const trace::Cell& cell = story_.cells[index];
    const CellView& before = story_.views[view_before(here)].cells[index];
    const CellView& after = story_.views[view_after(here)].cells[index];
    Words& words = words_.lanes[lane][column];
    words.is_taken = !same_look(before, after);
    judge(words, here, lane);
    if (cell.shape != language::Shape::scalar && cell.shape != language::Shape::expiring) {
      write_ranks(lane, column, before, after);
      return;
    }
    if (after.present) words_.resumed[lane][column].bar = cell_label(story_, cell, after);
    if (!words.is_taken) return;
    if (after.present)
      words.bar = cell_label(story_, cell, after);
    else
      words.above = emptied_words(story_.events[here.last]);
    const trace::Event& made = story_.events[here.last];
    if (made.struck && made.client == language::nothing) words.above = trace::words_in_lane(made);
  }

  /// In the lane of a resource that looks at tokens, or should.
  void judge(Words& words, const Column& here, std::size_t lane) const {
    const std::uint32_t cell = board_.lanes[lane].index;
    if (const std::optional<LostValue> lost = lost_value(story_, board_, here, cell)) {
      words.lost = lost->value;
      words.judged = "is lost: " + lost->comparison + ", accepted";
    }
    const bool is_target = shows_step(here) && target_lane(story_, board_, here.last) == lane;
    if (!is_target || !story_.cells[cell].is_token) return;
    const std::string reason = refusal(story_, story_.events[here.last], story_.views[here.last]);
    if (!reason.empty()) words.judged = "refused: " + reason;
  }

  void write_ranks(std::size_t lane, std::size_t column, const CellView& before, const CellView& after) {
    const trace::Cell& drawn = story_.cells[board_.lanes[lane].index];
    const auto at = [&](const CellView& cell, std::size_t rank) {
      if (rank >= cell.members.size()) return std::string();
      return member_label(cell.members[rank]) + (is_past_limit(drawn, rank) ? ", past the limit" : "");
    };
    Words& words = words_.lanes[lane][column];
    Words& resumed = words_.resumed[lane][column];
    for (std::size_t rank = 0; rank < board_.lanes[lane].rows; ++rank) {
      const std::string now = at(after, rank);
      words.ranks.push_back(now == at(before, rank) ? "" : now);
      resumed.ranks.push_back(now);
    }
  }

  void write_arrow(std::size_t column) {
    const Column& here = board_.columns[column];
    if (!shows_step(here)) return;
    const trace::Event& event = story_.events[here.last];
    const std::optional<std::size_t> from = client_lane(board_, event.client);
    const std::optional<std::size_t> to = target_lane(story_, board_, here.last);
    if (!from || !to) return;
    words_.source[column] = from;
    words_.target[column] = to;
    words_.lanes[*from][column].calls =
        call_lines(story_, event, here, !words_.lanes[*to][column].judged.empty(), words_.wording);
    for (std::size_t lane = std::min(*from, *to); lane <= std::max(*from, *to); ++lane)
      words_.lanes[lane][column].is_taken = true;
  }

  const trace::Counterexample& story_;
  const Storyboard& board_;
  PictureWords words_;
};

}  // namespace

PictureWords picture_words(const trace::Counterexample& story, const Storyboard& board, Wording wording) {
  return Writer(story, board, wording).written();
}

std::int64_t paused_for(const trace::Counterexample& story, std::size_t event_index) {
  const language::ClientIndex client = story.events[event_index].client;
  std::int64_t until = story.events[event_index].at;
  for (std::size_t view = event_index + 1; view < story.views.size() && story.views[view].clients[client].paused;
       ++view) {
    until = story.events[view - 1].at;
    // The step that ends a pause comes at its own moment: time has passed up to it.
    if (view < story.events.size() && story.events[view].kind == EventKind::time) until = story.events[view].at;
  }
  return until - story.events[event_index].at;
}

}  // namespace interlock::reports
