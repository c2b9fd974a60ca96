#pragma once
// Syntax trees as one line of text each, for comparison in tests.

#include "engine/language/syntax/syntax.hpp"

#include <string>

namespace interlock::language::tests {

std::string to_text(const syntax::Expression& expression);
std::string to_text(const syntax::Range& range);
std::string to_text(const syntax::Type& type);
std::string to_text(const syntax::Field& field);
std::string to_text(const syntax::Statement& statement);
std::string to_text(const syntax::Block& block);
std::string to_text(const syntax::Fault& fault);
std::string to_text(const syntax::Expectation& expectation);
std::string to_text(const syntax::Property& property);
std::string to_text(const syntax::Operation& operation);

/// A whole file, an item a line.
std::string to_text(const syntax::File& file);

}  // namespace interlock::language::tests
