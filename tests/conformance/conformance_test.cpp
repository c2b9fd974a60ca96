// The store `redis` beside a real redis-server: random sequences, the same replies and the same end. Seeds are fixed.
// With more time:
//   INTERLOCK_CONFORMANCE_SECONDS=600     instead of a fixed number of sequences
//   INTERLOCK_CONFORMANCE_SEED=1000000    the first seed

#include "tests/catch.hpp"
#include "tests/conformance/author.hpp"
#include "tests/conformance/checked_model.hpp"
#include "tests/conformance/comparing.hpp"
#include "tests/conformance/modelled.hpp"
#include "tests/conformance/redis_server.hpp"
#include "tests/skipping_main.hpp"

#include <chrono>
#include <cstdlib>

using namespace interlock::tests;

namespace {

std::uint32_t number_from(const char* name, std::uint32_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10));
}

std::size_t number_of_replies(const Transcript& transcript) {
  std::size_t replies = 0;
  for (const auto& answers : transcript.answers)
    for (const std::string& answer : answers) replies += answer.empty() ? 0 : 1;
  return replies;
}

void compare_all(std::uint32_t first, std::uint32_t count, std::uint32_t seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(seconds);
  Recorder recorder;
  const std::string store = shipped_store("redis");
  std::size_t replies = 0;
  std::uint32_t sequences = 0;
  for (; seconds > 0 ? std::chrono::steady_clock::now() < end : sequences < count; ++sequences) {
    const std::uint32_t seed = first + sequences;
    const Sequence sequence = random_sequence(seed);
    const Transcript recorded = recorder.record(sequence);
    replies += number_of_replies(recorded);
    if (difference(sequence, recorded, store).empty()) continue;
    const Sequence small = shrunk(sequence, recorder, store);
    const Transcript of_small = recorder.record(small);
    UNSCOPED_INFO("seed " << seed << ", made short; what Redis " << recorder.version() << " answers:\n"
                          << text_of(small, &of_small) << protocol_of(small));
    REQUIRE(difference(small, of_small, store) == "");
  }
  WARN(sequences << " sequences from seed " << first << ", " << replies << " replies of Redis " << recorder.version()
                 << " compared");
  CHECK(replies > 5 * sequences);
}

}  // namespace

std::string interlock::tests::why_skipped() { return RedisServer::why_not(ServerClock::standing); }

TEST_CASE("the store answers as a real Redis does") { compare_all(1, 300, 0); }

TEST_CASE("the store answers as a real Redis does, at length", "[.at_length]") {
  compare_all(number_from("INTERLOCK_CONFORMANCE_SEED", 100'000), 8'000,
              number_from("INTERLOCK_CONFORMANCE_SECONDS", 0));
}
