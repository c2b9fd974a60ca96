#include "reports/page/page.hpp"

#include "reports/html_text.hpp"
#include "reports/names.hpp"
#include "reports/page/run_html.hpp"
#include "reports/verdict_lines.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

namespace interlock::reports {
namespace {

using check::Answer;
using check::SpecResult;
using check::Verdict;

/// The answers to one file.
using Answers = std::vector<const Answer*>;

std::vector<Answers> by_file(const Report& report) {
  std::vector<Answers> files;
  for (const Answer& answer : report.results) {
    const bool is_new = files.empty() || files.back().front()->file != answer.file;
    if (is_new) files.emplace_back();
    files.back().push_back(&answer);
  }
  return files;
}

struct Mark {
  std::string_view sign, word, look;
};

Mark mark_of(const SpecResult& result) {
  if (result.verdict == Verdict::unknown) return {"?", "unknown", "open"};
  if (result.verdict == Verdict::not_applicable) return {"\u2013", "does not apply", "none"};
  if (result.met) return *result.met ? Mark{"\u2713", "as expected", "good"} : Mark{"\u2717", "not as expected", "bad"};
  if (result.verdict == Verdict::fails) return {"\u2717", "fails", "bad"};
  return result.vacuous ? Mark{"!", "proves nothing", "open"} : Mark{"\u2713", "holds", "good"};
}

std::string notes_html(const Answer& answer, const SpecResult& result) {
  const Notes notes = notes_of(answer, result);
  std::string text;
  const auto add = [&text](const std::string& note) {
    if (!note.empty()) text += (text.empty() ? "" : "; ") + html_escaped(note);
  };
  if (result.met && !*result.met && result.expected) add(expectation_text(*result.expected));
  add(notes.why);
  for (const std::string& remark : notes.remarks) add(remark);
  return text;
}

std::size_t count_runs(const Report& report) {
  std::size_t runs = 0;
  for (const Answer& answer : report.results)
    for (const SpecResult& result : answer.verdicts) runs += result.story ? 1 : 0;
  return runs;
}

class Page {
 public:
  explicit Page(const Report& report) : report_(report), is_only_run_(count_runs(report) == 1) {}

  std::string html() {
    std::string body;
    for (const Answers& answers : by_file(report_)) body += protocol_html(answers);
    const std::string summary = summary_line(report_.results);
    return fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{}</title>\n"
        "<style>\n{}</style>\n</head>\n<body>\n<header>\n{}\n<p>{}</p>\n"
        "<p class=\"help\">Steps: the arrow keys, the slider, or a click on a column or a row.</p>\n</header>\n"
        "<main>\n{}</main>\n<script>\n{}</script>\n</body>\n</html>\n",
        html_escaped(title()), page_style(), page_title, html_escaped(summary), body, page_script());
  }

 private:
  std::string title() const {
    std::set<std::string> names;
    for (const Answer& answer : report_.results) names.insert(answer.protocol);
    return names.size() == 1 ? "Interlock: " + *names.begin() : fmt::format("Interlock: {} protocols", names.size());
  }

  std::string protocol_html(const Answers& answers) {
    const Answer& first = *answers.front();
    const std::string folder = folders_.of(first);
    std::string runs;
    const std::string table = table_html(answers, folder, runs);
    const std::string params = params_html(first);
    std::string text =
        fmt::format("<section class=\"protocol\" id=\"{0}\">\n<h2>{1}</h2>\n<p class=\"asked\">{2}{3}</p>\n",
                    html_escaped(folder), html_escaped(first.protocol), html_escaped(first.file), params);
    text += table + runs;
    if (first.text) text += source_html(*first.text);
    return text + "</section>\n";
  }

  static std::string params_html(const Answer& answer) {
    const std::string text = params_text(answer.params);
    return text.empty() ? text : ", " + html_escaped(text);
  }

  /// Adds the runs that it links to.
  std::string table_html(const Answers& answers, const std::string& folder, std::string& runs) {
    std::string text =
        "<table class=\"verdicts\">\n<thead><tr><th scope=\"col\">ok</th><th scope=\"col\">guarantee</th>"
        "<th scope=\"col\">verdict</th><th scope=\"col\">asked of</th><th scope=\"col\">states</th>"
        "<th scope=\"col\">notes</th></tr></thead>\n<tbody>\n";
    for (const Answer* answer : answers) {
      for (const SpecResult& result : answer->verdicts) {
        if (result.verdict == Verdict::not_applicable && !result.expected) continue;
        text += row_html(*answer, result, folder);
        if (result.story) add_run(runs, *answer, result, folder);
      }
    }
    return text + "</tbody>\n</table>\n";
  }

  static std::string run_name(const Answer& answer, const SpecResult& result, const std::string& folder) {
    const std::string name = file_name(folder, result.spec, answer.scenario, "html");
    return name.substr(0, name.rfind('.'));
  }

  static std::string row_html(const Answer& answer, const SpecResult& result, const std::string& folder) {
    const Mark mark = mark_of(result);
    std::string verdict = html_escaped(answer_text(answer, result));
    if (result.story)
      verdict = fmt::format("<a href=\"#{}\">{}</a>", html_escaped(run_name(answer, result, folder)), verdict);
    return fmt::format(
        "<tr><td class=\"{}\"><span aria-hidden=\"true\">{}</span><span class=\"said\">{}</span></td>"
        "<th scope=\"row\">{}</th><td>{}</td><td>{}, {}</td><td class=\"number\">{}</td><td>{}</td></tr>\n",
        mark.look, mark.sign, mark.word, html_escaped(result.spec), verdict, html_escaped(answer.clients),
        html_escaped(faults_text(answer.scenario)), number_text(answer.states), notes_html(answer, result));
  }

  void add_run(std::string& runs, const Answer& answer, const SpecResult& result, const std::string& folder) {
    const std::string name = run_name(answer, result, folder);
    if (!written_.insert(name).second) return;
    runs += run_html(*result.story, name, check::has_unexpected_run(result) || is_only_run_);
  }

  const Report& report_;
  bool is_only_run_;
  RunFolders folders_;
  std::set<std::string> written_;
};

}  // namespace

std::string to_html(const Report& report) { return Page(report).html(); }

}  // namespace interlock::reports
