#include "cli/strictness.hpp"

#include <algorithm>
#include <optional>

namespace interlock::cli {
namespace {

/// Asked of every lock, it says by its remarks who comes into critical.
std::optional<std::uint32_t> exclusion(const language::Model& model) {
  for (std::uint32_t index = 0; index < model.specs.size(); ++index)
    if (model.specs[index].name == "mutual_exclusion" && model.specs[index].applies) return index;
  return std::nullopt;
}

enum class Entered { nobody, one, several };

/// As far as is known: what is not decided is not held against a protocol.
Entered entered(const check::SpecResult& result) {
  const auto has = [&](check::Remark remark) {
    return std::find(result.remarks.begin(), result.remarks.end(), remark) != result.remarks.end();
  };
  if (result.verdict != check::Verdict::holds) return Entered::several;
  if (has(check::Remark::nobody_enters)) return Entered::nobody;
  return has(check::Remark::no_contention) ? Entered::one : Entered::several;
}

const check::SpecResult* result_of(const check::Answer& answer, std::uint32_t spec) {
  const auto found = std::find_if(answer.verdicts.begin(), answer.verdicts.end(),
                                  [&](const check::SpecResult& result) { return result.index == spec; });
  return found == answer.verdicts.end() ? nullptr : &*found;
}

/// Under the faults of all answers, those that say it first.
Entered most_entered(const Protocol& protocol, std::uint32_t spec, const std::vector<check::Answer>& answers,
                     Searcher& searcher) {
  Entered most = Entered::nobody;
  std::vector<language::Scenario> open;
  for (const check::Answer& answer : answers) {
    const check::SpecResult* result = result_of(answer, spec);
    if (result == nullptr)
      open.push_back(answer.scenario);
    else
      most = std::max(most, entered(*result));
  }
  for (const language::Scenario& scenario : open) {
    if (most == Entered::several) break;
    const check::Question question{.scenario = scenario, .asked = {check::Asked{.spec = spec, .expected = {}}}};
    const check::Answer answer = searcher.answer(protocol, question);
    most = std::max(most, entered(*result_of(answer, spec)));
  }
  return most;
}

}  // namespace

std::vector<std::string> wanting_of_lock(const Protocol& protocol, const std::vector<check::Answer>& answers,
                                         Searcher& searcher) {
  const std::optional<std::uint32_t> spec = exclusion(protocol.model);
  if (!spec || answers.empty()) return {};
  switch (most_entered(protocol, *spec, answers, searcher)) {
    case Entered::nobody: return {"nobody ever enters critical under any of its faults"};
    case Entered::one: return {"no second client ever enters critical after a first one, under any of its faults"};
    case Entered::several: break;
  }
  return {};
}

}  // namespace interlock::cli
