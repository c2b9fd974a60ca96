#include "engine/trace/events.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "engine/evaluator/describe.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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

std::string step_words(const Model& model, ClientIndex client, const Outcome& outcome, const State& before,
                       const State& after) {
  std::vector<std::string> parts;
  if (outcome.kind == EventKind::wait_over) parts.emplace_back("its wait is over");
  if (outcome.kind == EventKind::gives_up) parts.emplace_back("gives up waiting");
  if (!outcome.calls.empty()) parts.push_back(calls_words(model, outcome));
  if (outcome.begins_round && outcome.calls.empty())
    parts.emplace_back(outcome.read_clock ? "begins a round and reads its clock" : "begins a round");
  if (outcome.calls.empty())
    for (std::string& words : change_words(model, before, after)) parts.push_back(std::move(words));
  if (crosses(outcome, client, true)) parts.emplace_back("enters critical");
  if (crosses(outcome, client, false)) parts.emplace_back("leaves critical");
  if (is_in(outcome.ended, client)) parts.emplace_back("ends its round");
  return parts.empty() ? "goes on" : fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

FaultKind fault_of(MoveKind kind) {
  switch (kind) {
    case MoveKind::pause: return FaultKind::pause;
    case MoveKind::crash: return FaultKind::crash;
    case MoveKind::skew: return FaultKind::skew;
    default: return FaultKind::drift;
  }
}

std::string event_words(const Model& model, const Move& move, const Outcome& outcome, const State& before,
                        const State& after) {
  switch (move.kind) {
    case MoveKind::time: return duration_text(after.now - before.now) + " pass";
    case MoveKind::pause: return "pauses";
    case MoveKind::crash: return "crashes, and loses all it knew";
    case MoveKind::skew:
    case MoveKind::drift: return clock_words(after, move.client);
    case MoveKind::expiry: return expiry_words(model, move.variable, before);
    default: return step_words(model, move.client, outcome, before, after);
  }
}

Event make_event(const Model& model, const Move& move, const Outcome& outcome, const State& before,
                 const State& after) {
  Event event;
  event.kind = outcome.kind;
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
  if (move.kind == MoveKind::expiry) event.server = model.variables[move.variable].owner;
  event.enters_critical = crosses(outcome, move.client, true);
  event.leaves_critical = crosses(outcome, move.client, false);
  event.ends_round = is_in(outcome.ended, move.client);
  event.step = outcome.step;
  event.place = outcome.place;
  event.comment = outcome.comment;
  event.does = event_words(model, move, outcome, before, after);
  return event;
}

}  // namespace interlock::trace
