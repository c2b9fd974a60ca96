#include "cli/fault_matrix.hpp"

#include <fmt/format.h>

#include "cli/terminal.hpp"
#include "engine/check/matrix.hpp"
#include "reports/matrix.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

/// What is left out of the table, by reason.
std::string left_out(const check::Answer& result) {
  std::string text;
  for (const check::SpecResult& verdict : result.verdicts) {
    if (verdict.verdict != check::Verdict::not_applicable) continue;
    const std::string line = fmt::format("{}: does not apply; {}", verdict.spec, verdict.why_not);
    for (const std::string& part : reports::wrapped(line, output_width())) text += part + "\n";
  }
  return text.empty() ? "" : "\n" + text;
}

/// Unknown anywhere is undecided; a failure counts without faults only.
ExitCode matrix_exit_code(const check::Answer& result) {
  ExitCode code = ExitCode::as_expected;
  for (const check::SpecResult& verdict : result.verdicts) {
    const ExitCode one = exit_code_of(verdict);
    if (one != ExitCode::failed || result.scenario.faults.empty()) code = graver(code, one);
  }
  return code;
}

}  // namespace

FaultMatrix make_fault_matrix(const Protocol& protocol, const std::vector<std::string>& specs, Searcher& searcher) {
  FaultMatrix made;
  for (const check::Question& question : check::matrix_questions(protocol.model, specs)) {
    made.results.push_back(searcher.answer(protocol, question));
  }
  check::answer_open_ones(made.results);
  for (const check::Answer& result : made.results) {
    made.exit_code = graver(made.exit_code, matrix_exit_code(result));
  }
  made.matrix = check::make_matrix(made.results);
  made.matrix.params = reports::params_text(protocol.model.params);
  made.matrix.left_out = check::left_out_of_matrix(protocol.model);
  made.text = reports::matrix_text(made.matrix, output_width(), output_style());
  made.text += left_out(made.results.front());
  return made;
}

}  // namespace interlock::cli
