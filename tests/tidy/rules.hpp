#pragma once
// The style of the tree as functions from a file to complaints. Each complaint says what to write instead.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::tidy {

struct File {
  std::string path;  ///< from the root of the tree: "engine/language/syntax/lexer.cpp"
  std::string text;
};

struct Complaint {
  std::string path;
  std::size_t line = 0;  ///< 0: the file as a whole
  std::string sentence;
};

using Complaints = std::vector<Complaint>;

/// A function or a file that was over the limit when the rule was made. The limit may be lowered, never raised.
struct Exception {
  std::string_view path;
  std::string_view function;  ///< empty: the file as a whole
  std::size_t lines = 0;
};

inline constexpr std::size_t longest_line = 120;
inline constexpr std::size_t longest_file = 500;
inline constexpr std::size_t longest_function = 50;

/// Includes: along the arrows between the rooms, and libraries in their own files only.
Complaints check_includes(const File& file);

/// Names of other rooms' namespaces: along the same arrows, whatever header they came by.
Complaints check_namespaces(const File& file);

/// No order that depends on chance: nothing goes through an unordered container.
Complaints check_order(const File& file);

/// Words that have a better replacement here.
Complaints check_words(const File& file);

/// Lines, functions and the file are short, but for the exceptions. An exception that is not needed is a complaint.
Complaints check_lengths(const File& file, const std::vector<Exception>& exceptions);

/// A header starts with `#pragma once`.
Complaints check_header(const File& file);

/// A protocol that ships says what is expected of it.
Complaints check_expectations(const File& file);

}  // namespace interlock::tidy
