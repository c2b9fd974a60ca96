#include "tests/oracle/oracle.hpp"

#include "engine/evaluator/seen_cells.hpp"
#include "tests/oracle/graph.hpp"
#include "tests/oracle/normal_form.hpp"
#include "tests/oracle/ticks.hpp"
#include "tests/oracle/visits.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>

namespace interlock::oracle {

using namespace language;
using evaluator::Evaluator;
using evaluator::Outcome;
using evaluator::State;

namespace {

bool is_fault(const Move& move) { return interlock::is_fault(move.kind); }

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
    switch (spec_.form) {
      case PropertyForm::always_possible:
        if (unknown_from_) return {};
        for (std::size_t i = 0; i < spec_.condition.size(); ++i) find_traps(i);
        break;
      case PropertyForm::leads_to:
      case PropertyForm::again_and_again:
        if (unknown_from_) return {};
        for (std::size_t i = 0; i < spec_.condition.size(); ++i) find_loops(i);
        break;
      case PropertyForm::always:
      case PropertyForm::never:
      case PropertyForm::reachable:
      case PropertyForm::asserted:
      case PropertyForm::witnessed: find_moments(); break;
    }
    if (unknown_from_ && (!found_ || *found_ > *unknown_from_)) return {};
    const bool is_wish = spec_.form == PropertyForm::reachable || spec_.form == PropertyForm::witnessed;
    if (found_) return {is_wish ? Verdict::reachable : Verdict::fails, *found_};
    return {is_wish ? Verdict::unreachable : Verdict::holds, {}};
  }

 private:
  void found(Distance distance) { found_ = found_ ? std::min(*found_, distance) : distance; }

  /// A state, or a step into it, at which the property is decided; who passes through a section was inside.
  bool shows(const State& state, const Outcome* outcome) const {
    if (spec_.form == PropertyForm::asserted)
      return (outcome && has(outcome->failed, spec_.name)) || has(evaluator_.kept_failing(state, outcome), spec_.name);
    if (spec_.form == PropertyForm::witnessed) return outcome && has(outcome->witnessed, spec_.name);
    if (outcome)
      for (const auto& passage : outcome->passages) {
        Outcome so_far;
        so_far.sections = passage.sections;
        if (shows_at(passage.state, &so_far)) return true;
      }
    return shows_at(state, outcome);
  }

  bool shows_at(const State& state, const Outcome* outcome) const {
    return all_hold(state, outcome) != (spec_.form == PropertyForm::always);
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

  /// Who passes through a section in one step has been there.
  bool fulfils(const Edge& edge, std::size_t i) const {
    return evaluator_.holds_somewhere(graph_.nodes[edge.to].state, &edge.outcome, spec_.condition[i]);
  }

  bool is_asked(const State& state, std::size_t i) const {
    return i >= spec_.given.size() || evaluator_.holds(state, nullptr, spec_.given[i]);
  }

  bool has_critical(ClientIndex client) const {
    const Model& model = evaluator_.model();
    return model.kinds[model.clients[client].kind].has_critical;
  }

  /// The clients that a condition names. Of those that quantify over all, whoever has a critical section counts, if
  /// anybody has one; a condition that names nobody is one of all clients.
  std::set<ClientIndex> named(std::size_t i) const {
    std::set<ClientIndex> all;
    const auto take = [&](const Expression& part) {
      if (part.client != nothing) all.insert(part.client);
      if (part.other != nothing) all.insert(part.other);
    };
    visit_expression(spec_.condition[i], take);
    if (!spec_.given.empty()) visit_expression(spec_.given[i], take);
    if (all.empty())
      for (ClientIndex client{0}; client < evaluator_.model().clients.size(); ++client) all.insert(client);
    if (spec_.for_each) return all;
    std::set<ClientIndex> entering;
    for (const ClientIndex client : all)
      if (has_critical(client)) entering.insert(client);
    return entering.empty() ? all : entering;
  }

  bool anybody_is_left(const State& state, std::size_t i) const {
    const auto clients = named(i);
    return std::any_of(clients.begin(), clients.end(), [&](ClientIndex client) { return !state.clients[client].gone; });
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
      if (!gets_there[node] && is_asked(state, i) && anybody_is_left(state, i)) found(graph_.nodes[node].distance);
    }
  }

