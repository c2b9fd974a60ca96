// Where the lock may have been given: a step that called a server, and behind which `critical` may be entered without
// another call, is marked with a `granted` that counts if the call was made. Marked is its end, and where a `fence`
// asks for the grant before. Where the client's variables already say that it will not enter (it has one vote of
// three), it was given nothing.

#include "engine/language/resolver/entry.hpp"
#include "engine/language/resolver/resolution.hpp"
#include "engine/language/resolver/said_grants.hpp"
#include "engine/language/walk.hpp"

#include <iterator>
#include <utility>
#include <vector>

namespace interlock::language {

namespace {

/// Can `critical` be entered without another call: from behind a block, and from where its loop's jumps lead?
struct Ahead {
  Entry next = Entry::never();
  Entry breaks = Entry::never();
  Entry continues = Entry::never();
};

Entry enters(const Block& block, Ahead ahead);

/// Whoever gives up makes no call by that, and what was refused has given nothing.
bool may_give_up(const Statement& statement) {
  const bool may_be_limited = statement.op == StatementOp::when || statement.op == StatementOp::retry;
  return may_be_limited && statement.span.low != unbounded;
}

/// A turn changes what the condition of the next one is about.
Entry of_a_turn(const Entry& entry) { return entry.is_possible() ? Entry::maybe() : Entry::never(); }

Entry enters_by_branch(const Statement& statement, const Ahead& ahead) {
  if (statement.op == StatementOp::if_)
    return chosen(statement.expressions[0], enters(statement.blocks[0], ahead),
                  statement.blocks.size() < 2 ? ahead.next : enters(statement.blocks[1], ahead));
  Entry any = Entry::never();
  for (const auto& block : statement.blocks) any = either(std::move(any), enters(block, ahead));
  return any;
}

Entry enters_by(const Statement& statement, const Ahead& ahead) {
  switch (statement.op) {
    case StatementOp::call:
    case StatementOp::atomic:
    case StatementOp::return_: return Entry::never();
    case StatementOp::granted: return Entry::never();  // on this way the grant is that one
    case StatementOp::when:
    case StatementOp::retry: return may_give_up(statement) ? enters(statement.blocks[1], ahead) : Entry::never();
    case StatementOp::break_: return ahead.breaks;
    case StatementOp::continue_: return ahead.continues;
    case StatementOp::timeout: return Entry::never();  // it begins with a call
    case StatementOp::finally_: return enters(statement.blocks[0], {});
    case StatementOp::section: return statement.section == 0 ? Entry::maybe() : enters(statement.blocks[0], ahead);
    case StatementOp::loop: {
      const Entry first = of_a_turn(enters(statement.blocks[0], {.breaks = ahead.next}));
      return enters(statement.blocks[0], {first, ahead.next, first});
    }
    case StatementOp::if_:
    case StatementOp::either: return enters_by_branch(statement, ahead);
    case StatementOp::assign: return ahead.next.before(statement.variable, statement.expressions[0]);
    default: return ahead.next.without({statement.variable, statement.second, statement.third});
  }
}

Entry enters(const Block& block, Ahead ahead) {
  for (auto statement = block.rbegin(); statement != block.rend(); ++statement)
    ahead.next = enters_by(*statement, ahead);
  return ahead.next;
}

bool comes_behind_a_grant(StatementOp op) {
  return op == StatementOp::clock || op == StatementOp::work || op == StatementOp::sleep || op == StatementOp::fence;
}

/// The variables that a second thread may change.
std::vector<VariableIndex> shared_by_threads(const ClientKind& kind) {
  std::vector<VariableIndex> changed;
  for (const auto& background : kind.backgrounds)
    for_each_statement(background.body, [&](const Statement& statement) {
      for (const VariableIndex variable : {statement.variable, statement.second, statement.third})
        if (variable != nothing) changed.push_back(variable);
    });
  return changed;
}

class Marking {
 public:
  explicit Marking(const ClientKind& kind) : shared_(shared_by_threads(kind)) {}

  void mark(Block& block, Ahead ahead) const {
    Block marked;  // from the end
    for (auto statement = block.rbegin(); statement != block.rend(); ++statement) {
      const Ahead behind = ahead;
      ahead.next = enters_by(*statement, behind);
      mark_inside(*statement, behind);
      const bool may_count = may_give_up(*statement) || comes_behind_a_grant(statement->op);
      const bool counts = may_count && ahead.next.is_possible();
      const Statement granted = mark_before(*statement, ahead.next);
      marked.push_back(std::move(*statement));
      if (counts) marked.push_back(granted);
    }
    block.assign(std::make_move_iterator(marked.rbegin()), std::make_move_iterator(marked.rend()));
  }

 private:
  Statement mark_before(const Statement& step, const Entry& entry) const {
    Statement mark;
    mark.op = StatementOp::granted;
    mark.place = step.place;
    mark.flag = true;
    if (const auto condition = entry.without(shared_).condition()) mark.expressions.push_back(*condition);
    return mark;
  }

  void mark_inside(Statement& statement, const Ahead& ahead) const {
    switch (statement.op) {
      case StatementOp::loop: {
        const Entry again = of_a_turn(enters_by(statement, ahead));
        return mark(statement.blocks[0], {again, ahead.next, again});
      }
      case StatementOp::when:
        if (statement.blocks.size() > 1) mark(statement.blocks[1], ahead);
        return;
      case StatementOp::retry: return mark(statement.blocks[1], ahead);
      case StatementOp::timeout: statement.flag = enters(statement.blocks[1], ahead).is_possible(); [[fallthrough]];
      case StatementOp::section:
      case StatementOp::if_:
      case StatementOp::either:
        for (auto& inner : statement.blocks) mark(inner, ahead);
        return;
      case StatementOp::finally_: return mark(statement.blocks[0], {});
      default: return;
    }
  }

  std::vector<VariableIndex> shared_;
};

}  // namespace

void mark_grants(ClientKind& kind) {
  if (!kind.has_critical) return;
  Block marked = kind.program;
  Marking(kind).mark(marked, {});
  const bool is_always_said = mark_what_was_said(marked);
  if (kind.says_granted && is_always_said) return;
  kind.says_granted = false;
  kind.program = std::move(marked);
}

}  // namespace interlock::language
