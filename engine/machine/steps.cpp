#include "engine/machine/steps.hpp"

#include "engine/machine/faults/fault_scene.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace interlock::machine {

using language::ClientIndex;

Steps::Steps(const Blueprint& blueprint, const Surroundings& around, const Time& time, const Properties& properties,
             Coverage& coverage)
    : model_(blueprint.model),
      layout_(blueprint.layout),
      ticks_(blueprint.ticks),
      scenario_(blueprint.scenario),
      around_(around),
      time_(time),
      properties_(properties),
      coverage_(coverage) {}

std::uint32_t Location::*struck_at(language::FaultKind kind) {
  const language::FaultRule& rule = language::rule_of(kind);
  if (rule.is_answered) return &Location::twice;
  return rule.leaves_request ? &Location::late : &Location::lost;
}

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
  for (const std::uint32_t server : layout_.keeping_servers) keep_up(layout_, words, server);
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
  if (is_fault(way.kind)) return strike(way, workspace, labels);
  if (way.kind == MoveKind::arrival) return arrive(way, workspace, labels);
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
  run.from_idle = way.thread == 0 &&
                  (*around_.programs)[way.client].locations[static_cast<std::size_t>(words[block.location[0]])].begins;
  run.loses = is_fault(way.kind) && run.from_idle;
  if (run.loses) run.struck = struck_at(scenario_.faults[way.fault].kind);
  run.choices = &workspace.choices;
  run.coverage = &coverage_;
  begin(words);
  end_pause(words, way.client);
  if (!block.delayed.empty()) words[block.delayed[way.thread]] = 0;
  workspace.choices.restart();
  const RunEnd end = execute(around_, (*around_.programs)[way.client].code, start, run);
  if (run.loses) return RunEnd::blocked;  // it has come to no call
  return finish(run, end, workspace, labels);
}

