#include "engine/check/matrix.hpp"

#include "engine/language/resolver/resolver.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::check {

using namespace language;

namespace {

template <class Node>
bool reads_clock(const std::vector<Node>& nodes);

bool reads_clock(const Expression& expression) {
  return expression.op == ExpressionOp::now || reads_clock(expression.operands);
}

bool reads_clock(const CallArgument& argument) { return reads_clock(argument.value); }
bool reads_clock(const Call& call) { return reads_clock(call.arguments); }

/// A server's operation and `when` read the server's clock, which is right.
bool reads_clock(const Statement& statement) {
  if (statement.op == StatementOp::operation) return reads_clock(statement.calls);
  if (statement.op == StatementOp::when) return statement.blocks.size() > 1 && reads_clock(statement.blocks[1]);
  if (statement.op == StatementOp::clock) return true;
  const auto in_block = [](const Block& block) { return reads_clock(block); };
  return reads_clock(statement.expressions) ||
         std::any_of(statement.blocks.begin(), statement.blocks.end(), in_block) || reads_clock(statement.calls);
}

template <class Node>
bool reads_clock(const std::vector<Node>& nodes) {
  return std::any_of(nodes.begin(), nodes.end(), [](const Node& node) { return reads_clock(node); });
}

bool has_client_clocks(const Model& model) {
  return std::any_of(model.kinds.begin(), model.kinds.end(),
                     [](const ClientKind& kind) { return !kind.deadlines.empty() || reads_clock(kind.program); });
}

bool is_named(const Model& model, const FaultRule& rule) {
  return std::any_of(model.expectations.begin(), model.expectations.end(), [&](const Expectation& expectation) {
    return std::any_of(expectation.scenario.faults.begin(), expectation.scenario.faults.end(),
                       [&](const Fault& fault) { return fault.kind == rule.kind; });
  });
}

/// A fault that has an amount as the file's own expectations have it, or else the usual one.
Fault usual_fault(const Model& model, const FaultRule& rule) {
  if (rule.usual == 0 && rule.amount != FaultAmount::lag) return {.kind = rule.kind, .text = std::string(rule.name)};
  for (const Expectation& expectation : model.expectations)
    for (const Fault& fault : expectation.scenario.faults)
      if (fault.kind == rule.kind && fault.times == unbounded) return fault;
  if (rule.amount == FaultAmount::lag) {
    syntax::Fault plain;
    plain.name = rule.name;
    Diagnostics none;
    return resolve_scenario({plain}, none)->faults.front();
  }
  std::string amount = duration_text(rule.usual);
  std::erase(amount, ' ');
  return {.kind = rule.kind, .amount = rule.usual, .text = fmt::format("{} {}", rule.name, amount)};
}

Scenario joined(const Scenario& scenario, const Fault& fault) {
  Scenario larger = scenario;
  larger.faults.push_back(fault);
  return larger;
}

bool is_larger(const Scenario& scenario, const Scenario& other) {
  return scenario.faults.size() > other.faults.size() &&
         std::all_of(other.faults.begin(), other.faults.end(), [&](const Fault& fault) {
           return std::find(scenario.faults.begin(), scenario.faults.end(), fault) != scenario.faults.end();
         });
}

/// Is a run that shows this with fewer faults also one with all of these? Whether a good state stays possible depends
/// on the clocks too.
bool carries_over(const SpecResult& result, const Scenario& from, const Scenario& to) {
  const auto bends_clocks = [](const Scenario& scenario) {
    return std::any_of(scenario.faults.begin(), scenario.faults.end(),
                       [](const Fault& fault) { return rule_of(fault.kind).target == FaultTarget::clock; });
  };
  if (!has_run(result) || !is_larger(to, from)) return false;
  return result.form != PropertyForm::always_possible || bends_clocks(from) == bends_clocks(to);
}

/// The simplest run of another column that is also an answer here.
const SpecResult* known_elsewhere(const std::vector<Answer>& columns, const Answer& column, const std::string& spec) {
  const SpecResult* known = nullptr;
  for (const Answer& other : columns) {
    for (const SpecResult& result : other.verdicts) {
      if (result.spec != spec || !carries_over(result, other.scenario, column.scenario)) continue;
      const auto size = [](const SpecResult& run) { return std::pair(run.faults, run.steps); };
      if (known == nullptr || size(result) < size(*known)) known = &result;
    }
  }
  return known;
}

FaultSet fault_names(const Scenario& scenario) {
  FaultSet names;
  for (const Fault& fault : scenario.faults) names.push_back(fault.text);
  return names;
}

SpecResult cell_of(const Answer& column, const std::string& row) {
  SpecResult cell;
  cell.spec = row;
  cell.verdict = column.complete() ? Verdict::holds : Verdict::unknown;
  for (const SpecResult& result : column.verdicts)
    if (result.spec == row) cell = result;
  cell.story.reset();
  return cell;
}

bool is_part_of(const FaultSet& smaller, const FaultSet& larger) {
  return std::all_of(smaller.begin(), smaller.end(), [&](const std::string& fault) {
    return std::find(larger.begin(), larger.end(), fault) != larger.end();
  });
}

bool is_strictly_part_of(const FaultSet& smaller, const FaultSet& larger) {
  return is_part_of(smaller, larger) && !is_part_of(larger, smaller);
}

template <typename Chosen>
std::vector<FaultSet> chosen_sets(const Matrix& matrix, const Guarantee& guarantee, Chosen chosen) {
  std::vector<FaultSet> sets;
  for (std::size_t index = 0; index < guarantee.cells.size(); ++index)
    if (chosen(guarantee.cells[index])) sets.push_back(matrix.fault_sets[index]);
  return sets;
}

/// Keeps the sets for which no other one is `beyond` them.
template <typename Beyond>
std::vector<FaultSet> extremes(const std::vector<FaultSet>& sets, Beyond beyond) {
  std::vector<FaultSet> kept;
  for (const FaultSet& set : sets) {
    const bool is_beaten =
        std::any_of(sets.begin(), sets.end(), [&](const FaultSet& other) { return beyond(other, set); });
    if (!is_beaten) kept.push_back(set);
  }
  return kept;
}

}  // namespace

