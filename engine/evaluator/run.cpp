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

Run::Run(const World& world, State& state, const Block& body, Choices& choices, Outcome& outcome)
    : world_(world),
      state_(state),
      client_(nothing),
      thread_(0),
      choices_(choices),
      outcome_(outcome),
      body_(&body),
      path_(&own_path_) {}

void Run::happen() { run(); }

Reader Run::reader() {
  return {.model = world_.model,
          .state = state_,
          .tick = world_.tick,
          .client = client_,
          .at_server = is_at_server(),
          .distinct_clocks = world_.distinct_clocks,
          .scratch = &scratch_,
          .outcome = &outcome_,
          .hooks = this};
}

void Run::step() {
  if (me().gone) throw NotPossible{"the client is gone for ever"};
  if (!thread().active && thread_ > 0) throw NotPossible{"this thread is not running"};
  steps();
  if (!thread().active || (thread_ == 0 && path_->empty()))
    begin_round();
  else if (thread().lost)
    time_out();
  else if (path_->empty())
    end_wait();
  else
    perform();
}

void Run::steps() {
  me().paused = false;
  me().pause_end.reset();
  thread().delayed = false;
}

void Run::enter_round() {
  me().crashed = false;
  thread().active = true;
  *path_ = {0};
  outcome_.begins_round = true;
  outcome_.kind = EventKind::begins;
  if (!body_->empty()) outcome_.place = body_->front().place;
  run();
}

/// The statements before the first call or clock run in the same step; a first wait begins with them.
void Run::begin_round() {
  enter_round();
  if (stopped_) return;
  const Statement& first = *statement();
  if (first.op == StatementOp::work || first.op == StatementOp::sleep) return;
  if (first.op == StatementOp::when && !is_cut_off(first) && !passes(first)) return come_to_the_door(first);
  perform();
}

/// Who finds it closed is in its round, and waits: as a poll that is refused.
void Run::come_to_the_door(const Statement& here) {
  tell(here, EventKind::poll);
  outcome_.refused = true;
}

bool Run::passes(const Statement& when) {
  Reader server = reader();
  server.at_server = true;
  return server.truth(when.expressions[0]);
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
  INTERLOCK_ASSERT(language::is_step(here.op), "a thread stands before a step");
  if (here.op == StatementOp::work || here.op == StatementOp::sleep) {
    if (state_.now - thread().since < here.span.low) throw NotPossible{"the wait is not over"};
    tell(here, EventKind::wait_over);
    skip();
  } else if (here.op == StatementOp::clock) {
    clock(here);
  } else if (here.op == StatementOp::retry) {
    if (!try_again(here)) return;
  } else if (is_cut_off(here)) {
    return be_unheard(here);
  } else {
    if (here.op == StatementOp::when && !passes(here)) throw NotPossible{"what it waits for is not so"};
    tell(here, EventKind::call);
    called_ = true;
    announce(here);
    enter(0);
  }
  outcome_.atomic = here.op == StatementOp::atomic || here.op == StatementOp::when;
  run();
}

void Run::clock(const Statement& here) {
  tell(here, EventKind::clock);
  outcome_.read_clock = true;
  assign(here.variable, reader().clock(state_.now + me().offset, false));
  skip();
}

/// The first attempt is made at once; then whenever it likes, or when the time between two attempts is over. False: it
/// does not arrive.
bool Run::try_again(const Statement& here) {
  if (thread().tried && here.every != unbounded && state_.now - thread().last_try < here.every)
    throw NotPossible{"its next attempt is not due"};
  if (is_cut_off(here)) {
    be_unheard(here);
    return false;
  }
  thread().tried = true;
  thread().last_try = state_.now;
  tell(here, EventKind::poll);
  called_ = true;
  announce(here);
  enter(0);
  return true;
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
    } else if (language::is_step(here->op) && !is_inside_step()) {
      thread().since = state_.now;
      thread().tried = false;
      thread().lost = false;
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
    case StatementOp::timeout:
    case StatementOp::finally_:
    case StatementOp::loop: enter(0); return;
    case StatementOp::if_: decide(here); return;
    case StatementOp::either: enter_branch(here); return;
    case StatementOp::section: enter_section(here); return;
    case StatementOp::leave: leave_operation(); return;
    case StatementOp::break_: break_out(); return;
    case StatementOp::continue_: repeat(); return;
    case StatementOp::return_: finish_round(); return;
    case StatementOp::assert_:
      if (!look().truth(here.expressions[0])) note_failure(here);
      break;
    case StatementOp::witness:
      if (look().truth(here.expressions[0])) add_name(outcome_.witnessed, here.name);
      break;
    case StatementOp::assign:
    case StatementOp::granted:
    case StatementOp::queued:
    case StatementOp::fence:
    case StatementOp::write:
    case StatementOp::clear:
    case StatementOp::expire:
    case StatementOp::persist:
    case StatementOp::add:
    case StatementOp::remove:
    case StatementOp::remove_up_to:
    case StatementOp::put:
    case StatementOp::intersect:
    case StatementOp::map_put:
    case StatementOp::push:
    case StatementOp::drop_first:
    case StatementOp::watch:
    case StatementOp::unwatch: affect(here); break;
    case StatementOp::clock:
    case StatementOp::when:
    case StatementOp::retry:
    case StatementOp::work:
    case StatementOp::sleep: INTERLOCK_ASSERT(false, "no wait and no clock stands inside a step");
  }
  take_answers(here);
  skip();
}

