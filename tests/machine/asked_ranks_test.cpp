// Whose rank may still be asked: on a program that is written down here. A client has a name, puts it into a set and
// looks where it stands.

#include "engine/machine/canonical/asked_ranks.hpp"
#include "tests/catch.hpp"

namespace interlock::machine {
namespace {

constexpr Register place = 0;  ///< of the client
constexpr Register name = 1;
constexpr Register cell = 2;  ///< of a server
constexpr Register first_temporary = 3;
constexpr Register score = 3;
constexpr Register new_name = 4;
constexpr Register member = 5;
constexpr Register again = 6;
constexpr Register rank = 7;

Layout one_client() {
  Layout layout;
  layout.fields.assign(first_temporary, Field{.role = Role::plain, .bits = 4});
  layout.fields[name].role = layout.fields[cell].role = Role::identity;
  layout.containers.push_back({});
  ClientWords client;
  client.location = {place};
  client.locals = {name};
  client.own = {{language::VariableIndex{0}, name}};
  layout.clients.push_back(client);
  return layout;
}

language::Model one_kind() {
  language::Model model;
  model.kinds.resize(1);
  model.clients.resize(1);
  return model;
}

Location at(std::uint32_t entry) {
  Location location;
  location.kind = LocationKind::call;
  location.entry = entry;
  return location;
}

/// It takes a name, waits, puts it, waits, and asks; `looked_up` is where the name comes from that it asks about.
Program asking_later() {
  Program program;
  program.code = {
      {.op = Opcode::fresh, .a = new_name},
      {.op = Opcode::copy, .a = name, .b = new_name},
      {.op = Opcode::location, .b = 0, .immediate = 1},
      {.op = Opcode::copy, .a = member, .b = name},
      {.op = Opcode::put, .b = member, .c = score, .immediate = 0},
      {.op = Opcode::location, .b = 0, .immediate = 2},
      {.op = Opcode::copy, .a = again, .b = name},
      {.op = Opcode::rank, .a = rank, .b = again, .immediate = 0},
      {.op = Opcode::location, .b = 0, .immediate = 3},
      {.op = Opcode::end_round},
      {.op = Opcode::stop},
  };
  program.locations = {Location{}, at(3), at(6), at(9)};
  program.disconnect = 10;
  return program;
}

std::uint64_t asked(const AskedRanks& ranks, const Layout& layout, Word location) {
  const Word words[] = {location, 5, 0};
  return ranks.ids(layout, words);
}

TEST_CASE("a rank is asked from the put on up to where it is looked up for the last time") {
  const Layout layout = one_client();
  const AskedRanks ranks(one_kind(), {}, layout, {asking_later()}, 0);
  REQUIRE(ranks.is_known());
  CHECK(asked(ranks, layout, 0) == 0);
  CHECK(asked(ranks, layout, 1) == 0);  // it is put anew before
  CHECK(asked(ranks, layout, 2) == std::uint64_t{1} << 5U);
  CHECK(asked(ranks, layout, 3) == 0);
}

TEST_CASE("where names come from cells, anybody's rank may be asked") {
  const Layout layout = one_client();
  Program program = asking_later();
  program.code[1].b = cell;
  program.code[4].op = Opcode::use;  // nothing is put
  program.code[4].a = rank;
  CHECK_FALSE(AskedRanks(one_kind(), {}, layout, {program}, 0).is_known());
  program = asking_later();
  program.code[6].b = cell;
  CHECK_FALSE(AskedRanks(one_kind(), {}, layout, {program}, 0).is_known());
}

TEST_CASE("a checked property asks inside of its section") {
  const Layout layout = one_client();
  Program program = asking_later();
  program.locations[3].sections = 2;
  language::Model model = one_kind();
  language::Expression whose;
  whose.op = language::ExpressionOp::read;
  whose.variable = 0;
  language::Expression question;
  question.op = language::ExpressionOp::rank;
  question.variable = layout.containers[0].variable;
  question.operands = {whose};
  model.kinds[0].kept.push_back({.name = "mine", .place = {}, .section = 1, .condition = question});
  Relevance relevance;
  CHECK(asked(AskedRanks(model, relevance, layout, {program}, 0), layout, 3) == 0);
  relevance.checked.insert("mine");
  CHECK(asked(AskedRanks(model, relevance, layout, {program}, 0), layout, 3) == std::uint64_t{1} << 5U);
}

}  // namespace
}  // namespace interlock::machine
