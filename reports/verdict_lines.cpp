#include "reports/verdict_lines.hpp"

#include "engine/language/faults.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "reports/ink.hpp"
#include "reports/timeline_text.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::reports {
namespace {

using check::SpecResult;
using check::Verdict;

struct Answer {
  const check::Answer* result = nullptr;
  const SpecResult* verdict = nullptr;
};

struct Line {
  std::string mark;
  Ink ink = Ink::plain;
  std::string spec;
  std::string answer;
  std::string size;
  std::string states;
  std::vector<std::string> notes;
};

std::uint32_t line_of(const Answer& answer) {
  return answer.verdict->expected ? answer.verdict->expected->place.line : 0;
}

std::vector<Answer> answers_of(const std::vector<check::Answer>& results) {
  std::vector<Answer> answers;
  for (const check::Answer& result : results) {
    for (const SpecResult& verdict : result.verdicts) answers.push_back({&result, &verdict});
  }
  std::stable_sort(answers.begin(), answers.end(),
                   [](const Answer& a, const Answer& b) { return line_of(a) < line_of(b); });
  return answers;
}

std::string run_of(const SpecResult& verdict) { return run_text(verdict.used, verdict.steps, verdict.loop_steps); }

std::string full_names(const check::Answer& result) {
  std::vector<std::string> names;
  for (const check::FullContainer& one : result.full) names.push_back(one.name);
  return names.empty() ? "its containers" : list_text(names);
}

/// What the runs that were given up would have exceeded.
std::string capacity_text(const check::Answer& result) {
  const auto gave_up = [&](check::GaveUp reason) {
    return std::find(result.gave_up.begin(), result.gave_up.end(), reason) != result.gave_up.end();
  };
  std::vector<std::string> parts;
  if (gave_up(check::GaveUp::container)) parts.push_back("the capacity of " + full_names(result));
  if (gave_up(check::GaveUp::tokens)) parts.emplace_back("the capacity of its tokens");
  if (gave_up(check::GaveUp::requests))
    parts.push_back(fmt::format("{} requests of a client under way", language::most_requests_under_way));
  if (gave_up(check::GaveUp::identities)) parts.emplace_back("63 ids at the same time");
  if (gave_up(check::GaveUp::choices)) parts.emplace_back("the choices of one step that are counted");
  if (gave_up(check::GaveUp::instructions)) parts.emplace_back("steps that come to an end");
  return list_text(parts);
}

/// Of what nobody expected to be so or not.
std::string sign_of(const SpecResult& verdict) {
  if (verdict.verdict == Verdict::fails) return "\u2717";
  if (verdict.verdict == Verdict::holds) return verdict.vacuous ? "!" : "\u2713";
  return "-";
}

void set_mark(Line& line, const SpecResult& verdict) {
  const bool is_open = verdict.verdict == Verdict::unknown;
  if (verdict.met && !*verdict.met && !is_open) {
    line.mark = "FAIL";
    line.ink = Ink::bad;
  } else if (verdict.met && *verdict.met) {
    line.mark = "ok";
    line.ink = Ink::good;
  } else if (is_open) {
    line.mark = "?";
    line.ink = Ink::warning;
  } else {
    line.mark = sign_of(verdict);
    line.ink = verdict.verdict == Verdict::fails ? Ink::bad : Ink::plain;
  }
}

/// As it would be written in a model: "250ms".
std::string step_text(std::int64_t microseconds) {
  std::string text = language::duration_text(microseconds);
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  return text;
}

Line line_for(const Answer& answer) {
  const SpecResult& verdict = *answer.verdict;
  Line line;
  set_mark(line, verdict);
  line.spec = verdict.spec;
  line.answer = answer_text(*answer.result, verdict);
  line.size = answer.result->clients + ", " + faults_text(answer.result->scenario);
  // What a run shows is so however finely time was looked at.
  if (verdict.coarse_step > 0 && !check::has_run(verdict) && verdict.verdict != Verdict::not_applicable)
    line.size += ", in steps of " + step_text(verdict.coarse_step);
  line.states = count_text(answer.result->states, "state") + (answer.result->complete() ? "" : ", not all");
  if (verdict.met && !*verdict.met && verdict.expected) {
    line.notes.push_back(
        fmt::format("{} ({})", expectation_text(*verdict.expected), place_text(verdict.expected->place)));
  }
  if (!verdict.in_ticks_because.empty())
    line.notes.push_back("found in ticks, not in dense time: " + verdict.in_ticks_because);
  const Notes notes = notes_of(*answer.result, verdict);
  if (!notes.why.empty()) line.notes.push_back(notes.why);
  if (verdict.vacuous && notes.remarks.empty()) line.notes.push_back("this proves nothing");
  line.notes.insert(line.notes.end(), notes.remarks.begin(), notes.remarks.end());
  return line;
}

bool is_drawn(const SpecResult& verdict, Drawn drawn, bool is_first) {
  if (!verdict.story || drawn == Drawn::none) return false;
  const bool unmet = verdict.met && !*verdict.met;
  if (unmet || drawn == Drawn::all) return true;
  return drawn == Drawn::telling && is_first;
}

bool any_unmet_run(const std::vector<Answer>& answers) {
  return std::any_of(answers.begin(), answers.end(),
                     [](const Answer& answer) { return is_drawn(*answer.verdict, Drawn::unmet, false); });
}

/// A failure tells more than a witness; the first of the file's lines more than the later ones.
const SpecResult* most_telling(const std::vector<Answer>& answers) {
  const SpecResult* chosen = nullptr;
  for (const Answer& answer : answers) {
    if (!answer.verdict->story) continue;
    if (answer.verdict->verdict == Verdict::fails) return answer.verdict;
    if (chosen == nullptr) chosen = answer.verdict;
  }
  return chosen;
}

/// What stands at a place, up to the end of its line or of the block it is in; with dots before it where something else
/// stands there.
std::string part_text(const language::Place& place) {
  const std::string line = language::line_text(*place.source, place.line);
  const std::size_t begin = std::min<std::size_t>(place.column == 0 ? 0 : place.column - 1, line.size());
  int depth = 0;
  std::size_t end = begin;
  for (; end < line.size() && depth >= 0; ++end) depth += line[end] == '{' ? 1 : line[end] == '}' ? -1 : 0;
  if (depth < 0) --end;
  while (end > begin && (line[end - 1] == ' ' || line[end - 1] == '\r')) --end;
  const bool is_whole = line.find_first_not_of(" \t") >= begin;
  return (is_whole ? "" : "... ") + one_line(line.substr(begin, end - begin));
}

}  // namespace

