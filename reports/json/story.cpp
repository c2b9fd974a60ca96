#include "reports/json/story.hpp"

#include "reports/words.hpp"

#include <algorithm>

namespace interlock::reports {
namespace {

using Json = nlohmann::json;

const char* kind_text(trace::StoryKind kind) {
  switch (kind) {
    case trace::StoryKind::path: return "path";
    case trace::StoryKind::trap: return "trap";
    case trace::StoryKind::lasso: return "lasso";
    case trace::StoryKind::witness: return "witness";
  }
  return "path";
}

const char* shape_text(language::Shape shape) {
  switch (shape) {
    case language::Shape::scalar: return "scalar";
    case language::Shape::expiring: return "expiring";
    case language::Shape::ranked: return "ranked";
    case language::Shape::map: return "map";
    case language::Shape::set: return "set";
    case language::Shape::queue: return "queue";
  }
  return "scalar";
}

Json or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json or_null(const std::vector<std::string>& names, std::uint32_t index) {
  return index < names.size() ? Json(names[index]) : Json();
}

Json names_json(const trace::Counterexample& story, const std::vector<language::ClientIndex>& clients) {
  Json result = Json::array();
  for (const language::ClientIndex client : clients) result.push_back(or_null(story.clients, client));
  return result;
}

Json actor_json(const trace::Counterexample& story, const trace::Event& event) {
  if (event.kind == EventKind::time) return {{"kind", "time"}, {"name", "time"}};
  if (event.client < story.clients.size()) return {{"kind", "client"}, {"name", story.clients[event.client]}};
  return {{"kind", "server"}, {"name", event.server < story.servers.size() ? story.servers[event.server] : ""}};
}

Json place_json(const trace::Event& event) {
  if (event.place.line == 0) return {};
  return {{"column", event.place.column},
          {"comment", or_null(event.comment)},
          {"file", event.place.source ? Json(event.place.source->name) : Json()},
          {"line", event.place.line},
          {"step", event.step == 0 ? Json() : Json(event.step)}};
}

Json calls_json(const trace::Counterexample& story, const trace::Event& event) {
  Json result = Json::array();
  for (const MadeCall& call : event.calls) {
    result.push_back({{"answer", or_null(call.answer)},
                      {"arguments", call.arguments},
                      {"operation", or_null(call.operation)},
                      {"refused", call.refused},
                      {"server", or_null(story.servers, call.server)},
                      {"text", call.text}});
  }
  return result;
}

Json changes_json(const std::vector<Change>& changes) {
  Json result = Json::array();
  for (const Change& change : changes)
    result.push_back({{"after", change.after}, {"before", change.before}, {"name", change.name}});
  return result;
}

Json fault_json(const trace::Event& event) {
  if (!event.struck) return {};
  const std::string_view name = event.own_fault.empty() ? language::rule_of(*event.struck).name : event.own_fault;
  return {{"kind", name}, {"number", event.fault}};
}

/// `number` is null where there is none: the passing of time is no step.
Json event_json(const trace::Counterexample& story, std::size_t index) {
  const trace::Event& event = story.events[index];
  const bool is_cause = std::find(story.cause.begin(), story.cause.end(), index) != story.cause.end();
  Json result = Json::object();
  result["number"] = event.number == 0 ? Json() : Json(event.number);
  result["kind"] = event_kind_text(event.kind);
  result["at"] = event.at;
  result["passed"] = event.passed;
  result["actor"] = actor_json(story, event);
  result["thread"] = event.thread;
  result["does"] = event.does;
  result["calls"] = calls_json(story, event);
  result["atomic"] = event.atomic;
  result["refused"] = event.refused;
  result["enters"] = event.enters;
  result["leaves"] = event.leaves;
  result["branches"] = event.branches;
  result["ends_round"] = event.ends_round;
  result["queues"] = event.queues;
  result["granted"] = event.is_granted;
  result["reads_clock"] = event.reads_clock;
  result["fault"] = fault_json(event);
  result["cause"] = is_cause;
  result["place"] = place_json(event);
  result["changes"] = changes_json(event.changes);
  result["state"] = state_json(story, story.views[index + 1]);
  return result;
}

Json client_json(const ClientView& client) {
  return {{"clock_offset", client.clock_offset},
          {"crashed", client.crashed},
          {"gone", client.gone},
          {"id", or_null(client.id)},
          {"in_round", client.in_round},
          {"inside_critical", client.inside_critical},
          {"paused", client.paused},
          {"sections", client.sections},
          {"token", or_null(client.token)},
          {"waiting_for_lock", client.waiting_for_lock},
          {"waits_for", or_null(client.waits_for)},
          {"working", client.working}};
}

Json cell_json(const trace::Counterexample& story, const CellView& cell) {
  Json members = Json::array();
  for (const MemberView& member : cell.members)
    members.push_back(
        {{"member", member.member}, {"owner", or_null(story.clients, member.owner)}, {"score", or_null(member.score)}});
  return {{"deadline", cell.deadline ? Json(*cell.deadline) : Json()},
          {"members", members},
          {"owner", cell.present ? or_null(story.clients, cell.owner) : Json()},
          {"present", cell.present},
          {"value", cell.value}};
}

Json cells_json(const trace::Counterexample& story) {
  Json result = Json::array();
  for (const trace::Cell& cell : story.cells) {
    result.push_back({{"asked", cell.is_asked},
                      {"limit", cell.limit ? Json(*cell.limit) : Json()},
                      {"matters", cell.matters},
                      {"name", cell.name},
                      {"server", or_null(story.servers, cell.server)},
                      {"shape", shape_text(cell.shape)}});
  }
  return result;
}

void add_loop(Json& result, const trace::Counterexample& story) {
  result["loop_start"] = story.loop_start;
  result["loop_steps"] = story.loop_steps;
  result["loop_time"] = story.loop_time;
  result["could_go"] = Json::array();
  for (const trace::CouldGo& could : story.could_go)
    result["could_go"].push_back(
        {{"actor", or_null(story.clients, could.client)}, {"before", could.view}, {"what", could.what}});
  result["fair_because"] = story.fair_because;
  result["same_at_both_ends"] = story.same_at_both_ends;
}

Json possible_json(const trace::Counterexample& story) {
  Json result = Json::array();
  for (const trace::StillPossible& possible : story.still_possible) {
    result.push_back({{"line", possible.place.line == 0 ? Json() : Json(possible.place.line)},
                      {"what", possible.what},
                      {"why_not", possible.why_not}});
  }
  return result;
}

}  // namespace

const char* event_kind_text(EventKind kind) {
  switch (kind) {
    case EventKind::call: return "call";
    case EventKind::poll: return "poll";
    case EventKind::clock: return "clock";
    case EventKind::wait_over: return "wait_over";
    case EventKind::begins: return "begins";
    case EventKind::gives_up: return "gives_up";
    case EventKind::times_out: return "times_out";
    case EventKind::resume: return "resume";
    case EventKind::arrival: return "arrival";
    case EventKind::expiry: return "expiry";
    case EventKind::time: return "time";
    case EventKind::fault: return "fault";
  }
  return "call";
}

nlohmann::json used_json(const std::vector<language::UsedFault>& used) {
  Json result = Json::object();
  for (const language::UsedFault& fault : used) result[std::string(fault.name())] = fault.count;
  return result;
}

nlohmann::json state_json(const trace::Counterexample& story, const View& view) {
  Json clients = Json::array(), cells = Json::array();
  for (const ClientView& client : view.clients) clients.push_back(client_json(client));
  for (const CellView& cell : view.cells) cells.push_back(cell_json(story, cell));
  return {{"cells", cells}, {"clients", clients}};
}

nlohmann::json story_json(const trace::Counterexample& story) {
  Json result = Json::object();
  result["kind"] = kind_text(story.kind);
  result["headline"] = story.headline;
  result["asked"] = story.asked;
  result["sentence"] = story.sentence;
  result["rule"] = story.rule;
  result["judgement"] = story.judgement;
  result["remarks"] = story.remarks;
  result["footnotes"] = story.footnotes;
  result["used"] = used_json(story.used);
  result["limit"] = story.limit ? Json(*story.limit) : Json();
  result["clients"] = story.clients;
  result["servers"] = story.servers;
  result["stores"] = story.stores;
  result["cells"] = cells_json(story);
  result["cause"] = story.cause;
  result["blamed"] = names_json(story, story.blamed);
  result["wrong"] = names_json(story, story.wrong);
  result["start"] = state_json(story, story.views.front());
  result["events"] = Json::array();
  for (std::size_t event = 0; event < story.events.size(); ++event)
    result["events"].push_back(event_json(story, event));
  if (story.kind == trace::StoryKind::lasso) add_loop(result, story);
  if (story.kind == trace::StoryKind::trap) result["still_possible"] = possible_json(story);
  return result;
}

std::string json_text(const nlohmann::json& value, int indent) {
  return value.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace interlock::reports