void Run::leave_operation() {
  climb_to(StatementOp::operation);
  skip();
}

void Run::repeat() {
  climb_to(StatementOp::loop);
  enter(0);
}

void Run::decide(const Statement& here) {
  if (reader().truth(here.expressions[0]))
    enter(0);
  else if (here.blocks.size() > 1)
    enter(1);
  else
    skip();
}

/// Without its being a reading, or a choice.
Reader Run::look() {
  Reader look = reader();
  look.hooks = nullptr;
  return look;
}

void Run::note_failure(const Statement& here) {
  add_name(outcome_.failed, here.name);
  outcome_.failures.push_back({here.name, here.place, why_false(look(), here.expressions[0])});
}

void Run::enter_branch(const Statement& here) {
  const std::uint32_t taken = choose(here.blocks.size());
  const Block& branch = here.blocks[taken];
  outcome_.branches.push_back(
      {here.place, taken + 1u, here.blocks.size(), branch.empty() ? "" : branch.front().comment});
  enter(taken);
}

void Run::enter(std::size_t block) {
  path_->push_back(block);
  path_->push_back(0);
}

void Run::skip() { ++path_->back(); }

const Statement& Run::climb() {
  note_passage();
  path_->resize(path_->size() - 2);
  const Statement& around = *statement();
  left(around);
  return around;
}

/// Out of the innermost loop; where there is none, this is a background, and its thread is over.
void Run::break_out() {
  const auto around = surroundings(*body_, *path_);
  const auto is_loop = [](const Surrounding& one) { return one.statement->op == StatementOp::loop; };
  if (std::any_of(around.begin(), around.end(), is_loop)) {
    climb_to(StatementOp::loop);
    return skip();
  }
  INTERLOCK_ASSERT(thread_ > 0, "a break stands in a loop or in a background");
  stopped_ = true;
  while (path_->size() > 1) climb();
  thread() = {};
}

void Run::climb_to(StatementOp op) {
  while (climb().op != op) INTERLOCK_ASSERT(path_->size() > 1, "it is inside the statement that it leaves");
}

void Run::end_of_block() {
  if (path_->size() == 1) return end_of_body();
  const std::size_t block = (*path_)[path_->size() - 2];
  const Statement& around = climb();
  if (around.op == StatementOp::loop) return enter(0);
  if (around.op == StatementOp::finally_ && block == 0) return enter(1);
  if (around.op == StatementOp::retry && block == 0 && !reader().truth(around.expressions[0])) {
    outcome_.refused = true;
    stopped_ = true;
    return;
  }
  skip();
}

void Run::end_of_body() {
  stopped_ = true;
  if (client_ == nothing || path_ != &thread().path) return;  // of a fault of the protocol, a server's on_disconnect
  if (thread_ == 0) return end_round();
  path_->clear();
  thread().since = state_.now;
  const Background& background = world_.model.kinds[world_.model.clients[client_].kind].backgrounds[thread_ - 1];
  if (!is_inside(world_.model, state_, client_, background.section)) thread() = {};
}

void Run::enter_section(const Statement& here) {
  if (!here.expressions.empty()) assign(here.variable, datum(here.expressions[0]));
  enter(0);
  outcome_.sections.push_back({client_, here.section, true});
  const ClientKind& kind = world_.model.kinds[world_.model.clients[client_].kind];
  if (here.section == 0) {
    me().been_critical = true;
    const bool is_given_now = called_ && !granted_ && thread_ == 0 && !here.unless_given;
    if (!kind.says_granted && (is_given_now || me().grant == 0)) grant(nothing);
  }
  for (std::size_t i = 0; i < kind.backgrounds.size(); ++i)
    if (kind.backgrounds[i].section == here.section && !me().threads[i + 1].active)
      me().threads[i + 1] = {.active = true, .since = state_.now};
}

