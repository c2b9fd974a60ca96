#include "engine/machine/steps.hpp"

#include "engine/machine/faults/fault_scene.hpp"

namespace interlock::machine {

using language::ClientIndex;

Steps::Steps(const Blueprint& blueprint, const Surroundings& around, const Time& time, const Properties& properties,
             Coverage& coverage)
    : layout_(blueprint.layout),
      ticks_(blueprint.ticks),
      scenario_(blueprint.scenario),
      around_(around),
      time_(time),
      properties_(properties),
      coverage_(coverage) {}

/// What an operation on time gives up for it notes by itself.
void Steps::note_end(const Run& run) const {
  if (run.gave_up != GaveUp::range) coverage_.note(run.gave_up);
}

void Steps::expire(Word* words, language::VariableIndex variable) const {
  const Cell& cell = layout_.cells[variable];
  words[cell.present] = 0;
  words[cell.value] = layout_.initial[cell.value];
  stop(cell.deadline, words);
  if (cell.writer != no_register) words[cell.writer] = -1;
  if (cell.watched < 0) return;
  const auto index = static_cast<std::size_t>(cell.watched);
  for (ClientIndex client{0}; client < layout_.clients.size(); ++client)
    if (words[layout_.watched[index].watching[client]] != 0)
      words[layout_.touched[around_.server_of_watched[index]][client]] = 1;
}

void Steps::end_pause(Word* words, ClientIndex client) const {
  const ClientWords& block = layout_.clients[client];
  if (block.paused != no_register) words[block.paused] = 0;
  stop(block.pause_left, words);
}

bool Steps::may_step(const Word* words, const Way& way, std::uint32_t& start) const {
  const ClientWords& block = layout_.clients[way.client];
  const Program& program = (*around_.programs)[way.client];
  const Location& location = program.locations[static_cast<std::size_t>(words[block.location[way.thread]])];
  if (way.kind == MoveKind::give_up) {
    start = location.give_up;
    return is_due(block.limit[way.thread], words);
  }
  start = location.entry;
  switch (location.kind) {
    case LocationKind::idle:
      start = program.begin;
      return way.thread == 0 && (block.gone == no_register || words[block.gone] == 0);
    case LocationKind::work:
    case LocationKind::sleep: return may_end(block.timer[way.thread], words, location.timer_window);
    case LocationKind::poll: return !location.punctual || is_due(block.timer[way.thread], words);
    case LocationKind::call:
    case LocationKind::when: return true;
    case LocationKind::passing: return false;
  }
  return false;
}

RunEnd Steps::take(const Way& way, Workspace& workspace, std::uint64_t& labels) const {
  if (is_fault(way.kind)) return strike(way, workspace);
  std::uint32_t start = 0;
  if (!may_step(workspace.base(), way, start)) return RunEnd::blocked;
  return step(way, workspace, start, labels);
}

RunEnd Steps::step(const Way& way, Workspace& workspace, std::uint32_t start, std::uint64_t& labels) const {
  Word* words = workspace.copy();
  const ClientWords& block = layout_.clients[way.client];
  Run run;
  run.words = words;
  run.client = way.client;
  run.from_idle = way.thread == 0 && words[block.location[0]] == 0;
  run.choices = &workspace.choices;
  run.coverage = &coverage_;
  begin(words);
  end_pause(words, way.client);
  if (!block.delayed.empty()) words[block.delayed[way.thread]] = 0;
  workspace.choices.restart();
  const RunEnd end = execute(around_, (*around_.programs)[way.client].code, start, run);
  if (end == RunEnd::cut) note_end(run);
  if (end == RunEnd::done) labels = run.labels | (properties_.edge_checks().empty() ? 0 : edge_labels(workspace, run));
  if ((run.entered & 1) != 0) labels |= properties_.entry_label();
  return end;
}

std::uint64_t Steps::edge_labels(Workspace& workspace, const Run& run) const {
  std::uint64_t labels = 0;
  Run check = run;
  check.words = workspace.words.data();
  for (const Check& one : properties_.edge_checks()) {
    if (execute(around_, properties_.code(), one.start, check) == RunEnd::cut) continue;
    if ((check.words[one.answer] != 0) == one.when) labels |= one.bits;
  }
  return labels;
}

std::uint64_t Steps::labels(Workspace& workspace) const {
  return labels_of(around_, properties_.state_checks(), workspace.base());
}

RunEnd Steps::strike(const Way& way, Workspace& workspace) const {
  const language::Fault& fault = scenario_.faults[way.fault];
  const FaultAct& act = act_of(fault.kind);
  if (act.delays && !time_.may_be_paused(workspace.base(), way.client, workspace.guarded)) return RunEnd::blocked;
  const FaultScene scene{layout_, ticks_, fault, workspace.copy(), way.client, way.server, workspace.choices};
  workspace.choices.restart();
  if (!act.strike(scene)) return RunEnd::blocked;
  if (act.delays) time_.note_delays(scene.words, way.client, workspace.guarded);
  if (act.disconnects) {
    Run run;
    run.words = scene.words;
    run.client = way.client;
    const Program& program = (*around_.programs)[way.client];
    if (execute(around_, program.code, program.disconnect, run) == RunEnd::cut) {
      note_end(run);
      return RunEnd::cut;
    }
  }
  if (!language::rule_of(fault.kind).comes_first) begin(scene.words);
  coverage_.strike(fault.kind);
  return RunEnd::done;
}

}  // namespace interlock::machine
