#include "reports/machine_graph.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>
#include <boost/graph/adjacency_list.hpp>

#include <algorithm>
#include <map>
#include <set>

namespace interlock::reports {
namespace {

using language::Block;
using language::Statement;
using language::StatementOp;

struct Outcome {
  std::string outcome;
};
using Graph = boost::adjacency_list<boost::vecS, boost::vecS, boost::directedS, Stop, Outcome>;
using Vertex = boost::graph_traits<Graph>::vertex_descriptor;

/// A way that has left a stop and has not arrived at the next one yet.
struct OpenWay {
  Vertex from;
  std::string outcome;
};
using OpenWays = std::vector<OpenWay>;

/// How a block may be left other than at its end.
struct Exits {
  OpenWays breaks;
  OpenWays continues;
  OpenWays returns;
};

bool is_same(const OpenWay& left, const OpenWay& right) {
  return left.from == right.from && left.outcome == right.outcome;
}

bool contains(const OpenWays& ways, const OpenWay& way) {
  return std::any_of(ways.begin(), ways.end(), [&](const OpenWay& other) { return is_same(way, other); });
}

void add(OpenWays& into, const OpenWays& more) {
  for (const OpenWay& way : more) {
    if (!contains(into, way)) into.push_back(way);
  }
}

OpenWays with_outcome(OpenWays ways, const std::string& outcome) {
  for (OpenWay& way : ways) way.outcome += (way.outcome.empty() ? "" : ", ") + outcome;
  return ways;
}

std::string trimmed(std::string text) {
  const std::size_t first = text.find_first_not_of(" \t}");
  if (first == std::string::npos) return {};
  text.erase(0, first);
  if (text.rfind("else if ", 0) == 0) text.erase(0, 5);
  text.erase(text.find_last_not_of(" \t{") + 1);
  return text;
}

/// The part of the file's line that holds the statement: without its comment, its neighbours and an opening brace.
std::string written(const language::Place& place) {
  if (!place.source || place.line == 0) return {};
  std::string line = language::line_text(*place.source, place.line);
  const std::size_t at = place.column == 0 ? 0 : std::min<std::size_t>(place.column - 1, line.size());
  bool in_text = false;
  std::size_t first = 0;
  for (std::size_t index = 0; index < line.size(); ++index) {
    if (line[index] == '"') in_text = !in_text;
    if (in_text) continue;
    const bool opens = line[index] == '{' && index >= at;
    const bool ends = line[index] == '#' || opens || (line[index] == ';' && index >= at);
    if (ends) return trimmed(line.substr(first, index - first));
    if (line[index] == ';') first = index + 1;
  }
  return trimmed(line.substr(first));
}

std::string span_text(const language::Span& span) {
  if (span.low == span.high) return language::duration_text(span.low);
  return language::duration_text(span.low) + " to " + language::duration_text(span.high);
}

/// What stands in the text once is named once, however often it is written out (`for m in S`).
void collect_operations(const Block& block, std::vector<std::string>& names,
                        std::set<std::pair<std::uint32_t, std::uint32_t>>& seen) {
  for (const Statement& statement : block) {
    const bool is_new = !statement.calls.empty() && seen.emplace(statement.place.line, statement.place.column).second;
    for (const language::Call& call : statement.calls) {
      if (!call.operation.empty() && is_new) names.push_back(call.operation);
    }
    // What a store does inside an operation is the store's business.
    if (statement.op == StatementOp::operation) continue;
    for (const Block& inner : statement.blocks) collect_operations(inner, names, seen);
  }
}

/// "GET and DEL", "ZREM twice", "ZADD, ZADD, ZRANK and 2 more".
std::string operations_text(std::vector<std::string> names) {
  constexpr std::size_t most_names = 4;
  if (names.size() == 2 && names[0] == names[1]) return names[0] + " twice";
  if (names.size() > most_names) {
    const std::size_t more = names.size() - (most_names - 1);
    names.resize(most_names - 1);
    names.push_back(fmt::format("{} more", more));
  }
  return list_text(names);
}

class Builder {
 public:
  explicit Builder(const language::Model& model) : model_(model) {}

  Graph built() {
    for (std::uint32_t kind = 0; kind < model_.kinds.size(); ++kind) build(kind);
    return std::move(graph_);
  }

 private:
  void build(std::uint32_t kind) {
    kind_ = kind;
    section_ = background_ = language::nothing;
    Stop idle;
    idle.kind = StopKind::idle;
    idle.client_kind = kind;
    idle.does = model_.kinds[kind].is_daemon ? "begins at once" : "idle";
    const Vertex start = boost::add_vertex(idle, graph_);
    idle_ = start;
    Exits exits;
    OpenWays ends = walk(model_.kinds[kind].program, {{start, ""}}, exits);
    add(ends, exits.returns);
    arrive(ends, start);
    for (std::uint32_t index = 0; index < model_.kinds[kind].backgrounds.size(); ++index) build_background(index);
  }

