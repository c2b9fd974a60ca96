#pragma once
// What a cell of a story is to its reader.

#include "engine/trace/counterexample.hpp"

#include <cstddef>
#include <string>

namespace interlock::trace {

/// A plain variable with the value that it has at the start, or `false`: nobody holds anything by it.
inline bool is_at_rest(const Counterexample& story, std::size_t cell, const CellView& view) {
  const Cell& known = story.cells[cell];
  if (known.shape != language::Shape::scalar || known.is_token || !view.present) return false;
  const CellView& first = story.views.front().cells[cell];
  return view.value == "false" || (first.present && view.value == first.value);
}

/// A flag or a number says that somebody holds it, and not who.
inline bool is_plain_value(const Cell& cell, const CellView& view) {
  const bool is_number = view.value.find_first_not_of("-0123456789") == std::string::npos;
  return cell.shape == language::Shape::scalar && (is_number || view.value == "true");
}

/// Did `client`, as it came into the critical section in which it is after `event`, hold something by this cell? What
/// it puts there later may be a heartbeat, or what the lock protects; the lock it is not.
inline bool is_held_since_entry(const Counterexample& story, std::size_t cell, language::ClientIndex client,
                                std::size_t event) {
  std::size_t inside = event + 1;
  if (!story.views[inside].clients[client].inside_critical) return false;
  while (inside > 0 && story.views[inside - 1].clients[client].inside_critical) --inside;
  return story.views[inside].cells[cell].present && story.views[inside].cells[cell].owner == client;
}

/// Do the two vote: cells of one name, on servers of one array?
inline bool are_one_vote(const Counterexample& story, std::size_t one, std::size_t other) {
  const auto array_of = [&](std::size_t cell) {
    const std::string& server = story.servers[story.cells[cell].server];
    return server.substr(0, server.find('['));
  };
  const bool is_array = story.servers[story.cells[one].server].find('[') != std::string::npos;
  return one == other || (is_array && story.cells[one].name == story.cells[other].name &&
                          story.cells[one].server != story.cells[other].server && array_of(one) == array_of(other));
}

/// A moment says when somebody did something, and not that it is theirs.
inline bool is_moment(const Cell& cell, const CellView& view) {
  const bool is_scalar = cell.shape == language::Shape::scalar || cell.shape == language::Shape::expiring;
  return is_scalar && (view.value == "never" || (!view.value.empty() && view.value.front() >= '0' &&
                                                 view.value.front() <= '9' && view.value.back() == 's'));
}

}  // namespace interlock::trace
