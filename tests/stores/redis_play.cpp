#include "tests/stores/redis_play.hpp"

#include "engine/check/checker.hpp"
#include "engine/evaluator/evaluator.hpp"
#include "engine/language/parser/parser.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "engine/machine/time/ticks.hpp"

#include <fmt/format.h>

#include <fstream>
#include <map>
#include <memory>
#include <random>
#include <sstream>
#include <utility>
#include <vector>

namespace interlock::tests {

using namespace language;

namespace {

std::shared_ptr<const Source> source_of(std::string name, std::string text) {
  return std::make_shared<const Source>(Source{std::move(name), std::move(text)});
}

/// The store's WATCH takes strings; so that sorted sets can be watched as well, here it has another.
constexpr const char* watch_of_sets = "\nop WATCH_SET(key: sorted_set) { watch key }\n";

/// The stores that ship and are used here.
Library read_library(Diagnostics& diagnostics) {
  Library library;
  for (const std::string name : {"redis", "memory"}) {
    const std::string path = fmt::format("{}/models/stores/{}.interlock", INTERLOCK_SOURCE_DIR, name);
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    if (name == "redis") text << watch_of_sets;
    const syntax::File file = parse(source_of(path, text.str()), diagnostics);
    if (file.store) library.stores[name] = *file.store;
  }
  return library;
}

/// The names that the clients assert or witness, each with a spec of that name.
std::map<std::string, std::string> specs_of(const std::string& protocol) {
  std::map<std::string, std::string> specs;
  for (const std::string word : {"assert", "witness"}) {
    for (auto at = protocol.find(word + " "); at != std::string::npos; at = protocol.find(word + " ", at + 1)) {
      const auto begin = at + word.size() + 1;
      const std::string name = protocol.substr(begin, protocol.find(':', begin) - begin);
      specs[name] = fmt::format("spec {} \"As Redis answers.\"\n{}ed\n", name, word);
    }
  }
  return specs;
}

std::string problem_of(const check::SpecResult& found) {
  const std::string& name = found.spec;
  switch (found.verdict) {
    case check::Verdict::holds: return found.vacuous ? name + " is never asked\n" : "";
    case check::Verdict::reachable: return "";
    case check::Verdict::fails: return name + " fails\n";
    case check::Verdict::unreachable: return name + " is never seen\n";
    default: return name + " is not decided\n";
  }
}

std::string check_all(const Model& model, const Scenario& scenario, const std::map<std::string, std::string>& names) {
  std::vector<std::uint32_t> specs;
  std::string problems;
  for (std::uint32_t index = 0; index < model.specs.size(); ++index) {
    const Spec& spec = model.specs[index];
    if (!names.contains(spec.name)) continue;
    if (spec.applies)
      specs.push_back(index);
    else
      problems += fmt::format("{} does not apply: {}\n", spec.name, spec.why_not);
  }
  const check::Answer result = check::check(model, scenario, specs, check::Settings{});
  problems += result.not_reproduced;
  if (result.cut) problems += "a container is too small\n";
  for (const check::SpecResult& found : result.verdicts) problems += problem_of(found);
  return problems;
}

/// Time passes in long strides, as far as it may.
bool pass_time(const evaluator::Evaluator& evaluator, evaluator::State& state) {
  for (std::int64_t ticks = 4096; ticks > 0; ticks /= 2) {
    Move move;
    move.kind = MoveKind::time;
    move.ticks = ticks;
    if (evaluator.make(state, move).error.empty()) return true;
  }
  return false;
}

/// One long run of the second evaluator, its moves by lot; what it says of the same assertions.
std::string walk(const Model& model, const Scenario& scenario, const std::map<std::string, std::string>& names) {
  const evaluator::Evaluator evaluator(model, scenario, machine::measure_ticks(model, scenario).microseconds);
  evaluator::State state = evaluator.initial();
  std::mt19937 lots(1);
  for (int count = 0; count < 100; ++count) {
    const auto moves = evaluator.moves(state);
    const bool only_time = moves.size() == 1 && moves[0].kind == MoveKind::time;
    if (only_time && pass_time(evaluator, state)) continue;
    if (moves.empty()) return "the evaluator is stuck\n";
    const auto outcome = evaluator.make(state, moves[lots() % moves.size()]);
    if (!outcome.error.empty()) return outcome.error + "\n";
    for (const std::string& name : outcome.failed)
      if (names.contains(name)) return name + " fails in the evaluator\n";
  }
  return "";
}

std::string text_of(Before before) {
  switch (before) {
    case Before::missing: return "missing";
    case Before::plain: return "plain";
    default: return "leased";
  }
}

}  // namespace

std::string disagreements(const std::string& protocol, const std::string& faults) {
  Diagnostics diagnostics;
  const Library library = read_library(diagnostics);
  const auto specs = specs_of(protocol);
  std::string text = protocol;
  for (const auto& [name, spec] : specs) text += spec;
  const auto source = source_of("test.interlock", text);
  const syntax::File file = parse(source, diagnostics);
  if (!file.protocol) return "no protocol";
  const auto model = resolve(*file.protocol, source, library, {}, diagnostics);
  const auto scenario = resolve_scenario(parse_faults(source_of("faults", faults), diagnostics), diagnostics);
  std::string problems;
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::error) problems += to_text(diagnostic);
  if (model && scenario && problems.empty()) problems = check_all(*model, *scenario, specs);
  if (model && scenario && problems.empty()) problems = walk(*model, *scenario, specs);
  return problems;
}

std::string one_client(const std::string& body) {
  return fmt::format(
      "protocol p\n"
      "server redis : redis {{ k : string  other : string  z : sorted_set  y : sorted_set  x : sorted_set }}\n"
      "server memory : memory {{ turn : int 0..3 }}\n"
      "client c {{\nold = fresh id\nnew = fresh id\n{}\n}}\n",
      body);
}

std::string disagreement(const Row& row) {
  std::string set;
  if (row.before == Before::plain) set = "; redis.SET(k, old)";
  if (row.before == Before::leased) set = "; redis.SET(k, old, PX 10s)";
  const std::string body = fmt::format(
      "atomic {{ redis.DEL(k){} }}\nwork 4s\n"
      "atomic {{\n"
      "answer = redis.{}\nassert answers: answer == {}\n"
      "left = redis.PTTL(k)\nassert lives_on: left == {}\n"
      "value = redis.GET(k)\nassert holds_then: value == {}\n"
      "redis.SET(k, new)\n}}",
      set, row.call, row.answer, row.left, row.value);
  const std::string problems = disagreements(one_client(body));
  return problems.empty() ? "" : fmt::format("{} of a {} key: {}", row.call, text_of(row.before), problems);
}

}  // namespace interlock::tests
