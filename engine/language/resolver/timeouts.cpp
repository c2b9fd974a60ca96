// What a client does when a call gets no answer (`timeout`), and at the end of its round (`finally`).

#include "engine/language/resolver/resolution.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace interlock::language {

using syntax::StatementForm;

bool has_time_limit(const syntax::Statement& statement) {
  const bool waits = statement.form == StatementForm::call || statement.form == StatementForm::assign ||
                     statement.form == StatementForm::atomic;
  return !statement.timeout.empty() || (waits && statement.within);
}

namespace {

bool is_call(const Statement& statement) { return asks_server(statement.op); }

Block without_answer(Resolution& all, Body& body, const syntax::Statement& text) {
  if (text.timeout.empty()) return {make_statement(all, StatementOp::return_, text)};
  ++body.branches, ++body.section_branches;
  Block block = resolve_block(all, body, text.timeout[0]);
  --body.branches, --body.section_branches;
  return block;
}

/// A loop around the `retry`: behind the block it begins anew, and `break` in it goes on behind.
void retry_again(Resolution& all, Body& body, Block& out, Statement wait, const syntax::Statement& text) {
  const bool in_for = std::exchange(body.in_for, false);
  const VariableIndex outside = std::exchange(body.poll_done, VariableIndex{nothing});
  ++body.loops;
  Block block = without_answer(all, body, text);
  --body.loops;
  body.poll_done = outside;
  body.in_for = in_for;
  block.push_back(make_statement(all, StatementOp::continue_, text));
  wait.blocks.push_back(std::move(block));
  make_leavable(all, out, {std::move(wait)}, text);
}

}  // namespace

void resolve_time_limit(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  if (body.room != Room::client) {
    report(all, "E0286", "nobody waits for an answer inside of one step", text.place,
           {{"put it behind the atomic block"}, {}, ""});
    return;
  }
  if (text.form == StatementForm::retry && text.within) {
    report(all, "E0287", "this retry gives up after a time, and its else says what it does then", text.place,
           {{"for both: loop { x = CALL timeout { ... }; if x { break }; sleep 1s }"}, {}, ""});
    return;
  }
  const std::size_t complaints = all.diagnostics.size();
  Block made;
  resolve_answered(all, body, made, text);
  const auto call = std::find_if(made.begin(), made.end(), is_call);
  if (call == made.end()) {
    if (all.diagnostics.size() == complaints)
      report(all, "E0286", "this asks no server for anything: no answer can be missing", text.place);
    return;
  }
  Statement wait = make_statement(all, StatementOp::timeout, text);
  wait.comment.clear();
  if (text.within) {
    const auto within =
        constant_range(all, body, {*text.within, std::nullopt}, Base::duration, "how long to wait for an answer");
    if (within) wait.span = *within;
  }
  out.insert(out.end(), std::make_move_iterator(made.begin()), std::make_move_iterator(call));
  wait.blocks.emplace_back(std::make_move_iterator(call), std::make_move_iterator(made.end()));
  if (text.form == StatementForm::retry) return retry_again(all, body, out, std::move(wait), text);
  wait.blocks.push_back(without_answer(all, body, text));
  out.push_back(std::move(wait));
}

void resolve_cleanup(Resolution& all, Body& body, Block& program) {
  Statement round = make_statement(all, StatementOp::finally_, *body.cleanup);
  body.in_cleanup = true;
  ++body.branches;
  round.blocks.push_back(std::move(program));
  round.blocks.push_back(resolve_block(all, body, body.cleanup->blocks[0]));
  --body.branches;
  body.in_cleanup = false;
  program.clear();
  program.push_back(std::move(round));
}

namespace {

void check_ends(Resolution& all, const Block& block, bool is_answered) {
  for (const Statement& statement : block) {
    const bool ends = statement.op == StatementOp::return_ || (is_call(statement) && !is_answered);
    if (ends)
      report(all, "E0289",
             statement.op == StatementOp::return_ ? "return in a background block, in a client that has a finally"
                                                  : "without an answer this call would end a round that has a finally",
             statement.place, {{"say what is done here: CALL timeout { ... }"}, {}, ""});
    if (is_step(statement.op)) continue;
    for (std::size_t which = 0; which < statement.blocks.size(); ++which)
      check_ends(all, statement.blocks[which], statement.op == StatementOp::timeout && which == 0);
  }
}

}  // namespace

void check_ends_of_threads(Resolution& all, const ClientKind& kind) {
  for (const Background& background : kind.backgrounds) check_ends(all, background.body, false);
}

}  // namespace interlock::language