  void build_background(std::uint32_t index) {
    const language::Background& background = model_.kinds[kind_].backgrounds[index];
    section_ = background.section;
    background_ = index;
    Stop wait;
    wait.kind = StopKind::wait;
    wait.does = "every " + span_text(background.every);
    wait.step = background.step;
    const Vertex start = add_stop(wait);
    Exits exits;
    const OpenWays ends = walk(background.body, {{start, ""}}, exits);
    arrive(ends, start);
    arrive(exits.returns, idle_);  // a second thread may end the round
    section_ = background_ = language::nothing;
  }

  Vertex add_stop(Stop stop) {
    stop.client_kind = kind_;
    stop.section = section_;
    stop.background = background_;
    return boost::add_vertex(stop, graph_);
  }

  void arrive(const OpenWays& ways, Vertex at) {
    for (const OpenWay& way : ways) {
      const auto [first, last] = boost::out_edges(way.from, graph_);
      const bool known = std::any_of(first, last, [&](const auto& edge) {
        return boost::target(edge, graph_) == at && graph_[edge].outcome == way.outcome;
      });
      if (!known) boost::add_edge(way.from, at, Outcome{way.outcome}, graph_);
    }
  }

  OpenWays walk(const Block& block, OpenWays ways, Exits& exits) {
    for (const Statement& statement : block) {
      if (ways.empty()) break;
      ways = walk(statement, std::move(ways), exits);
    }
    return ways;
  }

  OpenWays walk(const Statement& statement, OpenWays ways, Exits& exits) {
    switch (statement.op) {
      case StatementOp::call: return step(statement, ways);
      case StatementOp::work:
      case StatementOp::sleep: return step(statement, ways);
      case StatementOp::atomic: return walk_within(statement.blocks[0], step(statement, ways), exits);
      case StatementOp::when: return when(statement, ways, exits);
      case StatementOp::retry: return retry(statement, ways, exits);
      case StatementOp::if_: return if_else(statement, ways, exits);
      case StatementOp::loop: return loop(statement, ways, exits);
      case StatementOp::either: return either(statement, ways, exits);
      case StatementOp::section: return section(statement, std::move(ways), exits);
      case StatementOp::timeout: return timeout(statement, ways, exits);
      case StatementOp::finally_: return round(statement, std::move(ways), exits);
      case StatementOp::break_: add(exits.breaks, ways); return {};
      case StatementOp::continue_: add(exits.continues, ways); return {};
      case StatementOp::return_: add(exits.returns, ways); return {};
      default: return ways;
    }
  }

  /// Inside one step there are no stops; only a way out of the block matters.
  OpenWays walk_within(const Block& block, OpenWays ways, Exits& exits) {
    Exits inner;
    within_step_ = true;
    OpenWays ends = walk(block, ways, inner);
    within_step_ = false;
    const bool leaves = !inner.breaks.empty() || !inner.continues.empty() || !inner.returns.empty();
    if (!leaves) return ways;
    add(exits.breaks, inner.breaks);
    add(exits.continues, inner.continues);
    add(exits.returns, inner.returns);
    return ends;
  }

  OpenWays step(const Statement& statement, const OpenWays& ways) {
    if (within_step_) return ways;
    const auto [found, is_new] = stops_.try_emplace(&statement, 0);
    if (is_new) found->second = add_stop(stop_of(statement));
    arrive(ways, found->second);
    return {{found->second, ""}};
  }

  static Stop stop_of(const Statement& statement) {
    Stop stop;
    stop.step = statement.step;
    stop.line = statement.place.line;
    stop.comment = statement.comment;
    stop.does = written(statement.place);
    if (statement.op == StatementOp::work || statement.op == StatementOp::sleep) {
      stop.kind = StopKind::wait;
      stop.does = (statement.op == StatementOp::work ? "work " : "sleep ") + span_text(statement.span);
    } else if (statement.op == StatementOp::atomic) {
      stop.kind = StopKind::block;
      std::vector<std::string> names;
      std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
      collect_operations(statement.blocks[0], names, seen);
      stop.does = names.empty() ? "atomic" : "atomic: " + operations_text(names);
    } else if (statement.op == StatementOp::when) {
      stop.kind = StopKind::block;
    }
    return stop;
  }

  OpenWays when(const Statement& statement, const OpenWays& ways, Exits& exits) {
    const OpenWays here = step(statement, ways);
    OpenWays ends = walk_within(statement.blocks[0], here, exits);
    if (statement.span.low != language::unbounded)
      add(ends, walk(statement.blocks[1], with_outcome(here, "gives up"), exits));
    return ends;
  }

