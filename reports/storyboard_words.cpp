// The words and places of a storyboard: which lane a call ends in, and what stands beside its arrow.

#include "reports/storyboard.hpp"

#include "reports/words.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace interlock::reports {
namespace {

constexpr std::size_t longest_short_call = 30;

std::uint32_t server_of(const trace::Counterexample& story, const Lane& lane) {
  if (lane.kind == LaneKind::cell) return story.cells[lane.index].server;
  return lane.kind == LaneKind::server ? lane.index : language::nothing;
}

std::vector<std::string> arguments_of(const std::string& text) {
  std::vector<std::string> arguments;
  const std::size_t open = text.find('(');
  if (open == std::string::npos || text.back() != ')') return arguments;
  std::size_t at = open + 1;
  while (at < text.size() - 1) {
    const std::size_t end = std::min(text.find(", ", at), text.size() - 1);
    arguments.push_back(text.substr(at, end - at));
    at = end + 2;
  }
  return arguments;
}

/// "NX", "PX 10s": options, which the table of steps shows in full.
bool is_option(const std::string& argument) {
  const std::string word = argument.substr(0, argument.find(' '));
  return word.size() > 1 &&
         std::all_of(word.begin(), word.end(), [](char letter) { return letter >= 'A' && letter <= 'Z'; });
}

bool names_cell(const trace::Counterexample& story, std::uint32_t server, const std::string& word) {
  return std::any_of(story.cells.begin(), story.cells.end(),
                     [&](const trace::Cell& cell) { return cell.server == server && cell.name == word; });
}

bool mentions(const MadeCall& call, const std::string& cell) {
  const std::vector<std::string> arguments = arguments_of(call.text);
  const bool is_plain = call.text.rfind(cell, 0) == 0;
  return is_plain || std::find(arguments.begin(), arguments.end(), cell) != arguments.end();
}

std::size_t drawn_lanes(const trace::Counterexample& story, const Storyboard& board, std::uint32_t server) {
  return static_cast<std::size_t>(std::count_if(board.lanes.begin(), board.lanes.end(),
                                                [&](const Lane& lane) { return server_of(story, lane) == server; }));
}

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 10 &&
         std::all_of(text.begin(), text.end(), [](char letter) { return letter >= '0' && letter <= '9'; });
}

std::string comparison(const std::string& offered, const std::string& highest) {
  const int left = std::stoi(offered), right = std::stoi(highest);
  if (left > right) return {};
  return offered + (left < right ? " < " : " = ") + highest;
}

}  // namespace

std::optional<std::size_t> client_lane(const Storyboard& board, language::ClientIndex client) {
  for (std::size_t lane = 0; lane < board.lanes.size(); ++lane) {
    if (board.lanes[lane].kind == LaneKind::client && board.lanes[lane].index == client) return lane;
  }
  return std::nullopt;
}

