// Calls that get no answer: what comes of them at the server, and at the client.

#include "engine/assert.hpp"
#include "engine/evaluator/run.hpp"

#include <algorithm>

namespace interlock::evaluator {

using namespace language;

/// The request never comes, or the server does what it is asked for and its reply never comes. Either way the client
/// waits, and knows what it knew.
void Run::lose() {
  if (me().gone) throw NotPossible{"the client is gone for ever"};
  if (!thread().active && thread_ > 0) throw NotPossible{"this thread is not running"};
  steps();
  if (!thread().active || (thread_ == 0 && path_->empty())) enter_round();
  const Statement* here = stopped_ || thread().lost ? nullptr : statement();
  if (here == nullptr || !asks_server(here->op)) throw NotPossible{"it makes no call"};
  if (world_.model.servers[here->server].steady) throw NotPossible{"no fault strikes this server"};
  const bool is_early = here->op == StatementOp::retry && thread().tried && here->every != unbounded &&
                        state_.now - thread().last_try < here->every;
  if (is_early) throw NotPossible{"its next attempt is not due"};
  if (here->op == StatementOp::call || here->op == StatementOp::atomic) thread().since = state_.now;
  if (choices_.choose(2) == 1)
    take_effect_unseen(*here);
  else
    tell_lost_call(*here);
  thread().lost = thread().tried = true;
  const Statement* wait = timeout_around(*body_, *path_);
  if (wait != nullptr && wait->flag && thread_ == 0) grant(nothing);
  tell(*here, EventKind::fault);
  outcome_.reply_is_lost = called_;
}

/// On the server all of it happens; of the client's own variables nothing is left but what they were.
void Run::take_effect_unseen(const Statement& call) {
  if (call.op == StatementOp::when && !passes(call)) throw NotPossible{"what it waits for is not so"};
  const Path place = *path_;
  const std::map<CellName, Cell> before = state_.cells;
  called_ = true;
  announce(call);
  enter(0);
  for (const std::size_t depth = place.size(); !stopped_;) {
    const Statement* here = statement();
    if (here == nullptr ? path_->size() == depth + 2 : leaves_step(*here, depth)) break;
    if (here != nullptr)
      execute(*here);
    else
      end_of_block();
  }
  while (!open_calls_.empty()) take_answers(*open_calls_.back().statement);
  for (auto& [name, cell] : state_.cells)
    if (name.client == client_ && variable(name.variable).scope == Scope::local) cell = before.at(name);
  *path_ = place;
}

/// A way out of the client's step: what comes there the client would do.
bool Run::leaves_step(const Statement& statement, std::size_t depth) const {
  if (statement.op == StatementOp::return_) return true;
  if (statement.op != StatementOp::break_ && statement.op != StatementOp::continue_) return false;
  const auto around = surroundings(*body_, *path_);
  return std::none_of(around.begin() + static_cast<std::ptrdiff_t>(depth / 2), around.end(),
                      [](const Surrounding& one) { return one.statement->op == StatementOp::loop; });
}

/// What it would have asked for, as far as that is one call: tried out aside.
void Run::tell_lost_call(const Statement& call) {
  if (call.op != StatementOp::call && (call.op != StatementOp::retry || call.flag)) return;
  State aside = state_;
  Outcome told;
  Choices first({}, false);
  try {
    Run(world_, aside, client_, thread_, first, told).take_effect_unseen(call);
  } catch (const NotPossible&) {
    return;
  }
  for (MadeCall& made : told.calls) made.answer.clear(), made.refused = false;
  outcome_.calls = std::move(told.calls);
}

/// Whoever has a limit holds time back when it is reached; others go on whenever the adversary likes.
void Run::time_out() {
  const Statement* wait = timeout_around(*body_, *path_);
  if (wait != nullptr && wait->span.low != unbounded && state_.now - thread().since < wait->span.low)
    throw NotPossible{"it still waits for the answer"};
  tell(*statement(), EventKind::times_out);
  thread().lost = false;
  if (wait != nullptr) {
    path_->resize(path_->size() - 2);
    enter(1);
  } else {
    finish_round();
  }
  run();
}

/// By way of `finally`, where there is one.
void Run::finish_round() {
  const auto around = surroundings(*body_, *path_);
  const bool cleans_up = thread_ == 0 && !around.empty() && around[0].statement->op == StatementOp::finally_;
  if (!cleans_up || around[0].block != 0) return end_round();
  while (path_->size() > 1) climb();
  enter(1);
}

}  // namespace interlock::evaluator