  OpenWays retry(const Statement& statement, const OpenWays& ways, Exits& exits) {
    OpenWays here = step(statement, ways);
    if (within_step_) return here;
    arrive(with_outcome(here, "refused"), here.front().from);
    OpenWays ends = with_outcome(here, "granted");
    if (statement.span.low != language::unbounded)
      add(ends, walk(statement.blocks[1], with_outcome(here, "gives up"), exits));
    return ends;
  }

  /// Of a condition that the stop before it asks on its own line it is enough to say whether it was true.
  OpenWays with_answer(const OpenWays& ways, const Statement& statement, bool answer) const {
    std::string condition = written(statement.place);
    if (condition.rfind("if ", 0) == 0) condition.erase(0, 3);
    OpenWays result;
    for (const OpenWay& way : ways) {
      const bool is_asked_there = graph_[way.from].line == statement.place.line || condition.empty();
      const std::string word = is_asked_there ? (answer ? "true" : "false") : (answer ? condition : "else");
      add(result, with_outcome({way}, word));
    }
    return result;
  }

  /// Where both answers lead on alike, nothing has been decided.
  OpenWays if_else(const Statement& statement, const OpenWays& ways, Exits& exits) {
    const bool has_else = statement.blocks.size() > 1;
    OpenWays yes = walk(statement.blocks[0], with_answer(ways, statement, true), exits);
    OpenWays no = with_answer(ways, statement, false);
    if (has_else) no = walk(statement.blocks[1], no, exits);
    OpenWays ends;
    for (const OpenWay& way : ways) {
      const OpenWay one = with_answer({way}, statement, true).front(),
                    other = with_answer({way}, statement, false).front();
      if (!contains(yes, one) || !contains(no, other)) continue;
      std::erase_if(yes, [&](const OpenWay& gone) { return is_same(gone, one); });
      std::erase_if(no, [&](const OpenWay& gone) { return is_same(gone, other); });
      add(ends, {way});
    }
    add(ends, yes);
    add(ends, no);
    return ends;
  }

  /// Until a turn finds no new way into the body: two or three turns.
  OpenWays loop(const Statement& statement, OpenWays ways, Exits& exits) {
    OpenWays into = std::move(ways);
    Exits inner;
    std::size_t known = 0;
    for (int turn = 0; turn < 4 && into.size() != known; ++turn) {
      known = into.size();
      const OpenWays ends = walk(statement.blocks[0], into, inner);
      add(into, ends);
      add(into, inner.continues);
    }
    add(exits.returns, inner.returns);
    return inner.breaks;
  }

  OpenWays either(const Statement& statement, const OpenWays& ways, Exits& exits) {
    OpenWays ends;
    for (std::size_t index = 0; index < statement.blocks.size(); ++index) {
      add(ends, walk(statement.blocks[index], with_outcome(ways, fmt::format("choice {}", index + 1)), exits));
    }
    return ends;
  }

  /// Its call stands first: from there it goes on without an answer, too.
  OpenWays timeout(const Statement& statement, const OpenWays& ways, Exits& exits) {
    OpenWays ends = walk(statement.blocks[0], ways, exits);
    const OpenWays asked{{stops_.at(&statement.blocks[0][0]), ""}};
    add(ends, walk(statement.blocks[1], with_outcome(asked, "no answer"), exits));
    return ends;
  }

  OpenWays round(const Statement& statement, OpenWays ways, Exits& exits) {
    Exits inner;
    OpenWays ends = walk(statement.blocks[0], std::move(ways), inner);
    add(ends, inner.returns);
    return walk(statement.blocks[1], std::move(ends), exits);
  }

  OpenWays section(const Statement& statement, OpenWays ways, Exits& exits) {
    const std::uint32_t outer = section_;
    section_ = statement.section;
    ways = walk(statement.blocks[0], std::move(ways), exits);
    section_ = outer;
    return ways;
  }

  const language::Model& model_;
  Graph graph_;
  std::map<const Statement*, Vertex> stops_;
  std::uint32_t kind_ = 0;
  Vertex idle_ = 0;
  std::uint32_t section_ = language::nothing;
  std::uint32_t background_ = language::nothing;
  bool within_step_ = false;
};

}  // namespace

MachineGraph machine_graph(const language::Model& model) {
  const Graph graph = Builder(model).built();
  MachineGraph result;
  for (const Vertex vertex : boost::make_iterator_range(boost::vertices(graph))) {
    result.stops.push_back(graph[vertex]);
    for (const auto& edge : boost::make_iterator_range(boost::out_edges(vertex, graph))) {
      result.ways.push_back({vertex, boost::target(edge, graph), graph[edge].outcome});
    }
  }
  return result;
}

}  // namespace interlock::reports
