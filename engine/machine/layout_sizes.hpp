#pragma once
// How much room things take in a state: bits of a field, places of a client.

#include "engine/language/model.hpp"

#include <bit>
#include <cstdint>

namespace interlock::machine {

/// Of a field with so many codes.
inline std::uint8_t bits_for(std::uint64_t codes) {
  return static_cast<std::uint8_t>(codes <= 1 ? 0 : std::bit_width(codes - 1));
}

/// In how many places does a client stand for such a statement, between two steps? A `retry` has one more for the
/// attempts after the first, and where calls may get no answer there is one in which that is waited for.
inline std::uint64_t places_of(language::StatementOp op, bool loses_calls) {
  const std::uint64_t more = loses_calls && language::asks_server(op) ? 1 : 0;
  if (op == language::StatementOp::retry) return 2 + more;
  return op <= language::StatementOp::sleep ? 1 + more : 0;
}

}  // namespace interlock::machine