  /// Once it is given, no fair run without faults goes on for ever without fulfilling it; or, where it is given again
  /// and again, without fulfilling it again and again.
  void find_loops(std::size_t i) {
    const bool asks_once = spec_.form == PropertyForm::leads_to;
    std::vector<std::size_t> start;
    std::vector<bool> asks(graph_.nodes.size(), true);
    for (std::size_t node = 0; node < graph_.nodes.size(); ++node) {
      const State& state = graph_.nodes[node].state;
      const bool is_open = !evaluator_.holds(state, nullptr, spec_.condition[i]);
      if (!asks_once) asks[node] = is_asked(state, i);
      if (is_open && (!asks_once || is_asked(state, i))) start.push_back(node);
    }
    std::vector<bool> allowed;
    std::vector<bool> edge_asks;
    for (const Edge& edge : graph_.edges) {
      const State& after = graph_.nodes[edge.to].state;
      allowed.push_back(!is_fault(edge.move) && !fulfils(edge, i) &&
                        !evaluator_.holds(after, nullptr, spec_.condition[i]));
      // Whoever comes and goes in one step is in a round in no state, and yet comes again and again.
      edge_asks.push_back(!asks_once && i < spec_.given.size() &&
                          evaluator_.holds_somewhere(after, &edge.outcome, spec_.given[i]));
    }
    const auto looping = fair_loops(graph_, start, allowed, asks, edge_asks);
    if (!asks_once) {
      for (const std::size_t node : looping) found(graph_.nodes[node].distance);
      return;
    }
    const std::map<std::size_t, Distance> pending = distances_from(start, allowed);
    for (const std::size_t node : looping) found(pending.at(node));
  }

  /// How far away the nodes are for runs that have passed one of `start`: a loop begins where something is pending.
  std::map<std::size_t, Distance> distances_from(const std::vector<std::size_t>& start,
                                                 const std::vector<bool>& allowed) const {
    std::map<std::size_t, Distance> known;
    std::map<Distance, std::vector<std::size_t>> open;
    for (const std::size_t node : start) open[graph_.nodes[node].distance].push_back(node);
    while (!open.empty()) {
      const auto [distance, nodes] = *open.begin();
      open.erase(open.begin());
      std::vector<std::size_t> here = nodes;  // it grows by what is reached while only time passes
      while (!here.empty()) {
        const std::size_t node = here.back();
        here.pop_back();
        if (!known.emplace(node, distance).second) continue;
        for (const std::size_t out : graph_.nodes[node].out) {
          if (!allowed[out]) continue;
          const Distance next = after(distance, graph_.edges[out].move);
          (next == distance ? here : open[next]).push_back(graph_.edges[out].to);
        }
      }
    }
    return known;
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
  const evaluator::SeenCells seen(model, scenario, specs);
  evaluator::Settings settings;
  settings.cuts_at_capacity = true;
  bool passed_unseen = false;
  settings.is_seen = [&](const State& state, VariableIndex variable) {
    if (options.every_expiry_is_a_step || seen.is_seen(state, variable)) return true;
    passed_unseen = true;
    return false;
  };
  const Evaluator evaluator(model, scenario, tick_microseconds, settings);
  const NormalForm form(model, scenario, tick_microseconds, memories_of(model, specs), options.token_gap);
  Graph graph;
  Answers answers;
  const auto unknown_from = explore(evaluator, form, options.most_states, graph, answers.is_cut);
  answers.is_complete = !unknown_from;
  answers.passed_unseen = passed_unseen;
  answers.states = graph.nodes.size();
  for (const std::uint32_t index : specs)
    answers.specs.push_back(Judge(evaluator, graph, unknown_from, model.specs[index]).judge());
  return answers;
}

Answers ask(const Model& model, const Scenario& scenario, const std::vector<std::uint32_t>& specs,
            const Options& options) {
  const Ticks ticks = ticks_of(model, scenario, specs, options.most_parts);
  Answers answers = ask(model, scenario, ticks.microseconds, specs, options);
  answers.ticks_are_fine = ticks.are_fine;
  return answers;
}

}  // namespace interlock::oracle
