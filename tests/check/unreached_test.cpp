// What no run reaches is only said where all runs were seen.

#include "engine/check/unreached.hpp"

#include "tests/catch.hpp"

namespace interlock::check {
namespace {

language::Place place(std::uint32_t line) {
  language::Place place;
  place.line = line;
  return place;
}

Answer answer(std::vector<language::Fault> faults, Ending ending, std::vector<language::Place> unreached) {
  Answer made;
  made.scenario.faults = std::move(faults);
  made.ending = ending;
  made.unreached = std::move(unreached);
  return made;
}

const language::Fault pause{.kind = language::FaultKind::pause, .text = "pause"};
const language::Fault crash{.kind = language::FaultKind::crash, .text = "crash"};

}  // namespace

TEST_CASE("what no search reaches is unreached") {
  const std::vector<language::Place> places = unreached_in_all(
      {answer({}, Ending::exhausted, {place(3), place(5)}), answer({pause}, Ending::exhausted, {place(5), place(7)})});
  REQUIRE(places.size() == 1);
  CHECK(places[0].line == 5);
}

TEST_CASE("a search that ended early leaves it open, unless one with more faults did not") {
  const Answer early = answer({pause}, Ending::decided, {});
  CHECK(unreached_in_all({answer({}, Ending::exhausted, {place(5)}), early}).empty());
  CHECK(unreached_in_all({early, answer({pause, crash}, Ending::exhausted, {place(5)})}).size() == 1);
  Answer cut = answer({pause}, Ending::exhausted, {place(5)});
  cut.cut = true;
  CHECK(unreached_in_all({cut}).empty());
}

}  // namespace interlock::check
