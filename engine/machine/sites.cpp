#include "engine/machine/sites.hpp"

#include "engine/machine/faults/fault_scene.hpp"
#include "engine/machine/limits.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace interlock::machine {

using language::ClientIndex;
using language::FaultKind;
using language::FaultTarget;

Sites::Sites(const Blueprint& blueprint, const Surroundings& around, const Time& time, const Properties& properties)
    : blueprint_(blueprint), layout_(blueprint.layout), around_(around), properties_(properties) {
  add({.kind = MoveKind::time});
  for (const language::VariableIndex variable : time.expiring())
    expiries_.push_back(add({.kind = MoveKind::expiry, .variable = variable}));
  for (ClientIndex client{0}; client < layout_.clients.size(); ++client)
    if (!layout_.clients[client].delayed.empty()) resumes_.push_back(add({.kind = MoveKind::resume, .client = client}));
  for (ClientIndex client{0}; client < layout_.clients.size(); ++client)
    for (std::uint32_t server = 0; server < layout_.clients[client].cut_off.size(); ++server)
      if (layout_.clients[client].cut_off[server] != no_register)
        resumes_.push_back(add({.kind = MoveKind::resume, .client = client, .server = server}));
  for (ClientIndex client{0}; client < layout_.clients.size(); ++client) {
    find_steps(client);
    find_arrivals(client);
    find_faults(client);
  }
  find_faults_of_servers();
  // No action has all its bits set: that one is the search's word for none.
  choice_bits_ = static_cast<std::uint32_t>(32 - std::bit_width(all_.size()));
  FootprintFinder finder(around_, blueprint_.packing);
  finder.add_checks(properties_.state_checks());
  checks_ = finder.footprint();
  most_parts_ = std::max<std::size_t>(most_parts_, checks_.size);
}

std::uint32_t Sites::add(const Way& way) {
  all_.push_back({.way = way});
  return static_cast<std::uint32_t>(all_.size() - 1);
}

std::uint32_t Sites::add(const Way& way, const FootprintFinder& finder) {
  all_.push_back({.way = way, .footprint = finder.footprint()});
  most_parts_ = std::max<std::size_t>(most_parts_, all_.back().footprint.size);
  return static_cast<std::uint32_t>(all_.size() - 1);
}

FootprintFinder Sites::step_finder(ClientIndex client, std::uint32_t start, bool begins_round) const {
  FootprintFinder finder(around_, blueprint_.packing);
  finder.add_client(client);
  finder.add(layout_.begun);
  finder.add_code((*around_.programs)[client].code, start, begins_round);
  for (const Check& check : properties_.edge_checks()) finder.add_check(properties_.code(), check.start, check.answer);
  finder.add_kept();
  return finder;
}

void Sites::find_steps(ClientIndex client) {
  const Program& program = (*around_.programs)[client];
  const ClientWords& block = layout_.clients[client];
  for (std::uint32_t thread = 0; thread < block.location.size(); ++thread) {
    Spot spot{blueprint_.packing.range_of(block.location[thread]), {}};
    for (std::uint32_t at = 0; at < program.locations.size(); ++at) {
      const Location& location = program.locations[at];
      const bool is_idle = thread == 0 && at == 0;
      const bool is_place = at != 0 && location.kind != LocationKind::passing;
      const bool is_here = is_idle || (is_place && location.thread == thread);
      const std::uint32_t start = is_idle ? program.begin : location.entry;
      spot.sites.push_back(is_here ? add({.kind = MoveKind::step, .client = client, .thread = thread},
                                         step_finder(client, start, location.begins && thread == 0))
                                   : no_site);
    }
    steps_.push_back(std::move(spot));
    if (!block.limit[thread]) continue;
    Spot give_up{blueprint_.packing.range_of(block.location[thread]), {}};
    for (const Location& location : program.locations) {
      const bool is_here = location.limited && location.thread == thread;
      give_up.sites.push_back(is_here ? add({.kind = MoveKind::give_up, .client = client, .thread = thread},
                                            step_finder(client, location.give_up, false))
                                      : no_site);
    }
    steps_.push_back(std::move(give_up));
  }
}

/// Of each request that is under way.
void Sites::find_arrivals(ClientIndex client) {
  const Program& program = (*around_.programs)[client];
  for (std::uint32_t place = 0; place < program.arrivals.size(); ++place) {
    Spot spot{blueprint_.packing.range_of(layout_.clients[client].requests[place].call), {no_site}};
    for (const std::uint32_t start : program.arrivals[place])
      spot.sites.push_back(
          add({.kind = MoveKind::arrival, .client = client, .thread = place}, step_finder(client, start, false)));
    steps_.push_back(std::move(spot));
  }
}

FaultTarget Sites::target_of(std::size_t fault) const {
  return language::rule_of(blueprint_.scenario.faults[fault].kind).target;
}

bool Sites::is_steady(ClientIndex client) const {
  return blueprint_.model.kinds[blueprint_.model.clients[client].kind].steady;
}

