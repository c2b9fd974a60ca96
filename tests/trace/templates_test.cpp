#include "engine/trace/templates.hpp"

#include "tests/catch.hpp"

using interlock::trace::filled;

TEST_CASE("words are put where a sentence leaves room for them") {
  CHECK(filled("{at} {who} is inside.", {{"at", "At 1 s"}, {"who", "worker 1"}}) == "At 1 s worker 1 is inside.");
}

TEST_CASE("what stands in brackets is left out where it has nothing to say") {
  CHECK(filled("It is lost[: {call}].", {{"call", ""}}) == "It is lost.");
  CHECK(filled("It is lost[: {call}].", {{"call", "save(0)"}}) == "It is lost: save(0).");
  CHECK(filled("Lost.[ {cell} was {value}[, by {owner}].]", {{"cell", "n"}, {"value", "1"}}) == "Lost. n was 1.");
  CHECK(filled("Lost.[ {cell} was {value}[, by {owner}].]", {{"value", "1"}, {"owner", "worker 2"}}) == "Lost.");
}

TEST_CASE("a word that is empty leaves no second space") {
  CHECK(filled("{those} are {both} inside", {{"those", "worker 1"}}) == "worker 1 are inside");
  CHECK(filled("", {}).empty());
  CHECK(filled("[{a", {}).empty());
}
