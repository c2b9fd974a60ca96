#include "reports/json.hpp"

#include "reports/breaks.hpp"
#include "reports/verdict_lines.hpp"
#include "reports/words.hpp"

#include <nlohmann/json.hpp>

namespace interlock::reports {
namespace {

using Json = nlohmann::json;  // its objects keep their keys sorted

constexpr int format_version = 1;

const char* kind_text(trace::StoryKind kind) {
  switch (kind) {
    case trace::StoryKind::path: return "path";
    case trace::StoryKind::trap: return "trap";
    case trace::StoryKind::lasso: return "lasso";
    case trace::StoryKind::witness: return "witness";
  }
  return "path";
}

const char* expected_text(language::ExpectedVerdict verdict) {
  switch (verdict) {
    case language::ExpectedVerdict::holds: return "holds";
    case language::ExpectedVerdict::fails: return "fails";
    case language::ExpectedVerdict::reachable: return "reachable";
  }
  return "holds";
}

Json used_json(const std::vector<language::UsedFault>& used) {
  Json result = Json::object();
  for (const language::UsedFault& fault : used) result[std::string(fault_name(fault.kind))] = fault.count;
  return result;
}

std::string actor(const trace::Counterexample& story, const trace::Event& event) {
  if (event.client < story.clients.size()) return story.clients[event.client];
  if (event.server < story.servers.size()) return story.servers[event.server];
  return "time";
}

Json changes_json(const std::vector<Change>& changes) {
  Json result = Json::array();
  for (const Change& change : changes) {
    result.push_back({{"after", change.after}, {"before", change.before}, {"name", change.name}});
  }
  return result;
}

/// `number` and `fault` are null where there is none: the passing of time is no step.
Json step_json(const trace::Counterexample& story, const trace::Event& event) {
  Json result = Json::object();
  result["number"] = event.number == 0 ? Json() : Json(event.number);
  result["at"] = event.at;
  result["actor"] = actor(story, event);
  result["does"] = event.does;
  result["line"] = event.place.line == 0 ? Json() : Json(event.place.line);
  result["fault"] = event.fault == 0 ? Json() : Json(event.fault);
  result["changes"] = changes_json(event.changes);
  return result;
}

void add_loop(Json& result, const trace::Counterexample& story) {
  result["loop_start"] = story.loop_start;
  result["loop_time"] = story.loop_time;
  result["could_go"] = Json::array();
  for (const trace::CouldGo& could : story.could_go) {
    const std::string who = could.client < story.clients.size() ? story.clients[could.client] : "";
    result["could_go"].push_back({{"actor", who}, {"before", could.view}, {"what", could.what}});
  }
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

Json story_json(const trace::Counterexample& story) {
  Json result = Json::object();
  result["sentence"] = story.sentence;
  result["headline"] = story.headline;
  result["asked"] = story.asked;
  result["rule"] = story.rule;
  result["judgement"] = story.judgement;
  result["cause"] = story.cause;
  result["remarks"] = story.remarks;
  result["kind"] = kind_text(story.kind);
  result["steps"] = Json::array();
  for (const trace::Event& event : story.events) result["steps"].push_back(step_json(story, event));
  if (story.kind == trace::StoryKind::lasso) add_loop(result, story);
  if (story.kind == trace::StoryKind::trap) result["still_possible"] = possible_json(story);
  return result;
}

Json verdict_json(const check::Answer& answer, const check::SpecResult& verdict) {
  const Notes notes = notes_of(answer, verdict);
  Json result = Json::object();
  result["spec"] = verdict.spec;
  result["verdict"] = to_text(verdict.verdict);
  result["why"] = notes.why;
  result["expected"] = verdict.expected ? Json(expected_text(verdict.expected->verdict)) : Json();
  result["expectation"] = verdict.expected ? Json(verdict.expected->text) : Json();
  result["line"] = verdict.expected ? Json(verdict.expected->place.line) : Json();
  result["met"] = verdict.met ? Json(*verdict.met) : Json();
  result["vacuous"] = verdict.vacuous;
  result["remarks"] = notes.remarks;
  result["faults"] = check::has_run(verdict) ? Json(verdict.faults) : Json();
  result["steps"] = check::has_run(verdict) ? Json(verdict.steps) : Json();
  if (verdict.loop_steps) result["loop_steps"] = *verdict.loop_steps;
  result["used"] = used_json(verdict.used);
  result["counterexample"] = verdict.story ? story_json(*verdict.story) : Json();
  return result;
}

Json head_json(const check::Answer& result) {
  Json head = Json::object();
  head["protocol"] = result.protocol;
  head["file"] = result.file;
  head["clients"] = result.clients;
  head["under"] = Json::array();
  for (const language::Fault& fault : result.scenario.faults) head["under"].push_back(fault.text);
  head["assuming"] = Json::array();
  if (result.scenario.distinct_clocks) head["assuming"].push_back("distinct_clocks");
  head["states"] = result.states;
  head["transitions"] = result.transitions;
  head["complete"] = result.complete();
  head["cut_at_capacity"] = result.cut;
  if (result.coarse_step > 0) head["step_microseconds"] = result.coarse_step;
  if (!result.idle_faults.empty()) {
    head["idle_faults"] = Json::array();
    for (const language::FaultKind kind : result.idle_faults)
      head["idle_faults"].push_back(language::rule_of(kind).name);
  }
  head["verdicts"] = Json::array();
  return head;
}

/// Bytes that are no UTF-8 (a file may hold any) are replaced, never thrown at the user.
std::string text_of(const Json& results) {
  const Json whole = {{"format", format_version}, {"results", results}};
  return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

const char* noticed_text(Noticed noticed) {
  switch (noticed) {
    case Noticed::yes: return "yes";
    case Noticed::no: return "no";
    case Noticed::unknown: return "unknown";
  }
  return "unknown";
}

}  // namespace

std::string to_json(const BreakReport& report) {
  Json breaks = Json::array();
  for (const BreakResult& one : report.breaks) {
    breaks.push_back({{"broken", quoted_part(one.place)},
                      {"by", one.by.empty() ? Json() : Json(one.by)},
                      {"column", one.place.column},
                      {"how", one.sentence},
                      {"line", one.place.line},
                      {"noticed", noticed_text(one.noticed)}});
  }
  return text_of(Json::array({{{"breaks", breaks}, {"file", report.file}, {"protocol", report.protocol}}}));
}

std::string to_json(const Report& report) {
  Json results = Json::array();
  for (const check::Answer& result : report.results) {
    Json one = head_json(result);
    for (const check::SpecResult& verdict : result.verdicts) one["verdicts"].push_back(verdict_json(result, verdict));
    results.push_back(std::move(one));
  }
  return text_of(results);
}

std::string to_json(const check::Answer& result, const check::SpecResult& verdict) {
  Json one = head_json(result);
  one["verdicts"].push_back(verdict_json(result, verdict));
  return text_of(Json::array({std::move(one)}));
}

}  // namespace interlock::reports
