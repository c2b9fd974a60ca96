#include "engine/trace/events.hpp"

#include "engine/evaluator/describe.hpp"
#include "engine/evaluator/path.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "engine/trace/branches.hpp"
#include "engine/trace/relevance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace interlock::trace {

using namespace language;
using evaluator::Outcome;
using evaluator::State;

namespace {

bool is_in(const std::vector<ClientIndex>& clients, ClientIndex client) {
  return std::find(clients.begin(), clients.end(), client) != clients.end();
}

bool crosses(const Outcome& outcome, ClientIndex client, bool enters) {
  return std::any_of(outcome.sections.begin(), outcome.sections.end(), [&](const auto& event) {
    return event.section == 0 && event.client == client && event.enters == enters;
  });
}

/// The sections that the client of a move enters, or leaves.
std::vector<std::string> crossed(const Model& model, const Outcome& outcome, ClientIndex client, bool enters) {
  std::vector<std::string> names;
  for (const evaluator::SectionEvent& event : outcome.sections) {
    if (event.client != client || event.enters != enters || event.section == nothing) continue;
    names.push_back(model.kinds[model.clients[client].kind].sections[event.section]);
  }
  return names;
}

std::string clock_words(const State& after, ClientIndex client) {
  const std::int64_t offset = after.clients[client].offset;
  if (offset == 0) return "its clock is right again";
  return fmt::format("its clock is {} {}", duration_text(std::abs(offset)), offset < 0 ? "behind" : "ahead");
}

std::string expiry_words(const Model& model, VariableIndex variable, const State& before) {
  const std::string was = evaluator::describe_cell(model, before, variable).value;
  return fmt::format("{} expires (was {})", model.variables[variable].name, was);
}

std::string calls_words(const Model& model, const Outcome& outcome) {
  std::vector<std::string> calls;
  for (const auto& call : outcome.calls) {
    std::string text = call.server == nothing ? call.text : model.servers[call.server].name + "." + call.text;
    if (!call.answer.empty()) text += " -> " + call.answer;
    calls.push_back(std::move(text));
  }
  const std::string joined = fmt::format("{}", fmt::join(calls, "; "));
  return outcome.atomic && calls.size() > 1 ? "{ " + joined + " }" : joined;
}

/// What a step without calls did to the servers: "m.next_ticket becomes 1".
std::vector<std::string> change_words(const Model& model, const State& before, const State& after) {
  std::vector<std::string> words;
  for (const Change& change :
       evaluator::changes(model, evaluator::describe(model, before), evaluator::describe(model, after)))
    words.push_back(fmt::format("{} becomes {}", change.name, change.after));
  return words;
}

/// What a client's own variables became in a step: "old becomes true". Where its round is over it has none.
std::vector<std::string> own_change_words(const Model& model, ClientIndex client, const State& before,
                                          const State& after) {
  std::vector<std::string> words;
  const auto& thread = after.clients[client].threads[0];
  if (!thread.active || thread.path.empty()) return words;
  for (const auto& [name, cell] : after.cells) {
    const Variable& variable = model.variables[name.variable];
    const bool is_its = name.client == client && variable.scope == Scope::local && variable.shape == Shape::scalar;
    if (!is_its || variable.name.starts_with('(') || before.cells.at(name).value == cell.value) continue;
    words.push_back(
        fmt::format("{} becomes {}", variable.name, evaluator::value_text(model, variable.kind, cell.value)));
  }
  return words;
}

/// An atomic block without a call: what it looked at, as it was. Empty: at no cell of a server.
std::string look_words(const Model& model, const Outcome& outcome, const State& before) {
  const Statement* block = statement_of(model, outcome.step);
  if (block == nullptr || block->op != StatementOp::atomic || !outcome.calls.empty()) return "";
  const std::set<VariableIndex> touched = touched_by(model, outcome.step);
  std::vector<std::string> cells;
  for (const VariableIndex variable : evaluator::shown_variables(model)) {
    if (!touched.contains(variable)) continue;
    const std::string server = model.servers[model.variables[variable].owner].name;
    const CellView cell = evaluator::describe_cell(model, before, variable);
    cells.push_back(fmt::format("{}.{} ({})", server, model.variables[variable].name, cell.value));
  }
  return cells.empty() ? "" : fmt::format("looks at {}", fmt::join(cells, ", "));
}

/// What came of a step beside its calls, and of a look at cells.
std::vector<std::string> effect_words(const Model& model, ClientIndex client, const Outcome& outcome,
                                      const State& before, const State& after) {
  std::vector<std::string> words = change_words(model, before, after);
  for (const evaluator::FailedAssert& failure : outcome.failures)
    if (failure.name == "in_range") words.push_back("what it counts " + failure.comparison);
  std::string look = words.empty() ? look_words(model, outcome, before) : "";
  if (look.empty()) return words;
  const std::vector<std::string> learned = own_change_words(model, client, before, after);
  if (!learned.empty()) look += fmt::format(": {}", fmt::join(learned, ", "));
  return {std::move(look)};
}

/// "finishes its work", "its sleep is over".
std::string over_words(const Model& model, std::uint32_t step) {
  const Statement* waited = statement_of(model, step);
  if (waited == nullptr) return "it is time again";
  return waited->op == StatementOp::work ? "finishes its work" : "has slept";
}

std::string source_line(const Place& place) {
  if (!place.source || place.line == 0) return "";
  std::string line = line_text(*place.source, place.line);
  line.erase(0, std::min(line.find_first_not_of(" \t"), line.size()));
  line.erase(std::min(line.find('#'), line.size()));
  while (!line.empty() && std::string_view(" \t{").find(line.back()) != std::string_view::npos) line.pop_back();
  return line;
}

std::string clock_reading(const State& before, ClientIndex client) {
  const std::int64_t shown = before.now + before.clients[client].offset;
  return fmt::format("reads its clock: {}{}", shown < 0 ? "-" : "", duration_text(std::abs(shown)));
}

bool reads_clock(const Outcome& outcome) { return outcome.kind == EventKind::clock || outcome.read_clock; }

/// "the branch "the request arrives"", "branch 1 of 2".
std::string quoted_branch(const evaluator::TakenBranch& branch) {
  const std::string name = branch_name(branch);
  return name.starts_with("branch ") ? name : fmt::format("the branch \"{}\"", name);
}

std::string step_words(const Model& model, ClientIndex client, const Outcome& outcome, const State& before,
                       const State& after) {
  std::vector<std::string> parts;
  if (outcome.kind == EventKind::wait_over) parts.push_back(over_words(model, outcome.step));
  if (outcome.kind == EventKind::gives_up) parts.emplace_back("gives up waiting");
  if (outcome.kind == EventKind::times_out) parts.emplace_back("times out: it does not know what came of its call");
  if (outcome.kind == EventKind::resume) parts.emplace_back("goes on after its pause");
  const bool returns = outcome.begins_round && before.clients[client].crashed;
  if (returns) parts.emplace_back("comes back");
  if (outcome.begins_round && outcome.calls.empty()) parts.emplace_back("begins a round");
  for (const auto& branch : outcome.branches) parts.push_back("takes " + quoted_branch(branch));
  if (!outcome.calls.empty()) parts.push_back(calls_words(model, outcome));
  if (reads_clock(outcome)) parts.push_back(clock_reading(before, client));
  if (outcome.calls.empty() && outcome.refused) {
    const std::string condition = when_condition(model, after, client);
    parts.push_back(condition.empty() ? "tries in vain, and has to wait" : "waits: " + condition);
  }
  if (outcome.calls.empty() && outcome.is_unheard) parts.emplace_back("asks the server");
  if (outcome.calls.empty() && !outcome.is_unheard)
    for (std::string& words : effect_words(model, client, outcome, before, after)) parts.push_back(std::move(words));
  if (outcome.is_unheard) parts.emplace_back("and that does not arrive");
  if (crosses(outcome, client, true)) parts.emplace_back("enters critical");
  if (crosses(outcome, client, false)) parts.emplace_back("leaves critical");
  if (is_in(outcome.ended, client)) parts.emplace_back("ends its round");
  return parts.empty() ? "goes on" : fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string when_condition(const Model& model, const State& state, ClientIndex client) {
  const auto& thread = state.clients[client].threads[0];
  if (!thread.active) return "";
  const Statement* here = evaluator::statement_at(evaluator::body_of(model, client, 0), thread.path);
  if (here == nullptr || here->op != StatementOp::when) return "";
  std::string line = source_line(here->place);
  const std::size_t begin = line.find("when ");
  if (begin == std::string::npos) return line;
  line.erase(0, begin + 5);
  return line.substr(0, std::min(line.find(" {"), line.find(" within ")));
}

namespace {

/// "evicted: the cache drops the entry".
std::string own_words(const OwnFault& fault) {
  if (fault.sentence.empty()) return fault.name;
  std::string sentence = fault.sentence;
  if (sentence.back() == '.') sentence.pop_back();
  return fmt::format("{}: {}", fault.name, sentence);
}

}  // namespace

std::string event_words(const Model& model, const Move& move, const Outcome& outcome, const State& before,
                        const State& after) {
  if (const std::optional<FaultKind> fault = fault_of(move)) {
    if (is_own(*fault)) return own_words(model.own_faults[own_index(*fault)]);
    const FaultRule& rule = rule_of(*fault);
    if (rule.effect == FaultEffect::sets_clock) return clock_words(after, move.client);
    if (rule.effect == FaultEffect::moves_clock)
      return fmt::format("{} {} by {}", rule.told, outcome.jumped < 0 ? "back" : "forward",
                         duration_text(std::abs(outcome.jumped)));
    if (rule.is_answered)
      return fmt::format("{}: {}", step_words(model, move.client, outcome, before, after), rule.told);
    if (rule.target == FaultTarget::call)
      return fmt::format("{}: {}", outcome.calls.empty() ? "its step on the server" : calls_words(model, outcome),
                         outcome.reply_is_lost ? rule.told_of_reply : rule.told);
    if (rule.target == FaultTarget::connection)
      return fmt::format("{} at {}", rule.told, model.servers[move.server].name);
    if (move.server != nothing && model.servers[move.server].durable && !rule.told_of_durable.empty())
      return std::string(rule.told_of_durable);
    const bool for_ever = move.client != nothing && after.clients[move.client].gone;
    return std::string(for_ever && rule.may_be_for_ever ? rule.told_for_ever : rule.told);
  }
  if (move.kind == MoveKind::time) return duration_text(after.now - before.now) + " pass";
  if (move.kind == MoveKind::expiry) return expiry_words(model, move.variable, before);
  if (move.kind == MoveKind::resume && move.server != nothing)
    return fmt::format("reaches {} again", model.servers[move.server].name);
  if (move.kind == MoveKind::arrival) {
    const bool is_second = before.clients[move.client].requests[move.thread].is_second;
    return fmt::format("its {} request comes: {}", is_second ? "second" : "late",
                       outcome.calls.empty() ? "a step on the server" : calls_words(model, outcome));
  }
  return step_words(model, move.client, outcome, before, after);
}

Event make_event(const Model& model, const Move& move, const Outcome& outcome, const State& before,
                 const State& after) {
  Event event;
  event.kind = outcome.kind;
  event.struck = outcome.struck;
  event.at = after.now;
  event.passed = after.now - before.now;
  event.client = move.client;
  event.thread = move.thread;
  event.calls = outcome.calls;
  event.atomic = outcome.atomic;
  const bool all_refused = !outcome.calls.empty() && std::all_of(outcome.calls.begin(), outcome.calls.end(),
                                                                 [](const auto& call) { return call.refused; });
  event.refused = outcome.refused || all_refused;
  if (!outcome.calls.empty()) event.server = outcome.calls[0].server;
  if (is_fault(move.kind)) event.server = move.server;
  event.reply_is_lost = outcome.reply_is_lost;
  event.is_unheard = outcome.is_unheard;
  event.reaches_again = move.kind == MoveKind::resume && move.server != nothing;
  if (is_fault(move.kind) && is_own(move.fault)) event.own_fault = model.own_faults[own_index(move.fault)].name;
  if (move.kind == MoveKind::expiry) event.server = model.variables[move.variable].owner;
  event.enters_critical = crosses(outcome, move.client, true);
  event.leaves_critical = crosses(outcome, move.client, false);
  event.enters = crossed(model, outcome, move.client, true);
  event.leaves = crossed(model, outcome, move.client, false);
  for (const evaluator::TakenBranch& branch : outcome.branches) event.branches.push_back(branch_name(branch));
  event.ends_round = is_in(outcome.ended, move.client);
  event.step = outcome.step;
  event.place = outcome.place;
  event.comment = outcome.comment;
  event.reads_clock = reads_clock(outcome);
  event.writes = may_write(model, outcome.step);
  if (move.client != nothing) {
    event.returns = outcome.begins_round && before.clients[move.client].crashed;
    event.queues = after.clients[move.client].place > before.clients[move.client].place;
    event.is_granted = after.clients[move.client].grant > before.clients[move.client].grant;
  }
  event.does = event_words(model, move, outcome, before, after);
  return event;
}

}  // namespace interlock::trace
