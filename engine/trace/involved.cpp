#include "engine/trace/involved.hpp"

#include "engine/evaluator/describe.hpp"
#include "engine/evaluator/path.hpp"

#include <algorithm>

namespace interlock::trace {

using namespace language;
using evaluator::Evaluator;
using evaluator::Outcome;
using evaluator::State;

namespace {

void add(std::vector<ClientIndex>& clients, ClientIndex client) {
  if (client != nothing && std::find(clients.begin(), clients.end(), client) == clients.end())
    clients.push_back(client);
}

class Finder {
 public:
  Finder(const Evaluator& evaluator, const State& state, const Outcome* outcome)
      : evaluator_(evaluator), state_(state), outcome_(outcome) {}

  /// Those who make `condition` be what it is.
  Involved of(const Expression& condition) {
    find(condition, truth(condition));
    return std::move(found_);
  }

 private:
  bool truth(const Expression& part) const { return evaluator_.holds(state_, outcome_, part); }

  void find(const Expression& part, bool is_true) {
    switch (part.op) {
      case ExpressionOp::not_: find(part.operands[0], !is_true); return;
      case ExpressionOp::and_:
      case ExpressionOp::or_: find_in_parts(part, is_true); return;
      case ExpressionOp::less:
      case ExpressionOp::less_equal:
      case ExpressionOp::greater:
      case ExpressionOp::greater_equal:
      case ExpressionOp::equal:
      case ExpressionOp::not_equal:
        for (const Expression& side : part.operands)
          if (side.op == ExpressionOp::number_of_true) return count(part, side);
        name_all(part);
        return;
      default: name_all(part);
    }
  }

  /// Of a true `or` and of a false `and` the first part that makes it so; else all parts.
  void find_in_parts(const Expression& part, bool is_true) {
    const bool one_is_enough = is_true == (part.op == ExpressionOp::or_);
    for (const Expression& inner : part.operands) {
      if (truth(inner) != is_true) continue;
      find(inner, is_true);
      if (one_is_enough) return;
    }
  }

  void count(const Expression& comparison, const Expression& counted) {
    found_.are_inside = true;
    for (const Expression& one : counted.operands) {
      if (truth(one)) add(found_.clients, first_client(one));
      const Expression& asked = one.op == ExpressionOp::and_ ? one.operands[0] : one;
      found_.are_inside = found_.are_inside && asked.op == ExpressionOp::in_section && asked.section == 0;
    }
    const Expression& other = comparison.operands[&counted == &comparison.operands[0] ? 1 : 0];
    if (other.op != ExpressionOp::literal) return;
    if (comparison.op == ExpressionOp::less_equal) found_.limit = other.value;
    if (comparison.op == ExpressionOp::less) found_.limit = other.value - 1;
  }

  static ClientIndex first_client(const Expression& part) {
    if (part.client != nothing) return part.client;
    for (const Expression& inner : part.operands)
      if (const ClientIndex client = first_client(inner); client != nothing) return client;
    return nothing;
  }

  void name_all(const Expression& part) {
    if (part.op == ExpressionOp::read) return;
    const bool names_two = part.other != nothing;  // d queued before c: it is about c
    add(found_.clients, names_two ? part.other : part.client);
    if (names_two) add(found_.others, part.client);
    for (const Expression& inner : part.operands) name_all(inner);
  }

  const Evaluator& evaluator_;
  const State& state_;
  const Outcome* outcome_;
  Involved found_;
};

}  // namespace

Involved involved_in(const Evaluator& evaluator, const State& state, const Outcome* outcome, const Spec& spec,
                     std::size_t which) {
  const Expression& condition = spec.condition[which];
  const bool wanted = spec.form != PropertyForm::always;
  Involved found;
  const auto look_at = [&](const State& moment, const Outcome* step) {
    if (found.clients.empty() && evaluator.holds(moment, step, condition) == wanted)
      found = Finder(evaluator, moment, step).of(condition);
  };
  if (outcome != nullptr)
    for (const evaluator::Passage& passage : outcome->passages) {
      Outcome so_far;
      so_far.sections = passage.sections;
      look_at(passage.state, &so_far);
    }
  look_at(state, outcome);
  std::erase_if(found.others, [&](ClientIndex other) {
    return std::find(found.clients.begin(), found.clients.end(), other) != found.clients.end();
  });
  return found;
}

namespace {

std::optional<BrokenKeep> broken_at(const Model& model, const State& state, const std::string& name) {
  for (ClientIndex client{0}; client < state.clients.size(); ++client) {
    if (!state.clients[client].threads[0].active) continue;
    const evaluator::Reader look{.model = model, .state = state, .client = client};
    for (const Kept& kept : model.kinds[model.clients[client].kind].kept) {
      const bool applies =
          kept.name == name && (kept.section == nothing || evaluator::is_inside(model, state, client, kept.section));
      if (applies && !look.truth(kept.condition)) return BrokenKeep{client, why_false(look, kept.condition)};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<BrokenKeep> broken_keep(const Model& model, const State& state, const Outcome& outcome,
                                      const std::string& name) {
  for (const evaluator::Passage& passage : outcome.passages)
    if (const auto broken = broken_at(model, passage.state, name)) return broken;
  return broken_at(model, state, name);
}

}  // namespace interlock::trace
