#include "engine/machine/machine.hpp"

#include "engine/assert.hpp"
#include "engine/machine/compiled/door.hpp"
#include "engine/machine/compiled/opcodes.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace interlock::machine {

using language::ClientIndex;

Machine::Machine(const language::Model& model, const language::Scenario& scenario,
                 const std::vector<std::uint32_t>& specs, const Reductions& reductions, std::uint32_t doublings,
                 TimeTreatment treatment)
    : blueprint_(model, scenario, specs, reductions, doublings, treatment),
      properties_(blueprint_, tables_),
      programs_(compile()),
      coverage_(std::make_unique<Coverage>(tables_, model.variables.size())),
      around_(look_around(specs)),
      time_(blueprint_, around_, properties_.depend_on_every_moment(), properties_.look_at_time_alone()),
      steps_(blueprint_, around_, time_, properties_, *coverage_),
      canonical_(blueprint_, programs_, normal_form_rules(blueprint_, properties_.spotlight()), *coverage_),
      sites_(blueprint_, around_, time_, properties_),
      expansion_(blueprint_, properties_, time_, steps_, canonical_, sites_, *coverage_) {}

std::variant<std::unique_ptr<Machine>, TooLarge> Machine::make(const language::Model& model,
                                                               const language::Scenario& scenario,
                                                               const std::vector<std::uint32_t>& specs,
                                                               const Reductions& reductions, std::uint32_t doublings,
                                                               TimeTreatment treatment) {
  try {
    return std::make_unique<Machine>(model, scenario, specs, reductions, doublings, treatment);
  } catch (const TooLarge& too_large) {
    return too_large;
  }
}

/// The programs of the clients, and with them the code of the properties.
std::vector<Program> Machine::compile() {
  const Layout& layout = blueprint_.layout;
  tables_.registers = static_cast<std::uint32_t>(layout.fields.size());
  std::vector<Program> programs;
  Compiler compiler(blueprint_.model, layout, blueprint_.relevance, blueprint_.ticks, blueprint_.flow, tables_);
  for (ClientIndex client{0}; client < layout.clients.size(); ++client)
    programs.push_back(compiler.compile_client(client));
  own_fault_starts_ = compiler.compile_own_faults(own_faults_);
  properties_.compile(compiler);
  bool anybody_passes = false;
  for (Program& program : programs) anybody_passes = find_passing(program) || anybody_passes;
  if (anybody_passes) properties_.ask_while_passing();
  const auto check = [&](const std::vector<Instruction>& code) {
    const bool is_sound = std::all_of(code.begin(), code.end(), [&](const Instruction& instruction) {
      return is_well_formed(instruction, layout, tables_.registers, code.size());
    });
    INTERLOCK_ASSERT(is_sound, "an instruction names what there is");
  };
  for (const Program& program : programs) check(program.code);
  check(own_faults_.code);
  check(properties_.code());
  return programs;
}

Surroundings Machine::look_around(const std::vector<std::uint32_t>& specs) const {
  const Layout& layout = blueprint_.layout;
  Surroundings around;
  around.layout = &layout;
  around.programs = &programs_;
  around.own_faults = &own_faults_;
  around.own_fault_starts = own_fault_starts_;
  around.labels = &tables_.labels;
  around.forget = blueprint_.reductions.dead;
  around.ticks = blueprint_.ticks;
  around.moves_instants = blueprint_.flow.moves_instants;
  around.clocks_may_be_off = std::any_of(blueprint_.scenario.faults.begin(), blueprint_.scenario.faults.end(),
                                         [](const language::Fault& fault) {
                                           return language::rule_of(fault.kind).target == language::FaultTarget::clock;
                                         });
  around.coverage = coverage_.get();
  around.checks_code = &properties_.code();
  around.passing_checks = &properties_.passing_checks();
  around.endless = blueprint_.layout.longest_deadline + 1;
  around.registers = tables_.registers;
  around.door = shows_who_waits(blueprint_.model, blueprint_.scenario, blueprint_.relevance, specs, programs_);
  around.tokens.resize(layout.token_classes);
  for (Register word = 0; word < layout.fields.size(); ++word) {
    const Field& field = layout.fields[word];
    if (field.role == Role::identity) around.identities.push_back(word);
    if (field.role == Role::token) around.tokens[field.token_class].push_back(word);
    if (field.role == Role::instant) around.instants.push_back(word);
  }
  for (const auto& watched : layout.watched)
    around.server_of_watched.push_back(blueprint_.model.variables[watched.variable].owner);
  return around;
}

Workspace Machine::make_workspace() const {
  return {blueprint_.packing, blueprint_.layout.fields.size(), tables_.registers, canonical_.make_normal_form(),
          sites_.most_parts()};
}

void Machine::initial(Workspace& workspace, std::byte* into) const {
  const std::vector<Word>& initial = blueprint_.layout.initial;
  std::copy(initial.begin(), initial.end(), workspace.words.begin());
  const bool fits = canonical_.finish_words(workspace);
  INTERLOCK_ASSERT(fits, "a run begins with values that fit");
  std::memcpy(into, workspace.packed.data(), blueprint_.packing.bytes());
}

