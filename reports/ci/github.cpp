#include "reports/ci/github.hpp"

#include "reports/ci/broken_models.hpp"
#include "reports/html_text.hpp"
#include "reports/markdown_text.hpp"
#include "reports/mermaid.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <string_view>

namespace interlock::reports {
namespace {

/// In the message of a command; in its properties `:` and `,` as well.
std::string escaped(std::string_view text, bool is_property) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '%': result += "%25"; break;
      case '\r': result += "%0D"; break;
      case '\n': result += "%0A"; break;
      case ':': result += is_property ? "%3A" : ":"; break;
      case ',': result += is_property ? "%2C" : ","; break;
      default: result += c; break;
    }
  }
  return result;
}

struct Annotation {
  std::string_view level;  ///< "error" or "warning"
  std::string file;
  std::uint32_t line = 0;    ///< 0: of the file
  std::uint32_t column = 0;  ///< 0: of the line
  std::string title;
  std::string message;
};

std::string command(const Annotation& one) {
  std::string text = fmt::format("::{} file={}", one.level, escaped(one.file, true));
  if (one.line > 0) text += fmt::format(",line={}", one.line);
  if (one.column > 0) text += fmt::format(",col={}", one.column);
  return fmt::format("{},title={}::{}\n", text, escaped(one_line(one.title), true), escaped(one.message, false));
}

std::string diagnostic_command(const language::Diagnostic& diagnostic) {
  const bool is_error = diagnostic.severity == language::Severity::error;
  std::string message = diagnostic.sentence;
  for (const std::string& help : diagnostic.help) message += "\nhelp: " + help;
  return command(Annotation{.level = is_error ? "error" : "warning",
                            .file = diagnostic.place.source ? diagnostic.place.source->name : "",
                            .line = diagnostic.place.line,
                            .column = diagnostic.place.column,
                            .title = "Interlock " + diagnostic.number,
                            .message = message});
}

std::string case_command(const Suite& suite, const Case& one) {
  if (one.outcome == Outcome::passed || one.outcome == Outcome::skipped) return {};
  const language::Place place = place_of(one);
  return command(Annotation{.level = "error",
                            .file = suite.file,
                            .line = place.line,
                            .column = place.column,
                            .title = suite.name + ": " + one.name,
                            .message = one.message + (one.story.empty() ? "" : "\n\n" + one.story)});
}

std::string_view sign(Outcome outcome) {
  switch (outcome) {
    case Outcome::passed: return "✓";
    case Outcome::failed: return "✗ not met";
    case Outcome::undecided: return "? unknown";
    case Outcome::skipped: return "– does not apply";
  }
  return "";
}

std::string suite_table(const Suite& suite) {
  std::string text =
      fmt::format("### {}\n\n| | expectation | answer |\n| --- | --- | --- |\n", markdown_plain(suite.name));
  for (const Case& one : suite.cases)
    text += markdown_row({std::string(sign(one.outcome)), markdown_plain(one.name), markdown_plain(one.message)});
  return text + "\n";
}

/// A fence longer than any run of backquotes in the text.
std::string fenced(const std::string& text) {
  std::size_t longest = 2, run = 0;
  for (const char c : text) longest = std::max(longest, run = c == '`' ? run + 1 : 0);
  const std::string fence(longest + 1, '`');
  return fmt::format("{0}text\n{1}{2}{0}\n", fence, text, text.ends_with('\n') ? "" : "\n");
}

std::string details(const Suite& suite, const Case& one) {
  if (one.outcome != Outcome::failed || one.story.empty()) return {};
  return fmt::format("<details open><summary>{}</summary>\n\n```mermaid\n{}```\n\n{}\n</details>\n\n",
                     html_escaped(suite.name + ": " + one.name), timeline_mermaid(*one.result->story),
                     fenced(one.story));
}

}  // namespace

std::string github_annotations(const CiReport& report) {
  std::string text;
  for (const language::Diagnostic& diagnostic : report.diagnostics) text += diagnostic_command(diagnostic);
  for (const Suite& suite : report.suites) {
    for (const Case& one : suite.cases) text += case_command(suite, one);
  }
  return text;
}

std::string github_summary(const CiReport& report) {
  std::string text = "## Interlock\n\n";
  for (const BrokenModel& model : broken_models(report.diagnostics))
    text += fmt::format("### {} has errors\n\n{}\n", markdown_plain(model.file), fenced(model.text));
  for (const Suite& suite : report.suites) text += suite_table(suite);
  for (const Suite& suite : report.suites) {
    for (const Case& one : suite.cases) text += details(suite, one);
  }
  return text;
}

}  // namespace interlock::reports
