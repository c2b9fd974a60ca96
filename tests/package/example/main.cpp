// Checks a protocol with Interlock as a library: verdicts FILE. Says one line an `expect` line; exit code 1 where one
// is not met. The stores and specs that ship are in interlock::shipped.

#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/shipped_texts.hpp"
#include "engine/check/checker.hpp"
#include "engine/check/expectations.hpp"
#include "engine/language/parser/parser.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "reports/verdict_lines.hpp"
#include "reports/words.hpp"

namespace {

using namespace interlock;

language::syntax::File parse(const std::string& name, std::string text, language::Diagnostics& diagnostics) {
  return language::parse(std::make_shared<const language::Source>(language::Source{name, std::move(text)}),
                         diagnostics);
}

language::Library shipped_library() {
  language::Library library;
  language::Diagnostics diagnostics;
  for (const cli::ShippedText& shipped : cli::shipped_texts()) {
    const language::syntax::File file = parse(std::string(shipped.path), std::string(shipped.text), diagnostics);
    if (file.store) library.stores.insert_or_assign(file.store->name, *file.store);
    if (file.spec) library.specs.insert_or_assign(file.spec->name, *file.spec);
  }
  return library;
}

std::optional<language::Model> read_model(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const auto source = std::make_shared<const language::Source>(
      language::Source{path, std::string(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>())});
  language::Diagnostics diagnostics;
  const language::syntax::File parsed = language::parse(source, diagnostics);
  std::optional<language::Model> model;
  if (parsed.protocol && !language::has_errors(diagnostics))
    model = language::resolve(*parsed.protocol, source, shipped_library(), {}, diagnostics);
  for (const language::Diagnostic& diagnostic : diagnostics) std::fputs(language::to_text(diagnostic).c_str(), stderr);
  return model;
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::optional<language::Model> model = read_model(argument_count > 1 ? arguments[1] : "");
  if (!model) return 2;
  std::vector<check::Answer> answers;
  bool are_met = true;
  for (const check::Question& question : check::expected_questions(*model, {})) {
    check::Answer answer =
        check::check(*model, question.scenario, check::searched_specs(*model, question), check::Settings{});
    answer.clients = reports::size_text(*model);
    check::arrange(*model, question, answer);
    for (const check::SpecResult& verdict : answer.verdicts) are_met = are_met && verdict.met.value_or(true);
    answers.push_back(std::move(answer));
  }
  std::fputs(reports::verdict_lines(answers, reports::Style{}).c_str(), stdout);
  return are_met ? 0 : 1;
}
