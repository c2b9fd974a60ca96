#include "reports/json.hpp"

#include "reports/breaks.hpp"
#include "reports/json/story.hpp"
#include "reports/verdict_lines.hpp"
#include "reports/words.hpp"

namespace interlock::reports {
namespace {

using Json = nlohmann::json;  // its objects keep their keys sorted

const char* expected_text(language::ExpectedVerdict verdict) {
  switch (verdict) {
    case language::ExpectedVerdict::holds: return "holds";
    case language::ExpectedVerdict::fails: return "fails";
    case language::ExpectedVerdict::reachable: return "reachable";
    case language::ExpectedVerdict::unreachable: return "unreachable";
  }
  return "holds";
}

const char* form_text(language::PropertyForm form) {
  switch (form) {
    case language::PropertyForm::always: return "always";
    case language::PropertyForm::never: return "never";
    case language::PropertyForm::always_possible: return "always_possible";
    case language::PropertyForm::leads_to: return "leads_to";
    case language::PropertyForm::again_and_again: return "again_and_again";
    case language::PropertyForm::reachable: return "reachable";
    case language::PropertyForm::asserted: return "asserted";
    case language::PropertyForm::witnessed: return "witnessed";
  }
  return "always";
}

const char* ending_text(check::Ending ending) {
  switch (ending) {
    case check::Ending::not_begun: return "not_begun";
    case check::Ending::exhausted: return "exhausted";
    case check::Ending::decided: return "decided";
    case check::Ending::states: return "states";
    case check::Ending::memory: return "memory";
    case check::Ending::time: return "time";
    case check::Ending::stopped: return "stopped";
  }
  return "not_begun";
}

Json amount_json(std::int64_t amount) { return amount == language::unbounded ? Json() : Json(amount); }

Json faults_json(const language::Scenario& scenario) {
  Json result = Json::array();
  for (const language::Fault& fault : scenario.faults) {
    const bool has_amount = language::rule_of(fault.kind).amount != language::FaultAmount::none;
    result.push_back({{"amount", has_amount ? amount_json(fault.amount) : Json()},
                      {"fault", fault.name()},
                      {"for_ever", fault.for_ever},
                      {"text", fault.text},
                      {"times", amount_json(fault.times)}});
  }
  return result;
}

Json params_json(const std::vector<language::Param>& params) {
  Json result = Json::array();
  for (const language::Param& param : params) {
    const bool is_duration = param.kind.base == language::Base::duration;
    result.push_back({{"from", param.value.low},
                      {"name", param.name},
                      {"to", param.value.high},
                      {"unit", is_duration ? Json("microseconds") : Json()}});
  }
  return result;
}

Json sizes_json(const std::vector<check::KindSize>& sizes) {
  Json result = Json::array();
  for (const check::KindSize& size : sizes) result.push_back({{"count", size.count}, {"kind", size.kind}});
  return result;
}

Json expected_json(const language::Expectation& expected) {
  return {{"line", expected.place.line},
          {"text", expected.text},
          {"using", expected.says_used ? used_json(expected.used) : Json()},
          {"verdict", expected_text(expected.verdict)}};
}

Json for_clients_json(const check::ForClients& known) {
  return {{"any_number", known.any},
          {"clients_in_view", known.view > 0 ? Json(known.view) : Json()},
          {"kind", known.kind},
          {"searched_up_to", known.searched},
          {"views", known.view > 0 ? Json(known.views) : Json()},
          {"why_not_more", known.why_not_more.empty() ? Json() : Json(known.why_not_more)}};
}

Json verdict_json(const check::Answer& answer, const check::SpecResult& verdict) {
  const Notes notes = notes_of(answer, verdict);
  const bool has_run = check::has_run(verdict);
  Json result = Json::object();
  result["spec"] = verdict.spec;
  result["form"] = form_text(verdict.form);
  result["verdict"] = to_text(verdict.verdict);
  result["why"] = notes.why;
  result["expected"] = verdict.expected ? expected_json(*verdict.expected) : Json();
  result["met"] = verdict.met ? Json(*verdict.met) : Json();
  result["vacuous"] = verdict.vacuous;
  result["step_microseconds"] =
      verdict.coarse_step > 0 && !check::has_run(verdict) ? Json(verdict.coarse_step) : Json();
  result["in_ticks_because"] = verdict.in_ticks_because.empty() ? Json() : Json(verdict.in_ticks_because);
  result["remarks"] = notes.remarks;
  result["faults"] = has_run ? Json(verdict.faults) : Json();
  result["steps"] = has_run ? Json(verdict.steps) : Json();
  result["loop_steps"] = verdict.loop_steps ? Json(*verdict.loop_steps) : Json();
  result["used"] = used_json(verdict.used);
  result["simplest"] = has_run ? Json(verdict.is_simplest && !verdict.in_dense_time) : Json();
  if (verdict.for_clients) result["for_clients"] = for_clients_json(*verdict.for_clients);
  result["counterexample"] = verdict.story ? story_json(*verdict.story) : Json();
  return result;
}

Json places_json(const std::vector<language::Place>& places) {
  Json result = Json::array();
  for (const language::Place& place : places)
    result.push_back({{"column", place.column}, {"line", place.line}, {"part", quoted_part(place)}});
  return result;
}

Json head_json(const check::Answer& result) {
  Json head = Json::object();
  head["protocol"] = result.protocol;
  head["file"] = result.file;
  head["clients"] = result.clients;
  head["sizes"] = sizes_json(result.sizes);
  head["params"] = params_json(result.params);
  head["under"] = faults_json(result.scenario);
  head["assuming"] = Json::array();
  if (result.scenario.distinct_clocks) head["assuming"].push_back("distinct_clocks");
  head["states"] = result.states;
  head["transitions"] = result.transitions;
  head["complete"] = result.complete();
  head["ending"] = ending_text(result.ending);
  head["look_ahead_ended"] = result.look_ahead_ended ? Json(ending_text(*result.look_ahead_ended)) : Json();
  head["cut_at_capacity"] = result.cut;
  head["step_microseconds"] = result.coarse_step > 0 ? Json(result.coarse_step) : Json();
  head["idle_faults"] = Json::array();
  for (const language::Fault& fault : result.idle_faults) head["idle_faults"].push_back(fault.name());
  head["unreached"] = places_json(result.unreached);
  head["verdicts"] = Json::array();
  return head;
}

std::string text_of(const Json& results) {
  return json_text({{"format", report_format}, {"results", results}}, 2) + "\n";
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
                      {"noticed", noticed_text(one.noticed)},
                      {"why", one.why.empty() ? Json() : Json(one.why)}});
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
