#include "reports/ci/tap.hpp"

#include "reports/ci/broken_models.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <string_view>

namespace interlock::reports {
namespace {

/// `#` begins a directive, and a backslash is an escape.
std::string description(std::string_view text) {
  std::string result;
  for (const char c : one_line(text)) {
    if (c == '#' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

/// A string in double quotes.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : one_line(text)) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

/// Lines as comments: readers of version 13 trip over empty lines in a block of YAML.
std::string comments(std::string_view text) {
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string line = one_line(text.substr(begin, end - begin));
    result += line.empty() ? "#\n" : "# " + line + "\n";
    begin = end + 1;
  }
  return result;
}

struct Line {
  bool ok = true;
  std::string name;
  std::string directive;  ///< "SKIP why", or empty
  std::string message;
  std::string place;  ///< "lock.interlock:17"
  std::string text;   ///< a timeline, or the errors of a model; may be empty
};

std::string text_of(const Line& line, std::size_t number) {
  std::string text = fmt::format("{}ok {} - {}", line.ok ? "" : "not ", number, description(line.name));
  if (!line.directive.empty()) text += " # " + one_line(line.directive);
  text += "\n";
  if (line.ok && line.text.empty()) return text;
  text += "  ---\n  message: " + quoted(line.message) + "\n  at: " + quoted(line.place) + "\n  ...\n";
  return text + comments(line.text);
}

Line line_of(const Suite& suite, const Case& one) {
  const bool ok = one.outcome == Outcome::passed || one.outcome == Outcome::skipped;
  const std::uint32_t at = place_of(one).line;
  return Line{.ok = ok,
              .name = suite.name + ": " + one.name,
              .directive = one.outcome == Outcome::skipped ? "SKIP " + one.message : "",
              .message = one.message,
              .place = at == 0 ? suite.file : fmt::format("{}:{}", suite.file, at),
              .text = one.story};
}

}  // namespace

std::string to_tap(const CiReport& report) {
  std::vector<Line> lines;
  for (const BrokenModel& model : broken_models(report.diagnostics)) {
    lines.push_back(Line{.ok = false,
                         .name = model.file + ": can be read",
                         .directive = {},
                         .message = model.first_sentence,
                         .place = fmt::format("{}:{}", model.file, model.line),
                         .text = model.text});
  }
  for (const Suite& suite : report.suites) {
    for (const Case& one : suite.cases) lines.push_back(line_of(suite, one));
  }
  std::string text = fmt::format("TAP version 13\n1..{}\n", lines.size());
  std::size_t number = 0;
  for (const Line& line : lines) text += text_of(line, ++number);
  return text;
}

}  // namespace interlock::reports