RunEnd Steps::finish(const Run& run, RunEnd end, Workspace& workspace, std::uint64_t& labels) const {
  if (end == RunEnd::cut) note_end(run);
  if (end == RunEnd::done)
    for (const std::uint32_t server : layout_.keeping_servers) keep_write(layout_, workspace.base(), run.words, server);
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

RunEnd Steps::strike(const Way& way, Workspace& workspace, std::uint64_t& labels) const {
  const language::Fault& fault = scenario_.faults[way.fault];
  const FaultAct& act = act_of(fault.kind);
  if (language::rule_of(fault.kind).target == language::FaultTarget::call) return lose(way, workspace, labels);
  if (act.delays && !time_.may_be_paused(workspace.base(), way.client, workspace.guarded)) return RunEnd::blocked;
  FaultScene scene{model_, layout_, ticks_, fault, workspace.copy(), way.client, way.server, workspace.choices};
  workspace.choices.restart();
  if (!act.strike(scene)) return RunEnd::blocked;
  if (scene.lacks_range) {
    coverage_.note(GaveUp::range);
    return RunEnd::cut;
  }
  if (act.delays) time_.note_delays(scene.words, way.client, workspace.guarded);
  if (disconnect(act, scene, labels) == RunEnd::cut) return RunEnd::cut;
  if (act.disconnects == Disconnects::clients || act.disconnects == Disconnects::session)
    fail_transactions(workspace.base(), scene);
  if (!has_struck(act, scene, workspace.base())) return RunEnd::blocked;
  keep(act, workspace.base(), scene);
  if (!language::rule_of(fault.kind).comes_first) begin(scene.words);
  coverage_.strike(fault.kind);
  return RunEnd::done;
}

/// Some strike only where something comes of it.
bool Steps::has_struck(const FaultAct& act, const FaultScene& scene, const Word* before) const {
  if (act.disconnects == Disconnects::session) return changes_anything(scene, before);
  if (act.runs_code) return changes_cells(before, scene);
  const bool was_idle = act.spares_idle && before[layout_.clients[scene.client].location[0]] == 0;
  return !was_idle || changes_anything(scene, before);
}

/// What was sent takes effect. Its client may be anywhere, and goes on as if nothing had been.
RunEnd Steps::arrive(const Way& way, Workspace& workspace, std::uint64_t& labels) const {
  Word* words = workspace.copy();
  const ClientWords& block = layout_.clients[way.client];
  const Program& program = (*around_.programs)[way.client];
  const auto call = static_cast<std::size_t>(words[block.requests[way.thread].call]);
  Run run;
  run.words = words;
  run.client = way.client;
  run.is_between_rounds = program.locations[static_cast<std::size_t>(words[block.location[0]])].begins;
  run.choices = &workspace.choices;
  run.coverage = &coverage_;
  begin(words);
  workspace.choices.restart();
  const RunEnd end = execute(around_, program.code, program.arrivals[way.thread][call - 1], run);
  return finish(run, end, workspace, labels);
}

/// Does a thread make a call from where it is?
bool Steps::is_lost_at(const Word* words, const Way& way, std::uint32_t& start) const {
  const ClientWords& block = layout_.clients[way.client];
  const Program& program = (*around_.programs)[way.client];
  const Location& location = program.locations[static_cast<std::size_t>(words[block.location[way.thread]])];
  start = location.begins ? program.begin : location.*struck_at(scenario_.faults[way.fault].kind);
  if (location.kind == LocationKind::idle) return block.gone == no_register || words[block.gone] == 0;
  return !location.punctual || is_due(block.timer[way.thread], words);
}

/// The client's step, but that it learns nothing of it.
RunEnd Steps::lose(const Way& way, Workspace& workspace, std::uint64_t& labels) const {
  const language::Fault& fault = scenario_.faults[way.fault];
  const Register strikes = layout_.strikes[static_cast<std::size_t>(fault.kind)];
  if (strikes != no_register && workspace.base()[strikes] >= fault.times) return RunEnd::blocked;
  std::uint32_t start = 0;
  if (!is_lost_at(workspace.base(), way, start)) return RunEnd::blocked;
  const RunEnd end = step(way, workspace, start, labels);
  if (end != RunEnd::done) return end;
  FaultScene scene{model_, layout_, ticks_, fault, workspace.words.data(), way.client, way.server, workspace.choices};
  if (!act_of(fault.kind).strike(scene)) return RunEnd::blocked;
  coverage_.strike(fault.kind);
  return RunEnd::done;
}

/// Who has written what does not count.
bool Steps::changes_cells(const Word* before, const FaultScene& scene) const {
  if (changes_server(layout_, before, scene.words, scene.server)) return true;
  if (scene.client == language::nothing) return false;
  const auto& own = layout_.clients[scene.client].own;
  return std::any_of(own.begin(), own.end(),
                     [&](const auto& entry) { return before[entry.second] != scene.words[entry.second]; });
}

/// What a server does when a client is gone is a write; what else happens to it is none.
void Steps::keep(const FaultAct& act, const Word* before, const FaultScene& scene) const {
  if (language::rule_of(scene.fault.kind).target == language::FaultTarget::server)
    keep_up(layout_, scene.words, scene.server);
  if (act.disconnects != Disconnects::client && act.disconnects != Disconnects::session) return;
  for (const std::uint32_t server : layout_.keeping_servers) {
    const ServerWords& all = layout_.servers[server];
    keep_write(layout_, before, scene.words, server);
    if (act.disconnects == Disconnects::session) continue;
    // What the crashed client wrote is nobody's there, too.
    for (const Register word : layout_.client_names)
      if (word >= all.kept.front().begin && word < all.kept.back().end &&
          scene.words[word] == static_cast<Word>(scene.client))
        scene.words[word] = -1;
  }
}

/// A transaction does not outlast its connection: it fails, as if what it watches had been written.
void Steps::fail_transactions(const Word* before, const FaultScene& scene) const {
  for (const Watched& watched : layout_.watched) {
    if (model_.variables[watched.variable].owner != scene.server) continue;
    for (ClientIndex client{0}; client < layout_.clients.size(); ++client) {
      const bool is_lost = scene.client == language::nothing || scene.client == client;
      if (!is_lost || before[watched.watching[client]] == 0) continue;
      scene.words[watched.watching[client]] = 1;
      scene.words[layout_.touched[scene.server][client]] = 1;
    }
  }
}

RunEnd Steps::disconnect(const FaultAct& act, const FaultScene& scene, std::uint64_t& labels) const {
  const auto run_code = [&](const Program& program, ClientIndex client, std::uint32_t start) {
    Run run;
    run.words = scene.words;
    run.client = client;
    run.choices = &scene.choices;
    const RunEnd ending = execute(around_, program.code, start, run);
    if (ending == RunEnd::cut) note_end(run);
    labels |= run.labels;
    return ending;
  };
  const auto end = [&](ClientIndex client, std::uint32_t start) {
    return run_code((*around_.programs)[client], client, start);
  };
  if (act.runs_code)
    return run_code(*around_.own_faults, language::nothing,
                    around_.own_fault_starts[language::own_index(scene.fault.kind)]);
  switch (act.disconnects) {
    case Disconnects::nobody: break;
    case Disconnects::client: return end(scene.client, (*around_.programs)[scene.client].disconnect);
    case Disconnects::session: return end(scene.client, (*around_.programs)[scene.client].disconnects[scene.server]);
    case Disconnects::clients: {
      const language::Server& server = model_.servers[scene.server];
      const bool are_forgotten = scene.fault.kind == language::FaultKind::restart && !server.durable;
      if (are_forgotten || !keeps_sessions(server)) break;
      std::vector<ClientIndex> left(layout_.clients.size());
      std::iota(left.begin(), left.end(), ClientIndex{0});
      while (!left.empty()) {
        const auto next = left.begin() + scene.choices.take(static_cast<std::uint32_t>(left.size()));
        if (end(*next, (*around_.programs)[*next].disconnects[scene.server]) == RunEnd::cut) return RunEnd::cut;
        left.erase(next);
      }
    }
  }
  return RunEnd::done;
}

}  // namespace interlock::machine
