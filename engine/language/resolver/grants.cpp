// Where the lock may have been given: a step that called a server, and behind which `critical` may be entered without
// another call, is marked with a `granted` that counts if the call was made. Marked is its end, and where a `fence`
// asks for the grant before.

#include "engine/language/resolver/resolution.hpp"

#include <iterator>
#include <utility>

namespace interlock::language {

namespace {

/// Can `critical` be entered without another call: from behind a block, and from where its loop's jumps lead?
struct Ahead {
  bool next = false;
  bool breaks = false;
  bool continues = false;
};

bool enters(const Block& block, Ahead ahead);

/// Whoever gives up makes no call by that, and what was refused has given nothing.
bool may_give_up(const Statement& statement) {
  const bool may_be_limited = statement.op == StatementOp::when || statement.op == StatementOp::retry;
  return may_be_limited && statement.span.low != unbounded;
}

bool enters_by(const Statement& statement, const Ahead& ahead) {
  switch (statement.op) {
    case StatementOp::call:
    case StatementOp::atomic:
    case StatementOp::return_: return false;
    case StatementOp::when:
    case StatementOp::retry: return may_give_up(statement) && enters(statement.blocks[1], ahead);
    case StatementOp::break_: return ahead.breaks;
    case StatementOp::continue_: return ahead.continues;
    case StatementOp::timeout: return false;  // it begins with a call
    case StatementOp::finally_: return enters(statement.blocks[0], {});
    case StatementOp::section: return statement.section == 0 || enters(statement.blocks[0], ahead);
    case StatementOp::loop: {
      const bool first = enters(statement.blocks[0], {false, ahead.next, false});
      return first || enters(statement.blocks[0], {first, ahead.next, first});
    }
    case StatementOp::if_:
    case StatementOp::either: {
      bool any = statement.op == StatementOp::if_ && statement.blocks.size() < 2 && ahead.next;
      for (const auto& block : statement.blocks) any = enters(block, ahead) || any;
      return any;
    }
    default: return ahead.next;
  }
}

bool enters(const Block& block, Ahead ahead) {
  for (auto statement = block.rbegin(); statement != block.rend(); ++statement)
    ahead.next = enters_by(*statement, ahead);
  return ahead.next;
}

bool comes_behind_a_grant(StatementOp op) {
  return op == StatementOp::clock || op == StatementOp::work || op == StatementOp::sleep || op == StatementOp::fence;
}

Statement mark_before(const Statement& step) {
  Statement mark;
  mark.op = StatementOp::granted;
  mark.place = step.place;
  mark.flag = true;
  return mark;
}

void mark(Block& block, Ahead ahead);

void mark_inside(Statement& statement, const Ahead& ahead) {
  switch (statement.op) {
    case StatementOp::loop: {
      const bool again = enters_by(statement, ahead);
      return mark(statement.blocks[0], {again, ahead.next, again});
    }
    case StatementOp::when:
      if (statement.blocks.size() > 1) mark(statement.blocks[1], ahead);
      return;
    case StatementOp::retry: return mark(statement.blocks[1], ahead);
    case StatementOp::timeout: statement.flag = enters(statement.blocks[1], ahead); [[fallthrough]];
    case StatementOp::section:
    case StatementOp::if_:
    case StatementOp::either:
      for (auto& inner : statement.blocks) mark(inner, ahead);
      return;
    case StatementOp::finally_: return mark(statement.blocks[0], {});
    default: return;
  }
}

void mark(Block& block, Ahead ahead) {
  Block marked;  // from the end
  for (auto statement = block.rbegin(); statement != block.rend(); ++statement) {
    const Ahead behind = ahead;
    ahead.next = enters_by(*statement, behind);
    mark_inside(*statement, behind);
    const bool counts = may_give_up(*statement) ? ahead.next : comes_behind_a_grant(statement->op) && behind.next;
    const Statement granted = mark_before(*statement);
    marked.push_back(std::move(*statement));
    if (counts) marked.push_back(granted);
  }
  block.assign(std::make_move_iterator(marked.rbegin()), std::make_move_iterator(marked.rend()));
}

}  // namespace

void mark_grants(ClientKind& kind) {
  if (kind.has_critical && !kind.says_granted) mark(kind.program, {});
}

}  // namespace interlock::language
