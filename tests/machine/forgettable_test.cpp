// Which of a client's variables are dead where.

#include "engine/machine/compiled/compiler.hpp"
#include "tests/catch.hpp"

#include <algorithm>

namespace interlock::machine {
namespace {

constexpr Register mine = 0;
constexpr Register other = 1;

Layout two_words() {
  Layout layout;
  layout.fields.assign(2, Field{.role = Role::plain, .bits = 4});
  layout.initial = {0, 0};
  return layout;
}

Location at(std::uint32_t entry) {
  Location location;
  location.kind = LocationKind::call;
  location.entry = entry;
  return location;
}

bool is_forgotten(const Program& program, std::size_t location, Register word) {
  const auto& forgotten = program.locations[location].forget;
  return std::any_of(forgotten.begin(), forgotten.end(), [&](const auto& one) { return one.first == word; });
}

TEST_CASE("a variable is kept up to where it is read for the last time") {
  Program program;
  program.code = {
      {.op = Opcode::set, .a = mine, .immediate = 1},
      {.op = Opcode::location, .b = 0, .immediate = 1},
      {.op = Opcode::copy, .a = other, .b = mine},
      {.op = Opcode::location, .b = 0, .immediate = 2},
      {.op = Opcode::end_round},
  };
  program.locations = {Location{}, at(2), at(4)};
  find_forgettable(program, two_words(), {mine, other}, {});
  CHECK_FALSE(is_forgotten(program, 1, mine));
  CHECK(is_forgotten(program, 1, other));
  CHECK(is_forgotten(program, 2, mine));
}

TEST_CASE("what is read in the next turn of a loop is kept") {
  Program program;
  program.code = {
      {.op = Opcode::set, .a = mine, .immediate = 1}, {.op = Opcode::location, .b = 0, .immediate = 1},
      {.op = Opcode::copy, .a = other, .b = mine},    {.op = Opcode::location, .b = 0, .immediate = 2},
      {.op = Opcode::jump, .immediate = 1},
  };
  program.locations = {Location{}, at(2), at(4)};
  find_forgettable(program, two_words(), {mine, other}, {});
  CHECK_FALSE(is_forgotten(program, 2, mine));
}

TEST_CASE("what a heartbeat or a property reads is kept inside its section") {
  Program program;
  program.code = {{.op = Opcode::set, .a = mine, .immediate = 1},
                  {.op = Opcode::location, .b = 0, .immediate = 1},
                  {.op = Opcode::end_round}};
  program.locations = {Location{}, at(2)};
  program.locations[1].sections = 4;
  Program elsewhere = program;
  find_forgettable(program, two_words(), {mine}, {{4, mine}});
  CHECK_FALSE(is_forgotten(program, 1, mine));
  find_forgettable(elsewhere, two_words(), {mine}, {{2, mine}});
  CHECK(is_forgotten(elsewhere, 1, mine));
}

TEST_CASE("with a heartbeat each thread says what it still needs, whoever wrote it") {
  Program program;
  program.code = {{.op = Opcode::set, .a = mine, .immediate = 1},
                  {.op = Opcode::location, .b = 0, .immediate = 1},
                  {.op = Opcode::end_round},
                  {.op = Opcode::set, .a = other, .immediate = 1},
                  {.op = Opcode::location, .b = 1, .immediate = 3},
                  {.op = Opcode::copy, .a = mine, .b = other},
                  {.op = Opcode::location, .b = 1, .immediate = 2}};
  program.locations = {Location{}, at(2), at(3), at(5)};
  program.locations[2].thread = program.locations[3].thread = 1;
  find_forgettable(program, two_words(), {mine, other}, {{in_all_of_the_round, other}});
  CHECK(program.shared.size() == 2);
  CHECK(program.locations[1].needed == 0);
  CHECK(program.locations[2].needed == 0);  // it writes before it reads
  CHECK(program.locations[3].needed == 2);
  CHECK_FALSE(is_forgotten(program, 1, mine));
}

}  // namespace
}  // namespace interlock::machine