std::string exceeded_text(const check::Answer& result) { return capacity_text(result); }

std::string quoted_part(const language::Place& place) {
  const std::string line = language::line_text(*place.source, place.line);
  const std::size_t begin = std::min<std::size_t>(place.column == 0 ? 0 : place.column - 1, line.size());
  const std::string part = line.substr(begin, place.length);
  const bool is_first = line.find_first_not_of(" \t") >= begin;
  const bool is_last = begin + part.size() >= line.size();
  return (is_first ? "" : "... ") + one_line(part) + (is_last ? "" : " ...");
}

std::string answer_text(const check::Answer& result, const SpecResult& verdict) {
  const std::string clients = for_clients_text(verdict);
  const std::string for_clients = clients.empty() ? "" : ": " + clients;
  const std::string with_clients = clients.empty() ? "" : clients + ", ";
  switch (verdict.verdict) {
    case Verdict::holds: return "holds" + for_clients + (result.cut ? ", up to " + capacity_text(result) : "");
    case Verdict::fails: return "fails: " + with_clients + run_of(verdict);
    case Verdict::reachable: return "reachable: " + with_clients + run_of(verdict);
    case Verdict::unreachable: return "unreachable" + for_clients;
    case Verdict::unknown: return "unknown";
    case Verdict::not_applicable: return "does not apply";
  }
  return {};
}

std::string expectation_text(const language::Expectation& expected) {
  switch (expected.verdict) {
    case language::ExpectedVerdict::holds: return "expected to hold";
    case language::ExpectedVerdict::fails:
      return expected.says_used ? "expected to fail using " + used_text(expected.used) : "expected to fail";
    case language::ExpectedVerdict::reachable: return "expected to be reachable";
    case language::ExpectedVerdict::unreachable: return "expected to be unreachable";
  }
  return {};
}

