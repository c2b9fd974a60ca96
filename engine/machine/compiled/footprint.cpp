#include "engine/machine/compiled/footprint.hpp"

#include "engine/machine/compiled/opcodes.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace interlock::machine {

FootprintFinder::FootprintFinder(const Surroundings& around, const Packing& packing)
    : around_(around), packing_(packing), seen_(around.layout->fields.size(), false) {}

void FootprintFinder::add_client(language::ClientIndex client) {
  const ClientWords& block = around_.layout->clients[client];
  for (Register word = block.begin; word < block.end; ++word) seen_[word] = true;
}

void FootprintFinder::add_code(const std::vector<Instruction>& code, std::uint32_t start, bool begins_round) {
  // By instruction: was it reached, with a location behind it that the step may still pass, or with none?
  std::vector<std::array<bool, 2>> reached(code.size(), {false, false});
  std::vector<std::pair<std::uint32_t, bool>> open{{start, begins_round}};
  while (!open.empty()) {
    const auto [at, may_pass] = open.back();
    open.pop_back();
    if (std::exchange(reached[at][may_pass ? 1 : 0], true)) continue;
    const Instruction& now = code[at];
    add_instruction(now);
    const OpcodeRule& rule = rule_of(now.op);
    if (rule.immediate == Means::target) open.emplace_back(static_cast<std::uint32_t>(now.immediate), may_pass);
    const bool ends = !rule.goes_on || (now.op == Opcode::location && !may_pass);
    if (!ends) open.emplace_back(at + 1, may_pass && now.op != Opcode::location);
  }
}

void FootprintFinder::add_container(const Container& container) {
  add(container.count);
  for (const Register column : {container.members, container.seconds, container.writers})
    for (std::uint32_t slot = 0; slot < container.capacity && column != no_register; ++slot)
      add(static_cast<Register>(column + slot));
  add_touched(container.watched);
}

void FootprintFinder::add_touched(std::int32_t watched) {
  if (watched < 0) return;
  const auto index = static_cast<std::size_t>(watched);
  for (const Register word : around_.layout->watched[index].watching) add(word);
  for (const Register word : around_.layout->touched[around_.server_of_watched[index]]) add(word);
}

/// Whoever runs the code adds the client's own words.
void FootprintFinder::add_instruction(const Instruction& now) {
  const auto& containers = around_.layout->containers;
  const auto index = static_cast<std::size_t>(now.immediate);
  const OpcodeRule& rule = rule_of(now.op);
  for_each_operand(now, [&](Uses use, Register operand) {
    if (use == Uses::container) add_container(containers[operand]);
    if (is_register(use)) add(operand);
    if (use == Uses::pair) add(static_cast<Register>(operand + 1));
  });
  if (rule.immediate == Means::container) add_container(containers[index]);
  if (rule.immediate == Means::watched) add_touched(now.immediate);
  if (rule.immediate == Means::tokens)
    for (const Register word : around_.tokens[index]) add(word);
  if (now.op == Opcode::put && containers[index].keeps_ties)
    for (std::uint32_t word = 0; word < 2 * around_.layout->most_pairs; ++word)
      add(static_cast<Register>(around_.layout->pairs + word));
  if (rule.beside == Beside::identities)
    for (const Register word : around_.identities) add(word);
  const bool looks_around = (now.op == Opcode::move && (now.immediate & Look::with_look) != 0) ||
                            (now.op == Opcode::read_now && now.immediate != 0);
  if (looks_around)
    for (const Register word : around_.instants) add(word);
  if (now.op == Opcode::read_now && around_.clocks_may_be_off)
    for (const ClientWords& client : around_.layout->clients) add(client.offset);
  if (rule.beside == Beside::belief) {
    const ClientWords& whose = around_.layout->clients[now.c];
    add(whose.offset);
    for (const Register word : whose.believed) add(word);
  }
  if (rule.beside == Beside::checks) add_checks(*around_.passing_checks);
}

void FootprintFinder::add_kept() {
  for (const std::uint32_t keeping : around_.layout->keeping_servers) {
    const ServerWords& server = around_.layout->servers[keeping];
    const auto begin = seen_.begin() + server.block.begin;
    if (std::none_of(begin, seen_.begin() + server.block.end, [](bool seen) { return seen; })) continue;
    std::fill(begin, seen_.begin() + server.kept.back().end, true);
  }
}

void FootprintFinder::add_checks(const std::vector<Check>& checks) {
  for (const Check& check : checks) {
    add_check(*around_.checks_code, check.start, check.answer);
    if (check.client != language::nothing) add(around_.layout->clients[check.client].location[0]);
  }
}

Footprint FootprintFinder::footprint() const {
  Footprint found;
  std::vector<Unit> mask(packing_.units(), 0);
  for (Register word = 0; word < seen_.size(); ++word)
    if (seen_[word]) put_bits(mask.data(), packing_.range_of(word), ~Unit{0});
  for (std::uint32_t unit = 0; unit < mask.size(); ++unit) {
    if (mask[unit] == 0) continue;
    found.fits = found.size < Footprint::most_parts;
    if (!found.fits) return found;
    found.parts[found.size++] = {unit, mask[unit]};
  }
  return found;
}

}  // namespace interlock::machine
