#include "reports/storyboard.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "reports/loop_words.hpp"
#include "reports/presence.hpp"
#include "reports/words.hpp"

#include <algorithm>

namespace interlock::reports {
namespace {

constexpr std::size_t most_columns = 40;
constexpr std::size_t longest_name = 26;  // of a lane

bool is_leading_fault(const trace::Counterexample& story, std::size_t index) {
  for (std::size_t event = 0; event <= index; ++event) {
    const auto struck = story.events[event].struck;
    if (!struck || !language::rule_of(*struck).comes_first) return false;
  }
  return true;
}

bool same_members(const std::vector<MemberView>& left, const std::vector<MemberView>& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(), [](const MemberView& a, const MemberView& b) {
    return a.member == b.member && a.score == b.score && a.owner == b.owner;
  });
}

bool same_calls(const trace::Event& left, const trace::Event& right) {
  return std::equal(left.calls.begin(), left.calls.end(), right.calls.begin(), right.calls.end(),
                    [](const MadeCall& a, const MadeCall& b) { return a.text == b.text && a.answer == b.answer; });
}

/// An answer that this client has not just had from the same call: what it does next may depend on it.
bool has_news(const trace::Counterexample& story, std::size_t index) {
  const trace::Event& event = story.events[index];
  if (event.calls.empty()) return false;
  for (std::size_t earlier = index; earlier-- > 0;) {
    const trace::Event& other = story.events[earlier];
    if (other.client == event.client && other.step == event.step) return !same_calls(event, other);
  }
  return true;
}

bool same_cells(const View& left, const View& right) {
  return std::equal(left.cells.begin(), left.cells.end(), right.cells.begin(), right.cells.end(), same_look);
}

bool is_cause(const trace::Counterexample& story, std::size_t event) {
  return std::find(story.cause.begin(), story.cause.end(), event) != story.cause.end();
}

Column column_of(const trace::Counterexample& story, std::size_t index) {
  const trace::Event& event = story.events[index];
  Column column;
  column.kind = event.kind == EventKind::time ? ColumnKind::gap : ColumnKind::step;
  column.first = column.last = index;
  column.from = column.to = event.number;
  column.at = event.at;
  column.passed = event.passed;
  column.is_cause = is_cause(story, index);
  column.is_end = index + 1 == story.events.size() && story.kind != trace::StoryKind::lasso;
  return column;
}

/// `view`: where the loop begins, or where it is back.
Column edge_at(const trace::Counterexample& story, std::size_t view) {
  Column column;
  column.kind = ColumnKind::edge;
  column.first = view;
  column.last = std::min(view, story.events.size() - 1);
  column.at = view == 0 ? 0 : story.events[view - 1].at;
  return column;
}

void join(Column& into, const Column& next, ColumnKind kind) {
  into.kind = kind;
  into.last = next.last;
  if (into.from == 0) into.from = next.from;
  if (next.to != 0) into.to = next.to;
  into.at = next.at;
  into.passed += next.passed;
}

/// Does somebody begin to be able to go on, or stop?
bool begins_or_ends_could_go(const Storyboard& board, std::size_t before, std::size_t after) {
  return !std::equal(board.moments[before].begin(), board.moments[before].end(), board.moments[after].begin(),
                     [](const ClientMoment& a, const ClientMoment& b) { return a.could_go == b.could_go; });
}

/// A refused poll that changes nothing for anybody, not even for the one that polls.
bool is_idle_poll(const trace::Counterexample& story, const Storyboard& board, const Column& column) {
  if (!shows_step(column)) return false;
  const trace::Event& event = story.events[column.last];
  if (event.kind != EventKind::poll || !event.refused || event.fault != 0 || column.is_end || column.is_cause)
    return false;
  const std::size_t before = view_before(column), after = view_after(column);
  return same_cells(story.views[before], story.views[after]) && !begins_or_ends_could_go(board, before, after);
}

bool same_poll(const trace::Counterexample& story, const Column& left, const Column& right) {
  const trace::Event& a = story.events[left.last];
  const trace::Event& b = story.events[right.first];
  return a.client == b.client && a.does == b.does;
}

std::vector<Column> all_columns(const trace::Counterexample& story, const Storyboard& board) {
  std::vector<Column> columns;
  const std::size_t loop_start = std::max(story.loop_start, board.first_view);
  for (std::size_t index = board.first_view; index < story.events.size(); ++index) {
    if (has_loop(story) && index == loop_start) columns.push_back(edge_at(story, index));
    const Column next = column_of(story, index);
    if (!columns.empty() && columns.back().kind == ColumnKind::gap && next.kind == ColumnKind::gap) {
      join(columns.back(), next, ColumnKind::gap);
      columns.back().is_end = next.is_end;
    } else if (!columns.empty() && is_idle_poll(story, board, columns.back()) && is_idle_poll(story, board, next) &&
               same_poll(story, columns.back(), next)) {
      join(columns.back(), next, ColumnKind::polls);
    } else {
      columns.push_back(next);
    }
  }
  if (has_loop(story)) columns.push_back(edge_at(story, story.events.size()));
  return columns;
}

bool is_dull(const trace::Counterexample& story, const Storyboard& board, const Column& column) {
  if (!shows_step(column) && column.kind != ColumnKind::dull) return false;
  if (column.is_end || column.is_cause) return false;
  for (std::size_t event = column.first; event <= column.last; ++event) {
    if (story.events[event].fault != 0 || story.events[event].kind == EventKind::expiry) return false;
    if (has_news(story, event)) return false;
  }
  const std::size_t before = view_before(column), after = view_after(column);
  return same_cells(story.views[before], story.views[after]) && board.moments[before] == board.moments[after];
}

std::vector<Column> folded(const trace::Counterexample& story, const Storyboard& board,
                           const std::vector<Column>& columns) {
  std::vector<Column> result;
  for (const Column& column : columns) {
    const bool joins = !result.empty() && is_dull(story, board, column) && is_dull(story, board, result.back());
    if (joins)
      join(result.back(), column, ColumnKind::dull);
    else
      result.push_back(column);
  }
  return result;
}

bool acts(const trace::Counterexample& story, language::ClientIndex client) {
  const auto is_its = [client](const trace::Event& event) { return event.client == client; };
  const auto shows_it = [client](const View& view) {
    return view.clients[client].in_round || view.clients[client].crashed;
  };
  return std::any_of(story.events.begin(), story.events.end(), is_its) ||
         std::any_of(story.views.begin(), story.views.end(), shows_it);
}

std::string signed_duration(std::int64_t offset) {
  return (offset < 0 ? "-" : "+") + language::duration_text(offset < 0 ? -offset : offset);
}

Lane client_lane_of(const trace::Counterexample& story, language::ClientIndex client, std::size_t first_view) {
  Lane lane;
  lane.index = client;
  lane.name = shortened(story.clients[client], longest_name);
  const std::int64_t offset = story.views[first_view].clients[client].clock_offset;
  if (offset != 0) lane.head = "clock " + signed_duration(offset);
  return lane;
}

bool changes(const trace::Counterexample& story, std::size_t cell) {
  for (std::size_t view = 1; view < story.views.size(); ++view) {
    if (!same_look(story.views[view - 1].cells[cell], story.views[view].cells[cell])) return true;
  }
  return false;
}

/// Does a call of the story read or write it?
bool is_touched(const trace::Counterexample& story, std::size_t cell) {
  return std::any_of(story.events.begin(), story.events.end(), [cell](const trace::Event& event) {
    return std::find(event.touches.begin(), event.touches.end(), cell) != event.touches.end();
  });
}

/// What the property looks at, and what a decision depends on; not what stands still all the time.
bool is_drawn(const trace::Counterexample& story, std::size_t cell) {
  const trace::Cell& drawn = story.cells[cell];
  if (changes(story, cell)) return drawn.matters || drawn.is_asked;
  return drawn.is_asked && is_touched(story, cell);
}

std::size_t most_members(const trace::Counterexample& story, std::size_t cell) {
  std::size_t most = 1;
  for (const View& view : story.views) most = std::max(most, view.cells[cell].members.size());
  return most;
}

/// Is this server called by a step that has no lane to go to?
bool is_beside_lanes(const trace::Event& event, std::uint32_t server, const std::vector<Lane>& lanes) {
  if (event.server != server || event.calls.empty()) return false;
  return std::none_of(lanes.begin(), lanes.end(), [&](const Lane& lane) {
    return event.touches.empty() ||
           std::find(event.touches.begin(), event.touches.end(), lane.index) != event.touches.end();
  });
}

/// The name of the lane of all such steps: the cells that they look at, or as many of them as there is room for. None:
/// there is no such step.
std::optional<std::string> rest_of_server(const trace::Counterexample& story, std::uint32_t server,
                                          const std::vector<Lane>& lanes) {
  std::vector<std::size_t> cells;
  bool is_needed = false;
  for (const trace::Event& event : story.events) {
    if (!is_beside_lanes(event, server, lanes)) continue;
    is_needed = true;
    for (const std::size_t cell : event.touches)
      if (story.cells[cell].server == server && std::find(cells.begin(), cells.end(), cell) == cells.end())
        cells.push_back(cell);
  }
  if (!is_needed) return std::nullopt;
  std::string name = story.servers[server];
  for (const std::size_t cell : cells) {
    const std::string more = name + (&cell == cells.data() ? "." : ", ") + story.cells[cell].name;
    if (more.size() > longest_name) return name + (&cell == cells.data() ? "" : ", ..");
    name = more;
  }
  return name;
}

std::vector<Lane> lanes_of_server(const trace::Counterexample& story, std::uint32_t server) {
  std::vector<Lane> lanes;
  for (std::uint32_t cell = 0; cell < story.cells.size(); ++cell) {
    if (story.cells[cell].server != server || !is_drawn(story, cell)) continue;
    const std::string name = story.servers[server] + "." + story.cells[cell].name;
    lanes.push_back({LaneKind::cell, cell, shortened(name, longest_name), {}, most_members(story, cell)});
  }
  if (const std::optional<std::string> rest = rest_of_server(story, server, lanes))
    lanes.push_back({LaneKind::server, server, shortened(*rest, longest_name), {}, 1});

  return lanes;
}

/// "node" of "node[2]", and of every other server of its array: they are one group of lanes.
std::string_view array_of(std::string_view server) { return server.substr(0, server.find('[')); }

/// The lanes of each server, or of all servers of an array, that are drawn.
std::vector<std::vector<Lane>> lanes_of_servers(const trace::Counterexample& story) {
  std::vector<std::vector<Lane>> groups;
  std::string_view last_array;
  for (std::uint32_t server = 0; server < story.servers.size(); ++server) {
    const std::vector<Lane> lanes = lanes_of_server(story, server);
    if (lanes.empty()) continue;
    const std::string_view array = array_of(story.servers[server]);
    if (groups.empty() || array != last_array) groups.emplace_back();
    groups.back().insert(groups.back().end(), lanes.begin(), lanes.end());
    last_array = array;
  }
  return groups;
}

/// Clients, then servers; but where there are just two clients the first server, or array of servers, stands between
/// them, so that arrows cross no lane of another client.
std::vector<Lane> lanes_in_order(std::vector<Lane> clients, std::vector<std::vector<Lane>> servers) {
  std::vector<Lane> lanes;
  const bool between = clients.size() == 2 && !servers.empty();
  const auto append = [&lanes](const std::vector<Lane>& more) { lanes.insert(lanes.end(), more.begin(), more.end()); };
  if (between) {
    lanes.push_back(clients[0]);
    append(servers[0]);
    lanes.push_back(clients[1]);
    servers.erase(servers.begin());
  } else {
    append(clients);
  }
  for (const std::vector<Lane>& server : servers) append(server);
  return lanes;
}

std::vector<Lane> all_lanes(const trace::Counterexample& story, Storyboard& board) {
  std::vector<Lane> clients;
  for (language::ClientIndex client{0}; client < story.clients.size(); ++client) {
    if (acts(story, client))
      clients.push_back(client_lane_of(story, client, board.first_view));
    else
      board.idle.push_back(story.clients[client]);
  }
  return lanes_in_order(std::move(clients), lanes_of_servers(story));
}

bool draws_count(const trace::Counterexample& story) {
  if (!story.limit) return false;
  const bool is_ranked = std::any_of(story.cells.begin(), story.cells.end(),
                                     [](const trace::Cell& cell) { return cell.shape == language::Shape::ranked; });
  return *story.limit > 1 || is_ranked;  // of one holder, two bars say it
}

}  // namespace

Storyboard storyboard(const trace::Counterexample& story) {
  Storyboard board;
  board.moments = client_moments(story);
  while (board.first_view < story.events.size() && is_leading_fault(story, board.first_view)) ++board.first_view;
  board.columns = all_columns(story, board);
  if (board.columns.size() > most_columns) board.columns = folded(story, board, board.columns);
  for (std::size_t column = 0; column < board.columns.size(); ++column) {
    if (board.columns[column].kind != ColumnKind::edge) continue;
    (board.opening ? board.closing : board.opening) = column;
  }
  board.lanes = all_lanes(story, board);
  board.counts = draws_count(story);
  return board;
}

bool same_look(const CellView& left, const CellView& right) {
  if (!left.present || !right.present) return left.present == right.present;  // whoever emptied it
  return left.value == right.value && left.owner == right.owner && left.shared == right.shared &&
         left.deadline == right.deadline && same_members(left.members, right.members);
}

std::int64_t inside_count(const View& view) {
  return std::count_if(view.clients.begin(), view.clients.end(),
                       [](const ClientView& client) { return client.inside_critical; });
}

}  // namespace interlock::reports
