// Statements that are steps: calls, atomic blocks, guarded steps, polls, work and sleep.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

namespace {

using syntax::StatementForm;

void resolve_call(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  hoist_calls(all, body, out, {&*text.value}, text);
  if (is_store_room(body)) report(all, "E0216", "an operation does not call another", text.place);
  body.hoisted.clear();
}

/// The block of an atomic or guarded step.
Block one_step(Resolution& all, Body& body, Room room, const syntax::Block& block) {
  body.room = room;
  Block inner = resolve_block(all, body, block);
  body.room = Room::client;
  return inner;
}

void resolve_atomic(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  Statement statement = make_statement(all, StatementOp::atomic, text);
  const std::size_t complaints = all.diagnostics.size();
  body.server = nothing;
  statement.blocks.push_back(one_step(all, body, Room::atomic, text.blocks[0]));
  statement.server = body.server;
  if (body.server == nothing && all.diagnostics.size() == complaints)
    report(all, "E0260", "this atomic block asks no server for anything", text.place,
           {{"local statements take no time: they need no atomic { }"}, {}, ""});
  out.push_back(std::move(statement));
}

void resolve_when(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  Statement statement = make_statement(all, StatementOp::when, text);
  const std::size_t complaints = all.diagnostics.size();
  body.server = nothing;
  body.room = Room::when;
  body.hoisted.clear();
  statement.expressions.push_back(resolve_condition(all, body, *text.value));
  statement.blocks.push_back(one_step(all, body, Room::when, text.blocks[0]));
  statement.server = body.server;
  if (text.within) {
    const auto within = constant_range(all, body, {*text.within, std::nullopt}, Base::duration, "how long to wait");
    if (within) statement.span = *within;
    ++body.branches, ++body.section_branches;
    statement.blocks.push_back(text.blocks.size() > 1 ? resolve_block(all, body, text.blocks[1]) : Block());
    --body.branches, --body.section_branches;
  }
  if (body.server == nothing && all.diagnostics.size() == complaints)
    report(all, "E0261", "the condition of when is about no server", text.value->place,
           {{"it may read SERVER.CELL, and it waits until that changes"}, {}, ""});
  out.push_back(std::move(statement));
}

/// Did this poll get what it waits for? True, or anything beside the values that stand for nothing.
std::optional<Expression> success_of(Resolution& all, const Body& body, VariableIndex answer, Slot slot,
                                     const Place& place) {
  std::vector<std::string> words;
  for (const auto& word : all.kinds.extra_words())
    if (all.kinds.has(slot, word)) words.push_back(word);
  Expression success = read(all, answer, place);
  if (all.kinds.base(slot) == Base::boolean) {
    if (words.empty()) return success;
    return make_comparison(all, body, ExpressionOp::equal, std::move(success), truth(all, true, place), place);
  }
  std::optional<Expression> result;
  for (const auto& word : words) {
    Expression differs =
        make_comparison(all, body, ExpressionOp::not_equal, success, word_literal(all, word, place), place);
    if (!result)
      result = std::move(differs);
    else
      result = with_operands(make(all, ExpressionOp::and_, all.kinds.known(Base::boolean), place),
                             {std::move(*result), std::move(differs)});
  }
  return result;
}

bool check_poll(Resolution& all, const syntax::Statement& text) {
  if (text.value && names_clock(*text.value)) {
    report(all, "E0255", "now in a call that is made again and again", text.value->place,
           {{"read the clock before, t = now, or poll in a loop { }"}, {}, ""});
    return false;
  }
  if (!text.value || text.value->form != syntax::ExpressionForm::call) return false;  // the parser has complained
  for (const auto& argument : text.value->arguments)
    for (const auto& value : argument.value)
      if (value.form == syntax::ExpressionForm::call) {
        report(all, "E0211", "two server calls in one statement", value.place,
               {{"make this one before: n = ..."}, {{text.value->place, "first call"}}, "second call"});
        return false;
      }
  return true;
}

/// What ends the wait, and where the answer goes.
void finish_poll(Resolution& all, Body& body, Statement& poll, VariableIndex answer, const syntax::Statement& text) {
  const Place& place = text.value->place;
  const Slot slot = answer == nothing ? all.kinds.unknown() : all.facts[answer].value;
  if (all.kinds.is_poisoned(slot)) return;
  if (answer == nothing && has_errors(all.diagnostics)) return;  // the call itself may be what is wrong
  const auto success = answer == nothing ? std::nullopt : success_of(all, body, answer, slot, place);
  if (!success) {
    report(all, "E0256", "retry waits for true, or for something that is not none; this answers neither", place,
           {{"a loop { } with break says when it is enough"}, {}, ""});
    return;
  }
  poll.expressions.push_back(*success);
  if (!text.target) return;
  const auto variable = assigned_variable(all, body, *text.target, text.type);
  if (variable) all.facts[*variable].is_read = true;
  if (variable) poll.blocks[0].push_back(assign(all, body, *variable, read(all, answer, place), text.place));
}

std::int64_t time_between_polls(Resolution& all, Body& body, const syntax::Expression& text) {
  const auto every = constant_range(all, body, {text, std::nullopt}, Base::duration, "the time between two attempts");
  if (!every) return unbounded;
  if (every->low != every->high) {
    report(all, "E0246", "this is a range, and one time between two attempts is needed", text.place,
           {{"for a range: loop { x = CALL; if x { break }; sleep 1s..5s }"}, {}, ""});
  } else if (every->low == 0) {
    report(all, "E0267", "every 0s would leave no time for anything else", text.place);
  }
  return every->low;
}

/// `every` and `within`, and what comes of giving up.
void finish_retry(Resolution& all, Body& body, Block& out, Statement poll, const syntax::Statement& text) {
  body.hoisted.clear();
  if (text.second) poll.every = time_between_polls(all, body, *text.second);
  if (text.within) {
    const auto within = constant_range(all, body, {*text.within, std::nullopt}, Base::duration, "how long to retry");
    if (within) poll.span = *within;
  }
  const std::size_t attempts = text.flag ? 1 : 0;
  if (text.blocks.size() > attempts) {
    ++body.branches, ++body.section_branches;
    poll.blocks[1] = resolve_block(all, body, text.blocks[attempts]);
    --body.branches, --body.section_branches;
  }
  out.push_back(std::move(poll));
}

bool has_break(const Block& block) {
  return std::any_of(block.begin(), block.end(), [](const Statement& statement) {
    if (statement.op == StatementOp::loop || statement.op == StatementOp::operation) return false;
    return statement.op == StatementOp::break_ ||
           std::any_of(statement.blocks.begin(), statement.blocks.end(), has_break);
  });
}

/// The attempt has the room of an atomic block, and that of a loop for its `break`.
Block resolve_attempt(Resolution& all, Body& body, VariableIndex done, const syntax::Statement& text) {
  const VariableIndex outside = std::exchange(body.poll_done, done);
  const bool in_for = std::exchange(body.in_for, false);
  ++body.loops, ++body.branches, ++body.section_branches;
  Block attempt = one_step(all, body, Room::atomic, text.blocks[0]);
  --body.loops, --body.branches, --body.section_branches;
  body.in_for = in_for;
  body.poll_done = outside;
  return attempt;
}

void resolve_retry_atomic(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  const std::size_t complaints = all.diagnostics.size();
  Statement poll = make_statement(all, StatementOp::retry, text);
  poll.flag = true;
  poll.blocks.resize(2);
  body.server = nothing;
  const VariableIndex done = add_scratch(all, "(done)", text.place);
  Block attempt = resolve_attempt(all, body, done, text);
  poll.server = body.server;
  const bool is_silent = all.diagnostics.size() == complaints;
  if (body.server == nothing && is_silent)
    report(all, "E0260", "this atomic block asks no server for anything", text.place);
  else if (!has_break(attempt) && is_silent)
    report(
        all, "E0256", "no attempt ever succeeds: there is no break in it", text.place,
        {{"an attempt succeeds where it comes to a break: if redis.GET(lock) == none { redis.SET(lock, me); break }"},
         {},
         ""});
  poll.blocks[0].push_back(assign(all, body, done, truth(all, false, text.place), text.place));
  make_leavable(all, poll.blocks[0], std::move(attempt), text);
  poll.expressions.push_back(read(all, done, text.place));
  finish_retry(all, body, out, std::move(poll), text);
}

void resolve_retry(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  if (text.flag) return resolve_retry_atomic(all, body, out, text);
  body.hoisted.clear();
  if (!check_poll(all, text)) return;
  Block made;
  const std::size_t complaints = all.diagnostics.size();
  const VariableIndex answer = access_server(all, body, made, *text.value, text);
  Statement poll = std::move(made.back());
  poll.op = StatementOp::retry;
  poll.blocks.resize(2);
  if (answer == nothing && all.diagnostics.size() > complaints) return;
  finish_poll(all, body, poll, answer, text);
  finish_retry(all, body, out, std::move(poll), text);
}

void resolve_wait(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  const bool works = text.form == StatementForm::work;
  Statement statement = make_statement(all, works ? StatementOp::work : StatementOp::sleep, text);
  if (!text.range) return;
  const auto span = constant_range(all, body, *text.range, Base::duration, works ? "the work" : "the sleep");
  if (!span) return;
  statement.span = *span;
  out.push_back(std::move(statement));
}

std::string word_of(StatementForm form) {
  switch (form) {
    case StatementForm::atomic: return "atomic";
    case StatementForm::when: return "when";
    case StatementForm::retry: return "retry";
    case StatementForm::work: return "work";
    case StatementForm::sleep: return "sleep";
    default: return "every";
  }
}

/// Steps are a client's, and a step has no steps inside.
bool check_room(Resolution& all, const Body& body, const syntax::Statement& text) {
  if (body.room == Room::client) return true;
  const std::string word = word_of(text.form);
  if (is_store_room(body))
    report(all, "E0251", fmt::format("an operation is one step: it has no {} inside", word), text.place);
  else
    report(all, "E0250", fmt::format("one atomic step has no {} inside", word), text.place,
           {{"put it before or behind the block"}, {}, ""});
  return false;
}

}  // namespace

bool resolve_step(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  switch (text.form) {
    case StatementForm::call: return resolve_call(all, body, out, text), true;
    case StatementForm::atomic:
    case StatementForm::when:
    case StatementForm::retry:
    case StatementForm::work:
    case StatementForm::sleep: break;
    case StatementForm::every:
      report(all, "E0262", "every stands in a background block", text.place,
             {{"background while in critical { every 3s { ... } }"}, {}, ""});
      return true;
    default: return false;
  }
  if (!check_room(all, body, text)) return true;
  if (text.form == StatementForm::atomic)
    resolve_atomic(all, body, out, text);
  else if (text.form == StatementForm::when)
    resolve_when(all, body, out, text);
  else if (text.form == StatementForm::retry)
    resolve_retry(all, body, out, text);
  else
    resolve_wait(all, body, out, text);
  return true;
}

}  // namespace interlock::language
