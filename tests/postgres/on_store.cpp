#include "engine/evaluator/evaluator.hpp"
#include "tests/conformance/checked_model.hpp"
#include "tests/postgres/playing.hpp"

#include <fmt/format.h>

#include <map>
#include <stdexcept>
#include <tuple>

namespace interlock::tests::postgres {

using namespace language;

namespace {

Scenario with_crashes() {
  Scenario scenario;
  scenario.faults.push_back({.kind = FaultKind::crash, .text = "crash"});
  return scenario;
}

class Player {
 public:
  explicit Player(const Model& model)
      : model_(model), evaluator_(model, scenario_, 1'000'000), state_(evaluator_.initial()) {
    for (VariableIndex index{0}; index < model_.variables.size(); ++index)
      variables_[{model_.variables[index].owner, model_.variables[index].scope, model_.variables[index].name}] = index;
  }

  Answers play(const Sequence& sequence) {
    Answers answers;
    for (std::size_t i = 0; i < sequence.size(); ++i) answers.push_back(perform(sequence[i], i));
    return answers;
  }

 private:
  std::vector<std::string> perform(const Step& step, std::size_t index) {
    const auto client = static_cast<ClientIndex>(step.client);
    if (step.form == Form::drop) return crash(client);
    const std::size_t calls = take_step(client);
    if (step.form != Form::command && step.form != Form::commit) return {};
    std::vector<std::string> answers;
    for (std::size_t i = 0; i < calls; ++i) answers.push_back(local(client, fmt::format("r{}_{}", index, i)));
    return answers;
  }

  std::size_t take_step(ClientIndex client) {
    for (const Move& move : evaluator_.moves(state_)) {
      if (move.kind != MoveKind::step || move.client != client) continue;
      const evaluator::Outcome outcome = evaluator_.make(state_, move);
      if (!outcome.error.empty()) throw std::runtime_error("not possible in the model: " + outcome.error);
      return outcome.calls.size();
    }
    throw std::runtime_error("the model has no step here");
  }

  /// Who is in no round has nothing open, and nothing to lose.
  std::vector<std::string> crash(ClientIndex client) {
    for (const Move& move : evaluator_.moves(state_))
      if (fault_of(move) == FaultKind::crash && move.client == client) {
        evaluator_.make(state_, move);
        return {};
      }
    return {};
  }

  std::string local(ClientIndex client, const std::string& name) const {
    const VariableIndex variable = variables_.at({model_.clients[client].kind, Scope::local, name});
    const evaluator::Value value = state_.cells.at({variable, client}).value;
    if (value == evaluator::none) return "none";
    if (model_.variables[variable].kind.base == Base::boolean) return value != 0 ? "true" : "false";
    return std::to_string(value);
  }

  const Model& model_;
  const Scenario scenario_ = with_crashes();
  evaluator::Evaluator evaluator_;
  evaluator::State state_;
  std::map<std::tuple<std::uint32_t, Scope, std::string>, VariableIndex> variables_;  // by owner, scope and name
};

}  // namespace

Answers play_on_store(const Sequence& sequence, const std::string& store) {
  const Model model = checked_model(protocol_of(sequence), {{"postgres", store}});
  return Player(model).play(sequence);
}

}  // namespace interlock::tests::postgres
