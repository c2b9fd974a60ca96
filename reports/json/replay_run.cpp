#include "reports/replay/replay_run.hpp"

#include "reports/json.hpp"
#include "reports/json/story.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace interlock::reports {
namespace {

using Json = nlohmann::json;

EventKind event_kind(const std::string& name) {
  for (int number = 0; number <= static_cast<int>(EventKind::fault); ++number)  // the last one
    if (const auto kind = static_cast<EventKind>(number); name == event_kind_text(kind)) return kind;
  throw std::runtime_error("it has an event of a kind that is not known: " + name);
}

std::string text_or_empty(const Json& value) { return value.is_null() ? std::string() : value.get<std::string>(); }

std::size_t index_of(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) throw std::runtime_error("it names " + name + ", and that is nowhere in it");
  return static_cast<std::size_t>(found - names.begin());
}

ReplayState read_state(const Json& from) {
  ReplayState state;
  for (const Json& cell : from.at("cells")) {
    ReplayCellState known{cell.at("present"), cell.at("value"), {}, {}};
    if (!cell.at("deadline").is_null()) known.deadline = cell.at("deadline").get<std::int64_t>();
    for (const Json& member : cell.at("members"))
      known.members.push_back({member.at("member"), text_or_empty(member.at("score"))});
    state.cells.push_back(std::move(known));
  }
  for (const Json& client : from.at("clients")) {
    state.clock_offsets.push_back(client.at("clock_offset"));
    state.inside.push_back(client.at("inside_critical"));
  }
  return state;
}

class Reader {
 public:
  explicit Reader(const Json& story) : story_(story) {
    story.at("servers").get_to(servers_);
    story.at("clients").get_to(run_.clients);
  }

  ReplayRun read(const Json& answer, const Json& verdict) {
    run_.spec = verdict.at("spec");
    run_.kind = story_.at("kind");
    run_.headline = story_.at("headline");
    run_.asked = story_.at("asked");
    run_.sentence = story_.at("sentence");
    run_.distinct_clocks = !answer.at("assuming").empty();
    for (const Json& param : answer.at("params"))
      if (!param.at("unit").is_null())
        run_.longest_duration = std::max(run_.longest_duration, param.at("to").get<std::int64_t>());
    read_servers();
    run_.start = read_state(story_.at("start"));
    for (const Json& event : story_.at("events")) run_.events.push_back(read_event(event));
    if (story_.contains("still_possible"))
      for (const Json& one : story_.at("still_possible")) run_.still_possible.push_back(one.at("why_not"));
    return std::move(run_);
  }

 private:
  void read_servers() {
    if (!story_.contains("stores"))
      throw std::runtime_error("it does not say of which store its servers are: an older Interlock wrote it");
    const auto stores = story_.at("stores").get<std::vector<std::string>>();
    for (std::size_t i = 0; i < servers_.size(); ++i) run_.servers.push_back({servers_[i], stores.at(i)});
    for (const Json& cell : story_.at("cells"))
      run_.cells.push_back({index_of(servers_, cell.at("server")), cell.at("name"), cell.at("shape")});
  }

  ReplayEvent read_event(const Json& from) {
    ReplayEvent event;
    event.number = from.at("number").is_null() ? 0 : from.at("number").get<std::uint32_t>();
    event.kind = event_kind(from.at("kind"));
    event.at = from.at("at");
    event.actor = from.at("actor").at("name");
    if (from.at("actor").at("kind") == "client") event.client = index_of(run_.clients, event.actor);
    event.does = from.at("does");
    for (const Json& call : from.at("calls")) event.calls.push_back(read_call(call));
    event.atomic = from.at("atomic");
    event.reads_clock = from.at("reads_clock");
    event.ends_round = from.at("ends_round");
    from.at("enters").get_to(event.enters);
    from.at("leaves").get_to(event.leaves);
    if (!from.at("fault").is_null()) event.fault = from.at("fault").at("kind");
    for (const Json& change : from.at("changes")) event.changed.push_back(change.at("name"));
    event.after = read_state(from.at("state"));
    return event;
  }

  ReplayCall read_call(const Json& from) {
    return {index_of(servers_, from.at("server")), text_or_empty(from.at("operation")),
            from.at("arguments").get<std::vector<std::string>>(), from.at("text"), text_or_empty(from.at("answer"))};
  }

  const Json& story_;
  std::vector<std::string> servers_;
  ReplayRun run_;
};

}  // namespace

std::vector<ReplayRun> read_runs(std::string_view json) {
  try {
    const Json whole = Json::parse(json);
    if (!whole.is_object() || whole.value("format", 0) != report_format)
      throw std::runtime_error("it is no report of this version (format 2)");
    std::vector<ReplayRun> runs;
    for (const Json& answer : whole.at("results"))
      for (const Json& verdict : answer.value("verdicts", Json::array()))
        if (!verdict.at("counterexample").is_null())
          runs.push_back(Reader(verdict.at("counterexample")).read(answer, verdict));
    return runs;
  } catch (const Json::exception&) {
    throw std::runtime_error("it is no report in JSON as interlock check writes it");
  } catch (const std::out_of_range&) {
    throw std::runtime_error("it is no report in JSON as interlock check writes it");
  }
}

}  // namespace interlock::reports
