#include "reports/ci/sarif.hpp"

#include "engine/language/syntax/characters.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace interlock::reports {
namespace {

using Json = nlohmann::json;  // its objects keep their keys sorted

/// A path as a relative reference of RFC 3986: what may not stand in one is written by its bytes.
std::string uri_of(std::string_view path) {
  constexpr std::string_view kept = "-._~/!$&'()*+,;=@";
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string uri;
  for (const char c : path) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9');
    if (is_letter || kept.find(c) != std::string_view::npos) {
      uri += c;
    } else {
      uri += {'%', digits[byte >> 4U], digits[byte & 15U]};
    }
  }
  return path.starts_with('/') ? "file://" + uri : uri;
}

/// Columns of SARIF count characters, those of a place bytes.
std::size_t character_column(const language::Place& place) {
  const std::string line = language::line_text(*place.source, place.line);
  std::size_t column = 1;
  for (std::size_t at = 0; at < line.size() && at + 1 < place.column; ++column)
    at += language::character_at(line, at).bytes;
  return column;
}

/// Where nothing is known but the file, its first line.
Json location(const std::string& file, const language::Place& place, const std::string& message) {
  const bool has_line = place.source != nullptr && place.line > 0;
  Json region = {{"startLine", has_line ? place.line : 1}};
  if (has_line && place.column > 0) region["startColumn"] = character_column(place);
  const std::string where = has_line ? place.source->name : file;
  Json physical = {{"artifactLocation", {{"uri", uri_of(where)}}}, {"region", region}};
  Json result = {{"physicalLocation", physical}};
  if (!message.empty()) result["message"] = {{"text", message}};
  return result;
}

std::string when_text(std::int64_t microseconds) {
  std::string seconds = fmt::format("{:.6f}", static_cast<double>(microseconds) / 1e6);
  seconds.erase(seconds.find_last_not_of('0') + 1);
  if (seconds.ends_with('.')) seconds.pop_back();
  return seconds + " s";
}

/// One actor's steps. `order` counts all events of the run from 1.
struct Flow {
  std::string name;
  Json locations = Json::array();

  void add(const std::string& file, const trace::Event& event, std::size_t order, const std::string& text,
           bool is_cause) {
    const std::string message = fmt::format("{}: {}", when_text(event.at), one_line(text));
    locations.push_back({{"executionOrder", order},
                         {"importance", is_cause ? "essential" : "important"},
                         {"location", location(file, event.place, message)}});
  }
};

Json thread_flows(const std::string& file, const trace::Counterexample& story) {
  std::vector<Flow> flows;
  for (const std::string& client : story.clients) flows.push_back(Flow{.name = client, .locations = Json::array()});
  for (const std::string& server : story.servers) flows.push_back(Flow{.name = server, .locations = Json::array()});
  for (std::size_t i = 0; i < story.events.size(); ++i) {
    const trace::Event& event = story.events[i];
    if (event.number == 0) continue;  // the passing of time is in the moments
    const bool is_cause = std::find(story.cause.begin(), story.cause.end(), i) != story.cause.end();
    const bool has_client = event.client < story.clients.size();
    if (has_client) flows[event.client].add(file, event, i + 1, event.does, is_cause);
    if (event.server < story.servers.size()) {
      const std::string who = has_client ? story.clients[event.client] + ": " : "";
      flows[story.clients.size() + event.server].add(file, event, i + 1, who + event.does, is_cause);
    }
  }
  Json result = Json::array();
  for (Flow& flow : flows) {
    if (flow.locations.empty()) continue;
    result.push_back({{"id", flow.name}, {"locations", std::move(flow.locations)}});
  }
  return result;
}

/// The rules in the order in which they are met.
class Rules {
 public:
  std::size_t index_of(const std::string& id, const std::string& text) {
    const auto [entry, is_new] = indexes_.emplace(id, rules_.size());
    if (is_new) rules_.push_back({{"id", id}, {"shortDescription", {{"text", text}}}});
    return entry->second;
  }
  const Json& all() const { return rules_; }

 private:
  std::map<std::string, std::size_t> indexes_;
  Json rules_ = Json::array();
};

std::string_view level_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed: return "none";
    case Outcome::failed: return "error";
    case Outcome::undecided: return "warning";
    case Outcome::skipped: return "none";
  }
  return "none";
}

std::optional<std::string_view> kind_of(const Case& one) {
  switch (one.outcome) {
    case Outcome::passed: return "pass";
    case Outcome::failed: return "fail";
    case Outcome::undecided: return "fail";
    case Outcome::skipped: return std::nullopt;
  }
  return std::nullopt;
}

std::string message_of(const Suite& suite, const Case& one) {
  std::string text = fmt::format("{}: {}: {}", suite.name, one.name, one.message);
  if (one.result->story) text += "\n" + one.result->story->sentence;
  return text;
}

std::string rule_text(const Case& one) {
  const std::string rule = one.result->story ? one.result->story->rule : "";
  return rule.empty() ? "The guarantee " + one.result->spec + "." : rule;
}

Json case_json(const Suite& suite, const Case& one, Rules& rules) {
  Json result = {{"ruleId", one.result->spec},
                 {"ruleIndex", rules.index_of(one.result->spec, rule_text(one))},
                 {"kind", *kind_of(one)},
                 {"level", level_of(one.outcome)},
                 {"message", {{"text", message_of(suite, one)}}},
                 {"locations", Json::array({location(suite.file, place_of(one), "")})},
                 {"partialFingerprints", {{"interlockExpectation/v1", suite.name + ": " + one.name}}}};
  if (one.result->story) {
    Json flows = thread_flows(suite.file, *one.result->story);
    if (!flows.empty()) result["codeFlows"] = Json::array({{{"threadFlows", std::move(flows)}}});
  }
  return result;
}

Json diagnostic_json(const language::Diagnostic& diagnostic, Rules& rules) {
  const bool is_error = diagnostic.severity == language::Severity::error;
  const std::string file = diagnostic.place.source ? diagnostic.place.source->name : "";
  std::string text = diagnostic.sentence;
  for (const std::string& help : diagnostic.help) text += "\nhelp: " + help;
  return {{"ruleId", diagnostic.number},
          {"ruleIndex", rules.index_of(diagnostic.number, "A model that cannot be read, or that is not meant so.")},
          {"kind", "fail"},
          {"level", is_error ? "error" : "warning"},
          {"message", {{"text", text}}},
          {"locations", Json::array({location(file, diagnostic.place, "")})},
          {"partialFingerprints", {{"interlockComplaint/v1", diagnostic.number + ": " + diagnostic.sentence}}}};
}

}  // namespace

std::string to_sarif(const CiReport& report, std::string_view version) {
  Rules rules;
  Json results = Json::array();
  for (const language::Diagnostic& diagnostic : report.diagnostics)
    results.push_back(diagnostic_json(diagnostic, rules));
  for (const Suite& suite : report.suites) {
    for (const Case& one : suite.cases) {
      if (kind_of(one)) results.push_back(case_json(suite, one, rules));
    }
  }
  const Json driver = {{"name", "Interlock"}, {"rules", rules.all()}, {"semanticVersion", version}};
  const Json run = {{"columnKind", "unicodeCodePoints"}, {"results", results}, {"tool", {{"driver", driver}}}};
  const Json whole = {
      {"$schema", "https://json.schemastore.org/sarif-2.1.0.json"}, {"runs", Json::array({run})}, {"version", "2.1.0"}};
  return whole.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace interlock::reports
