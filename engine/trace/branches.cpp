#include "engine/trace/branches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace interlock::trace {

using evaluator::TakenBranch;
using language::Place;

namespace {

/// A line without its comment. No text stands in a program.
std::string_view code_of(std::string_view line) { return line.substr(0, line.find('#')); }

std::string comment_of(std::string_view line) {
  const std::size_t sign = line.find('#');
  if (sign == std::string_view::npos) return "";
  const std::size_t begin = std::min(line.find_first_not_of("# \t", sign), line.size());
  const std::size_t end = line.find_last_not_of(" \t\r");
  return std::string(line.substr(begin, end == std::string_view::npos ? 0 : end + 1 - begin));
}

/// The lines on which the blocks of an `either` begin.
std::vector<std::uint32_t> first_lines(const Place& either, std::size_t blocks) {
  std::vector<std::uint32_t> lines;
  int depth = 0;
  const auto last =
      static_cast<std::uint32_t>(1 + std::count(either.source->text.begin(), either.source->text.end(), '\n'));
  for (std::uint32_t line = either.line; line <= last && lines.size() < blocks; ++line) {
    const std::string text = language::line_text(*either.source, line);
    const std::string_view code = code_of(text);
    for (std::size_t at = line == either.line ? either.column - 1 : 0; at < code.size(); ++at) {
      if (code[at] == '{' && depth++ == 0) lines.push_back(line);
      if (code[at] == '}') --depth;
    }
  }
  return lines;
}

}  // namespace

std::string branch_name(const TakenBranch& branch) {
  const std::string number = fmt::format("branch {} of {}", branch.number, branch.of);
  if (!branch.either.source || branch.either.line == 0) return number;
  const std::vector<std::uint32_t> lines = first_lines(branch.either, branch.of);
  if (lines.size() < branch.of) return number;
  const std::uint32_t line = lines[branch.number - 1];
  // A comment behind several branches says nothing of one of them.
  if (std::count(lines.begin(), lines.end(), line) > 1) return number;
  const std::string comment = comment_of(language::line_text(*branch.either.source, line));
  if (!comment.empty()) return comment;
  return branch.comment.empty() ? number : branch.comment;
}

}  // namespace interlock::trace
