// What a loop must do: make a step at each turn, and let time pass.

#include "engine/language/checks/checks.hpp"
#include "engine/language/walk.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace interlock::language {

namespace {

/// How a block can be left without doing some things.
struct Exits {
  bool falls = true;
  bool breaks = false;
  bool continues = false;
  bool returns = false;
};

/// What is not to be done on the way. A call is a step and lets no time pass: it follows at once.
enum class Without { steps, waits };

bool is_done_by(const Statement& statement, Without without) {
  const bool takes_no_time =
      statement.op == StatementOp::clock || statement.op == StatementOp::call || statement.op == StatementOp::atomic;
  return is_step(statement.op) && !(without == Without::waits && takes_no_time);
}

Exits exits_of(const Block& block, Without without);

Exits exits_of_one(const Statement& statement, Without without) {
  if (is_done_by(statement, without)) return {false};
  switch (statement.op) {
    case StatementOp::break_: return {.falls = false, .breaks = true};
    case StatementOp::continue_: return {.falls = false, .continues = true};
    case StatementOp::return_: return {.falls = false, .returns = true};
    case StatementOp::loop: {
      const Exits inner = exits_of(statement.blocks[0], without);
      return {.falls = inner.breaks, .returns = inner.returns};
    }
    case StatementOp::finally_: {
      const Exits round = exits_of(statement.blocks[0], without);
      return round.falls || round.returns ? exits_of(statement.blocks[1], without) : Exits{false};
    }
    case StatementOp::timeout:  // who waits in vain lets time pass
    case StatementOp::section: return exits_of(statement.blocks[0], without);
    case StatementOp::if_:
    case StatementOp::either: {
      Exits exits{.falls = statement.blocks.empty()};
      for (const auto& block : statement.blocks) {
        const Exits inner = exits_of(block, without);
        exits.falls |= inner.falls;
        exits.breaks |= inner.breaks;
        exits.continues |= inner.continues;
        exits.returns |= inner.returns;
      }
      return exits;
    }
    default: return {};
  }
}

Exits exits_of(const Block& block, Without without) {
  Exits exits;
  for (const auto& statement : block) {
    const Exits next = exits_of_one(statement, without);
    exits.breaks |= next.breaks;
    exits.continues |= next.continues;
    exits.returns |= next.returns;
    exits.falls = next.falls;
    if (!exits.falls) break;
  }
  return exits;
}

bool turns_without(const Statement& loop, Without without) {
  const Exits exits = exits_of(loop.blocks[0], without);
  return exits.falls || exits.continues;
}

/// Does the loop count, or try again what another client's step has spoilt? Then it ends without any time passing.
bool ends_by_itself(const Block& block) {
  return std::any_of(block.begin(), block.end(), [](const Statement& statement) {
    const auto is_sum = [](const Expression& expression) {
      return expression.op == ExpressionOp::add || expression.op == ExpressionOp::subtract;
    };
    const bool counts =
        statement.op == StatementOp::assign && !statement.expressions.empty() && is_sum(statement.expressions[0]);
    return counts || statement.op == StatementOp::watch ||
           std::any_of(statement.blocks.begin(), statement.blocks.end(), ends_by_itself);
  });
}

/// Is there a step anywhere in it?
bool has_step(const Block& block) {
  return std::any_of(block.begin(), block.end(), [](const Statement& statement) {
    return is_step(statement.op) || std::any_of(statement.blocks.begin(), statement.blocks.end(), has_step);
  });
}

void complain(Diagnostics& diagnostics, Severity severity, std::string number, std::string sentence, const Place& place,
              std::string help) {
  diagnostics.push_back({severity, std::move(number), std::move(sentence), place, "", {}, {std::move(help)}});
}

void check_steps(const Statement& loop, Diagnostics& diagnostics) {
  const std::string help =
      "write retry until CALL, or sleep in the loop: a loop that polls without waiting lets no time pass";
  if (turns_without(loop, Without::steps)) {
    const bool any = has_step(loop.blocks[0]);
    const std::string sentence =
        any ? "there is a way round this loop without a step in it" : "this loop has no step in it";
    complain(diagnostics, Severity::error, "E0272", sentence, loop.place, help);
  } else if (turns_without(loop, Without::waits) && !ends_by_itself(loop.blocks[0])) {
    complain(diagnostics, Severity::warning, "W0503",
             "this loop can go round without waiting, and holds time still while it does", loop.place, help);
  }
}

/// A daemon begins its next round when the last is over.
void check_daemon(const ClientKind& kind, Diagnostics& diagnostics) {
  const Exits exits = exits_of(kind.program, Without::waits);
  if (!exits.falls && !exits.returns) return;
  complain(diagnostics, Severity::warning, "W0503",
           "a round of this daemon can be over without waiting: it holds time still while it turns", kind.place,
           "let it sleep, work, or wait by retry or when");
}

}  // namespace

void check_loops(const Model& model, Diagnostics& diagnostics) {
  for (const ClientKind& kind : model.kinds)
    if (kind.is_daemon) check_daemon(kind, diagnostics);
  for_each_statement(model, [&](const Statement& statement) {
    if (statement.op == StatementOp::loop) check_steps(statement, diagnostics);
  });
}

}  // namespace interlock::language
