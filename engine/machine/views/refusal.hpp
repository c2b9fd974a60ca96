#pragma once
// What of a protocol cannot be looked at a few clients at a time. What is not known here is refused: whoever adds a
// statement, an expression, a fault or a role of words has to think first of what it is to a client that is not seen.

#include "engine/machine/views/views.hpp"

#include <string>

namespace interlock::machine {

/// Why views of clients of a kind prove nothing: the end of a sentence that begins with "because". Empty: they do.
std::string why_no_views(const ViewMachines& machines, std::uint32_t kind);

/// Who wrote a cell may only be asked of a client that is named: to whoever is not seen it looks as if nobody had.
bool asks_for_unseen(const language::Expression& whole);
/// It speaks of servers' cells, and of nobody but the client that runs.
bool is_of_one(language::ExpressionOp op);

}  // namespace interlock::machine
