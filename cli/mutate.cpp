#include <set>
#include <string>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/protocols.hpp"
#include "cli/questions.hpp"
#include "cli/searcher.hpp"
#include "cli/user_error.hpp"
#include "reports/breaks.hpp"

namespace interlock::cli {
namespace {

using reports::BreakResult;
using reports::Noticed;

std::string text_of(const check::SpecResult& verdict) {
  return verdict.expected ? verdict.expected->text : verdict.spec;
}

/// The expectations that the whole protocol does not meet: they can notice nothing.
std::set<std::string> unmet_when_whole(const Protocol& protocol, const MutateOptions& options, Searcher& searcher) {
  std::set<std::string> unmet;
  for (const check::Question& question : check::expected_questions(protocol.model, options.specs))
    for (const check::SpecResult& verdict : searcher.answer(protocol, question).verdicts)
      if (verdict.verdict != check::Verdict::unknown && verdict.met && !*verdict.met) unmet.insert(text_of(verdict));
  return unmet;
}

/// Up to the first expectation that is not met, but is where nothing is broken.
BreakResult result_of(const BrokenTwin& twin, const MutateOptions& options, const std::set<std::string>& unmet,
                      Searcher& searcher) {
  BreakResult result{.place = twin.place, .sentence = twin.sentence, .noticed = Noticed::no, .by = {}};
  if (!twin.noticed_by.empty()) {
    result.noticed = Noticed::yes;
    result.by = twin.noticed_by;
    return result;
  }
  for (const check::Question& question : check::expected_questions(twin.protocol.model, options.specs)) {
    const check::Answer answer = searcher.answer(twin.protocol, question);
    for (const check::SpecResult& verdict : answer.verdicts) {
      if (unmet.contains(text_of(verdict))) continue;
      if (verdict.verdict == check::Verdict::unknown) {
        result.noticed = Noticed::unknown;
      } else if (verdict.met && !*verdict.met) {
        result.noticed = Noticed::yes;
        result.by = text_of(verdict);
        return result;
      }
    }
  }
  return result;
}

}  // namespace

ExitCode run(const MutateOptions& options) {
  const ProtocolAndTwins read = read_twins(options.input, options.model);
  check_spec_names({&read.protocol.model}, options.specs);
  if (check::expected_questions(read.protocol.model, options.specs).empty())
    throw UserError(fmt::format("{} expects nothing, so nothing can be noticed", shown(read.protocol.file)));
  Searcher searcher(options.search);
  reports::BreakReport report{.protocol = read.protocol.model.name, .file = read.protocol.file, .breaks = {}};
  const std::set<std::string> unmet = unmet_when_whole(read.protocol, options, searcher);
  for (const std::string& text : unmet)
    write_message(fmt::format("interlock: {}: not met where nothing is broken, so it notices nothing: {}\n",
                              shown(read.protocol.file), text));
  ExitCode code = unmet.empty() ? ExitCode::as_expected : ExitCode::failed;
  for (const BrokenTwin& twin : read.twins) {
    report.breaks.push_back(result_of(twin, options, unmet, searcher));
    if (report.breaks.back().noticed != Noticed::yes) code = ExitCode::failed;
  }
  write_message(searcher.messages());
  write_output(options.format == Format::json ? reports::to_json(report) : reports::break_lines(report, options.all));
  return searcher.exit_code() == ExitCode::not_reproduced ? ExitCode::not_reproduced : code;
}

}  // namespace interlock::cli
