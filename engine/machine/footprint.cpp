#include "engine/machine/footprint.hpp"

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
    if (now.op == Opcode::jump || now.op == Opcode::jump_if_false)
      open.emplace_back(static_cast<std::uint32_t>(now.immediate), may_pass);
    const bool ends = now.op == Opcode::jump || now.op == Opcode::stay || now.op == Opcode::end_round ||
                      now.op == Opcode::stop || (now.op == Opcode::location && !may_pass);
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

void FootprintFinder::add_instruction(const Instruction& now) {
  const auto& containers = around_.layout->containers;
  switch (now.op) {
    // Their operands are numbers of threads, sections and clients. Whoever runs the code adds the client's own words.
    case Opcode::location:
    case Opcode::stay:
    case Opcode::end_round:
    case Opcode::stop:
    case Opcode::event:
    case Opcode::mark:
    case Opcode::read_clock: return;
    case Opcode::event_test: return add(now.a);
    case Opcode::inside: return add(now.a), add(now.b);
    case Opcode::touch: return add_touched(now.immediate);
    case Opcode::intersect:
      add_container(containers[now.b]);
      add_container(containers[now.c]);
      return add_container(containers[static_cast<std::size_t>(now.immediate)]);
    case Opcode::fresh:
      for (const Register word : around_.identities) add(word);
      break;
    case Opcode::newest:
      for (const Register word : around_.tokens[static_cast<std::size_t>(now.immediate)]) add(word);
      break;
    case Opcode::move:
      if ((now.immediate & Look::with_look) == 0) break;
      for (const Register word : around_.instants) add(word);
      break;
    case Opcode::fence: add(static_cast<Register>(now.c + 1)); break;
    case Opcode::contains:
    case Opcode::count:
    case Opcode::rank:
    case Opcode::score:
    case Opcode::first:
    case Opcode::at:
    case Opcode::writer_of:
    case Opcode::insert:
    case Opcode::remove:
    case Opcode::remove_up_to:
    case Opcode::put:
    case Opcode::map_put:
    case Opcode::push:
    case Opcode::drop_first: add_container(containers[static_cast<std::size_t>(now.immediate)]); break;
    default: break;
  }
  add(now.a);
  add(now.b);
  add(now.c);
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