void Machine::reduce(Workspace& workspace, const std::byte* state, std::byte* into) const {
  workspace.take_parent(state);
  workspace.copy();
  const bool fits = canonical_.finish_words(workspace);
  INTERLOCK_ASSERT(fits, "what is left of a state fits where all of it does");
  std::memcpy(into, workspace.packed.data(), blueprint_.packing.bytes());
}

Action Machine::action(std::uint32_t action) const {
  const Way& way = sites_[sites_.site_of(action)].way;
  return {.kind = way.kind, .client = way.client, .thread = way.thread};
}

Move Machine::describe(Workspace& workspace, const std::byte* state, std::uint32_t action) const {
  const Way& way = sites_[sites_.site_of(action)].way;
  Move move;
  move.kind = way.kind;
  move.client = way.client;
  move.thread = way.thread;
  move.variable = way.variable;
  move.server = way.server;
  workspace.take_parent(state);
  if (way.kind == MoveKind::time) move.ticks = time_.next_moment(workspace.base());
  if (is_fault(way.kind)) move.fault = blueprint_.scenario.faults[way.fault].kind;
  const bool sets_clock = is_fault(way.kind) && language::rule_of(move.fault).target == language::FaultTarget::clock;
  const bool moves_clock = is_fault(way.kind) && way.server != language::nothing &&
                           language::rule_of(move.fault).amount == language::FaultAmount::offset;
  const bool has_choices = is_fault(way.kind) || way.kind == MoveKind::step || way.kind == MoveKind::give_up ||
                           way.kind == MoveKind::arrival;
  if (sets_clock)
    move.ticks = static_cast<std::int64_t>(sites_.choice_of(action)) -
                 blueprint_.scenario.faults[way.fault].amount / blueprint_.ticks.microseconds;
  else if (moves_clock) {
    const std::int64_t most = blueprint_.scenario.faults[way.fault].amount / blueprint_.ticks.microseconds;
    const auto chosen = static_cast<std::int64_t>(sites_.choice_of(action));
    move.ticks = chosen < most ? chosen - most : chosen - most + 1;
  } else if (has_choices)
    move.choices = choices_of(workspace, action);
  return move;
}

/// The number of a choice is its place in the order in which they are tried.
std::vector<std::uint32_t> Machine::choices_of(Workspace& workspace, std::uint32_t action) const {
  workspace.choices.clear();
  for (std::uint32_t index = 0;; ++index) {
    std::uint64_t labels = 0;
    steps_.take(sites_[sites_.site_of(action)].way, workspace, labels);
    if (index == sites_.choice_of(action)) return workspace.choices.digits();
    INTERLOCK_ASSERT(workspace.choices.next(), "an action names one of the choices of its step");
  }
}

Renaming Machine::renaming(Workspace& workspace, const std::byte* state, std::uint32_t action) const {
  struct Search {
    const Machine* machine;
    std::uint32_t action;
    Workspace* workspace;
    Renaming found;
  } search{this, action, &workspace, {}};
  const SuccessorSink sink{&search,
                           [](void* receiver, MoveKind, std::uint32_t taken, std::uint64_t, const std::byte*) {
                             auto* wanted = static_cast<Search*>(receiver);
                             if (taken == wanted->action)
                               wanted->found = wanted->machine->last_renaming(*wanted->workspace);
                           },
                           [](void*) {}};
  expansion_.successors_of(workspace, state, sites_.site_of(action), sink);
  return search.found;
}

Underway Machine::underway(Workspace& workspace, const std::byte* state) const {
  workspace.take_parent(state);
  const Word* words = workspace.base();
  Underway underway;
  for (ClientIndex client{0}; client < blueprint_.layout.clients.size(); ++client) {
    underway.anyone_paused = underway.anyone_paused || time_.is_held_up(words, client);
    const ClientWords& block = blueprint_.layout.clients[client];
    for (const Register cut_off : block.cut_off)
      underway.anyone_paused = underway.anyone_paused || (cut_off != no_register && words[cut_off] != 0);
    for (std::size_t thread = 0; thread < block.location.size(); ++thread)
      if (words[block.location[thread]] != 0) underway.threads[client] |= std::uint32_t{1} << thread;
  }
  return underway;
}

std::uint64_t Machine::ticks_of(Workspace& workspace, const std::byte* state, std::uint32_t action) const {
  if (this->action(action).kind != MoveKind::time) return 0;
  workspace.take_parent(state);
  return static_cast<std::uint64_t>(time_.next_moment(workspace.base()));
}

std::vector<std::uint32_t> Machine::thread_counts() const {
  std::vector<std::uint32_t> counts;
  for (const ClientWords& block : blueprint_.layout.clients)
    counts.push_back(static_cast<std::uint32_t>(block.location.size()));
  return counts;
}

}  // namespace interlock::machine
