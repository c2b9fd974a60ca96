#include "reports/ci/junit.hpp"

#include "engine/language/syntax/characters.hpp"
#include "reports/ci/broken_models.hpp"

#include <fmt/format.h>

#include <string_view>

namespace interlock::reports {
namespace {

/// Text for an attribute or an element: what XML 1.0 does not know becomes a question mark.
std::string xml_text(std::string_view text, bool is_attribute) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const language::Character character = language::character_at(text, at);
    switch (character.code) {
      case '<': result += "&lt;"; break;
      case '>': result += "&gt;"; break;
      case '&': result += "&amp;"; break;
      case '"': result += "&quot;"; break;
      case '\n': result += is_attribute ? "&#10;" : "\n"; break;
      case '\t': result += is_attribute ? "&#9;" : "\t"; break;
      default:
        if (character.valid && character.code >= 0x20U && character.code != 0xFFFEU && character.code != 0xFFFFU)
          result += text.substr(at, character.bytes);
        else
          result += '?';
    }
    at += character.bytes;
  }
  return result;
}

std::string attribute(std::string_view name, std::string_view value) {
  return fmt::format(" {}=\"{}\"", name, xml_text(value, true));
}

struct Counts {
  std::size_t tests = 0, failures = 0, errors = 0, skipped = 0;

  void add(const Counts& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
  }

  std::string attributes() const {
    return fmt::format(R"( tests="{}" failures="{}" errors="{}" skipped="{}")", tests, failures, errors, skipped);
  }
};

std::string element(std::string_view name, std::string_view message, std::string_view type, const std::string& body) {
  const std::string open =
      fmt::format("      <{}{}{}", name, attribute("message", message), type.empty() ? "" : attribute("type", type));
  return body.empty() ? open + "/>\n" : fmt::format("{}>{}</{}>\n", open, xml_text(body, false), name);
}

/// What stands inside of a case; nothing where it passed without a run to show.
std::string body_of(const Case& one) {
  switch (one.outcome) {
    case Outcome::passed:
      return one.story.empty() ? "" : fmt::format("      <system-out>{}</system-out>\n", xml_text(one.story, false));
    case Outcome::failed: return element("failure", one.message, "expectation", one.story);
    case Outcome::undecided: return element("error", one.message, "unknown", one.story);
    case Outcome::skipped: return element("skipped", one.message, "", "");
  }
  return {};
}

std::string case_text(const Suite& suite, const Case& one) {
  std::string open = "    <testcase" + attribute("name", one.name) + attribute("classname", suite.name) +
                     attribute("file", suite.file);
  if (const std::uint32_t line = place_of(one).line; line > 0) open += attribute("line", std::to_string(line));
  const std::string body = body_of(one);
  return body.empty() ? open + "/>\n" : open + ">\n" + body + "    </testcase>\n";
}

std::string suite_text(const std::string& name, const std::string& file, const Counts& counts,
                       const std::string& cases) {
  return "  <testsuite" + attribute("name", name) + attribute("file", file) + counts.attributes() + ">\n" + cases +
         "  </testsuite>\n";
}

Counts counts_of(const Suite& suite) {
  return Counts{.tests = suite.cases.size(),
                .failures = suite.count(Outcome::failed),
                .errors = suite.count(Outcome::undecided),
                .skipped = suite.count(Outcome::skipped)};
}

std::string broken_text(const BrokenModel& model) {
  const std::string one = "    <testcase" + attribute("name", "can be read") + attribute("classname", model.file) +
                          attribute("file", model.file) + attribute("line", std::to_string(model.line)) + ">\n" +
                          element("error", model.first_sentence, "model", model.text) + "    </testcase>\n";
  return suite_text(model.file, model.file, Counts{.tests = 1, .failures = 0, .errors = 1, .skipped = 0}, one);
}

}  // namespace

std::string to_junit(const CiReport& report) {
  Counts all;
  std::string body;
  for (const BrokenModel& model : broken_models(report.diagnostics)) {
    body += broken_text(model);
    all.add(Counts{.tests = 1, .failures = 0, .errors = 1, .skipped = 0});
  }
  for (const Suite& suite : report.suites) {
    std::string cases;
    for (const Case& one : suite.cases) cases += case_text(suite, one);
    body += suite_text(suite.name, suite.file, counts_of(suite), cases);
    all.add(counts_of(suite));
  }
  return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"interlock\"" + all.attributes() + ">\n" +
         body + "</testsuites>\n";
}

}  // namespace interlock::reports
