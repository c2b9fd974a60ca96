// `fails using`: some run with the fewest faults, not only the one that is told first.

#include "engine/check/expected_faults.hpp"

#include "engine/check/expectations.hpp"
#include "tests/catch.hpp"
#include "tests/real_stories.hpp"

namespace interlock::check {
namespace {

/// A pause breaks it, an eviction breaks it, and a crash does not.
const std::string two_ways = R"(protocol two_ways
server redis : redis { lock : string }
fault evicted "the server evicts the lock" { clear redis.lock }
client worker[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX 2s)
  critical { work 1s }
  redis.DEL(lock)
}
)";

/// "met" or "not", and the faults of the run that is told, of each line.
std::string met(const std::string& lines) {
  const language::Model model = stories::read(two_ways + "expect {\n" + lines + "}\n");
  std::string text;
  for (const Question& question : expected_questions(model, {})) {
    Answer answer = check(model, question.scenario, searched_specs(model, question), {});
    arrange(model, question, answer);
    look_for_expected_faults(model, question, {}, answer);
    for (const SpecResult& found : answer.verdicts) {
      text += found.met == true ? "met" : "not";
      for (const auto& used : found.used) text += " " + std::to_string(used.count) + " " + std::string(used.name());
      REQUIRE(found.story);
      CHECK(found.story->asked.find("under pause, ") != std::string::npos);
      text += "\n";
    }
  }
  return text;
}

TEST_CASE("an expectation is met by any run with the fewest faults") {
  CHECK(met("mutual_exclusion fails using 1 pause under pause, evicted\n"
            "mutual_exclusion fails using 1 evicted under pause, evicted\n") == "met 1 pause\nmet 1 evicted\n");
}

TEST_CASE("faults that break nothing, too many, and those that are not allowed do not meet it") {
  CHECK(met("mutual_exclusion fails using 1 crash under pause, evicted, crash\n").substr(0, 3) == "not");
  CHECK(met("mutual_exclusion fails using 2 pause under pause, evicted\n").substr(0, 3) == "not");
  CHECK(met("mutual_exclusion fails using 1 pause, 1 evicted under pause, evicted\n").substr(0, 3) == "not");
}

}  // namespace
}  // namespace interlock::check
