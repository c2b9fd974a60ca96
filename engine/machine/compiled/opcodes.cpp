#include "engine/machine/compiled/opcodes.hpp"

namespace interlock::machine {

namespace {

bool operand_exists(Uses use, Register operand, const Layout& layout, std::uint32_t registers) {
  switch (use) {
    case Uses::nothing: return operand == no_register;
    case Uses::reads:
    case Uses::writes:
    case Uses::changes: return operand < registers;
    case Uses::may_read: return operand == no_register || operand < registers;
    case Uses::pair: return operand + 1U < registers;
    case Uses::container: return operand < layout.containers.size();
    case Uses::number: return true;
  }
  return false;
}

bool immediate_exists(const Instruction& instruction, const Layout& layout, std::size_t length_of_code) {
  const auto below = [&](std::size_t bound) {
    return instruction.immediate >= 0 && static_cast<std::size_t>(instruction.immediate) < bound;
  };
  switch (rule_of(instruction.op).immediate) {
    case Means::nothing: return instruction.immediate == 0;
    case Means::value: return true;
    case Means::target: return below(length_of_code);
    case Means::container: return below(layout.containers.size());
    case Means::watched: return below(layout.watched.size());
    case Means::tokens: return below(layout.token_classes);
    case Means::label:
    case Means::part:
    case Means::location: return instruction.immediate >= 0;
  }
  return false;
}

}  // namespace

bool is_well_formed(const Instruction& instruction, const Layout& layout, std::uint32_t registers,
                    std::size_t length_of_code) {
  bool exists = immediate_exists(instruction, layout, length_of_code);
  for_each_operand(instruction, [&](Uses use, Register operand) {
    exists = exists && operand_exists(use, operand, layout, registers);
  });
  return exists;
}

}  // namespace interlock::machine