std::vector<Scenario> matrix_scenarios(const Model& model) {
  std::vector<Scenario> scenarios{{}};
  const auto join_all = [&](const std::vector<Fault>& choices) {
    const std::vector<Scenario> smaller = scenarios;
    for (const Fault& fault : choices)
      for (const Scenario& scenario : smaller) scenarios.push_back(joined(scenario, fault));
  };
  const auto join_few = [&](const Fault& fault) {
    const std::vector<Scenario> smaller = scenarios;
    for (const Scenario& scenario : smaller)
      if (scenario.faults.size() <= 1) scenarios.push_back(joined(scenario, fault));
  };
  std::vector<Fault> of_clocks, named;
  for (const FaultRule& rule : fault_rules) {
    if (is_own(rule.kind)) continue;
    const Fault usual = usual_fault(model, rule);
    if (rule.columns == FaultColumns::naming) {
      if (is_named(model, rule)) named.push_back(usual);
    } else if (rule.target == FaultTarget::clock) {
      of_clocks.push_back(usual);
    } else {
      join_all({usual});
    }
  }
  for (std::size_t index = 0; index < model.own_faults.size(); ++index) {
    const std::string& name = model.own_faults[index].name;
    named.push_back({.kind = own_fault(index), .text = name, .own_name = name});
  }
  // What skew can do, drift can do too, so both together are drift.
  if (has_client_clocks(model)) join_all(of_clocks);
  for (const Fault& fault : named) join_few(fault);
  std::stable_sort(scenarios.begin(), scenarios.end(),
                   [](const Scenario& a, const Scenario& b) { return a.faults.size() < b.faults.size(); });
  return scenarios;
}

LeftOut left_out_of_matrix(const Model& model) {
  LeftOut left_out;
  for (const FaultRule& rule : fault_rules) {
    if (is_own(rule.kind)) continue;
    const std::string name(rule.name);
    if (rule.columns == FaultColumns::naming)
      (is_named(model, rule) ? left_out.in_pairs : left_out.unnamed).push_back(name);
    else if (rule.target == FaultTarget::clock && !has_client_clocks(model))
      left_out.of_clocks.push_back(name);
  }
  for (const OwnFault& fault : model.own_faults) left_out.in_pairs.push_back(fault.name);
  return left_out;
}

std::vector<Question> matrix_questions(const Model& model, const std::vector<std::string>& specs) {
  return open_questions(model, specs, matrix_scenarios(model));
}

void answer_open_ones(std::vector<Answer>& columns) {
  for (Answer& column : columns) {
    for (SpecResult& result : column.verdicts) {
      if (result.verdict != Verdict::unknown) continue;
      if (const SpecResult* known = known_elsewhere(columns, column, result.spec)) result = SpecResult(*known);
    }
  }
}

Matrix make_matrix(const std::vector<Answer>& columns) {
  Matrix matrix;
  std::vector<std::string> rows;
  for (const Answer& column : columns) {
    matrix.protocol = column.protocol;
    matrix.clients = column.clients;
    matrix.fault_sets.push_back(fault_names(column.scenario));
    matrix.columns.push_back(column);
    matrix.columns.back().verdicts.clear();
    for (const SpecResult& result : column.verdicts) {
      const bool is_new = std::find(rows.begin(), rows.end(), result.spec) == rows.end();
      if (is_new && result.verdict != Verdict::not_applicable) rows.push_back(result.spec);
    }
  }
  for (const std::string& row : rows) {
    Guarantee& guarantee = matrix.guarantees.emplace_back();
    guarantee.spec = row;
    for (const Answer& column : columns) guarantee.cells.push_back(cell_of(column, row));
  }
  return matrix;
}

std::vector<FaultSet> smallest_breaking(const Matrix& matrix, const Guarantee& guarantee) {
  return extremes(chosen_sets(matrix, guarantee, has_run),
                  [](const FaultSet& other, const FaultSet& set) { return is_strictly_part_of(other, set); });
}

std::vector<FaultSet> largest_standing(const Matrix& matrix, const Guarantee& guarantee) {
  return extremes(chosen_sets(matrix, guarantee, stands),
                  [](const FaultSet& other, const FaultSet& set) { return is_strictly_part_of(set, other); });
}

bool stands(const SpecResult& cell) {
  return (cell.verdict == Verdict::holds || cell.verdict == Verdict::unreachable) && !cell.vacuous;
}

}  // namespace interlock::check
