#include "reports/json/itf.hpp"

#include "reports/json/story.hpp"
#include "reports/page/step_labels.hpp"

#include <algorithm>

namespace interlock::reports {
namespace {

using Json = nlohmann::json;

Json number(std::int64_t value) { return {{"#bigint", std::to_string(value)}}; }

Json text_set(std::vector<std::string> texts) {
  std::sort(texts.begin(), texts.end());
  return {{"#set", texts}};
}

std::string name_or_nobody(const std::vector<std::string>& names, std::uint32_t index) {
  return index < names.size() ? names[index] : std::string();
}

Json client_itf(const ClientView& client) {
  return {{"clock_offset", number(client.clock_offset)},
          {"crashed", client.crashed},
          {"gone", client.gone},
          {"id", client.id},
          {"in_round", client.in_round},
          {"inside_critical", client.inside_critical},
          {"paused", client.paused},
          {"sections", text_set(client.sections)},
          {"token", client.token}};
}

Json cell_itf(const trace::Counterexample& story, const CellView& cell) {
  Json members = Json::array();
  for (const MemberView& member : cell.members)
    members.push_back(
        {{"member", member.member}, {"owner", name_or_nobody(story.clients, member.owner)}, {"score", member.score}});
  return {{"deadline", number(cell.deadline.value_or(-1))},
          {"members", members},
          {"owner", cell.present ? name_or_nobody(story.clients, cell.owner) : std::string()},
          {"present", cell.present},
          {"value", cell.present ? cell.value : std::string()}};
}

Json state_itf(const trace::Counterexample& story, std::size_t index) {
  const View& view = story.views[index];
  Json clients = Json::array(), cells = Json::array();
  for (std::size_t client = 0; client < view.clients.size(); ++client)
    clients.push_back({story.clients[client], client_itf(view.clients[client])});
  for (std::size_t cell = 0; cell < view.cells.size(); ++cell) {
    const trace::Cell& known = story.cells[cell];
    cells.push_back(
        {name_or_nobody(story.servers, known.server) + "." + known.name, cell_itf(story, view.cells[cell])});
  }
  return {{"#meta", {{"index", index}}},
          {"action", index == 0 ? "" : step_label(story, index - 1)},
          {"cells", {{"#map", cells}}},
          {"clients", {{"#map", clients}}},
          {"time", number(index == 0 ? 0 : story.events[index - 1].at)}};
}

}  // namespace

std::string to_itf(const trace::Counterexample& story) {
  Json states = Json::array();
  for (std::size_t index = 0; index < story.views.size(); ++index) states.push_back(state_itf(story, index));
  Json trace = {{"#meta",
                 {{"format", "ITF"},
                  {"format-description", "https://apalache-mc.org/docs/adr/015adr-trace.html"},
                  {"source", story.protocol},
                  {"description", story.headline + ". " + story.sentence}}},
                {"params", Json::array()},
                {"states", states},
                {"vars", {"action", "cells", "clients", "time"}}};
  if (story.kind == trace::StoryKind::lasso && story.loop_start < story.events.size())
    trace["loop"] = story.loop_start + 1;
  return json_text(trace, 2) + "\n";
}

}  // namespace interlock::reports
