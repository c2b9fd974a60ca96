#pragma once
// What a cell of a story is to its reader.

#include "engine/trace/counterexample.hpp"

#include <cstddef>
#include <string>

namespace interlock::trace {

/// A plain variable with the value that it has at the start, or `false`: nobody holds anything by it.
inline bool is_at_rest(const Counterexample& story, std::size_t cell, const CellView& view) {
  const Cell& known = story.cells[cell];
  if (known.shape != language::Shape::scalar || known.is_token || !view.present) return false;
  const CellView& first = story.views.front().cells[cell];
  return view.value == "false" || (first.present && view.value == first.value);
}

/// A flag or a number says that somebody holds it, and not who.
inline bool is_plain_value(const Cell& cell, const CellView& view) {
  const bool is_number = view.value.find_first_not_of("-0123456789") == std::string::npos;
  return cell.shape == language::Shape::scalar && (is_number || view.value == "true");
}

}  // namespace interlock::trace
