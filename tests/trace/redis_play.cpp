#include "tests/trace/redis_play.hpp"

#include "engine/language/parser.hpp"
#include "engine/language/resolver.hpp"
#include "engine/trace/checker.hpp"

#include <fmt/format.h>

#include <fstream>
#include <memory>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

namespace interlock::trace::tests {

using namespace language;

namespace {

std::shared_ptr<const Source> source_of(std::string name, std::string text) {
  return std::make_shared<const Source>(Source{std::move(name), std::move(text)});
}

/// The stores that ship and are used here.
Library read_library(Diagnostics& diagnostics) {
  Library library;
  for (const std::string name : {"redis", "memory"}) {
    const std::string path = fmt::format("{}/models/stores/{}.interlock", INTERLOCK_SOURCE_DIR, name);
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    const syntax::File file = parse(source_of(path, text.str()), diagnostics);
    if (file.store) library.stores[name] = *file.store;
  }
  return library;
}

/// A spec for each name that the clients assert or witness.
std::string with_specs(const std::string& protocol) {
  static const std::regex named(R"((assert|witness) ([a-z0-9_]+):)");
  std::set<std::string> specs;
  for (std::sregex_iterator match(protocol.begin(), protocol.end(), named); match != std::sregex_iterator(); ++match)
    specs.insert(fmt::format("spec {} \"As Redis answers.\"\n{}ed\n", (*match)[2].str(), (*match)[1].str()));
  std::string text = protocol;
  for (const std::string& spec : specs) text += spec;
  return text;
}

std::string problem_of(const Model& model, const SpecResult& found) {
  const std::string& name = model.specs[found.spec].name;
  switch (found.verdict) {
    case Verdict::holds: return found.vacuous ? name + " is never asked\n" : "";
    case Verdict::reachable: return "";
    case Verdict::fails: return name + " fails\n";
    case Verdict::unreachable: return name + " is never seen\n";
    default: return name + " is not decided\n";
  }
}

std::string check_all(const Model& model) {
  std::vector<std::uint32_t> specs;
  for (std::uint32_t index = 0; index < model.specs.size(); ++index)
    if (model.specs[index].applies) specs.push_back(index);
  const CheckResult result = check(model, {}, specs, CheckSettings{});
  std::string problems = result.not_reproduced;
  if (result.cut) problems += "a container is too small\n";
  for (const SpecResult& found : result.specs) problems += problem_of(model, found);
  return problems;
}

std::string text_of(Before before) {
  switch (before) {
    case Before::missing: return "missing";
    case Before::plain: return "plain";
    default: return "leased";
  }
}

}  // namespace

std::string disagreements(const std::string& protocol) {
  Diagnostics diagnostics;
  const Library library = read_library(diagnostics);
  const auto source = source_of("test.interlock", with_specs(protocol));
  const syntax::File file = parse(source, diagnostics);
  if (!file.protocol) return "no protocol";
  const auto model = resolve(*file.protocol, source, library, {}, diagnostics);
  std::string problems;
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::error) problems += to_text(diagnostic);
  if (model) problems += check_all(*model);
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

}  // namespace interlock::trace::tests
