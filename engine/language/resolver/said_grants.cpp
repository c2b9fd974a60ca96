#include "engine/language/resolver/said_grants.hpp"

namespace interlock::language {

namespace {

/// Of the ways to a place: none of them leads there, some have said it, all have.
struct Said {
  bool is_reached = false;
  bool may = false;
  bool must = true;

  void join(const Said& other) {
    if (!other.is_reached) return;
    may = (is_reached && may) || other.may;
    must = (!is_reached || must) && other.must;
    is_reached = true;
  }
};

class Walk {
 public:
  bool is_always_said() const { return is_always_said_; }

  Said through(Block& block, Said said) {
    for (Statement& statement : block) said = after(statement, said);
    return said;
  }

 private:
  Said after(Statement& statement, const Said& said) {
    switch (statement.op) {
      case StatementOp::granted:
        statement.unless_given = statement.flag && said.may;
        return statement.flag ? said : Said{.is_reached = said.is_reached, .may = true, .must = true};
      case StatementOp::break_: return leave(breaks_, said);
      case StatementOp::continue_: return leave(continues_, said);
      case StatementOp::return_: return {};
      case StatementOp::loop: return around(statement, said);
      case StatementOp::section:
        if (statement.section == 0) enter(statement, said);
        return through(statement.blocks[0], said);
      case StatementOp::call:
      case StatementOp::atomic: return through(statement.blocks[0], said);
      case StatementOp::finally_: return through(statement.blocks[1], through(statement.blocks[0], said));
      case StatementOp::when:
      case StatementOp::retry:
      case StatementOp::timeout:
      case StatementOp::if_:
      case StatementOp::either: return one_of(statement, said);
      default: return said;
    }
  }

  static Said leave(Said& to, const Said& said) {
    to.join(said);
    return {};
  }

  void enter(Statement& section, const Said& said) {
    section.unless_given = said.may;
    if (said.is_reached && !said.must) is_always_said_ = false;
  }

  /// What may be said in one turn may have been said before the next one.
  Said around(Statement& loop, const Said& said) {
    const Said breaks = breaks_;
    const Said continues = continues_;
    Said begin = said;
    for (int turn = 0; turn < 2; ++turn) {
      breaks_ = continues_ = {};
      begin.join(through(loop.blocks[0], begin));
      begin.join(continues_);
    }
    const Said behind = breaks_;
    breaks_ = breaks;
    continues_ = continues;
    return behind;
  }

  Said one_of(Statement& statement, const Said& said) {
    Said behind;
    for (Block& inner : statement.blocks) behind.join(through(inner, said));
    if (statement.op == StatementOp::if_ && statement.blocks.size() < 2) behind.join(said);
    return behind;
  }

  bool is_always_said_ = true;  // before each entry into critical
  Said breaks_;
  Said continues_;
};

}  // namespace

bool mark_what_was_said(Block& program) {
  Walk walk;
  walk.through(program, {.is_reached = true, .may = false, .must = false});
  return walk.is_always_said();
}

}  // namespace interlock::language
