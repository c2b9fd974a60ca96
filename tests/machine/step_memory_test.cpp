// What a search has learned of single steps: what is found is what was put there last for the same bits.

#include "engine/machine/step_memory.hpp"
#include "tests/catch.hpp"

#include <array>
#include <map>
#include <random>
#include <utility>

namespace interlock::machine {
namespace {

using State = std::array<Unit, 3>;

/// The low byte of the first unit, the high byte of the last.
Footprint two_bytes() {
  Footprint footprint;
  footprint.parts[0] = {0, 0xff};
  footprint.parts[1] = {2, Unit{0xff} << 56U};
  footprint.size = 2;
  return footprint;
}

TEST_CASE("a lesson is of the bits that a step can see") {
  StepMemory memory(2);
  const Footprint footprint = two_bytes();
  const State before{0x1234, 5, Unit{7} << 56U};
  State after = before;
  after[0] ^= 0x0f;
  CHECK_FALSE(memory.find(9, footprint, before.data()));
  memory.put(9, 3, 0x55, footprint, before.data(), after.data());
  const State elsewhere{0xff34, 6, Unit{7} << 56U | 1U};
  const StepMemory::Lesson lesson = memory.find(9, footprint, elsewhere.data());
  REQUIRE(lesson);
  CHECK(lesson.outcome() == 3);
  CHECK(lesson.labels() == 0x55);
  CHECK(lesson.change(0) == 0x0f);
  CHECK(lesson.change(1) == 0);
  const State seen_differs{0x1235, 5, Unit{7} << 56U};
  CHECK_FALSE(memory.find(9, footprint, seen_differs.data()));
  CHECK_FALSE(memory.find(10, footprint, before.data()));
}

TEST_CASE("lessons that are overwritten are forgotten, never mixed up") {
  StepMemory memory(2);
  const Footprint footprint = two_bytes();
  std::mt19937_64 random(6);
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::uint64_t> labels;
  std::size_t found = 0;
  for (int round = 0; round < 200'000; ++round) {
    const std::uint64_t number = 1 + random() % 40;
    const State state{random() & 0x3f, random(), (random() & 0x3f) << 56U};
    const std::pair key(number, state[0] << 8U | state[2] >> 56U);
    if (const StepMemory::Lesson lesson = memory.find(number, footprint, state.data())) {
      ++found;
      REQUIRE(labels.at(key) == lesson.labels());
    }
    labels[key] = random();
    memory.put(number, 1, labels[key], footprint, state.data(), state.data());
  }
  CHECK(found > 2'000);
}

}  // namespace
}  // namespace interlock::machine
