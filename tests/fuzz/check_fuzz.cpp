// Any bytes as a protocol, a store or a spec: read, checked within a few hundred states, and reported. Nothing may
// crash; every counterexample has to be confirmed, and the reports have to be well-formed.

#include "engine/check/checker.hpp"
#include "engine/language/parser/parser.hpp"
#include "reports/json.hpp"
#include "reports/timeline_dot.hpp"
#include "reports/timeline_text.hpp"
#include "tests/random/reading.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

extern "C" std::size_t interlock_fuzz_went_through;
std::size_t interlock_fuzz_went_through = 0;

namespace {

using namespace interlock;

[[noreturn]] void complain(const std::string& what) {
  std::fprintf(stderr, "%s\n", what.c_str());
  std::abort();
}

/// Braces and quotes match.
bool is_balanced(const std::string& dot) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t at = 0; at < dot.size(); ++at) {
    if (dot[at] == '\\') {
      ++at;
    } else if (dot[at] == '"') {
      quoted = !quoted;
    } else if (!quoted && (dot[at] == '{' || dot[at] == '}')) {
      depth += dot[at] == '{' ? 1 : -1;
    }
  }
  return depth == 0 && !quoted;
}

void check_scenario(const language::Model& model, const language::Scenario& scenario) {
  std::vector<std::uint32_t> asked;
  for (std::uint32_t spec = 0; spec < model.specs.size(); ++spec)
    if (model.specs[spec].applies) asked.push_back(spec);
  check::Settings settings;
  settings.search.limits.states = 300;
  settings.search.threads = 1;
  const check::Answer answer = check::check(model, scenario, asked, settings);
  if (!answer.not_reproduced.empty()) complain(answer.not_reproduced);
  if (!nlohmann::json::accept(reports::to_json(reports::Report{.results = {answer}}))) complain("malformed JSON");
  for (const auto& result : answer.verdicts) {
    if (!result.story) continue;
    if (reports::timeline_text(*result.story).empty()) complain("an empty timeline");
    if (!is_balanced(reports::timeline_dot(*result.story))) complain("a malformed graph");
  }
}

void check_model(const tests::RandomText& text) {
  std::string problems;
  const auto model = tests::read(text, problems);
  if (!model && problems.empty()) complain("no model, and no complaint");
  if (!model || model->clients.size() > 6) return;
  ++interlock_fuzz_went_through;
  std::vector<language::Scenario> scenarios;
  for (const auto& expectation : model->expectations)
    if (std::find(scenarios.begin(), scenarios.end(), expectation.scenario) == scenarios.end())
      scenarios.push_back(expectation.scenario);
  if (scenarios.empty()) scenarios.emplace_back();
  for (std::size_t which = 0; which < std::min<std::size_t>(scenarios.size(), 3); ++which)
    check_scenario(*model, scenarios[which]);
}

/// Somebody who uses a store or a spec.
std::string user_of(const std::string& store) {
  return "protocol user\nserver s : " + store +
         "\nclient w[2] {\n  work 1s\n  critical {\n    work 1s\n  }\n}\nexpect {\n  mutual_exclusion fails\n}\n";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  const auto source = std::make_shared<const language::Source>(language::Source{"fuzz.interlock", text});
  language::Diagnostics diagnostics;
  const language::syntax::File file = language::parse(source, diagnostics);
  if (file.protocol) check_model({text, ""});
  if (file.store) check_model({user_of(file.store->name), text});
  if (file.spec) check_model({user_of("memory"), text});
  return 0;
}
