#include "engine/machine/places.hpp"

#include "engine/language/walk.hpp"

namespace interlock::machine {

using namespace language;

namespace {

/// In how many places does a client stand for such a statement, between two steps? A `retry` has one more for the
/// attempts after the first, and where calls may get no answer there is one in which that is waited for.
std::uint64_t places_of(StatementOp op, bool loses_calls) {
  const std::uint64_t more = loses_calls && asks_server(op) ? 1 : 0;
  if (op == StatementOp::retry) return 2 + more;
  return op <= StatementOp::sleep ? 1 + more : 0;
}

}  // namespace

std::uint64_t most_locations(const ClientKind& kind, bool loses_calls) {
  std::uint64_t count = 1 + kind.backgrounds.size() + (kind.is_daemon ? 1 : 0);
  const auto take = [&](const Statement& statement) { count += places_of(statement.op, loses_calls); };
  for_each_statement(kind.program, take);
  for (const auto& background : kind.backgrounds) for_each_statement(background.body, take);
  return count;
}

bool waits(const Statement& statement) {
  const bool is_wait = statement.op == StatementOp::work || statement.op == StatementOp::sleep;
  const bool has_timeout = statement.op == StatementOp::timeout && statement.span.low != unbounded;
  return is_wait || has_timeout || statement.every != unbounded;
}

bool has_limit(const Statement& statement) {
  const bool may_be = statement.op == StatementOp::retry || statement.op == StatementOp::when;
  return may_be && statement.span.low != unbounded;
}

}  // namespace interlock::machine
