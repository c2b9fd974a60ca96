#include "engine/evaluator/evaluator.hpp"
#include "tests/conformance/checked_model.hpp"
#include "tests/etcd/playing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace interlock::tests::etcd {

using namespace language;

namespace {

class Player {
 public:
  explicit Player(const Model& model)
      : model_(model), evaluator_(model, scenario_, 1'000'000), state_(evaluator_.initial()) {}

  Answers play(const Sequence& sequence) {
    Answers answers;
    for (std::size_t i = 0; i < sequence.size(); ++i) {
      if (sequence[i].request == Request::lapse) sleep();
      const std::size_t calls = take_step();
      const bool is_told = calls > 0 && sequence[i].request != Request::put_value;
      answers.push_back(is_told ? local(fmt::format("r{}", i)) : "");
    }
    return answers;
  }

 private:
  /// How many calls it made.
  std::size_t take_step() {
    for (const Move& move : evaluator_.moves(state_))
      if (move.kind == MoveKind::step) return make(move).calls.size();
    throw std::runtime_error("the model has no step here");
  }

  /// Leases end at their deadlines, until the client may go on.
  void sleep() {
    while (true) {
      const std::vector<Move> moves = evaluator_.moves(state_);
      const auto is_of = [](MoveKind kind) { return [kind](const Move& move) { return move.kind == kind; }; };
      const auto expiry = std::find_if(moves.begin(), moves.end(), is_of(MoveKind::expiry));
      const auto time = std::find_if(moves.begin(), moves.end(), is_of(MoveKind::time));
      if (expiry != moves.end()) {
        make(*expiry);
      } else if (std::any_of(moves.begin(), moves.end(), is_of(MoveKind::step))) {
        return;
      } else if (time != moves.end()) {
        make(*time);
      } else {
        throw std::runtime_error("time does not pass in the model");
      }
    }
  }

  evaluator::Outcome make(const Move& move) {
    evaluator::Outcome outcome = evaluator_.make(state_, move);
    if (!outcome.error.empty()) throw std::runtime_error("not possible in the model: " + outcome.error);
    return outcome;
  }

  std::string local(const std::string& name) const {
    for (VariableIndex index{0}; index < model_.variables.size(); ++index) {
      const Variable& variable = model_.variables[index];
      if (variable.scope != Scope::local || variable.name != name) continue;
      const evaluator::Value value = state_.cells.at({index, client_}).value;
      if (value == evaluator::none) return "none";
      if (variable.kind.base == Base::boolean) return value != 0 ? "true" : "false";
      return std::to_string(value);
    }
    throw std::runtime_error("no variable " + name);
  }

  const Model& model_;
  const ClientIndex client_ = static_cast<ClientIndex>(std::uint32_t{0});  // the only one
  const Scenario scenario_{};
  evaluator::Evaluator evaluator_;
  evaluator::State state_;
};

}  // namespace

Answers play_on_store(const Sequence& sequence, const std::string& store) {
  const Model model = checked_model(protocol_of(sequence), {{"etcd", store}});
  return told_by_order(sequence, Player(model).play(sequence));
}

}  // namespace interlock::tests::etcd
