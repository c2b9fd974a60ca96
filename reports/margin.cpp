#include "reports/margin.hpp"

#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <vector>

namespace interlock::reports {
namespace {

using StepsOfLines = std::map<std::uint32_t, std::set<std::uint32_t>>;

void note(const language::Model& model, const language::Place& place, std::uint32_t step, StepsOfLines& steps) {
  if (step > 0 && place.line > 0 && place.source == model.text) steps[place.line].insert(step);
}

void collect(const language::Model& model, const language::Block& block, StepsOfLines& steps) {
  for (const language::Statement& statement : block) {
    note(model, statement.place, statement.step, steps);
    for (const language::Block& inner : statement.blocks) collect(model, inner, steps);
  }
}

StepsOfLines steps_of_lines(const language::Model& model) {
  StepsOfLines steps;
  for (const language::ClientKind& kind : model.kinds) {
    collect(model, kind.program, steps);
    for (const language::Background& background : kind.backgrounds) {
      note(model, background.place, background.step, steps);
      collect(model, background.body, steps);
    }
  }
  return steps;
}

std::string margin_text(const std::set<std::uint32_t>& steps) {
  std::string text;
  for (const std::uint32_t step : steps) text += (text.empty() ? "" : ",") + std::to_string(step);
  return text;
}

/// All lines, without their ends, in one pass.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    lines.push_back(line.ends_with('\r') ? line.substr(0, end - 1) : line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace

std::string text_with_steps(const language::Model& model) {
  if (!model.text) return {};
  StepsOfLines steps = steps_of_lines(model);
  std::size_t width = 3;
  for (const auto& [line, numbers] : steps) width = std::max(width, margin_text(numbers).size());
  std::string text;
  std::uint32_t line = 0;
  for (const std::string_view content : lines_of(model.text->text)) {
    const auto found = steps.find(++line);
    const std::string numbers = found == steps.end() ? "" : margin_text(found->second);
    text += fmt::format("{:>{}} |{}{}\n", numbers, width, content.empty() ? "" : " ", one_line(content));
  }
  return text;
}

}  // namespace interlock::reports
