#include "tests/oracle/oracle.hpp"

#include "tests/oracle/graph.hpp"
#include "tests/oracle/normal_form.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>

namespace interlock::oracle {

using namespace language;
using evaluator::Evaluator;
using evaluator::Outcome;
using evaluator::State;

namespace {

bool is_fault(const Move& move) {
  return move.kind == MoveKind::pause || move.kind == MoveKind::crash || move.kind == MoveKind::skew ||
         move.kind == MoveKind::drift;
}

Distance after(Distance distance, const Move& move) {
  if (is_fault(move)) ++distance.faults;
  if (counts_as_step(move.kind)) ++distance.steps;
  return distance;
}

/// Every state, nearest first. When there are more than `most`: how far away those are whose moves are not known.
std::optional<Distance> explore(const Evaluator& evaluator, const NormalForm& form, std::size_t most, Graph& graph,
                                bool& is_cut) {
  std::map<std::vector<std::int64_t>, std::size_t> known;
  std::map<Distance, std::deque<std::size_t>> open;
  std::vector<bool> is_done;
  const auto meet = [&](State state, Distance distance) {
    const auto [place, is_new] = known.emplace(form.of(state), graph.nodes.size());
    const std::size_t index = place->second;
    if (is_new) {
      graph.nodes.push_back({std::move(state), distance, {}, {}});
      is_done.push_back(false);
    }
    if (is_new || distance < graph.nodes[index].distance) open[distance].push_back(index);
    graph.nodes[index].distance = std::min(graph.nodes[index].distance, distance);
    return index;
  };
  meet(evaluator.initial(), {});
  while (!open.empty()) {
    auto& nearest = open.begin()->second;
    if (nearest.empty()) {
      open.erase(open.begin());
      continue;
    }
    const std::size_t from = nearest.front();
    nearest.pop_front();
    if (is_done[from]) continue;
    is_done[from] = true;
    for (const Move& move : evaluator.moves(graph.nodes[from].state, &is_cut)) {
      State next = graph.nodes[from].state;
      const Outcome outcome = evaluator.make(next, move);
      const std::size_t to = meet(std::move(next), after(graph.nodes[from].distance, move));
      graph.nodes[from].out.push_back(graph.edges.size());
      graph.nodes[to].in.push_back(graph.edges.size());
      graph.edges.push_back({from, to, move, outcome});
    }
    if (graph.nodes.size() > most) return open.begin()->first;
  }
  return std::nullopt;
}

bool has(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Looks for the answer to one spec in the whole graph.
class Judge {
 public:
  /// `unknown_from`: states at this distance and beyond are not known.
  Judge(const Evaluator& evaluator, const Graph& graph, const std::optional<Distance>& unknown_from, const Spec& spec)
      : evaluator_(evaluator), graph_(graph), unknown_from_(unknown_from), spec_(spec) {}

  Answer judge() {
    if (!spec_.applies) return {Verdict::does_not_apply, {}};
    const bool looks_ahead = spec_.form == PropertyForm::always_possible || spec_.form == PropertyForm::leads_to;
    if (unknown_from_ && looks_ahead) return {};
    switch (spec_.form) {
      case PropertyForm::always_possible:
        for (std::size_t i = 0; i < spec_.condition.size(); ++i) find_traps(i);
        break;
      case PropertyForm::leads_to:
        for (std::size_t i = 0; i < spec_.condition.size(); ++i) find_loops(i);
        break;
      default: find_moments();
    }
    if (unknown_from_ && (!found_ || *found_ > *unknown_from_)) return {};
    const bool is_wish = spec_.form == PropertyForm::reachable || spec_.form == PropertyForm::witnessed;
    if (found_) return {is_wish ? Verdict::reachable : Verdict::fails, *found_};
    return {is_wish ? Verdict::unreachable : Verdict::holds, {}};
  }

 private:
  void found(Distance distance) { found_ = found_ ? std::min(*found_, distance) : distance; }

  /// A state, or a step into it, at which the property is decided.
  bool shows(const State& state, const Outcome* outcome) const {
    switch (spec_.form) {
      case PropertyForm::asserted:
        return (outcome && has(outcome->failed, spec_.name)) || has(evaluator_.kept_failing(state), spec_.name);
      case PropertyForm::witnessed: return outcome && has(outcome->witnessed, spec_.name);
      case PropertyForm::always: return !all_hold(state, outcome);
      default: return all_hold(state, outcome);
    }
  }

  /// `for each c`: never of any, always of all.
  bool all_hold(const State& state, const Outcome* outcome) const {
    bool all = true;
    bool any = false;
    for (std::size_t i = 0; i < spec_.condition.size(); ++i) {
      const bool is_asked = spec_.given.empty() || evaluator_.holds(state, outcome, spec_.given[i]);
      const bool holds = evaluator_.holds(state, outcome, spec_.condition[i]);
      all = all && (holds || !is_asked);
      any = any || (holds && is_asked);
    }
    return spec_.form == PropertyForm::always ? all : any;
  }

  void find_moments() {
    if (shows(graph_.nodes[0].state, nullptr)) found({});
    for (const Edge& edge : graph_.edges)
      if (shows(graph_.nodes[edge.to].state, &edge.outcome)) found(after(graph_.nodes[edge.from].distance, edge.move));
  }

  bool fulfils(const Edge& edge, std::size_t i) const {
    return evaluator_.holds(graph_.nodes[edge.to].state, &edge.outcome, spec_.condition[i]);
  }

  bool is_asked(const State& state, std::size_t i) const {
    return spec_.given.empty() || evaluator_.holds(state, nullptr, spec_.given[i]);
  }

  bool anybody_is_left(const State& state) const {
    const Model& model = evaluator_.model();
    const auto has_critical = [](const ClientKind& kind) { return kind.has_critical; };
    const bool any_critical = std::any_of(model.kinds.begin(), model.kinds.end(), has_critical);
    for (std::size_t client = 0; client < model.clients.size(); ++client)
      if (!state.clients[client].gone && (!any_critical || has_critical(model.kinds[model.clients[client].kind])))
        return true;
    return false;
  }

  /// From every state some continuation without faults gets there: walk backwards from where it is fulfilled.
  void find_traps(std::size_t i) {
    std::vector<bool> gets_there(graph_.nodes.size(), false);
    std::vector<std::size_t> open;
    const auto mark = [&](std::size_t node) {
      if (!gets_there[node]) open.push_back(node);
      gets_there[node] = true;
    };
    for (std::size_t node = 0; node < graph_.nodes.size(); ++node)
      if (evaluator_.holds(graph_.nodes[node].state, nullptr, spec_.condition[i])) mark(node);
    for (const Edge& edge : graph_.edges)
      if (!is_fault(edge.move) && fulfils(edge, i)) mark(edge.from);
    while (!open.empty()) {
      const std::size_t node = open.back();
      open.pop_back();
      for (const std::size_t in : graph_.nodes[node].in)
        if (!is_fault(graph_.edges[in].move)) mark(graph_.edges[in].from);
    }
    for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
      const State& state = graph_.nodes[node].state;
      if (!gets_there[node] && is_asked(state, i) && anybody_is_left(state)) found(graph_.nodes[node].distance);
    }
  }

  /// Once it is given, no fair run without faults goes on for ever without fulfilling it.
  void find_loops(std::size_t i) {
    std::vector<std::size_t> start;
    for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
      const State& state = graph_.nodes[node].state;
      if (is_asked(state, i) && !evaluator_.holds(state, nullptr, spec_.condition[i])) start.push_back(node);
    }
    std::vector<bool> allowed;
    for (const Edge& edge : graph_.edges) allowed.push_back(!is_fault(edge.move) && !fulfils(edge, i));
    for (const std::size_t node : fair_loops(graph_, start, allowed)) found(graph_.nodes[node].distance);
  }

  const Evaluator& evaluator_;
  const Graph& graph_;
  const std::optional<Distance>& unknown_from_;
  const Spec& spec_;
  std::optional<Distance> found_;
};

}  // namespace

Answers ask(const Model& model, const Scenario& scenario, std::int64_t tick_microseconds,
            const std::vector<std::uint32_t>& specs, const Options& options) {
  const Evaluator evaluator(model, scenario, tick_microseconds);
  const NormalForm form(model, scenario, tick_microseconds, memories_of(model, specs), options.token_gap);
  Graph graph;
  Answers answers;
  const auto unknown_from = explore(evaluator, form, options.most_states, graph, answers.is_cut);
  answers.is_complete = !unknown_from;
  answers.states = graph.nodes.size();
  for (const std::uint32_t index : specs)
    answers.specs.push_back(Judge(evaluator, graph, unknown_from, model.specs[index]).judge());
  return answers;
}

}  // namespace interlock::oracle
