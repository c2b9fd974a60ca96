#include "engine/evaluator/run.hpp"

#include "engine/assert.hpp"
#include "engine/evaluator/describe.hpp"

#include <algorithm>

namespace interlock::evaluator {

using namespace language;

namespace {

constexpr int most_statements_in_a_step = 1'000'000;

void add_name(std::vector<std::string>& names, const std::string& name) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

bool reads_scratch(const Model& model, const Expression& expression) {
  const auto is_scratch = [&](const Expression& part) { return reads_scratch(model, part); };
  return (expression.variable != nothing && model.variables[expression.variable].scope == Scope::scratch) ||
         std::any_of(expression.operands.begin(), expression.operands.end(), is_scratch);
}

}  // namespace

Run::Run(const World& world, State& state, ClientIndex client, std::size_t thread, Choices& choices, Outcome& outcome)
    : world_(world),
      state_(state),
      client_(client),
      thread_(thread),
      choices_(choices),
      outcome_(outcome),
      body_(&body_of(world.model, client, thread)),
      path_(&state.clients[client].threads[thread].path) {}

Reader Run::reader() {
  return {world_.model, state_, world_.tick, client_, is_at_server(), &scratch_, &outcome_, this};
}

void Run::step() {
  if (me().gone) throw NotPossible{"the client has crashed for ever"};
  if (!thread().active && thread_ > 0) throw NotPossible{"this thread is not running"};
  me().delayed = false;
  me().pause_end.reset();
  if (!thread().active)
    begin_round();
  else if (path_->empty())
    end_wait();
  else
    perform();
}

/// The statements before the first call run in the same step, unless they read the clock.
void Run::begin_round() {
  me().crashed = false;
  thread().active = true;
  *path_ = {0};
  outcome_.begins_round = true;
  outcome_.kind = EventKind::begins;
  if (!body_->empty()) outcome_.place = body_->front().place;
  run();
  if (stopped_ || clock_was_read_) return;
  const StatementOp op = statement()->op;
  if (op != StatementOp::work && op != StatementOp::sleep) perform();
}

/// A background's `every` is over.
void Run::end_wait() {
  const Background& background = world_.model.kinds[world_.model.clients[client_].kind].backgrounds[thread_ - 1];
  if (state_.now - thread().since < background.every.low) throw NotPossible{"the wait is not over"};
  outcome_.kind = EventKind::wait_over;
  outcome_.step = background.step;
  outcome_.place = background.place;
  outcome_.comment = background.comment;
  *path_ = {0};
  run();
}

void Run::perform() {
  const Statement& here = *statement();
  switch (here.op) {
    case StatementOp::work:
    case StatementOp::sleep:
      if (state_.now - thread().since < here.span.low) throw NotPossible{"the wait is not over"};
      tell(here, EventKind::wait_over);
      skip();
      break;
    case StatementOp::when: {
      Reader server = reader();
      server.at_server = true;
      if (!server.truth(here.expressions[0])) throw NotPossible{"what it waits for is not so"};
      tell(here, EventKind::call);
      announce(here);
      enter(0);
      break;
    }
    default:
      tell(here, here.op == StatementOp::retry ? EventKind::poll : EventKind::call);
      announce(here);
      enter(0);
  }
  outcome_.atomic = here.op == StatementOp::atomic || here.op == StatementOp::when;
  run();
}

void Run::give_up() {
  const Statement* here = thread().active ? statement() : nullptr;
  if (!here || here->op != StatementOp::retry || here->span.low == unbounded)
    throw NotPossible{"it does not wait with a limit"};
  if (state_.now - thread().since < here->span.low) throw NotPossible{"it may still wait"};
  me().delayed = false;
  me().pause_end.reset();
  tell(*here, EventKind::gives_up);
  if (here->blocks.size() > 1)
    enter(1);
  else
    skip();
  run();
}

void Run::disconnect(const Server& server) {
  Path path{0};
  body_ = &server.on_disconnect;
  path_ = &path;
  stopped_ = false;
  run();
}

void Run::run() {
  for (int executed = 0; !stopped_; ++executed) {
    INTERLOCK_ASSERT(executed < most_statements_in_a_step, "a step comes to its end");
    const Statement* here = statement();
    if (!here) {
      end_of_block();
    } else if (is_step(*here) && !is_inside_step()) {
      thread().since = state_.now;
      return;
    } else {
      execute(*here);
    }
  }
}

void Run::execute(const Statement& here) {
  announce(here);
  switch (here.op) {
    case StatementOp::call:
    case StatementOp::atomic:
    case StatementOp::operation:
    case StatementOp::loop: enter(0); return;
    case StatementOp::if_:
      if (reader().truth(here.expressions[0]))
        enter(0);
      else if (here.blocks.size() > 1)
        enter(1);
      else
        skip();
      return;
    case StatementOp::either: enter_branch(here); return;
    case StatementOp::section: enter_section(here); return;
    case StatementOp::leave:
      climb_to(StatementOp::operation);
      skip();
      return;
    case StatementOp::break_:
      climb_to(StatementOp::loop);
      skip();
      return;
    case StatementOp::continue_:
      climb_to(StatementOp::loop);
      enter(0);
      return;
    case StatementOp::return_: end_round(); return;
    case StatementOp::assert_:
      if (!reader().truth(here.expressions[0])) note_failure(here);
      break;
    case StatementOp::witness:
      if (reader().truth(here.expressions[0])) add_name(outcome_.witnessed, here.name);
      break;
    default: INTERLOCK_ASSERT(affect(here), "a statement that may stand inside a step");
  }
  take_answers(here);
  skip();
}

void Run::note_failure(const Statement& here) {
  Reader look = reader();
  look.hooks = nullptr;
  add_name(outcome_.failed, here.name);
  outcome_.failures.push_back({here.name, here.place, why_false(look, here.expressions[0])});
}

void Run::enter_branch(const Statement& here) {
  const std::uint32_t taken = choose(here.blocks.size());
  const Block& branch = here.blocks[taken];
  if (!branch.empty()) outcome_.branches.push_back({branch.front().place, branch.front().comment});
  enter(taken);
}

void Run::enter(std::size_t block) {
  path_->push_back(block);
  path_->push_back(0);
}

void Run::skip() { ++path_->back(); }

const Statement& Run::climb() {
  path_->resize(path_->size() - 2);
  const Statement& around = *statement();
  left(around);
  return around;
}

void Run::climb_to(StatementOp op) {
  while (climb().op != op) INTERLOCK_ASSERT(path_->size() > 1, "it is inside the statement that it leaves");
}

void Run::end_of_block() {
  if (path_->size() == 1) return end_of_body();
  const std::size_t block = (*path_)[path_->size() - 2];
  const Statement& around = climb();
  if (around.op == StatementOp::loop) return enter(0);
  if (around.op == StatementOp::retry && block == 0 && !reader().truth(around.expressions[0])) {
    outcome_.refused = true;
    stopped_ = true;
    return;
  }
  skip();
}

void Run::end_of_body() {
  stopped_ = true;
  if (path_ != &thread().path) return;  // of a server's on_disconnect
  if (thread_ == 0) return end_round();
  path_->clear();
  thread().since = state_.now;
}

void Run::enter_section(const Statement& here) {
  if (!here.expressions.empty()) assign(here.variable, value(here.expressions[0]));
  enter(0);
  outcome_.sections.push_back({client_, here.section, true});
  const ClientKind& kind = world_.model.kinds[world_.model.clients[client_].kind];
  if (here.section == 0) {
    me().been_critical = true;
    if (!kind.says_granted) grant();
  }
  for (std::size_t i = 0; i < kind.backgrounds.size(); ++i)
    if (kind.backgrounds[i].section == here.section) me().threads[i + 1] = {true, {}, state_.now};
}

/// The thread has gone out of a statement that has blocks, on whatever way.
void Run::left(const Statement& statement) {
  take_answers(statement);
  if (statement.op != StatementOp::section) return;
  outcome_.sections.push_back({client_, statement.section, false});
  const auto& backgrounds = world_.model.kinds[world_.model.clients[client_].kind].backgrounds;
  for (std::size_t i = 0; i < backgrounds.size(); ++i)
    if (backgrounds[i].section == statement.section) me().threads[i + 1] = {};
}

/// Ends the round of all threads: sections are left, inner ones first, and everything is forgotten.
void Run::end_round() {
  stopped_ = true;
  while (!open_calls_.empty()) take_answers(*open_calls_.back().statement);
  auto& threads = me().threads;
  for (std::size_t thread = threads.size(); thread-- > 0;) {
    const auto around = surroundings(body_of(world_.model, client_, thread), threads[thread].path);
    for (auto one = around.rbegin(); one != around.rend(); ++one)
      if (one->statement->op == StatementOp::section)
        outcome_.sections.push_back({client_, one->statement->section, false});
  }
  outcome_.ended.push_back(client_);
  forget_round(world_.model, state_, client_);
}

/// Is the thread within a step, where calls run one after another?
bool Run::is_inside_step() const {
  for (const auto& [around, block] : surroundings(*body_, *path_))
    if (around->op == StatementOp::call || around->op == StatementOp::atomic || around->op == StatementOp::when ||
        (around->op == StatementOp::retry && block == 0))
      return true;
  return false;
}

bool Run::is_at_server() const {
  if (path_ != &state_.clients[client_].threads[thread_].path) return true;  // a server's on_disconnect
  for (const auto& [around, block] : surroundings(*body_, *path_))
    if (around->op == StatementOp::operation || around->op == StatementOp::when) return true;
  return false;
}

void Run::tell(const Statement& statement, EventKind kind) {
  outcome_.kind = kind;
  outcome_.step = statement.step;
  outcome_.place = statement.place;
  outcome_.comment = statement.comment;
}

/// Do the arguments still wait for a parameter that the operation itself sets first?
bool Run::waits_for_parameter(const Call& call) const {
  const auto reads = [&](const Expression& expression, const auto& self) -> bool {
    const bool waits = expression.variable != nothing && variable(expression.variable).scope == Scope::scratch &&
                       !scratch_.contains(expression.variable);
    return waits || std::any_of(expression.operands.begin(), expression.operands.end(),
                                [&](const Expression& operand) { return self(operand, self); });
  };
  for (const auto& argument : call.arguments)
    for (const auto& value : argument.value)
      if (reads(value, reads)) return true;
  return false;
}

std::vector<std::string> Run::argument_texts(const Call& call, std::vector<std::string> known) {
  Reader look = reader();
  look.hooks = nullptr;
  known.resize(call.arguments.size());
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i].empty()) known[i] = argument_text(look, call, call.arguments[i]);
  return known;
}

