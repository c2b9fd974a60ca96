// Machines so small that their states can be counted by hand.

#include "engine/check/checker.hpp"
#include "tests/catch.hpp"
#include "tests/random/reading.hpp"

#include <algorithm>
#include <string>

namespace interlock::check {
namespace {

std::uint64_t states_of(const std::string& text, const Reductions& reductions = {}) {
  std::string problems;
  const auto model = tests::read({text, ""}, problems);
  INFO(problems);
  REQUIRE(model);
  const auto found = std::find_if(model->specs.begin(), model->specs.end(),
                                  [](const auto& spec) { return spec.name == "everything"; });
  REQUIRE(found != model->specs.end());
  const auto spec = static_cast<std::uint32_t>(found - model->specs.begin());
  Settings settings;
  settings.reductions = reductions;
  settings.search.threads = 1;
  const Answer answer = check(*model, {}, {spec}, settings);
  CHECK(answer.exhausted());
  return answer.states;
}

const std::string flags = "server m : memory { x : int 0..2  y : bool }\n";

/// A property that is never decided early, and that reads both cells.
std::string protocol(const std::string& clients) {
  return "protocol p\n" + flags + clients + "spec everything \"All.\" never m.x == 2 and m.y and m.x == 1\n";
}

TEST_CASE("one client with one write: before, and behind") {
  // x is 0; then 1. Between rounds the client is idle.
  CHECK(states_of(protocol("client w[1] { m.x = 1 }\n")) == 2);
}

TEST_CASE("two writes, one after the other") {
  // idle x=0; between the writes x=1; idle x=2; between the writes x=1 again.
  CHECK(states_of(protocol("client w[1] {\n  m.x = 1\n  m.x = 2\n}\n")) == 3);
}

TEST_CASE("two clients with two writes, exchanged or not") {
  // Each idle or between; x and y are what was written last: (x, y) = (0, false) at first; x = 1 after the first write
  // of anybody, y = true after the second. Before any second write: both idle x=0; one between; both between, x=1.
  // Afterwards: nobody, one or both between, all with x=1 and y.
  const std::string text = protocol("client w[2] {\n  m.x = 1\n  m.y = true\n}\n");
  CHECK(states_of(text) == 3 + 3);
  CHECK(states_of(text, {.symmetry = false}) == 4 + 4);
}

TEST_CASE("what nobody reads makes no states") {
  CHECK(states_of(protocol("client w[1] {\n  m.x = 1\n  unread = m.x\n}\n")) == 3);
}

}  // namespace
}  // namespace interlock::check
