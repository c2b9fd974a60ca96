#include "engine/machine/symbolic/symbolic_machine.hpp"

#include "engine/assert.hpp"
#include "engine/machine/faults/fault_scene.hpp"

#include <algorithm>
#include <numeric>

namespace interlock::machine {

using language::ClientIndex;

SymbolicMachine::SymbolicMachine(const Machine& machine, Widening widening)
    : parts_(machine.parts()),
      layout_(parts_.blueprint.layout),
      plan_(layout_, parts_.blueprint.packing, normal_form_rules(parts_.blueprint, parts_.properties.spotlight()),
            parts_.blueprint.reductions),
      normal_form_(plan_),
      is_clock_(find_clocks(layout_)),
      owners_(owners()),
      timed_(timed_words()),
      asked_(asked_of_words(parts_)),
      tells_windows_(widening == Widening::one_sided),
      guarded_(parts_.around.registers) {
  const Blueprint& blueprint = parts_.blueprint;
  if (blueprint.reductions.members)
    dead_members_ = {blueprint.model, blueprint.scenario, blueprint.relevance, blueprint.flow, blueprint.ticks,
                     layout_,         plan_.rules,        parts_.programs};
  for (const language::Fault& fault : parts_.blueprint.scenario.faults)
    tells_windows_ = tells_windows_ && fault.kind != language::FaultKind::pause;
  scene_.words.resize(parts_.around.registers);
}

std::string SymbolicMachine::refusal(const Machine& machine, bool looks_ahead) {
  const Layout& layout = machine.parts().blueprint.layout;
  for (const language::Fault& fault : machine.parts().blueprint.scenario.faults) {
    const language::FaultTarget target = language::rule_of(fault.kind).target;
    if (target == language::FaultTarget::server) return "a fault strikes servers";
    if (target == language::FaultTarget::connection) return "a fault strikes connections";
    if (target == language::FaultTarget::call) return "a fault strikes calls";
  }
  if (layout.order_bits > 0) return "clocks are distinct";
  if (layout.fields.size() >= no_register / 2U) return "a state has too many words";
  for (const ClientWords& client : layout.clients) {
    if (client.offset != no_register && looks_ahead) return "clocks may be off";
    if (!client.delayed.empty()) return "a pause may stop the work of a client with several threads";
  }
  for (const Program& program : machine.parts().programs)
    for (const Location& location : program.locations)
      if (location.kind == LocationKind::when && location.limited) return "a wait for a condition has a limit";
  for (const Container& container : layout.containers) {
    if (container.shape == language::Shape::ranked || container.shape == language::Shape::queue) continue;
    const bool has_second = container.seconds != no_register;
    if (layout.fields[container.members].role == Role::instant ||
        (has_second && layout.fields[container.seconds].role == Role::instant))
      return "instants are in a set or a map";
  }
  return {};
}

const Location& SymbolicMachine::location(ClientIndex client, std::size_t thread) const {
  const auto at = static_cast<std::size_t>(scene_.words[layout_.clients[client].location[thread]]);
  return parts_.programs[client].locations[at];
}

/// Names the moments of a state.
void SymbolicMachine::load(const std::vector<Word>& words, Zone zone, std::size_t kept, SymbolicTime& time) {
  scene_.zone = std::move(zone);
  scene_.kept = kept;
  scene_.live.clear();
  std::copy(words.begin(), words.end(), scene_.words.begin());
  time.begin_anew(scene_.zone);
  for (const Register word : timed_)
    if (has_moment(word, words[word])) scene_.live.push_back(word);
  for (const Register word : timed_)
    if (layout_.fields[word].role == Role::instant && words[word] == shown_by_own_clock)
      scene_.live.push_back(reading_of(word));
  name_moments(time);
  INTERLOCK_ASSERT(scene_.live.size() + 1 + kept == scene_.zone.size(), "a moment for each word that runs");
}

/// What a clock shows that is off, it shows now.
void SymbolicMachine::name_moments(SymbolicTime& time) {
  const auto& live = scene_.live;
  for (std::size_t moment = 1; moment <= live.size() && !is_reading(live[moment - 1]); ++moment) {
    const Register word = live[moment - 1];
    Difference difference{.plus = moment};
    const auto reading = std::find(live.begin(), live.end(), reading_of(word));
    if (is_clock_[word]) difference.reading = Reading{owners_[word], now_moment, std::nullopt};
    if (reading != live.end())
      difference.reading = Reading{owners_[word], static_cast<std::size_t>(reading - live.begin()) + 1, std::nullopt};
    scene_.words[word] = time.word(difference);
  }
}

/// After a step: a moment for each word that runs from now on.
void SymbolicMachine::settle(SymbolicTime& time, bool keeps_now) {
  std::vector<MomentSource> sources;
  std::vector<Register> live;
  std::vector<std::pair<Register, MomentSource>> readings;
  for (Register word = 0; word < layout_.fields.size(); ++word) {
    const Word value = scene_.words[word];
    if (is_difference(value)) {
      const Difference difference = time.difference(value);
      if (!is_timed(word) || difference.minus != now_moment) throw NotExpressible{"a span that is measured is kept"};
      sources.push_back({difference.plus, difference.offset});
      const auto& reading = difference.reading;
      if (layout_.fields[word].role == Role::instant && reading && reading->is_of_instant_on(owners_[word]))
        readings.push_back({reading_of(word), {reading->plus, difference.offset}});
    } else if (has_moment(word, value)) {
      sources.push_back({now_moment, value});
    } else {
      continue;
    }
    live.push_back(word);
  }
  for (const auto& [reading, source] : readings) live.push_back(reading), sources.push_back(source);
  const std::size_t first_kept = scene_.live.size() + 1;
  for (std::size_t kept = 0; kept < scene_.kept; ++kept) sources.push_back({first_kept + kept, 0});
  if (keeps_now) {
    sources.push_back({now_moment, 0});
    ++scene_.kept;
  }
  scene_.zone = scene_.zone.arranged(sources);
  scene_.live = std::move(live);
  time.begin_anew(scene_.zone);
  name_moments(time);
}

/// Where does the step begin? It is possible from its first moment on.
bool SymbolicMachine::start_of(const Way& way, std::uint32_t& start, SymbolicTime& time) {
  const ClientWords& block = layout_.clients[way.client];
  const Location& here = location(way.client, way.thread);
  const auto is_within = [&](TimerWord timer, Word window) {
    const Difference left = left_of(timer, time);
    if (left.is_number()) return left.offset >= 0 && left.offset <= window;
    scene_.zone.meet(left.plus, left.minus, Bound::at_most(window - left.offset));
    return !scene_.zone.is_empty();
  };
  if (way.kind == MoveKind::give_up) {
    start = here.give_up;
    return here.limited && is_within(block.limit[way.thread], 0);
  }
  start = here.entry;
  switch (here.kind) {
    case LocationKind::idle:
      start = parts_.programs[way.client].begin;
      return way.thread == 0 && (block.gone == no_register || scene_.words[block.gone] == 0);
    case LocationKind::work:
    case LocationKind::sleep: return is_within(block.timer[way.thread], here.timer_window);
    case LocationKind::poll: return !here.punctual || is_within(block.timer[way.thread], 0);
    case LocationKind::call:
    case LocationKind::when: return true;
    case LocationKind::passing: break;
  }
  return false;
}

Difference SymbolicMachine::left_of(TimerWord timer, const SymbolicTime& time) const {
  return time.difference(ticks_left(timer, scene_.words.data()));
}

bool SymbolicMachine::make_step(const Way& way, Choices& choices, SymbolicTime& time, std::uint64_t& labels) {
  std::uint32_t start = 0;
  if (!start_of(way, start, time)) return false;
  Run run;
  run.words = scene_.words.data();
  run.client = way.client;
  run.from_idle = way.thread == 0 && location(way.client, 0).begins;
  run.choices = &choices;
  run.coverage = &parts_.coverage;
  parts_.steps.begin(run.words);
  parts_.steps.end_pause(run.words, way.client);
  const RunEnd end = execute(parts_.around, parts_.programs[way.client].code, start, run, time);
  if (end == RunEnd::cut) {
    parts_.coverage.note(run.gave_up);
    was_cut_ = true;
  }
  if (end != RunEnd::done) return false;
  labels = run.labels;
  for (const Check& check : parts_.properties.edge_checks()) {
    if (execute(parts_.around, parts_.properties.code(), check.start, run, time) == RunEnd::cut) continue;
    if ((run.words[check.answer] != 0) == check.when) labels |= check.bits;
  }
  if ((run.entered & 1) != 0) labels |= parts_.properties.entry_label();
  return true;
}

/// Time comes to the end of a wait; from then on it is due.
bool SymbolicMachine::reach(TimerWord timer, SymbolicTime& time) {
  const Difference left = left_of(timer, time);
  if (left.is_number()) return left.offset == 0;
  scene_.zone.meet(left.plus, left.minus, Bound::at_most(-left.offset));
  start(timer, scene_.words.data(), 0);
  return !scene_.zone.is_empty();
}

/// Would the client, which has one thread, hold time back? A wait that is due stays so.
bool SymbolicMachine::is_about_to_step(ClientIndex client, SymbolicTime& time) {
  const ClientWords& block = layout_.clients[client];
  const Location& here = location(client, 0);
  switch (here.kind) {
    case LocationKind::call: return true;
    case LocationKind::work:
    case LocationKind::sleep: return reach(block.timer[0], time);
    case LocationKind::poll: {
      if (here.punctual && here.limited)
        return reach(time.decide({{}, {}}) == 0 ? block.timer[0] : block.limit[0], time);
      return here.punctual ? reach(block.timer[0], time) : here.limited && reach(block.limit[0], time);
    }
    case LocationKind::when: return guard_holds(client, here, time);
    case LocationKind::idle:
    case LocationKind::passing: break;
  }
  return false;
}

/// What a clock shows that is off is a moment that goes along with `now`.
bool SymbolicMachine::set_clock(const Way& way, Choices& choices, SymbolicTime& time) {
  const language::Fault& fault = parts_.blueprint.scenario.faults[way.fault];
  const bool comes_first = language::rule_of(fault.kind).comes_first;
  const Register offset = layout_.clients[way.client].offset;
  if (offset == no_register) return false;
  if (comes_first && (scene_.words[layout_.begun] != 0 || scene_.words[offset] != 0)) return false;
  const FaultScene scene{parts_.blueprint.model, layout_,    parts_.blueprint.ticks, fault,
                         scene_.words.data(),    way.client, language::nothing,      choices};
  if (!strike(scene)) return false;
  const std::int64_t most = fault.amount / parts_.blueprint.ticks.microseconds;
  scene_.zone.add_moment(-most, most);
  scene_.words[offset] = time.word({.plus = scene_.zone.size() - 1});
  for (const Register live : scene_.live)  // what it showed before is as what others showed
    if (is_reading(live) && owners_[word_of(live)] == way.client)
      scene_.words[word_of(live)] = time.word({.plus = time.difference(scene_.words[word_of(live)]).plus});
  if (!comes_first) parts_.steps.begin(scene_.words.data());
  return true;
}

bool SymbolicMachine::make_fault(const Way& way, Choices& choices, SymbolicTime& time, std::uint64_t& labels) {
  const language::Fault& fault = parts_.blueprint.scenario.faults[way.fault];
  if (language::rule_of(fault.kind).target == language::FaultTarget::clock) return set_clock(way, choices, time);
  const FaultAct& act = act_of(fault.kind);
  if (act.delays && (parts_.time.is_held_up(scene_.words.data(), way.client) || !is_about_to_step(way.client, time)))
    return false;
  FaultScene scene{parts_.blueprint.model, layout_,    parts_.blueprint.ticks, fault,
                   scene_.words.data(),    way.client, language::nothing,      choices};
  const bool is_idle = act.spares_idle && scene_.words[layout_.clients[way.client].location[0]] == 0;
  if (is_idle && always_spares_idle(parts_.blueprint.model, layout_, fault, way.client)) return false;
  const std::vector<Word> before = is_idle ? scene_.words : std::vector<Word>();
  if (!act.strike(scene)) return false;
  if (act.disconnects == Disconnects::client) {
    Run run;
    run.words = scene_.words.data();
    run.client = way.client;
    run.choices = &choices;
    const Program& program = parts_.programs[way.client];
    if (execute(parts_.around, program.code, program.disconnect, run, time) == RunEnd::cut) {
      parts_.coverage.note(run.gave_up);
      was_cut_ = true;
      return false;
    }
    labels |= run.labels;
  }
  if (is_idle && !changes_anything(scene, before.data())) return false;
  if (!language::rule_of(fault.kind).comes_first) parts_.steps.begin(scene_.words.data());
  return true;
}

bool SymbolicMachine::make(const Way& way, Choices& choices, SymbolicTime& time, std::uint64_t& labels) {
  if (is_fault(way.kind)) return make_fault(way, choices, time, labels);
  if (way.kind == MoveKind::time) return true;
  if (way.kind != MoveKind::expiry) return make_step(way, choices, time, labels);
  const Difference left = left_of(layout_.cells[way.variable].deadline, time);
  if (left.is_number()) return false;
  scene_.zone.meet(left.plus, left.minus, Bound::at_most(-left.offset));
  parts_.steps.expire(scene_.words.data(), way.variable);
  parts_.steps.begin(scene_.words.data());
  return true;
}

SymbolicSuccessor SymbolicMachine::initial() {
  Choices choices;
  SymbolicTime time(scene_.zone, choices);
  load(layout_.initial, Zone(), 0, time);
  const bool is_possible = pass_time(time);
  INTERLOCK_ASSERT(is_possible && time.own_choices().empty(), "all runs begin alike");
  SymbolicSuccessor first;
  first.move.outcomes = time.outcomes();
  first.state = finished(first.move.renaming);
  return first;
}

std::vector<Way> SymbolicMachine::ways(bool faults) const {
  std::vector<Way> ways;
  if (!faults)
    for (const language::VariableIndex variable : parts_.time.expiring())
      ways.push_back({.kind = MoveKind::expiry, .variable = variable});
  for (ClientIndex client{0}; client < layout_.clients.size(); ++client) {
    const ClientWords& block = layout_.clients[client];
    for (std::uint32_t thread = 0; !faults && thread < block.location.size(); ++thread) {
      ways.push_back({.kind = MoveKind::step, .client = client, .thread = thread});
      if (block.limit[thread]) ways.push_back({.kind = MoveKind::give_up, .client = client, .thread = thread});
    }
    const bool is_struck = faults && !parts_.blueprint.model.kinds[parts_.blueprint.model.clients[client].kind].steady;
    for (std::size_t fault = 0; is_struck && fault < parts_.blueprint.scenario.faults.size(); ++fault)
      ways.push_back({.kind = MoveKind::fault, .client = client, .fault = fault});
  }
  return ways;
}

/// `kept`: how many moments of the zone are kept beside those of the state.
void SymbolicMachine::explore(const SymbolicState& state, const Zone& from, std::size_t kept, const Way& way,
                              SymbolicSuccessors& into) {
  Choices choices;
  do {
    choices.restart();
    SymbolicTime time(scene_.zone, choices);
    load(state.words, from, kept, time);
    SymbolicSuccessor next;
    was_cut_ = false;
    const bool is_made = make(way, choices, time, next.labels) && !scene_.zone.is_empty();
    if (was_cut_) ++into.cuts;
    if (!is_made) continue;
    settle(time, false);
    if (!pass_time(time)) continue;
    next.move.way = way;
    next.move.outcomes = time.outcomes();
    for (std::size_t digit = 0; digit < choices.digits().size(); ++digit)
      if (std::find(time.own_choices().begin(), time.own_choices().end(), digit) == time.own_choices().end())
        next.move.choices.push_back(choices.digits()[digit]);
    const Zone all = scene_.zone;
    scene_.zone = live_moments();
    scene_.kept = 0;
    next.state = finished(next.move.renaming);
    if (kept > 0) {
      scene_.zone = all;
      scene_.kept = kept;
      next.relation = {renamed(next.move.renaming), kept - 1};
    }
    into.found.push_back(std::move(next));
  } while (choices.next());
}

SymbolicSuccessors SymbolicMachine::successors(const SymbolicState& state, bool faults) {
  SymbolicSuccessors successors;
  for (const Way& way : ways(faults)) {
    const bool is_client = way.client != language::nothing;
    // Who is nowhere in that thread has no step; thread 0 is idle there.
    if (is_client && way.thread > 0 && state.words[layout_.clients[way.client].location[way.thread]] == 0) continue;
    explore(state, state.zone, 0, way, successors);
  }
  return successors;
}

std::uint64_t SymbolicMachine::labels(const SymbolicState& state) {
  std::uint64_t labels = 0;
  for (const Check& check : parts_.properties.state_checks()) {
    Choices choices;
    do {
      choices.restart();
      SymbolicTime time(scene_.zone, choices);
      load(state.words, state.zone, 0, time);
      const std::uint64_t here = labels_of(parts_.around, {check}, scene_.words.data(), time);
      if (!scene_.zone.is_empty()) labels |= here;
    } while ((labels & check.bits) != check.bits && choices.next());
  }
  return labels;
}

std::vector<std::pair<std::size_t, std::vector<std::uint8_t>>> SymbolicMachine::ways_to_label(
    const SymbolicState& state, std::uint64_t label) {
  std::vector<std::pair<std::size_t, std::vector<std::uint8_t>>> ways;
  for (std::size_t index = 0; index < parts_.properties.state_checks().size(); ++index) {
    const Check& check = parts_.properties.state_checks()[index];
    if ((check.bits & label) == 0) continue;
    Choices choices;
    do {
      choices.restart();
      SymbolicTime time(scene_.zone, choices);
      load(state.words, state.zone, 0, time);
      if (labels_of(parts_.around, {check}, scene_.words.data(), time) != 0) ways.emplace_back(index, time.outcomes());
    } while (choices.next());
  }
  return ways;
}

/// Where it is known how far off a clock is, that it goes along with `now` is exact. False: it is never so far off.
bool SymbolicMachine::pin_clock(const SymbolicMove& move, const std::vector<std::optional<std::int64_t>>& clocks_off,
                                std::size_t& next, const SymbolicTime& time) {
  if (!sets_clock(move)) return true;
  const std::optional<std::int64_t> off = clocks_off[next++];
  if (!off) return true;
  const Difference clock = time.difference(scene_.words[layout_.clients[move.way.client].offset]);
  scene_.zone.meet(clock.plus, clock.minus, Bound::at_most(*off));
  scene_.zone.meet(clock.minus, clock.plus, Bound::at_most(-*off));
  return !scene_.zone.is_empty();
}

bool SymbolicMachine::sets_clock(const SymbolicMove& move) const {
  return is_fault(move.way.kind) && language::rule_of(parts_.blueprint.scenario.faults[move.way.fault].kind).target ==
                                        language::FaultTarget::clock;
}

std::int64_t SymbolicMachine::most_off(const SymbolicMove& move) const {
  return parts_.blueprint.scenario.faults[move.way.fault].amount / parts_.blueprint.ticks.microseconds;
}

std::optional<Zone> SymbolicMachine::make_again(const SymbolicRun& run) {
  Zone zone;
  std::size_t kept = 0;
  std::size_t next_clock = 0;
  for (std::size_t index = 0; index < run.moves.size(); ++index) {
    const SymbolicMove& move = run.moves[index];
    Choices choices;
    choices.follow(move.choices);
    SymbolicTime time(scene_.zone, choices);
    time.follow(move.outcomes);
    std::uint64_t labels = 0;
    if (index == 0) {
      load(layout_.initial, Zone(), 0, time);
    } else {
      load(run.states[index - 1]->words, zone, kept, time);
      if (!make(move.way, choices, time, labels) || scene_.zone.is_empty()) return std::nullopt;
      if (!pin_clock(move, run.clocks_off, next_clock, time)) return std::nullopt;
    }
    settle(time, true);
    const bool is_last = index + 1 == run.moves.size();
    if (is_last && !run.ends_in_state) return kept_moments();
    if (!pass_time(time)) return std::nullopt;
    zone = renamed(move.renaming);
    kept = scene_.kept;
    if (run.loop_start != index + 1) continue;
    const std::size_t live = zone.size() - 1 - kept;
    zone = anchored(zone, live);
    kept += live + 1;
  }
  if (run.loop_start) return closed(run, zone, kept);
  if (!run.final_zone) return made_to_label(run, zone, kept);
  zone.meet(*run.final_zone);
  if (zone.is_empty()) return std::nullopt;
  return kept_of(zone, kept);
}

std::optional<Zone> SymbolicMachine::made_to_label(const SymbolicRun& run, const Zone& zone, std::size_t kept) {
  Choices choices;
  SymbolicTime time(scene_.zone, choices);
  time.follow(run.final_outcomes);
  load(run.states.back()->words, zone, kept, time);
  labels_of(parts_.around, {parts_.properties.state_checks()[run.final_check]}, scene_.words.data(), time);
  if (scene_.zone.is_empty()) return std::nullopt;
  return kept_moments();
}

}  // namespace interlock::machine
