#include "reports/markdown.hpp"

#include "reports/html_text.hpp"
#include "reports/lists.hpp"
#include "reports/loop_words.hpp"
#include "reports/markdown_text.hpp"
#include "reports/mermaid.hpp"
#include "reports/step_table.hpp"
#include "reports/verdict_lines.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::reports {
namespace {

using check::Answer;
using check::SpecResult;
using check::Verdict;

std::string sign(const SpecResult& result) {
  if (result.verdict == Verdict::unknown) return "?";
  if (result.met) return *result.met ? "\u2713" : "\u2717";
  return result.verdict == Verdict::fails ? "\u2717" : "\u2713";
}

std::string verdict_text(const SpecResult& result) {
  std::string text = to_text(result.verdict);
  const std::string clients = for_clients_text(result);
  if (!clients.empty()) text += ": " + clients;
  if (check::has_run(result))
    text += (clients.empty() ? ": " : ", ") + run_text(result.used, result.steps, result.loop_steps);
  if (result.vacuous) text += " (vacuous)";
  return text;
}

std::string notes_text(const Answer& answer, const SpecResult& result) {
  const Notes notes = notes_of(answer, result);
  std::string text;
  const auto add = [&text](const std::string& note) {
    if (!note.empty()) text += (text.empty() ? "" : "; ") + note;
  };
  if (result.met && !*result.met && result.expected) add("expected: " + result.expected->text);
  add(notes.why);
  for (const std::string& remark : notes.remarks) add(remark);
  return markdown_plain(text);
}

std::string steps_markdown(const trace::Counterexample& story) {
  std::string text = markdown_row({"", "who", "does", "line", ""}) + markdown_row({"--:", "---", "---", "---", "---"});
  for (const TableLine& line : step_table(story)) {
    std::string last = line.fault.empty() ? "" : "**" + line.fault + "** ";
    last += markdown_plain(line.comment);
    const std::string does = line.number.empty() ? markdown_plain(line.does) : markdown_code(line.does);
    text += markdown_row(
        {line.number + (line.is_cause ? "!" : ""), markdown_plain(line.actor), does, markdown_plain(line.place), last});
  }
  return text;
}

std::string run_markdown(const SpecResult& result) {
  const std::string told = timeline_markdown(*result.story);
  if (check::has_unexpected_run(result)) return "\n" + told;
  return fmt::format("\n<details><summary>{}</summary>\n\n{}\n</details>\n", html_escaped(result.story->headline),
                     told);
}

std::string protocol_markdown(const std::vector<Answer>& results, bool all_runs) {
  std::string text =
      fmt::format("## {}\n\n{}\n\n", markdown_plain(results.front().protocol), markdown_code(results.front().file));
  text += verdicts_markdown(results);
  for (const Answer& answer : results) {
    for (const SpecResult& result : answer.verdicts)
      if (result.story && (all_runs || check::has_unexpected_run(result))) text += run_markdown(result);
  }
  return text;
}

}  // namespace

std::string verdicts_markdown(const std::vector<Answer>& results) {
  std::string text = markdown_row({"ok", "guarantee", "verdict", "asked of", "states", ""}) +
                     markdown_row({"---", "---", "---", "---", "--:", "---"});
  for (const Answer& answer : results) {
    for (const SpecResult& result : answer.verdicts) {
      if (result.verdict == Verdict::not_applicable) continue;
      const std::string asked = answer.clients + ", " + faults_text(answer.scenario);
      text += markdown_row({sign(result), markdown_plain(result.spec), markdown_plain(verdict_text(result)),
                            markdown_plain(asked), number_text(answer.states), notes_text(answer, result)});
    }
  }
  return text;
}

std::string timeline_markdown(const trace::Counterexample& story) {
  std::string text = fmt::format("### {}\n\n{}\n\n{}\n", markdown_plain(story.headline), markdown_plain(story.asked),
                                 markdown_plain(story.sentence));
  for (const std::string& remark : story.remarks) text += markdown_plain(remark) + "\n";
  if (const std::string rule = rule_text(story); !rule.empty()) text += markdown_plain(rule) + "\n";
  text += "\n```mermaid\n" + timeline_mermaid(story) + "```\n\n" + steps_markdown(story);
  std::vector<std::string> notes = loop_sentences(story);
  for (const List& list : lists_below(story)) {
    notes.push_back(list.heading + ":");
    for (const ListLine& line : list.lines)
      notes.push_back(line.what + ": " + line.why + (line.place.empty() ? "" : " (" + line.place + ")"));
  }
  notes.insert(notes.end(), story.footnotes.begin(), story.footnotes.end());
  if (!notes.empty()) text += "\n";
  for (const std::string& note : notes) text += "- " + markdown_plain(note) + "\n";
  return text;
}

std::string to_markdown(const Report& report, bool all_runs) {
  std::string text;
  auto begin = report.results.begin();
  while (begin != report.results.end()) {
    const auto is_other = [&](const Answer& answer) { return answer.file != begin->file; };
    const auto end = std::find_if(begin, report.results.end(), is_other);
    text += (text.empty() ? "" : "\n") + protocol_markdown({begin, end}, all_runs);
    begin = end;
  }
  const std::string summary = summary_line(report.results);
  return summary.empty() ? text : text + "\n" + summary;
}

}  // namespace interlock::reports
