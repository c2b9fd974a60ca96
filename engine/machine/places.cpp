#include "engine/machine/places.hpp"

#include "engine/language/walk.hpp"
#include "engine/machine/layout_sizes.hpp"

namespace interlock::machine {

using namespace language;

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