namespace {

/// Of a step that makes no call: what its `when` has done.
std::optional<std::size_t> changed_lane(const trace::Counterexample& story, const Storyboard& board,
                                        std::size_t event_index) {
  if (story.events[event_index].kind != EventKind::call) return std::nullopt;
  for (std::size_t lane = 0; lane < board.lanes.size(); ++lane) {
    if (board.lanes[lane].kind != LaneKind::cell) continue;
    const std::uint32_t cell = board.lanes[lane].index;
    if (!same_look(story.views[event_index].cells[cell], story.views[event_index + 1].cells[cell])) return lane;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::size_t> target_lane(const trace::Counterexample& story, const Storyboard& board,
                                       std::size_t event_index) {
  const trace::Event& event = story.events[event_index];
  if (trace::is_lost_request(event)) return std::nullopt;
  if (event.calls.empty()) return changed_lane(story, board, event_index);
  std::optional<std::size_t> any, touched, mentioned, server;
  for (std::size_t lane = 0; lane < board.lanes.size(); ++lane) {
    if (server_of(story, board.lanes[lane]) != event.calls.front().server) continue;
    if (!any) any = lane;
    if (board.lanes[lane].kind == LaneKind::server) server = lane;
    if (board.lanes[lane].kind != LaneKind::cell) continue;
    const std::uint32_t cell = board.lanes[lane].index;
    if (!same_look(story.views[event_index].cells[cell], story.views[event_index + 1].cells[cell])) return lane;
    const bool is_touched = std::find(event.touches.begin(), event.touches.end(), cell) != event.touches.end();
    if (!touched && is_touched) touched = lane;
    if (!mentioned && mentions(event.calls.front(), story.cells[cell].name)) mentioned = lane;
  }
  if (touched) return touched;
  if (!event.touches.empty() && server) return server;
  return mentioned ? mentioned : any;
}

bool could_go(const Storyboard& board, std::size_t column, language::ClientIndex client) {
  const bool is_framed = board.opening && board.closing && column >= *board.opening && column < *board.closing;
  return is_framed && board.moments[view_after(board.columns[column])][client].could_go;
}

namespace {

/// Has another client taken away what this one held? Then it is not the one who has no right to be there.
bool is_robbed(const trace::Counterexample& story, const Storyboard& board, language::ClientIndex client) {
  std::size_t view = board.moments.size() - 1;
  while (view > 0 && board.moments[view - 1][client].presence == Presence::overhang) --view;
  if (view == 0) return false;
  const trace::Event& event = story.events[view - 1];
  if (event.client == client || event.calls.empty()) return false;
  for (std::size_t cell = 0; cell < story.cells.size(); ++cell) {
    const CellView& before = story.views[view - 1].cells[cell];
    const CellView& after = story.views[view].cells[cell];
    if (before.present && before.owner == client && after.owner != client) return true;
  }
  return false;
}

}  // namespace

bool is_marked(const trace::Counterexample& story, const Storyboard& board, language::ClientIndex client) {
  if (story.events.empty() || story.kind == trace::StoryKind::trap || story.kind == trace::StoryKind::lasso)
    return false;
  if (!story.wrong.empty()) return std::find(story.wrong.begin(), story.wrong.end(), client) != story.wrong.end();
  std::vector<language::ClientIndex> wrong;
  for (const language::ClientIndex blamed : story.blamed) {
    if (board.moments.back()[blamed].presence == Presence::overhang && !is_robbed(story, board, blamed))
      wrong.push_back(blamed);
  }
  if (wrong.empty()) return client == story.events.back().client;
  return std::find(wrong.begin(), wrong.end(), client) != wrong.end();
}

std::string cell_label(const trace::Counterexample& story, const trace::Cell& cell, const CellView& view) {
  const bool is_named = view.owner < story.clients.size();
  if (cell.is_grant && view.present)
    return view.value == "0" ? "no grant yet"
                             : "grant " + view.value + (is_named ? " (" + story.clients[view.owner] + ")" : "");
  const bool owned = !cell.is_token && is_named;
  if (!owned || story.clients[view.owner] == view.value) return view.value;
  std::vector<std::string> owners{shortened(story.clients[view.owner], longest_short_call)};
  for (const language::ClientIndex client : view.shared) owners.push_back(story.clients[client]);
  return view.value + ": " + list_text(owners);
}

std::string member_label(const MemberView& member) {
  return member.score.empty() ? member.member : member.member + " " + member.score;
}

bool is_past_limit(const trace::Cell& cell, std::size_t rank) {
  return cell.limit && cell.shape == language::Shape::ranked && static_cast<std::int64_t>(rank) >= *cell.limit;
}

bool has_rows(const trace::Counterexample& story, const Lane& lane) {
  if (lane.kind != LaneKind::cell) return false;
  const language::Shape shape = story.cells[lane.index].shape;
  return shape != language::Shape::scalar && shape != language::Shape::expiring;
}

std::string short_call(const trace::Counterexample& story, const Storyboard& board, const MadeCall& call) {
  const std::size_t open = call.text.find('(');
  std::string result = shortened(call.text.substr(0, open), longest_short_call);
  const bool names_cells = drawn_lanes(story, board, call.server) > 1;
  for (const std::string& argument : arguments_of(call.text)) {
    const bool is_hidden = is_option(argument) || (!names_cells && names_cell(story, call.server, argument));
    if (!is_hidden && result.size() + argument.size() < longest_short_call) result += " " + argument;
  }
  if (!call.answer.empty()) result += ": " + call.answer;
  return result;
}

std::string without_options(const std::string& call) {
  const std::vector<std::string> arguments = arguments_of(call);
  const std::size_t open = call.find('(');
  if (arguments.empty() || std::none_of(arguments.begin(), arguments.end(), is_option)) return call;
  std::string text;
  for (const std::string& argument : arguments)
    if (!is_option(argument)) text += (text.empty() ? "" : ", ") + argument;
  return call.substr(0, open + 1) + text + ")";
}

std::string refusal(const trace::Counterexample& story, const trace::Event& event, const View& before) {
  if (!event.refused) return {};
  for (const MadeCall& call : event.calls) {
    for (std::size_t cell = 0; cell < story.cells.size(); ++cell) {
      if (!story.cells[cell].is_token || story.cells[cell].server != call.server ||
          !is_number(before.cells[cell].value))
        continue;
      for (const std::string& argument : arguments_of(call.text)) {
        if (is_number(argument)) return comparison(argument, before.cells[cell].value);
      }
    }
  }
  return {};
}

std::optional<LostValue> lost_value(const trace::Counterexample& story, const Storyboard& board, const Column& column,
                                    std::size_t cell) {
  if (story.kind != trace::StoryKind::path || !column.is_end || !shows_step(column)) return std::nullopt;
  const trace::Event& event = story.events[column.last];
  const std::string& highest = story.views[column.last].cells[cell].value;
  const std::optional<std::size_t> target = target_lane(story, board, column.last);
  const bool is_target = target && board.lanes[*target].kind == LaneKind::cell && board.lanes[*target].index == cell;
  if (event.refused || !is_target || !story.cells[cell].is_token || !is_number(highest)) return std::nullopt;
  // What is still there is not lost.
  if (story.views[column.last + 1].cells[cell].value == highest) return std::nullopt;
  for (const MadeCall& call : event.calls) {
    if (call.refused || call.server != story.cells[cell].server) continue;
    for (const std::string& argument : arguments_of(call.text)) {
      if (is_number(argument) && std::stoi(argument) < std::stoi(highest))
        return LostValue{highest, comparison(argument, highest)};
    }
  }
  return std::nullopt;
}

std::string crash_note(const trace::Counterexample& story, std::size_t event_index) {
  const bool stays_stuck = story.kind == trace::StoryKind::trap || story.kind == trace::StoryKind::lasso;
  const trace::Event& event = story.events[event_index];
  if (!stays_stuck || !forgets_all(event) || event.client >= story.clients.size()) return {};
  const std::string& id = story.views[event_index].clients[event.client].id;
  const auto is_it = [&id](const MemberView& member) { return member.member == id; };
  const auto holds_it = [&](const CellView& cell) {
    return (cell.present && cell.value == id) || std::any_of(cell.members.begin(), cell.members.end(), is_it);
  };
  const std::vector<CellView>& cells = story.views.back().cells;
  if (id.empty() || std::none_of(cells.begin(), cells.end(), holds_it)) return {};
  return "only " + story.clients[event.client] + " knew " + id;
}

std::string identities(const trace::Counterexample& story, const Storyboard& board) {
  std::set<std::pair<std::size_t, std::string>> known;  // shorter names first: they are older
  std::map<std::string, std::string> owners;
  for (const Lane& lane : board.lanes) {
    if (lane.kind != LaneKind::cell) continue;
    for (const View& view : story.views) {
      for (const MemberView& member : view.cells[lane.index].members) {
        if (member.owner >= story.clients.size() || member.member == story.clients[member.owner]) continue;
        known.emplace(member.member.size(), member.member);
        owners.emplace(member.member, story.clients[member.owner]);
      }
    }
  }
  std::string result;
  for (const auto& [size, name] : known) result += (result.empty() ? "" : ", ") + name + " is " + owners[name];
  return result;
}

bool is_refused_write(const trace::Event& event) { return event.refused && (event.writes || event.touches.empty()); }

}  // namespace interlock::reports
