#include "reports/page/run_html.hpp"

#include "reports/html_text.hpp"
#include "reports/json/page_data.hpp"
#include "reports/lists.hpp"
#include "reports/loop_words.hpp"
#include "reports/page/timeline_svg.hpp"
#include "reports/step_table.hpp"
#include "reports/storyboard.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

namespace interlock::reports {
namespace {

std::string paragraph(const std::string& text, std::string_view look) {
  return text.empty() ? text : fmt::format("<p class=\"{}\">{}</p>\n", look, html_escaped(text));
}

std::string head_html(const trace::Counterexample& story) {
  std::string text = paragraph(story.asked, "asked") + paragraph(story.sentence, "sentence");
  for (const std::string& remark : story.remarks) text += paragraph(remark, "remark");
  return text + paragraph(rule_text(story), "remark");
}

std::string number_html(const TableLine& line, const std::string& name) {
  if (line.number.empty()) return {};
  const std::string cause = line.is_cause ? "<span class=\"why\" title=\"a cause\">!</span>" : "";
  return fmt::format("<a href=\"#{0}/{1}\">{2}</a>{3}", html_escaped(name), line.last_number, html_escaped(line.number),
                     cause);
}

std::string line_html(const TableLine& line, const std::string& name) {
  std::string look = line.is_end ? "end" : (line.is_cause ? "cause" : "");
  const std::string events =
      line.is_edge ? "" : fmt::format(" data-first=\"{}\" data-last=\"{}\"", line.first_event, line.event);
  return fmt::format(
      "<tr class=\"{}\"{}><td class=\"number\">{}</td><td class=\"number\">{}</td><th scope=\"row\">{}</th>"
      "<td>{}{}</td><td>{}</td><td>{}</td></tr>\n",
      look, events, number_html(line, name), html_escaped(line.moment), html_escaped(line.actor),
      html_escaped(line.does), line.fault.empty() ? "" : " <strong>" + html_escaped(line.fault) + "</strong>",
      html_escaped(line.place), html_escaped(line.comment));
}

std::string steps_html(const trace::Counterexample& story, const std::string& name) {
  std::string text =
      "<table class=\"steps\">\n<thead><tr><th scope=\"col\">step</th><th scope=\"col\">time</th>"
      "<th scope=\"col\">who</th><th scope=\"col\">does</th><th scope=\"col\">line</th>"
      "<th scope=\"col\">comment</th></tr></thead>\n<tbody>\n";
  for (const TableLine& line : step_table(story)) text += line_html(line, name);
  return text + "</tbody>\n</table>\n";
}

std::string notes_html(const trace::Counterexample& story) {
  std::string text;
  for (const std::string& sentence : loop_sentences(story)) text += paragraph(sentence, "remark");
  for (const List& list : lists_below(story)) {
    text += fmt::format("<h4>{}</h4>\n<ul>\n", html_escaped(list.heading));
    for (const ListLine& line : list.lines)
      text += fmt::format("<li>{}: {} <span class=\"place\">{}</span></li>\n", html_escaped(line.what),
                          html_escaped(line.why), html_escaped(line.place));
    text += "</ul>\n";
  }
  for (const std::string& footnote : story.footnotes) text += paragraph(footnote, "asked");
  return text;
}

/// Shown by the script only.
std::string controls_html(const trace::Counterexample& story) {
  const std::size_t last = story.events.size();
  return fmt::format(
      "<div class=\"controls\" hidden>\n<button type=\"button\" class=\"back\" aria-label=\"one step "
      "back\">\u25c0</button>\n"
      "<input type=\"range\" min=\"0\" max=\"{0}\" value=\"{0}\" aria-label=\"step\">\n"
      "<button type=\"button\" class=\"on\" aria-label=\"one step on\">\u25b6</button>\n"
      "<output aria-live=\"polite\"></output>\n</div>\n",
      last);
}

}  // namespace

std::string run_html(const trace::Counterexample& story, const std::string& name, bool is_open) {
  const std::string look = story.kind == trace::StoryKind::witness ? "good" : "bad";
  std::string text = fmt::format("<details class=\"run\" id=\"{}\"{}>\n<summary class=\"{}\">{}</summary>\n",
                                 html_escaped(name), is_open ? " open" : "", look, html_escaped(story.headline));
  text += head_html(story) + "<div class=\"stage\">\n<div class=\"told\">\n";
  text += "<figure>\n" + timeline_svg(story) + "</figure>\n" + controls_html(story) + steps_html(story, name);
  text += notes_html(story) + "</div>\n";
  text +=
      "<aside hidden>\n<h4>State</h4>\n<table class=\"state\"><tbody></tbody></table>\n<h4>Model</h4>\n"
      "<div class=\"model\" tabindex=\"0\" aria-label=\"the model's text\"></div>\n</aside>\n</div>\n";
  return text + "<script type=\"application/json\">" + page_data(story) + "</script>\n</details>\n";
}

std::string source_html(const language::Source& source) {
  std::string text = fmt::format("<details class=\"source\" data-source=\"{0}\">\n<summary>{0}</summary>\n<ol>\n",
                                 html_escaped(source.name));
  std::size_t at = 0;
  while (at < source.text.size()) {
    const std::size_t end = std::min(source.text.find('\n', at), source.text.size());
    text += "<li><code>" + html_escaped(source.text.substr(at, end - at)) + "</code></li>\n";
    at = end + 1;
  }
  return text + "</ol>\n</details>\n";
}

}  // namespace interlock::reports
