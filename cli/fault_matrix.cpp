#include "cli/fault_matrix.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cli/terminal.hpp"
#include "reports/matrix.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

using reports::VerdictKind;
using reports::VerdictReport;

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
    text += fmt::format("{}: does not apply; {}\n", verdict.spec, verdict.why);
  }
  return text.empty() ? "" : "\n" + text;
}

bool is_hit(const VerdictReport& verdict) {
  return verdict.verdict == VerdictKind::fails || verdict.verdict == VerdictKind::reachable;
}

bool is_larger(const language::Scenario& scenario, const language::Scenario& other) {
  return scenario.faults.size() > other.faults.size() &&
         std::all_of(other.faults.begin(), other.faults.end(), [&](const language::Fault& fault) {
           return std::find(scenario.faults.begin(), scenario.faults.end(), fault) != scenario.faults.end();
         });
}

/// Is a run that shows this with fewer faults also one with all of these? Whether a good state stays possible depends
/// on the clocks too.
bool carries_over(const VerdictReport& verdict, const language::Scenario& from, const language::Scenario& to) {
  const auto bends_clocks = [](const language::Scenario& scenario) {
    return std::any_of(scenario.faults.begin(), scenario.faults.end(), [](const language::Fault& fault) {
      return fault.kind == language::FaultKind::skew || fault.kind == language::FaultKind::drift;
    });
  };
  if (!is_hit(verdict) || !is_larger(to, from)) return false;
  return verdict.form != language::PropertyForm::always_possible || bends_clocks(from) == bends_clocks(to);
}

/// The simplest run of another column that is also an answer here.
const VerdictReport* known_elsewhere(const std::vector<reports::Result>& results, const reports::Result& result,
                                     const std::string& spec) {
  const VerdictReport* known = nullptr;
  for (const reports::Result& other : results) {
    for (const VerdictReport& verdict : other.verdicts) {
      if (verdict.spec != spec || !carries_over(verdict, other.scenario, result.scenario)) continue;
      const auto size = [](const VerdictReport& run) { return std::pair(run.faults, run.steps); };
      if (known == nullptr || size(verdict) < size(*known)) known = &verdict;
    }
  }
  return known;
}

/// What a search left open, and the run of another column answers.
void answer_open_ones(std::vector<reports::Result>& results) {
  for (reports::Result& result : results) {
    for (VerdictReport& verdict : result.verdicts) {
      if (verdict.verdict != VerdictKind::unknown) continue;
      if (const VerdictReport* known = known_elsewhere(results, result, verdict.spec)) verdict = *known;
    }
  }
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
      reports::MatrixCell cell;
      cell.verdict = result.complete ? VerdictKind::holds : VerdictKind::unknown;
      for (const reports::VerdictReport& verdict : result.verdicts) {
        if (verdict.spec != row) continue;
        cell = {verdict.verdict, verdict.vacuous, verdict.steps, verdict.loop_steps, verdict.used};
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

std::vector<Question> matrix_questions(const Protocol& protocol, const std::vector<std::string>& specs) {
  return open_questions(protocol.model, specs, matrix_scenarios(protocol.model));
}

FaultMatrix make_fault_matrix(const Protocol& protocol, const std::vector<std::string>& specs, Searcher& searcher) {
  FaultMatrix made;
  for (const Question& question : matrix_questions(protocol, specs)) {
    made.results.push_back(searcher.answer(protocol, question).result);
  }
  answer_open_ones(made.results);
  for (const reports::Result& result : made.results) {
    made.exit_code = graver(made.exit_code, matrix_exit_code(result));
  }
  made.text = reports::matrix_text(matrix_of(protocol, made.results), output_width(), output_style());
  made.text += left_out(made.results.front());
  return made;
}

}  // namespace interlock::cli
