#include "reports/machine_dot.hpp"

#include "reports/dot_text.hpp"
#include "reports/machine_graph.hpp"
#include "reports/palette.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::reports {
namespace {

constexpr std::size_t many_stops = 60;  // above, the work of dot is bounded
constexpr std::size_t line_length = 34;
constexpr std::size_t longest_outcome = 40;

/// Several lines of a label, each its own text.
std::string label_of(const Stop& stop) {
  std::string text;
  std::string whole = stop.step > 0 ? fmt::format("{}  {}", stop.step, stop.does) : stop.does;
  for (const std::string& line : wrapped(one_line(whole), line_length)) {
    std::string part = quoted(line);
    text += (text.empty() ? "" : "\\n") + part.substr(1, part.size() - 2);
  }
  return "\"" + text + "\"";
}

std::string look_of(const Stop& stop) {
  switch (stop.kind) {
    case StopKind::idle:
      return fmt::format("shape=circle style=filled fillcolor=\"{}\" color=\"{}\"", palette::neutral,
                         palette::neutral_line);
    case StopKind::call:
      return fmt::format("shape=box style=\"filled,rounded\" fillcolor=\"{}\" color=\"{}\"", palette::white,
                         palette::soft_ink);
    case StopKind::wait:
      return fmt::format("shape=box style=\"filled,rounded,dashed\" fillcolor=\"{}\" color=\"{}\"", palette::white,
                         palette::soft_ink);
    case StopKind::block:
      return fmt::format("shape=box style=\"filled,rounded\" penwidth=2 fillcolor=\"{}\" color=\"{}\"", palette::white,
                         palette::soft_ink);
  }
  return {};
}

class Drawing {
 public:
  explicit Drawing(const language::Model& model) : model_(model), graph_(machine_graph(model)) {}

  std::string text() {
    head();
    for (std::uint32_t kind = 0; kind < model_.kinds.size(); ++kind) draw_kind(kind);
    for (const Way& way : graph_.ways) draw_way(way);
    return text_ + "}\n";
  }

 private:
  void head() {
    text_ = fmt::format("digraph {} {{\n", quoted(model_.name));
    std::string title = model_.name;
    if (!model_.sentence.empty()) title += ": " + model_.sentence;
    text_ += fmt::format(
        "  graph [label={} labelloc=t fontsize=15 fontname=\"{}\" fontcolor=\"{}\" bgcolor=\"#ffffff\" pad=0.25 "
        "nodesep=0.35 ranksep=0.4];\n",
        quoted(title), font, palette::ink);
    if (graph_.stops.size() > many_stops) text_ += "  graph [splines=line nslimit=1 nslimit1=1 mclimit=0.5];\n";
    text_ += fmt::format("  node [fontname=\"{}\" fontsize=12 fontcolor=\"{}\" margin=\"0.14,0.07\"];\n", font,
                         palette::ink);
    text_ += fmt::format("  edge [fontname=\"{}\" fontsize=11 fontcolor=\"{}\" color=\"{}\" arrowsize=0.8];\n", font,
                         palette::soft_ink, palette::ink);
  }

  void draw_kind(std::uint32_t kind) {
    text_ += fmt::format("  subgraph cluster_kind{} {{\n", kind);
    text_ += fmt::format("    label={} labeljust=l fontsize=13 style=solid color=\"{}\";\n",
                         quoted(count_text(model_.kinds[kind].count, model_.kinds[kind].name)), palette::neutral_line);
    draw_stops(kind, language::nothing, language::nothing, "    ");
    for (std::uint32_t section = 0; section < model_.kinds[kind].sections.size(); ++section)
      draw_section(kind, section);
    for (std::uint32_t index = 0; index < model_.kinds[kind].backgrounds.size(); ++index) draw_background(kind, index);
    text_ += "  }\n";
  }

  bool has_stops(std::uint32_t kind, std::uint32_t section, std::uint32_t background) const {
    return std::any_of(graph_.stops.begin(), graph_.stops.end(),
                       [&](const Stop& stop) { return belongs(stop, kind, section, background); });
  }

  static bool belongs(const Stop& stop, std::uint32_t kind, std::uint32_t section, std::uint32_t background) {
    if (stop.client_kind != kind || stop.background != background) return false;
    return background != language::nothing || stop.section == section;
  }

  void draw_section(std::uint32_t kind, std::uint32_t section) {
    if (!has_stops(kind, section, language::nothing)) return;
    const std::string& name = model_.kinds[kind].sections[section];
    const std::string_view fill = section == 0 ? palette::client(kind).light : palette::lane;
    text_ += fmt::format("    subgraph cluster_kind{}_section{} {{\n", kind, section);
    text_ += fmt::format("      label={} labeljust=l style=filled fillcolor=\"{}\" color=\"{}\";\n", quoted(name), fill,
                         palette::client(kind).strong);
    draw_stops(kind, section, language::nothing, "      ");
    text_ += "    }\n";
  }

  void draw_background(std::uint32_t kind, std::uint32_t index) {
    const std::string& section = model_.kinds[kind].sections[model_.kinds[kind].backgrounds[index].section];
    text_ += fmt::format("    subgraph cluster_kind{}_background{} {{\n", kind, index);
    text_ += fmt::format("      label={} labeljust=l style=dashed color=\"{}\";\n",
                         quoted("in the background, while in " + section), palette::client(kind).strong);
    draw_stops(kind, language::nothing, index, "      ");
    text_ += "    }\n";
  }

  void draw_stops(std::uint32_t kind, std::uint32_t section, std::uint32_t background, std::string_view indent) {
    for (std::size_t index = 0; index < graph_.stops.size(); ++index) {
      const Stop& stop = graph_.stops[index];
      if (!belongs(stop, kind, section, background)) continue;
      text_ += fmt::format("{}stop{} [label={} {}];\n", indent, index, label_of(stop), look_of(stop));
    }
  }

  /// A way back does not push its target down: idle stays on top, and the steps follow in the order of the file.
  void draw_way(const Way& way) {
    std::string look;
    // Two blanks keep the words off the line.
    if (!way.outcome.empty()) look = "label=" + quoted("  " + shortened(way.outcome) + "  ");
    if (way.to <= way.from) look += std::string(look.empty() ? "" : " ") + "constraint=false";
    text_ += fmt::format("  stop{} -> stop{}{};\n", way.from, way.to, look.empty() ? "" : " [" + look + "]");
  }

  static std::string shortened(const std::string& outcome) {
    return outcome.size() <= longest_outcome ? outcome : outcome.substr(0, longest_outcome - 3) + "...";
  }

  const language::Model& model_;
  MachineGraph graph_;
  std::string text_;
};

}  // namespace

std::string machine_dot(const language::Model& model) { return Drawing(model).text(); }

}  // namespace interlock::reports
