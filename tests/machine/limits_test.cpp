// The table of what the machine has room for, at its edges. What a model can be written for is in
// tests/cli/limits_test.cpp; more clients than E0601 allows and more labels for one property than E0611 allows are
// refused or divided before.

#include "engine/machine/limits.hpp"

#include "tests/catch.hpp"

#include <fmt/format.h>

using namespace interlock::machine;

TEST_CASE("each limit allows as many as it says, and one more is a sentence with both numbers") {
  for (const LimitRule& rule : limit_rules) {
    INFO(rule.number);
    CHECK_NOTHROW(require_within(rule.limit, rule.most));
    try {
      require_within(rule.limit, rule.most + 1);
      FAIL("it was allowed");
    } catch (const TooLarge& large) {
      const auto diagnostic = large.diagnostic();
      CHECK(diagnostic.number == rule.number);
      CHECK(diagnostic.sentence.find(fmt::format("{}", rule.most + 1)) != std::string::npos);
      CHECK(diagnostic.sentence.find(fmt::format("; {} are the most", rule.most)) != std::string::npos);
      CHECK(diagnostic.help.size() == 1);
    }
  }
  CHECK(std::string(limit_rules.front().number) == "E0601");
  CHECK(std::string(limit_rules.back().number) == "E0614");
}
