#pragma once
// Words for values and states of the evaluator.

#include "engine/evaluator/reader.hpp"
#include "engine/run/view.hpp"

#include <string>
#include <vector>

namespace interlock::evaluator {

/// "true", "33", "none", "a", "worker 1", "10 s" (instants: since the start of the run).
std::string value_text(const language::Model& model, const language::Kind& kind, Value value);

/// "worker 1".
std::string client_name(const language::Model& model, ClientIndex client);

/// "PX 10s"; of a plain access: "count", "count = 0".
std::string argument_text(const Reader& look, const language::Call& call, const language::CallArgument& argument);
/// "SET(lock, a, NX, PX 10s)"; of a plain access its one argument.
std::string call_text(const language::Call& call, const std::vector<std::string>& arguments);

/// Of a condition that is false, the first comparison that makes it so, as it is: "token 1 < highest 2" where token >=
/// highest was asked; empty where nothing is compared.
std::string why_false(const Reader& look, const language::Expression& condition);

/// The cells that are shown: variables of servers, in order of server; names in parentheses are not.
std::vector<VariableIndex> shown_variables(const language::Model& model);
std::vector<ShownCell> shown_cells(const language::Model& model);

ClientView describe_client(const language::Model& model, const State& state, ClientIndex client);
CellView describe_cell(const language::Model& model, const State& state, VariableIndex variable);
/// Cells as in `shown_cells`.
View describe(const language::Model& model, const State& state);

/// "absent", "a (worker 1) until 10 s", "[a 9 s, b 10 s]".
std::string text(const language::Model& model, const CellView& cell);
/// What is different between two views, cell by cell: "redis.lock".
std::vector<Change> changes(const language::Model& model, const View& before, const View& after);

}  // namespace interlock::evaluator
