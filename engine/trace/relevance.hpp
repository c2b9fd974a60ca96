#pragma once
// Which cells a reader of a story has to see: those that its property looks at, and those on which a decision of a
// client depends. All else is the bookkeeping of other properties, and of resources that nobody asks about here.

#include "engine/language/model.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace interlock::trace {

struct Relevance {
  std::vector<bool> matters;  ///< by variable
  std::vector<bool> asked;    ///< by variable: the property itself looks at it
  /// By variable, ranked sets: from this rank on the program, or the property, takes nobody for a holder.
  std::vector<std::optional<std::int64_t>> limits;
};

Relevance relevance_of(const language::Model& model, const language::Spec& spec);

/// The cells that the statements of a numbered step read or write, asserts aside.
std::set<language::VariableIndex> touched_by(const language::Model& model, std::uint32_t step);

/// Is there a write to a server's cell among them?
bool may_write(const language::Model& model, std::uint32_t step);

/// The statement of a numbered step, or null: of a background's wait.
const language::Statement* statement_of(const language::Model& model, std::uint32_t step);

}  // namespace interlock::trace
