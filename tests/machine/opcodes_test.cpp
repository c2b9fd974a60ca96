#include "engine/machine/compiled/opcodes.hpp"
#include "engine/machine/compiled/footprint.hpp"
#include "tests/catch.hpp"

namespace interlock::machine {
namespace {

/// A layout of four words of 20 bits, the last two of them a set of one member and its count.
Layout small_layout() {
  Layout layout;
  layout.fields.assign(4, Field{.role = Role::plain, .bits = 20});
  Container container;
  container.capacity = 1;
  container.count = 2;
  container.members = 3;
  layout.containers.push_back(container);
  return layout;
}

bool is_sound(const Instruction& instruction) { return is_well_formed(instruction, small_layout(), 6, 2); }

/// The bits of the packed words that an instruction sees or changes.
Unit seen_by(const Instruction& instruction) {
  const Layout layout = small_layout();
  const Packing packing(layout);
  Surroundings around;
  around.layout = &layout;
  FootprintFinder finder(around, packing);
  finder.add_code({instruction, {.op = Opcode::stop}}, 0);
  const Footprint footprint = finder.footprint();
  return footprint.size == 0 ? 0 : footprint.parts[0].mask;
}

TEST_CASE("an instruction whose operands name nothing is not well formed") {
  CHECK(is_sound({.op = Opcode::copy, .a = 0, .b = 5}));
  CHECK_FALSE(is_sound({.op = Opcode::copy, .a = 0, .b = 6}));
  CHECK_FALSE(is_sound({.op = Opcode::copy, .a = no_register, .b = 0}));
  CHECK_FALSE(is_sound({.op = Opcode::copy, .a = 0, .b = 1, .c = 2}));
  CHECK(is_sound({.op = Opcode::jump, .immediate = 1}));
  CHECK_FALSE(is_sound({.op = Opcode::jump, .immediate = 2}));
  CHECK(is_sound({.op = Opcode::insert, .b = 1, .immediate = 0}));
  CHECK_FALSE(is_sound({.op = Opcode::insert, .b = 1, .immediate = 1}));
  CHECK_FALSE(is_sound({.op = Opcode::intersect, .b = 0, .c = 1, .immediate = 0}));
}

TEST_CASE("a footprint holds all words that an instruction reads or writes, and no others") {
  const auto word = [](std::uint32_t index) { return Unit{0xfffff} << (64 - 20 * (index + 1)); };
  CHECK(seen_by({.op = Opcode::copy, .a = 0, .b = 1}) == (word(0) | word(1)));
  CHECK(seen_by({.op = Opcode::set, .a = 1, .immediate = 7}) == word(1));
  CHECK(seen_by({.op = Opcode::guard, .a = 0}) == word(0));
  CHECK(seen_by({.op = Opcode::fail_if_false, .a = 2}) == word(2));
  CHECK(seen_by({.op = Opcode::event, .b = 1}) == 0);
  // A container is seen whole.
  CHECK((seen_by({.op = Opcode::count, .a = 4}) & word(2)) == word(2));
}

}  // namespace
}  // namespace interlock::machine
