#include "cli/questions.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>

#include "cli/option_values.hpp"
#include "cli/user_error.hpp"
#include "engine/language/parser/parser.hpp"
#include "engine/language/resolver/resolver.hpp"

namespace interlock::cli {
namespace {

using language::FaultKind;
using language::Scenario;

bool is_asked(const std::string& name, const std::vector<std::string>& specs) {
  return specs.empty() || std::find(specs.begin(), specs.end(), name) != specs.end();
}

Scenario read_scenario(const std::string& text) {
  if (text.find_first_not_of(" \t\n") == std::string::npos) {
    throw UserError("--under takes faults such as 'pause, crash 1 time', or none; here it names nothing");
  }
  language::Diagnostics diagnostics;
  const auto source = std::make_shared<const language::Source>(language::Source{"--under", text});
  const auto faults = language::parse_faults(source, diagnostics);
  std::optional<Scenario> scenario;
  if (!language::has_errors(diagnostics)) scenario = language::resolve_scenario(faults, diagnostics);
  if (scenario && !language::has_errors(diagnostics)) return *scenario;
  std::string message = "the faults of --under cannot be read\n";
  for (const language::Diagnostic& diagnostic : diagnostics) message += language::to_text(diagnostic);
  if (!message.empty() && message.back() == '\n') message.pop_back();
  throw UserError(message);
}

template <class Node>
bool reads_clock(const std::vector<Node>& nodes);

bool reads_clock(const language::Expression& expression) {
  return expression.op == language::ExpressionOp::now || reads_clock(expression.operands);
}

bool reads_clock(const language::CallArgument& argument) { return reads_clock(argument.value); }
bool reads_clock(const language::Call& call) { return reads_clock(call.arguments); }

/// A server's operation and `when` read the server's clock, which is right.
bool reads_clock(const language::Statement& statement) {
  if (statement.op == language::StatementOp::operation) return reads_clock(statement.calls);
  if (statement.op == language::StatementOp::when) return false;
  const auto in_block = [](const language::Block& block) { return reads_clock(block); };
  return reads_clock(statement.expressions) ||
         std::any_of(statement.blocks.begin(), statement.blocks.end(), in_block) || reads_clock(statement.calls);
}

template <class Node>
bool reads_clock(const std::vector<Node>& nodes) {
  return std::any_of(nodes.begin(), nodes.end(), [](const Node& node) { return reads_clock(node); });
}

bool has_client_clocks(const language::Model& model) {
  return std::any_of(model.kinds.begin(), model.kinds.end(), [](const language::ClientKind& kind) {
    return kind.deadline != language::nothing || reads_clock(kind.program);
  });
}

/// A fault as the file's own expectations have it, or else this one.
language::Fault usual_fault(const language::Model& model, FaultKind kind, const std::string& text) {
  for (const language::Expectation& expectation : model.expectations) {
    for (const language::Fault& fault : expectation.scenario.faults) {
      if (fault.kind == kind && fault.times == language::unbounded) return fault;
    }
  }
  return read_scenario(text).faults.front();
}

Scenario joined(const Scenario& scenario, const language::Fault& fault) {
  Scenario larger = scenario;
  larger.faults.push_back(fault);
  return larger;
}

}  // namespace

std::vector<Question> expected_questions(const language::Model& model, const std::vector<std::string>& specs) {
  std::vector<Question> questions;
  for (const language::Expectation& expectation : model.expectations) {
    if (!is_asked(model.specs[expectation.spec].name, specs)) continue;
    auto question = std::find_if(questions.begin(), questions.end(),
                                 [&](const Question& candidate) { return candidate.scenario == expectation.scenario; });
    if (question == questions.end()) question = questions.insert(question, Question{expectation.scenario, {}});
    question->asked.push_back({expectation.spec, expectation});
  }
  return questions;
}

std::vector<Question> open_questions(const language::Model& model, const std::vector<std::string>& specs,
                                     const std::vector<Scenario>& scenarios) {
  std::vector<Asked> asked;
  for (std::uint32_t i = 0; i < model.specs.size(); ++i) {
    if (is_asked(model.specs[i].name, specs)) asked.push_back({i, std::nullopt});
  }
  std::vector<Question> questions;
  for (const Scenario& scenario : scenarios) questions.push_back({scenario, asked});
  return questions;
}

std::vector<Scenario> read_scenarios(const std::vector<std::string>& under, const std::vector<std::string>& assuming) {
  std::vector<Scenario> scenarios;
  for (const std::string& text : under) {
    Scenario scenario = read_scenario(text);
    scenario.distinct_clocks = !assuming.empty();
    if (std::find(scenarios.begin(), scenarios.end(), scenario) == scenarios.end()) scenarios.push_back(scenario);
  }
  return scenarios;
}

std::vector<Scenario> matrix_scenarios(const language::Model& model) {
  const language::Fault pause = read_scenario("pause").faults.front();
  const language::Fault crash = read_scenario("crash").faults.front();
  std::vector<Scenario> scenarios{{}};
  const auto join_all = [&](const std::vector<language::Fault>& choices) {
    const std::vector<Scenario> smaller = scenarios;
    for (const language::Fault& fault : choices) {
      for (const Scenario& scenario : smaller) scenarios.push_back(joined(scenario, fault));
    }
  };
  join_all({pause});
  join_all({crash});
  // What skew can do, drift can do too, so both together are drift.
  if (has_client_clocks(model)) {
    join_all({usual_fault(model, FaultKind::skew, "skew 10ms"), usual_fault(model, FaultKind::drift, "drift 10ms")});
  }
  std::stable_sort(scenarios.begin(), scenarios.end(),
                   [](const Scenario& a, const Scenario& b) { return a.faults.size() < b.faults.size(); });
  return scenarios;
}

void check_spec_names(const std::vector<const language::Model*>& models, const std::vector<std::string>& specs) {
  std::vector<std::string> known;
  for (const std::string& name : specs) {
    bool found = false;
    for (const language::Model* model : models) {
      for (const language::Spec& spec : model->specs) {
        known.push_back(spec.name);
        found = found || spec.name == name;
      }
    }
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    if (!found && !models.empty()) {
      throw UserError(fmt::format("there is no spec {}\n  help: {}", name, nearest_help(name, known)));
    }
  }
}

}  // namespace interlock::cli
