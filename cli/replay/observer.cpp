#include "cli/replay/observer.hpp"

#include "cli/replay/client_process.hpp"
#include "reports/replay/deed.hpp"

#include <fmt/format.h>

namespace interlock::cli {

using reports::ReplayCell;
using reports::ReplayCellState;
using reports::ReplayState;
using reports::Reply;

Observer::Observer(const reports::ReplayRun& run, const reports::Translation& translation, const Address& server)
    : run_(run), translation_(translation), connection_(server) {
  const Reply reply = connection_.ask({"PING"});
  if (reply.form == '-') throw ConnectionError(server.text() + " refuses: " + reply.text);
}

Observer::~Observer() {
  std::vector<std::string> words{"DEL"};
  for (std::size_t cell = 0; cell < run_.cells.size(); ++cell) words.push_back(key(cell));
  for (std::size_t server = 0; server < run_.servers.size(); ++server)
    words.push_back(translation_.key(server, "content"));
  try {
    connection_.ask(words);
  } catch (const ConnectionError&) {
    return;  // nobody is there to keep anything
  }
}

std::string Observer::key(std::size_t cell) const {
  return translation_.key(run_.cells[cell].server, run_.cells[cell].name);
}

std::string Observer::version() {
  const std::string known = redis_version(connection_);
  return known.empty() ? "a server that does not say which" : "Redis " + known;
}

void Observer::prepare(reports::Translation& translation) {
  for (std::size_t cell = 0; cell < run_.cells.size(); ++cell) {
    const ReplayCellState& told = run_.start.cells[cell];
    for (const reports::ReplayMember& member : told.members)
      connection_.ask({"ZADD", key(cell), translation.real(member.score, std::nullopt),
                       translation.real(member.member, std::nullopt)});
    const bool has_value = run_.cells[cell].shape == "scalar" || (told.present && told.members.empty());
    if (has_value && told.value != "none")
      connection_.ask({"SET", key(cell), translation.real(told.value, std::nullopt)});
  }
}

bool Observer::is_present(std::size_t cell) { return connection_.ask({"EXISTS", key(cell)}).number != 0; }

std::vector<std::optional<std::string>> Observer::values() {
  std::vector<std::optional<std::string>> all;
  for (std::size_t cell = 0; cell < run_.cells.size(); ++cell) {
    all.emplace_back();
    if (run_.cells[cell].shape == "ranked") continue;
    const Reply reply = connection_.ask({"GET", key(cell)});
    if (!reply.is_nil) all.back() = reply.text;
  }
  return all;
}

std::optional<std::string> Observer::document(std::size_t server) {
  const Reply reply = connection_.ask({"GET", translation_.key(server, "content")});
  if (reply.is_nil) return std::nullopt;
  return reply.text;
}

std::string Observer::difference(const ReplayState& told, std::int64_t at) {
  for (std::size_t cell = 0; cell < run_.cells.size(); ++cell) {
    if (!reports::is_kept(run_, run_.cells[cell])) continue;
    const std::string found = difference_in(cell, told.cells[cell], at);
    if (!found.empty())
      return fmt::format("{}.{} {}", run_.servers[run_.cells[cell].server].name, run_.cells[cell].name, found);
  }
  return {};
}

std::string Observer::difference_in(std::size_t cell, const ReplayCellState& told, std::int64_t at) {
  // What ends at this very moment may be gone or not.
  if (told.deadline && translation_.is_near(translation_.real_span(*told.deadline), translation_.real_span(at)))
    return {};
  if (run_.cells[cell].shape == "ranked") return difference_of_members(cell, told);
  const Reply value = connection_.ask({"GET", key(cell)});
  const bool is_there = run_.cells[cell].shape == "scalar" ? told.value != "none" : told.present;
  if (is_there && value.is_nil) return fmt::format("is {} in the run, and nothing is there", told.value);
  if (!is_there && !value.is_nil)
    return fmt::format("has nothing in it in the run, and {} is there", translation_.told(value.text));
  if (!is_there) return {};
  if (!translation_.agrees(told.value, value.text, std::nullopt))
    return fmt::format("is {} in the run, and {} is there", told.value, translation_.told(value.text));
  return run_.cells[cell].shape == "expiring" ? difference_of_deadline(cell, told) : "";
}

std::string Observer::difference_of_deadline(std::size_t cell, const ReplayCellState& told) {
  const std::int64_t left = connection_.ask({"PTTL", key(cell)}).number * 1000;
  if (!told.deadline) return left < 0 ? "" : "has no deadline in the run, and has one here";
  if (left < 0) return "has a deadline in the run, and none here";
  if (translation_.is_near(translation_.real_moment(*told.deadline), real_time() + left)) return {};
  return "ends at another moment than in the run";
}

std::string Observer::difference_of_members(std::size_t cell, const ReplayCellState& told) {
  const Reply members = connection_.ask({"ZRANGE", key(cell), "0", "-1", "WITHSCORES"});
  if (members.items.size() != 2 * told.members.size())
    return fmt::format("has {} members in the run, and {} here", told.members.size(), members.items.size() / 2);
  for (std::size_t i = 0; i < told.members.size(); ++i) {
    if (!translation_.agrees(told.members[i].member, members.items[2 * i].text, std::nullopt))
      return fmt::format("has {} at place {} in the run, and {} here", told.members[i].member, i,
                         translation_.told(members.items[2 * i].text));
  }
  return {};
}

}  // namespace interlock::cli
