#pragma once
// Errors and warnings about a model, as values.

#include "engine/language/syntax/source.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::language {

enum class Severity { error, warning };

/// A second place that explains the first, with its role: "first call".
struct Note {
  Place place;
  std::string text;
};

/// One complaint. `number` is stable: 'E0211' never changes its meaning.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string number;
  std::string sentence;
  Place place;
  std::string under;              ///< a few words beside the caret; may be empty
  std::vector<Note> notes;        ///< second places
  std::vector<std::string> help;  ///< each a sentence, or a text to paste
};

using Diagnostics = std::vector<Diagnostic>;

bool has_errors(const Diagnostics& diagnostics);

/// Sorted by place, without repetitions.
void put_in_order(Diagnostics& diagnostics);

/// The known name nearest to `name`, if near enough to be worth saying.
std::optional<std::string> nearest_name(std::string_view name, const std::vector<std::string>& known);

/// The full text of one complaint: sentence, place, the line, a caret, notes and help. Ends with a newline.
std::string to_text(const Diagnostic& diagnostic);

}  // namespace interlock::language