std::string verdict_lines(const std::vector<check::Answer>& results, Style style) {
  std::vector<Line> lines;
  for (const Answer& answer : answers_of(results)) lines.push_back(line_for(answer));
  std::size_t spec = 0, answer = 0, size = 0, states = 0;
  for (const Line& line : lines) {
    spec = std::max(spec, line.spec.size());
    answer = std::max(answer, line.answer.size());
    size = std::max(size, line.size.size());
    states = std::max(states, line.states.find(' '));
  }
  std::string text;
  for (const Line& line : lines) {
    const std::size_t digits = line.states.find(' ');
    text += inked(padded(line.mark, 6), line.ink, style);
    text += fmt::format("{}  {}  {}  {:{}}{}\n", padded(line.spec, spec), padded(line.answer, answer),
                        padded(line.size, size), "", states - digits, line.states);
    for (const std::string& note : line.notes)
      text += fmt::format("      {}  {}\n", padded("", spec),
                          inked(one_line(note), line.ink == Ink::good ? Ink::plain : line.ink, style));
  }
  return text;
}

std::string drawn_runs(const std::vector<check::Answer>& results, Drawn drawn, std::size_t width, Style style) {
  const std::vector<Answer> answers = answers_of(results);
  const bool want_first = drawn == Drawn::telling && !any_unmet_run(answers);
  const SpecResult* first = want_first ? most_telling(answers) : nullptr;
  std::string text;
  for (const Answer& answer : answers) {
    if (!is_drawn(*answer.verdict, drawn, answer.verdict == first)) continue;
    text += "\n" + timeline_text(*answer.verdict->story, width, style);
  }
  return text;
}

std::string idle_fault_lines(const std::vector<check::Answer>& results) {
  std::vector<std::string> lines;
  for (const check::Answer& answer : results)
    for (const language::Fault& fault : answer.idle_faults) {
      const std::string_view name = language::is_own(fault.kind) ? fault.name() : language::rule_of(fault.kind).one;
      const std::string line = fmt::format("note: under {} no run has a {}\n", faults_text(answer.scenario), name);
      if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    }
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

namespace {

/// Does the found run do without this fault, which was allowed?
bool does_without(const SpecResult& verdict, language::FaultKind kind) {
  return std::none_of(verdict.used.begin(), verdict.used.end(),
                      [kind](const language::UsedFault& used) { return used.kind == kind && used.count > 0; });
}

}  // namespace

std::string needless_fault_lines(const std::vector<check::Answer>& results) {
  std::string text;
  for (const Answer& answer : answers_of(results)) {
    const SpecResult& verdict = *answer.verdict;
    if (!check::has_run(verdict) || !verdict.expected || verdict.expected->says_used) continue;
    for (const language::Fault& fault : answer.result->scenario.faults) {
      if (does_without(verdict, fault.kind))
        text +=
            fmt::format("note: {}: {} {} without a {}, too\n", place_text(verdict.expected->place), verdict.spec,
                        verdict.verdict == Verdict::fails ? "fails" : "is reached", language::rule_of(fault.kind).one);
    }
  }
  return text;
}

std::string unreached_lines(const std::vector<language::Place>& places) {
  std::string text;
  std::uint32_t last_line = 0;
  for (const language::Place& place : places) {
    if (std::exchange(last_line, place.line) == place.line) continue;
    text += fmt::format("note: no run reaches {}: {}\n", place_text(place), part_text(place));
  }
  return text;
}

std::string summary_line(const std::vector<check::Answer>& results) {
  std::uint64_t met = 0, unmet = 0, unknown = 0;
  for (const Answer& answer : answers_of(results)) {
    if (!answer.verdict->met) continue;
    if (*answer.verdict->met)
      ++met;
    else if (answer.verdict->verdict == Verdict::unknown)
      ++unknown;
    else
      ++unmet;
  }
  const std::uint64_t all = met + unmet + unknown;
  if (all == 0) return {};
  if (met == all) return count_text(all, "expectation") + " met.\n";
  std::string text = fmt::format("{} of {} met", met, count_text(all, "expectation"));
  if (unmet > 0) text += fmt::format(", {} not", unmet);
  if (unknown > 0) text += fmt::format(", {} unknown", unknown);
  return text + ".\n";
}

}  // namespace interlock::reports
