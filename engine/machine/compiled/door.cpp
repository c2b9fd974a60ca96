#include "engine/machine/compiled/door.hpp"

#include "engine/language/walk.hpp"
#include "engine/machine/compiled/opcodes.hpp"

#include <algorithm>

namespace interlock::machine {

using namespace language;

namespace {

bool asks_who_waits(const Spec& spec) {
  // Fairness asks whoever is in a round to go on, and nobody who idles.
  if (spec.form == PropertyForm::leads_to || spec.form == PropertyForm::again_and_again) return true;
  bool found = false;
  const auto look = [&](const Expression& part) {
    found = found || part.op == ExpressionOp::waiting || part.op == ExpressionOp::idle ||
            part.op == ExpressionOp::paused || part.op == ExpressionOp::queued_before;
  };
  for (const auto* expressions : {&spec.given, &spec.condition})
    for (const auto& whole : *expressions) for_each_expression(whole, look);
  return found;
}

/// An idle client has nothing to lose; one at the door may: its next life, its session, its name on what it wrote.
bool crash_shows(const Model& model, const Scenario& scenario, const Relevance& relevance) {
  const auto crash = std::find_if(scenario.faults.begin(), scenario.faults.end(), [](const Fault& fault) {
    return rule_of(fault.kind).effect == FaultEffect::ends_rounds;
  });
  if (crash == scenario.faults.end()) return false;
  const bool ends_sessions = std::any_of(model.servers.begin(), model.servers.end(),
                                         [](const Server& server) { return !server.on_disconnect.empty(); });
  const bool has_one_round =
      std::any_of(model.kinds.begin(), model.kinds.end(), [](const ClientKind& kind) { return kind.is_once; });
  const bool leaves_names = std::find(relevance.writer.begin(), relevance.writer.end(), true) != relevance.writer.end();
  return crash->for_ever || has_one_round || ends_sessions || leaves_names;
}

/// May ride before the door without being seen: it changes the client's own variables, in one way.
bool is_silent(Opcode op) {
  switch (op) {
    case Opcode::set:
    case Opcode::copy:
    case Opcode::add:
    case Opcode::add_constant:
    case Opcode::subtract:
    case Opcode::equal:
    case Opcode::not_equal:
    case Opcode::less:
    case Opcode::less_equal:
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::not_:
    case Opcode::jump:
    case Opcode::jump_if_false:
    case Opcode::start_timer:
    case Opcode::start_timer_for:
    case Opcode::stop_timer:
    case Opcode::timer_started:
    case Opcode::timer_runs:
    case Opcode::fresh:
    case Opcode::use:
    case Opcode::mark:
    case Opcode::location: return true;
    default: return false;
  }
}

/// Does something come to pass on the way to the door that could be seen, or that is a choice? Or does whoever waits
/// there give up some time?
bool way_shows(const Program& program) {
  std::vector<bool> seen(program.code.size(), false);
  std::vector<std::uint32_t> open{program.begin};
  bool comes_to_door = false;
  bool shows = false;
  bool gives_up = false;
  while (!open.empty()) {
    const std::uint32_t at = open.back();
    open.pop_back();
    if (seen[at]) continue;
    seen[at] = true;
    const Instruction& now = program.code[at];
    shows = shows || !is_silent(now.op);
    if (now.op == Opcode::location) {
      const Location& location = program.locations[static_cast<std::size_t>(now.immediate)];
      comes_to_door = comes_to_door || location.kind == LocationKind::when;
      gives_up = gives_up || (location.kind == LocationKind::when && location.limited);
      continue;
    }
    const OpcodeRule& rule = rule_of(now.op);
    if (rule.immediate == Means::target) open.push_back(static_cast<std::uint32_t>(now.immediate));
    if (rule.goes_on) open.push_back(at + 1);
  }
  return gives_up || (comes_to_door && shows);
}

}  // namespace

bool shows_who_waits(const Model& model, const Scenario& scenario, const Relevance& relevance,
                     const std::vector<std::uint32_t>& specs, const std::vector<Program>& programs) {
  // A daemon does not idle: it comes to the door at once.
  if (std::any_of(model.kinds.begin(), model.kinds.end(), [](const ClientKind& kind) { return kind.is_daemon; }))
    return true;
  return crash_shows(model, scenario, relevance) || std::any_of(programs.begin(), programs.end(), way_shows) ||
         std::any_of(specs.begin(), specs.end(), [&](std::uint32_t spec) { return asks_who_waits(model.specs[spec]); });
}

}  // namespace interlock::machine
