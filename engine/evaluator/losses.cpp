// Calls that get no answer: what comes of them at the server, and at the client.

#include "engine/assert.hpp"
#include "engine/evaluator/run.hpp"
#include "engine/language/walk.hpp"

#include <algorithm>
#include <utility>

namespace interlock::evaluator {

using namespace language;

/// The call that the thread is about to make, be it the one that its round begins with.
const Statement& Run::struck_call() {
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
  if (is_cut_off(*here)) throw NotPossible{"its call does not arrive"};
  return *here;
}

/// The request never comes, or the server does what it is asked for and its reply never comes. Either way the client
/// waits, and knows what it knew.
void Run::lose() {
  const Statement& call = struck_call();
  if (choices_.choose(2) == 1)
    take_effect_unseen(call);
  else
    tell_lost_call(call);
  learn_nothing(call);
}

/// The same, but that the request may come at any time.
void Run::be_late() {
  const Statement& call = struck_call();
  tell_lost_call(call);
  send(call, false);
  learn_nothing(call);
}

bool Run::is_cut_off(const Statement& call) { return asks_server(call.op) && me().cut_off.contains(call.server); }

/// Its call is a step as ever, and it waits in vain.
void Run::be_unheard(const Statement& call) {
  tell_lost_call(call);
  learn_nothing(call);
  outcome_.kind = EventKind::call;
  outcome_.is_unheard = true;
}

void Run::learn_nothing(const Statement& call) {
  if (call.op == StatementOp::call || call.op == StatementOp::atomic) thread().since = state_.now;
  thread().lost = thread().tried = true;
  const Statement* wait = timeout_around(*body_, *path_);
  if (wait != nullptr && wait->flag && thread_ == 0) grant(nothing);
  tell(call, EventKind::fault);
  outcome_.reply_is_lost = called_;
}

/// Its step as ever, and the same request is under way behind it.
void Run::be_doubled() {
  send(struck_call(), true);
  perform();
  outcome_.kind = EventKind::fault;
}

/// With the values that its arguments have now.
void Run::send(const Statement& call, bool is_second) {
  auto& requests = me().requests;
  if (world_.cuts_at_capacity && requests.size() >= world_.most_requests)
    throw NotPossible{"more requests would be under way than there is room for", true};
  Request request;
  request.thread = thread_;
  request.path = *path_;
  request.grant = me().grant;
  request.is_second = is_second;
  const auto take = [&](const Expression& whole) {
    for_each_expression(whole, [&](const Expression& part) {
      if (part.variable != nothing && variable(part.variable).scope == Scope::local)
        request.sent[part.variable] = cell(part.variable).whole();
    });
  };
  for (const Expression& whole : call.expressions) take(whole);
  for_each_statement(call.blocks[0], [&](const Statement& inner) {
    for (const Expression& whole : inner.expressions) take(whole);
  });
  requests.push_back(std::move(request));
}

/// It is as if the client had stood there again, with what it knew then: wherever it is now, it goes on from there as
/// if nothing had been. A lease that comes while it is in no round is nobody's.
void Run::arrive(std::size_t which) {
  const Request request = me().requests[which];
  me().requests.erase(me().requests.begin() + static_cast<std::ptrdiff_t>(which));
  gives_leases_ = me().threads[0].active && !me().threads[0].path.empty();
  const Thread now = thread();
  const Value grant = me().grant;
  std::map<VariableIndex, Datum> known;
  for (const auto& [index, value] : request.sent) {
    known[index] = cell(index).whole();
    cell(index).value = value.value, cell(index).reading = value.reading;
  }
  *path_ = request.path;
  me().grant = request.grant;
  const Statement& call = *statement();
  take_effect_unseen(call);
  me().grant = grant;
  thread() = now;
  for (const auto& [index, value] : known) cell(index).value = value.value, cell(index).reading = value.reading;
  tell(call, EventKind::arrival);
  outcome_.atomic = call.op == StatementOp::atomic || call.op == StatementOp::when;
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

/// Of a `retry` or a `when` that has a limit, answered or not.
void Run::give_up() {
  const Statement* here = thread().active ? statement() : nullptr;
  const bool may_wait = here && (here->op == StatementOp::retry || here->op == StatementOp::when);
  if (!may_wait || here->span.low == unbounded) throw NotPossible{"it does not wait with a limit"};
  if (here->op == StatementOp::retry && !thread().tried) throw NotPossible{"it has not tried yet"};
  if (state_.now - thread().since < here->span.low) throw NotPossible{"it may still wait"};
  steps();
  thread().lost = false;
  tell(*here, EventKind::gives_up);
  if (here->blocks.size() > 1)
    enter(1);
  else
    skip();
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
