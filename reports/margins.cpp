#include "reports/margins.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "reports/ink.hpp"
#include "reports/report.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace interlock::reports {
namespace {

using check::Margin;
using check::Margins;
using check::Turn;
using check::Verdict;
using language::duration_text;

/// How many zeros a number ends in: the edge is the rounder of two neighbours.
int roundness(std::int64_t number) {
  int zeros = 0;
  for (; number != 0 && number % 10 == 0; number /= 10) ++zeros;
  return number == 0 ? 20 : zeros;
}

std::string turn_text(const Turn& turn, Verdict now) {
  const bool is_longer = turn.other > turn.alike;
  const bool turns_there = roundness(turn.other) >= roundness(turn.alike);
  const std::string edge = duration_text(turns_there ? turn.other : turn.alike);
  const std::string other = to_text(turn.verdict);
  const std::string same = to_text(now);
  if (is_longer && turns_there) return fmt::format("{} below {}, {} from {} on", same, edge, other, edge);
  if (is_longer) return fmt::format("{} up to {}, {} beyond", same, edge, other);
  if (turns_there) return fmt::format("{} above {}, {} up to {}", same, edge, other, edge);
  return fmt::format("{} from {} on, {} below", same, edge, other);
}

std::string margin_text(const Margin& margin, Verdict now) {
  std::string text;
  for (const std::optional<Turn>& turn : {margin.shorter, margin.longer})
    if (turn) text += (text.empty() ? "" : "; ") + turn_text(*turn, now);
  if (!margin.is_decided)
    return text + (text.empty() ? "not decided" : "; on the way there, and beyond, not all was decided");
  if (!text.empty()) return text;
  return fmt::format("{} wherever it was tried, as far as {}", to_text(now), duration_text(margin.longest));
}

std::string why_unknown(const Margins& margins) {
  switch (margins.why_unknown) {
    case check::NoEdge::in_steps: return "found in steps of time only: there may be another verdict between them";
    case check::NoEdge::full:
      return "runs that would overfill a container were given up; bound the faults, or give it more room";
    case check::NoEdge::budget:
      return fmt::format("{} did not suffice", count_text(check::states_of_a_margin, "state"));
  }
  return "";
}

Ink ink_of(Verdict verdict) {
  if (verdict == Verdict::unknown) return Ink::warning;
  return verdict == Verdict::fails || verdict == Verdict::unreachable ? Ink::bad : Ink::good;
}

std::string now_text(const Margin& margin) {
  return margin.now == language::unbounded ? "any" : duration_text(margin.now);
}

}  // namespace

std::string margins_text(const std::vector<Margins>& margins, Style style) {
  std::string text;
  for (const Margins& one : margins) {
    std::size_t what = 0, now = 0;
    for (const Margin& margin : one.all) {
      what = std::max(what, margin.what.size());
      now = std::max(now, now_text(margin).size());
    }
    text += fmt::format("{}  {}  {}\n", one.spec, inked(to_text(one.verdict), ink_of(one.verdict), style),
                        faults_text(one.scenario));
    if (one.verdict == Verdict::unknown) text += fmt::format("  {}\n", why_unknown(one));
    for (const Margin& margin : one.all)
      text += fmt::format("  {:<{}}  {:>{}}  {}\n", margin.what, what, now_text(margin), now,
                          margin_text(margin, one.verdict));
    text += "\n";
  }
  if (!text.empty()) text.pop_back();
  return text;
}

}  // namespace interlock::reports
