#include "cli/fault_matrix.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "cli/questions.hpp"
#include "cli/terminal.hpp"
#include "reports/matrix.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

using reports::VerdictKind;

std::vector<std::string> fault_names(const language::Scenario& scenario) {
  std::vector<std::string> names;
  for (const language::Fault& fault : scenario.faults) names.push_back(fault.text);
  return names;
}

/// What is left out of the table, by reason.
std::string left_out(const reports::Result& result) {
  std::string text;
  for (const reports::VerdictReport& verdict : result.verdicts) {
    if (verdict.verdict != VerdictKind::not_applicable) continue;
    const bool waits = verdict.form == language::PropertyForm::leads_to && verdict.why == not_built;
    text += waits ? fmt::format("{}: not built yet; {}\n", verdict.spec, verdict.why)
                  : fmt::format("{}: does not apply; {}\n", verdict.spec, verdict.why);
  }
  return text.empty() ? "" : "\n" + text;
}

/// The guarantees of a column are the verdicts of its result, in the same order in every column; `in_range` may come
/// behind them.
reports::Matrix matrix_of(const Protocol& protocol, const std::vector<reports::Result>& results) {
  reports::Matrix matrix;
  matrix.protocol = protocol.model.name;
  matrix.clients = reports::size_text(protocol.model);
  std::vector<std::string> rows;
  for (const reports::Result& result : results) {
    matrix.fault_sets.push_back(fault_names(result.scenario));
    for (const reports::VerdictReport& verdict : result.verdicts) {
      const bool is_new = std::find(rows.begin(), rows.end(), verdict.spec) == rows.end();
      if (is_new && verdict.verdict != VerdictKind::not_applicable) rows.push_back(verdict.spec);
    }
  }
  for (const std::string& row : rows) {
    reports::Guarantee guarantee{row, {}};
    for (const reports::Result& result : results) {
      reports::MatrixCell cell{.verdict = VerdictKind::holds, .used = {}};
      for (const reports::VerdictReport& verdict : result.verdicts) {
        if (verdict.spec == row) cell = {verdict.verdict, verdict.vacuous, verdict.steps, verdict.used};
      }
      guarantee.cells.push_back(cell);
    }
    matrix.guarantees.push_back(guarantee);
  }
  return matrix;
}

/// Unknown anywhere is undecided; a failure counts without faults only.
ExitCode matrix_exit_code(const reports::Result& result) {
  ExitCode code = ExitCode::as_expected;
  for (const reports::VerdictReport& verdict : result.verdicts) {
    const ExitCode one = exit_code_of(verdict);
    if (one != ExitCode::failed || result.scenario.faults.empty()) code = graver(code, one);
  }
  return code;
}

}  // namespace

FaultMatrix make_fault_matrix(const Protocol& protocol, const std::vector<std::string>& specs, Searcher& searcher) {
  FaultMatrix made;
  for (const Question& question : open_questions(protocol.model, specs, matrix_scenarios(protocol.model))) {
    made.results.push_back(searcher.answer(protocol, question).result);
    made.exit_code = graver(made.exit_code, matrix_exit_code(made.results.back()));
  }
  made.text = reports::matrix_text(matrix_of(protocol, made.results), output_width(), output_style());
  made.text += left_out(made.results.front());
  return made;
}

}  // namespace interlock::cli