/// Was a section that the thread is in entered in this step? Then this is the moment at which it was inside.
void Run::note_passage() {
  const Path& path = *path_;
  const auto around = surroundings(*body_, path);
  if (around.empty() || around.back().statement->op != StatementOp::section) return;
  const SectionEvent entry{client_, around.back().statement->section, true};
  const SectionEvent exit{client_, entry.section, false};
  const auto times = [&](const SectionEvent& event) {
    return std::count(outcome_.sections.begin(), outcome_.sections.end(), event);
  };
  if (times(entry) > times(exit)) outcome_.passages.push_back({state_, outcome_.sections});
}

/// The thread has gone out of a statement that has blocks, on whatever way.
void Run::left(const Statement& statement) {
  take_answers(statement);
  if (statement.op != StatementOp::section) return;
  outcome_.sections.push_back({client_, statement.section, false});
  // A block that is under way goes on to its end.
  const auto& backgrounds = world_.model.kinds[world_.model.clients[client_].kind].backgrounds;
  for (std::size_t i = 0; i < backgrounds.size(); ++i)
    if (backgrounds[i].section == statement.section && me().threads[i + 1].path.empty()) me().threads[i + 1] = {};
}

/// Ends the round of all threads: sections are left, inner ones first, and everything is forgotten.
void Run::end_round() {
  stopped_ = true;
  while (!open_calls_.empty()) take_answers(*open_calls_.back().statement);
  const auto has_entered = [&](const SectionEvent& event) { return event.enters && event.client == client_; };
  if (std::any_of(outcome_.sections.begin(), outcome_.sections.end(), has_entered) &&
      !surroundings(*body_, *path_).empty())
    outcome_.passages.push_back({state_, outcome_.sections});
  auto& threads = me().threads;
  for (std::size_t thread = threads.size(); thread-- > 0;) {
    const auto around = surroundings(body_of(world_.model, client_, thread), threads[thread].path);
    for (auto one = around.rbegin(); one != around.rend(); ++one)
      if (one->statement->op == StatementOp::section)
        outcome_.sections.push_back({client_, one->statement->section, false});
  }
  outcome_.ended.push_back(client_);
  forget_round(world_.model, state_, client_);
  const ClientKind& kind = world_.model.kinds[world_.model.clients[client_].kind];
  if (kind.is_once) me().gone = true;
  if (kind.is_daemon) me().threads[0] = {.active = true, .since = state_.now};
}

/// Is the thread within a step, where calls run one after another?
bool Run::is_inside_step() const {
  for (const auto& [around, block] : surroundings(*body_, *path_))
    if (around->op == StatementOp::call || around->op == StatementOp::atomic ||
        ((around->op == StatementOp::when || around->op == StatementOp::retry) && block == 0))
      return true;
  return false;
}

bool Run::is_at_server() const {
  if (client_ == nothing) return true;                                       // a fault of the protocol
  if (path_ != &state_.clients[client_].threads[thread_].path) return true;  // a server's on_disconnect
  for (const auto& [around, block] : surroundings(*body_, *path_))
    if (around->op == StatementOp::operation || (around->op == StatementOp::when && block == 0)) return true;
  return false;
}

void Run::tell(const Statement& statement, EventKind kind) {
  outcome_.kind = kind;
  outcome_.step = statement.step;
  outcome_.place = statement.place;
  outcome_.comment = statement.comment;
}

std::vector<std::string> Run::argument_texts(const Call& call, std::vector<std::string> known) {
  const Reader look = this->look();
  known.resize(call.arguments.size());
  for (std::size_t i = 0; i < known.size(); ++i)
    if (known[i].empty()) known[i] = argument_text(look, call, call.arguments[i]);
  return known;
}

void Run::announce(const Statement& statement) {
  if (statement.calls.empty()) return;
  OpenCalls open{&statement, outcome_.calls.size(), {}};
  const Reader look = this->look();
  for (const auto& call : statement.calls) {
    open.arguments.emplace_back();
    for (const auto& argument : call.arguments) {
      const bool is_bound_later = !argument.value.empty() && reads_scratch(world_.model, argument.value[0]);
      open.arguments.back().push_back(is_bound_later ? "" : argument_text(look, call, argument));
    }
    outcome_.calls.push_back(MadeCall{.server = call.server, .text = "", .answer = ""});
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
    made.operation = call.operation;
    made.arguments = argument_texts(call, open.arguments[i]);
    made.text = call_text(call, made.arguments);
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
  client.given.clear();
  client.last_given = nothing;
  client.lease_cell = nothing;
  client.has_lease = false;
  client.lease_deadline.reset();
  client.place = 0;
  for (auto& [name, cell] : state.cells)
    if (name.client == index && model.variables[name.variable].scope == Scope::local)
      cell = first_cell(model.variables[name.variable]);
}

}  // namespace interlock::evaluator
