#include "tests/conformance/modelled.hpp"

#include "engine/evaluator/evaluator.hpp"
#include "tests/conformance/checked_model.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace interlock::tests {

using namespace language;

namespace {

constexpr std::int64_t millisecond = 1000;

Model model_of(const Sequence& sequence, const std::string& store) {
  return checked_model(protocol_of(sequence),
                       {{"redis", store}, {"memory", "store memory\n  \"Shared variables.\"\n"}});
}

Move passing(std::int64_t ticks) {
  Move move;
  move.kind = MoveKind::time;
  move.ticks = ticks;
  return move;
}

Move expiry_of(VariableIndex variable) {
  Move move;
  move.kind = MoveKind::expiry;
  move.variable = variable;
  return move;
}

class Player {
 public:
  explicit Player(const Model& model)
      : model_(model), evaluator_(model, scenario_, millisecond, all_seen()), state_(evaluator_.initial()) {}

  Transcript play(const Sequence& sequence) {
    open();
    Transcript transcript;
    for (std::size_t i = 0; i < sequence.steps.size(); ++i) transcript.answers.push_back(perform(sequence.steps[i], i));
    transcript.end = what_is_there();
    return transcript;
  }

 private:
  static evaluator::Settings all_seen() {
    evaluator::Settings settings;
    settings.is_seen = [](const evaluator::State&, VariableIndex) { return true; };
    return settings;
  }

  void open() {
    take_step(0);  // its clock
    for (ClientIndex client{0}; client < number_of_connections; ++client) take_step(client);
    for (VariableIndex index{0}; index < model_.variables.size(); ++index) {
      variables_[{model_.variables[index].owner, model_.variables[index].scope, model_.variables[index].name}] = index;
      const Variable& variable = model_.variables[index];
      const bool is_name =
          variable.scope == Scope::local && variable.owner == 0 && variable.kind.base == Base::identity;
      if (is_name && !variable.name.starts_with("r")) names_[state_.cells.at({index, 0}).value] = variable.name;
    }
  }

  std::vector<std::string> perform(const Step& step, std::size_t index) {
    if (step.form == Form::time) {
      pass(step.milliseconds * millisecond);
      for (ClientIndex client{0}; client < number_of_connections; ++client) take_step(client);  // its sleep is over
      return {};
    }
    const auto client = static_cast<ClientIndex>(step.connection);
    const std::size_t calls = take_step(client);
    std::vector<std::string> answers;
    if (step.form == Form::transaction) answers.push_back(local(client, fmt::format("ran{}", index)));
    for (std::size_t i = 0; i < step.commands.size() && answers.size() < calls; ++i) {
      const bool is_silent = step.commands[i].answer == Answer::nothing;
      answers.push_back(is_silent ? "" : local(client, fmt::format("r{}_{}", index, i)));
    }
    return answers;
  }

  /// A key is alive at its deadline, as a server has it: what ends now ends before more time passes.
  void pass(std::int64_t microseconds) {
    const std::int64_t end = state_.now + microseconds;
    while (true) {
      std::int64_t next = end;
      for (const auto& [name, cell] : state_.cells)
        if (cell.deadline && *cell.deadline < next) next = *cell.deadline;
      if (next > state_.now) make(passing((next - state_.now) / millisecond));
      if (next == end) return;
      for (VariableIndex index{0}; index < model_.variables.size(); ++index) {
        const auto cell = state_.cells.find({index, nothing});
        if (cell != state_.cells.end() && cell->second.deadline == state_.now) make(expiry_of(index));
      }
    }
  }

  evaluator::Outcome make(const Move& move) {
    evaluator::Outcome outcome = evaluator_.make(state_, move);
    if (!outcome.error.empty()) throw std::runtime_error("not possible in the model: " + outcome.error);
    return outcome;
  }

  /// How many calls it made. Of two members with equal scores the one with the smaller name comes first.
  std::size_t take_step(ClientIndex client) {
    for (const Move& move : evaluator_.moves(state_)) {
      if (move.kind != MoveKind::step || move.client != client) continue;
      evaluator::State next = state_;
      const evaluator::Outcome outcome = evaluator_.make(next, move);
      const auto is_by_name = [&](const auto& pair) { return names_.at(pair.first) < names_.at(pair.second); };
      if (!std::all_of(next.earlier.begin(), next.earlier.end(), is_by_name)) continue;
      state_ = std::move(next);
      return outcome.calls.size();
    }
    throw std::runtime_error("the model has no step here");
  }

  std::string local(ClientIndex client, const std::string& name) const {
    const auto found = variables_.find({model_.clients[client].kind, Scope::local, name});
    if (found == variables_.end()) throw std::runtime_error("no variable " + name);
    return text_of(model_.variables[found->second].kind, state_.cells.at({found->second, client}).value);
  }

  std::string text_of(const Kind& kind, evaluator::Value value) const {
    for (std::size_t extra = 0; extra < kind.extra.size(); ++extra)
      if (value == extra_value(extra)) return kind.extra[extra];
    switch (kind.base) {
      case Base::boolean: return value != 0 ? "true" : "false";
      case Base::identity: return names_.contains(value) ? names_.at(value) : "nobody's";
      case Base::duration: return fmt::format("{} ms", value / millisecond);
      case Base::instant: return std::to_string(beginning + value / millisecond);
      case Base::integer:
      case Base::cases:
      case Base::client:
      case Base::token: break;
    }
    return std::to_string(value);
  }

  std::vector<std::string> what_is_there() const {
    std::vector<std::string> lines;
    for (const std::string& key : string_keys) {
      const VariableIndex index = variables_.at({0, Scope::server, key});
      const evaluator::Cell& cell = state_.cells.at({index, nothing});
      if (cell.value == evaluator::none) continue;
      const std::string left =
          cell.deadline ? fmt::format("{} ms", (*cell.deadline - state_.now) / millisecond) : "none";
      lines.push_back(
          fmt::format("{} is {}, ends in {}", key, text_of(model_.variables[index].kind, cell.value), left));
    }
    for (const std::string& key : set_keys) {
      const VariableIndex index = variables_.at({0, Scope::server, key});
      const Variable& variable = model_.variables[index];
      std::vector<std::string> texts;
      for (const evaluator::Member& member : state_.cells.at({index, nothing}).members)
        texts.push_back(text_of(variable.kind, member.key) + " at " + text_of(variable.key, member.value));
      if (!texts.empty()) lines.push_back(fmt::format("{} has {}", key, fmt::join(texts, ", ")));
    }
    return lines;
  }

  const Model& model_;
  const Scenario scenario_{};
  evaluator::Evaluator evaluator_;
  evaluator::State state_;
  std::map<std::tuple<std::uint32_t, Scope, std::string>, VariableIndex> variables_;  // by owner, scope and name
  std::map<evaluator::Value, std::string> names_;                                     // of identities
};

}  // namespace

Transcript play(const Sequence& sequence, const std::string& store) {
  const Model model = model_of(sequence, store);
  return Player(model).play(sequence);
}

}  // namespace interlock::tests