void Sites::find_faults(ClientIndex client) {
  if (is_steady(client)) return;
  for (std::size_t fault = 0; fault < blueprint_.scenario.faults.size(); ++fault) {
    if (target_of(fault) == FaultTarget::server || target_of(fault) == FaultTarget::connection) continue;
    if (target_of(fault) == FaultTarget::call) {
      find_losses(client, fault);
      continue;
    }
    faults_.push_back(fault_spot(client, fault));
    if (target_of(fault) != FaultTarget::clock) continue;
    const std::int64_t offsets = 2 * (blueprint_.scenario.faults[fault].amount / blueprint_.ticks.microseconds) + 1;
    require_within(Limit::clock_offsets, static_cast<std::uint64_t>(offsets));
  }
}

/// Where a fault may strike a client or its clock.
Spot Sites::fault_spot(ClientIndex client, std::size_t fault) {
  const Program& program = (*around_.programs)[client];
  const FaultKind kind = blueprint_.scenario.faults[fault].kind;
  const FaultAct& act = act_of(kind);
  const auto site_at = [&](std::uint32_t at) {
    if (at == 0 && always_spares_idle(blueprint_.model, layout_, blueprint_.scenario.faults[fault], client))
      return no_site;
    FootprintFinder finder(around_, blueprint_.packing);
    finder.add_client(client);
    finder.add(layout_.begun);
    finder.add(layout_.strikes[static_cast<std::size_t>(kind)]);
    if (act.disconnects == Disconnects::client) {
      for (const Register word : layout_.client_names) finder.add(word);
      finder.add_code(program.code, program.disconnect);
    }
    if (act.delays)
      for (const Location& location : program.locations)
        if (location.kind == LocationKind::when) finder.add_check(program.code, location.guard, location.guard_answer);
    finder.add_kept();
    return add({.kind = MoveKind::fault, .client = client, .fault = fault}, finder);
  };
  if (act.is_alike_everywhere) return {{}, {site_at(0)}};
  Spot spot{blueprint_.packing.range_of(layout_.clients[client].location[0]), {}};
  for (std::uint32_t at = 0; at < program.locations.size(); ++at)
    spot.sites.push_back(program.locations[at].kind == LocationKind::passing ? no_site : site_at(at));
  return spot;
}

/// A call may be lost wherever one can be made, be it the one that a round begins with.
void Sites::find_losses(ClientIndex client, std::size_t fault) {
  const Program& program = (*around_.programs)[client];
  const ClientWords& block = layout_.clients[client];
  const auto struck = struck_at(blueprint_.scenario.faults[fault].kind);
  for (std::uint32_t thread = 0; thread < block.location.size(); ++thread) {
    Spot spot{blueprint_.packing.range_of(block.location[thread]), {}};
    for (std::uint32_t at = 0; at < program.locations.size(); ++at) {
      const Location& location = program.locations[at];
      const bool begins = thread == 0 && location.begins;
      if (!begins && (location.*struck == 0 || location.thread != thread)) {
        spot.sites.push_back(no_site);
        continue;
      }
      FootprintFinder finder = step_finder(client, begins ? program.begin : location.*struck, begins);
      for (const Location& first : program.locations)
        if (begins && first.*struck != 0) finder.add_code(program.code, first.*struck, false);
      finder.add(layout_.strikes[static_cast<std::size_t>(blueprint_.scenario.faults[fault].kind)]);
      finder.add_kept();
      spot.sites.push_back(add({.kind = MoveKind::fault, .client = client, .thread = thread, .fault = fault}, finder));
    }
    faults_.push_back(std::move(spot));
  }
}

/// A fault of a server may see and change everything, wherever the clients are.
void Sites::find_faults_of_servers() {
  FootprintFinder all(around_, blueprint_.packing);
  for (Register word = 0; word < layout_.fields.size(); ++word) all.add(word);
  for (std::size_t fault = 0; fault < blueprint_.scenario.faults.size(); ++fault) {
    const FaultTarget target = target_of(fault);
    if (target == FaultTarget::server &&
        language::rule_of(blueprint_.scenario.faults[fault].kind).amount == language::FaultAmount::offset)
      require_within(Limit::clock_offsets, static_cast<std::uint64_t>(2 * (blueprint_.scenario.faults[fault].amount /
                                                                           blueprint_.ticks.microseconds)));
    if (target != FaultTarget::server && target != FaultTarget::connection) continue;
    for (std::uint32_t server = 0; server < blueprint_.model.servers.size(); ++server) {
      if (blueprint_.model.servers[server].steady) continue;
      Way way{.kind = MoveKind::fault, .server = server, .fault = fault};
      if (target == FaultTarget::server) faults_.push_back({{}, {add(way, all)}});
      for (way.client = ClientIndex{0}; target == FaultTarget::connection && way.client < layout_.clients.size();
           ++way.client)
        if (!is_steady(way.client)) faults_.push_back({{}, {add(way, all)}});
    }
  }
}

}  // namespace interlock::machine
