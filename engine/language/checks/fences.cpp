// A fence says which token this client's grant carries: where no way there gives the lock, there is no grant that could
// be compared, and a check that cannot fail would pass.

#include "engine/language/checks/checks.hpp"
#include "engine/language/walk.hpp"

namespace interlock::language {

namespace {

bool gives_the_lock(const Statement& statement) {
  return statement.op == StatementOp::granted || (statement.op == StatementOp::timeout && statement.flag);
}

bool has_a_grant(const Block& block) {
  bool found = false;
  for_each_statement(block, [&](const Statement& statement) { found = found || gives_the_lock(statement); });
  return found;
}

/// Walks the ways through a program, joined: was the lock given on one of them?
class Walk {
 public:
  Walk(const ClientKind& kind, Diagnostics& diagnostics) : kind_(kind), diagnostics_(diagnostics) {}

  bool block(const Block& block, bool given) {
    for (const auto& statement : block) given = after(statement, given);
    return given;
  }

 private:
  bool after(const Statement& statement, bool given) {
    if (statement.op == StatementOp::fence && !given) complain(statement);
    bool before = given || gives_the_lock(statement);
    if (statement.op == StatementOp::section && statement.section == 0) before = true;
    if (statement.op == StatementOp::loop) before = before || has_a_grant(statement.blocks[0]);
    bool behind = before;
    for (const auto& inner : statement.blocks) {
      // What stands in the second block of a retry, a time-out or a `finally` may come behind the first.
      const bool one_of_two = statement.op == StatementOp::if_ || statement.op == StatementOp::either;
      behind = block(inner, one_of_two ? before : behind) || behind;
    }
    return behind;
  }

  void complain(const Statement& fence) {
    const bool never_inside = !kind_.has_critical && !kind_.says_granted;
    diagnostics_.push_back(
        {Severity::error,
         "E0319",
         "no way to this fence has been given the lock, so there is no grant that its token could belong to",
         fence.place,
         "",
         {},
         {never_inside ? "say `granted` behind the call that gives the lock"
                       : "put it behind the call that gives the lock, or behind `granted`: the grant before it is "
                         "compared with all others"}});
  }

  const ClientKind& kind_;
  Diagnostics& diagnostics_;
};

}  // namespace

void check_fences(const Model& model, Diagnostics& diagnostics) {
  for (const auto& kind : model.kinds) {
    Walk walk(kind, diagnostics);
    const bool given = walk.block(kind.program, false);
    for (const auto& background : kind.backgrounds) walk.block(background.body, given);
  }
}

}  // namespace interlock::language
