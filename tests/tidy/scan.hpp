#pragma once
// Just enough understanding of C++ to apply rules to it.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::tidy {

std::vector<std::string> lines_of(std::string_view text);

/// The text with comments and the insides of literals turned to blanks. Lines stay where they are.
std::string code_only(std::string_view text);

/// A function with a body, outside all others.
struct Function {
  std::string name;
  std::size_t first_line = 0;
  std::size_t lines = 0;
};

/// The functions of a text that `code_only` gave.
std::vector<Function> functions_of(std::string_view code);

}  // namespace interlock::tidy