void Run::announce(const Statement& statement) {
  if (statement.calls.empty()) return;
  OpenCalls open{&statement, outcome_.calls.size(), {}};
  Reader look = reader();
  look.hooks = nullptr;
  for (const auto& call : statement.calls) {
    open.arguments.emplace_back();
    for (const auto& argument : call.arguments) {
      const bool is_bound_later = !argument.value.empty() && reads_scratch(world_.model, argument.value[0]);
      open.arguments.back().push_back(is_bound_later ? "" : argument_text(look, call, argument));
    }
    outcome_.calls.push_back({call.server, "", "", false});
  }
  open_calls_.push_back(std::move(open));
}

void Run::take_answers(const Statement& statement) {
  if (open_calls_.empty() || open_calls_.back().statement != &statement) return;
  const OpenCalls open = std::move(open_calls_.back());
  open_calls_.pop_back();
  for (std::size_t i = 0; i < statement.calls.size(); ++i) {
    const Call& call = statement.calls[i];
    MadeCall& made = outcome_.calls[open.place + i];
    made.text = call_text(call, argument_texts(call, open.arguments[i]));
    if (call.answer == nothing || !scratch_.contains(call.answer)) continue;
    const Value given = scratch_.at(call.answer).value;
    const Kind& kind = variable(call.answer).kind;
    made.answer = value_text(world_.model, kind, given);
    made.refused = given == none || (kind.base == Base::boolean && given == 0);
  }
}

void forget_round(const Model& model, State& state, ClientIndex index) {
  Client& client = state.clients[index];
  for (auto& thread : client.threads) thread = {};
  client.been_critical = false;
  client.grant = 0;
  client.grant_token = 0;
  client.has_lease = false;
  client.lease_deadline.reset();
  client.place = 0;
  for (auto& [name, cell] : state.cells)
    if (name.client == index && model.variables[name.variable].scope == Scope::local)
      cell = first_cell(model.variables[name.variable]);
}

}  // namespace interlock::evaluator
