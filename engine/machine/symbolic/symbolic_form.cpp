// The normal form of a symbolic state: what is discrete as ever, and the zone after it. Clients that are alike in all
// that is discrete are told apart by their moments.

#include "engine/machine/symbolic/symbolic_machine.hpp"

#include "engine/assert.hpp"
#include "engine/language/walk.hpp"

#include <algorithm>
#include <map>
#include <numeric>

namespace interlock::machine {

using language::ClientIndex;

std::vector<bool> SymbolicMachine::find_clocks(const Layout& layout) {
  std::vector<bool> is_clock(layout.fields.size(), false);
  for (const ClientWords& client : layout.clients)
    if (client.offset != no_register) is_clock[client.offset] = true;
  return is_clock;
}

std::vector<ClientIndex> SymbolicMachine::owners() const {
  std::vector<ClientIndex> owners(layout_.fields.size(), language::nothing);
  for (ClientIndex client{0}; client < layout_.clients.size(); ++client)
    std::fill(owners.begin() + layout_.clients[client].begin, owners.begin() + layout_.clients[client].end, client);
  return owners;
}

bool SymbolicMachine::has_moment(Register word, Word value) const {
  switch (layout_.fields[word].role) {
    case Role::instant: return is_ordinary(value);
    case Role::timer: return value > 0;
    case Role::lease: return value > 0 && value <= most_ticks;  // beyond: endless
    case Role::plain: return is_clock_[word] && value != 0;
    case Role::identity:
    case Role::token:
    case Role::client: break;
  }
  return false;
}

bool SymbolicMachine::is_timed(Register word) const {
  const Role role = layout_.fields[word].role;
  return role == Role::instant || role == Role::timer || role == Role::lease || is_clock_[word];
}

std::vector<Register> SymbolicMachine::timed_words() const {
  std::vector<Register> timed;
  for (Register word = 0; word < layout_.fields.size(); ++word)
    if (is_timed(word)) timed.push_back(word);
  return timed;
}

/// Wherever the clients are. Instants are compared with each other, up to the farthest that any comparison can tell;
/// so are deadlines where what is left of one is read. All others are waited for.
std::vector<AskedOfMoment> SymbolicMachine::asked_of_words(const MachineParts& parts) {
  const std::int64_t unit = parts.blueprint.ticks.microseconds;
  const std::int64_t far = (std::max(parts.blueprint.flow.farthest, parts.blueprint.flow.usual) + unit - 1) / unit;
  std::int64_t longest = (parts.blueprint.flow.longest + unit - 1) / unit;
  for (const Program& program : parts.programs)
    for (const Location& location : program.locations)
      longest = std::max<std::int64_t>({longest, location.timer_high, location.limit});
  bool reads_rest = false;
  language::for_each_expression(parts.blueprint.model, [&](const language::Expression& expression) {
    reads_rest = reads_rest || expression.op == language::ExpressionOp::rest;
  });
  const AskedOfMoment compared{.lower = far, .upper = far, .ahead = std::max(far, longest), .apart = far};
  std::vector<AskedOfMoment> asked(parts.blueprint.layout.fields.size(), {.ahead = longest});
  for (Register word = 0; word < parts.blueprint.layout.fields.size(); ++word)
    if (parts.blueprint.layout.fields[word].role == Role::instant) asked[word] = compared;
  std::int64_t off = 0;
  for (const language::Fault& fault : parts.blueprint.scenario.faults)
    if (language::rule_of(fault.kind).target == language::FaultTarget::clock) off = std::max(off, fault.amount / unit);
  for (const ClientWords& client : parts.blueprint.layout.clients)
    if (client.offset != no_register)
      asked[client.offset] = {.lower = off, .upper = off, .ahead = off, .apart = far + 2 * off};
  for (const language::VariableIndex variable : parts.time.expiring())
    if (reads_rest) asked[parts.blueprint.layout.cells[variable].deadline.word()] = compared;
  return asked;
}

/// What may still be asked of the moments of the scene.
std::vector<AskedOfMoment> SymbolicMachine::asked_now() const {
  std::vector<AskedOfMoment> asked;
  for (const Register word : scene_.live) asked.push_back(asked_[word_of(word)]);
  const auto ask = [&](TimerWord timer, AskedOfMoment what) {
    const auto found = std::find(scene_.live.begin(), scene_.live.end(), timer.word());
    if (found != scene_.live.end()) asked[static_cast<std::size_t>(found - scene_.live.begin())] = what;
  };
  for (ClientIndex client{0}; client < layout_.clients.size(); ++client)
    for (std::size_t thread = 0; thread < layout_.clients[client].location.size(); ++thread) {
      const Location& here = location(client, thread);
      if (here.kind != LocationKind::work && here.kind != LocationKind::sleep) continue;
      const Word window = tells_windows_ ? here.timer_window : 0;
      ask(layout_.clients[client].timer[thread], {.lower = -window, .upper = 0, .ahead = here.timer_high});
    }
  return asked;
}

/// The zone with the clients exchanged: its moments in the order of the words where they stand then.
Zone SymbolicMachine::renamed(const Renaming& renaming) const {
  std::map<Register, std::size_t> places;  // by word, then: the moment
  for (std::size_t moment = 0; moment < scene_.live.size(); ++moment) {
    const Register word = scene_.live[moment];
    if (!is_reading(word) && !is_difference(scene_.words[word]) && !has_moment(word, scene_.words[word])) continue;
    places.emplace(renamed(renaming, word), moment + 1);
  }
  std::vector<MomentSource> sources;
  for (const auto& [word, moment] : places) sources.push_back({moment, 0});
  for (std::size_t kept = 0; kept < scene_.kept; ++kept) sources.push_back({scene_.live.size() + 1 + kept, 0});
  return scene_.zone.arranged(sources);
}

Register SymbolicMachine::renamed(const Renaming& renaming, Register word) const {
  if (is_reading(word)) return reading_of(renamed(renaming, word_of(word)));
  for (ClientIndex client{0}; client < layout_.clients.size(); ++client) {
    const ClientWords& block = layout_.clients[client];
    if (word < block.begin || word >= block.end) continue;
    return static_cast<Register>(word - block.begin + layout_.clients[renaming[client]].begin);
  }
  return word;
}

/// The last moments of a zone.
Zone SymbolicMachine::kept_of(const Zone& zone, std::size_t kept) {
  std::vector<MomentSource> sources;
  for (std::size_t moment = zone.size() - kept; moment < zone.size(); ++moment) sources.push_back({moment, 0});
  return zone.arranged(sources);
}

Zone SymbolicMachine::live_moments() const {
  std::vector<MomentSource> sources;
  for (std::size_t moment = 1; moment <= scene_.live.size(); ++moment) sources.push_back({moment, 0});
  return scene_.zone.arranged(sources);
}

void SymbolicMachine::exchange(const Renaming& renaming, const std::vector<Word>& from, std::vector<Word>& into) const {
  into = from;
  for (ClientIndex client{0}; client < layout_.clients.size(); ++client) {
    const ClientWords& block = layout_.clients[client];
    std::copy(from.begin() + block.begin, from.begin() + block.end,
              into.begin() + layout_.clients[renaming[client]].begin);
  }
  for (const Register word : layout_.client_names)
    if (into[word] >= 0) into[word] = renaming[static_cast<std::size_t>(into[word])];
}

/// Other orders of the clients: those in which only clients change places that stand in the same place of their
/// programs.
std::vector<Renaming> SymbolicMachine::orders(const std::vector<Word>& words) const {
  Renaming none{};
  std::iota(none.begin(), none.end(), std::uint8_t{0});
  std::vector<Renaming> orders{none};
  if (!parts_.blueprint.reductions.symmetry) return orders;
  const auto are_alike = [&](ClientIndex left, ClientIndex right) {
    const ClientWords& mine = layout_.clients[left];
    const ClientWords& theirs = layout_.clients[right];
    for (std::size_t thread = 0; thread < mine.location.size(); ++thread)
      if (words[mine.location[thread]] != words[theirs.location[thread]]) return false;
    return true;
  };
  for (const auto& group : plan_.rules.interchangeable) {
    const std::vector<Renaming> before = orders;
    std::vector<ClientIndex> order = group;
    while (std::next_permutation(order.begin(), order.end())) {
      bool is_tie = true;
      for (std::size_t place = 0; place < group.size(); ++place)
        is_tie = is_tie && are_alike(group[place], order[place]);
      if (!is_tie) continue;
      for (Renaming renaming : before) {
        for (std::size_t place = 0; place < group.size(); ++place)
          renaming[group[place]] = static_cast<std::uint8_t>(order[place]);
        orders.push_back(renaming);
      }
    }
  }
  return orders;
}

/// From the scene to the state: the least of what the orders of the clients give.
SymbolicState SymbolicMachine::finished(Renaming& renaming) {
  std::vector<Word> words(scene_.words.begin(),
                          scene_.words.begin() + static_cast<std::ptrdiff_t>(layout_.fields.size()));
  for (const Register word : scene_.live)
    if (!is_reading(word) && is_difference(words[word]))
      words[word] = layout_.fields[word].role == Role::instant ? 0 : 1;
  std::copy(words.begin(), words.end(), scene_.words.begin());
  scene_.zone.widen(asked_now());
  normal_form_.settle(words.data());
  for (const Register word : scene_.live)
    if (is_reading(word)) words[word_of(word)] = shown_by_own_clock;
  std::optional<SymbolicState> best;
  std::vector<Word> exchanged;
  for (const Renaming& order : orders(words)) {
    exchange(order, words, exchanged);
    Renaming sorting{};
    normal_form_.order(exchanged.data(), sorting);
    Renaming both = order;
    for (ClientIndex client{0}; client < layout_.clients.size(); ++client) both[client] = sorting[order[client]];
    if (best && best->words < exchanged) continue;
    SymbolicState candidate{exchanged, renamed(both)};
    const bool is_better = !best || candidate.words < best->words || candidate.zone < best->zone;
    if (!is_better) continue;
    best = std::move(candidate);
    renaming = both;
  }
  return std::move(*best);
}

}  // namespace interlock::machine
