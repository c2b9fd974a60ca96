// What is so of a step only: an event. Of the state behind it no event is so, and a run that ends there is told.

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

TEST_CASE("a state breaks what the step to it has met") {
  const Directory directory;
  const std::string file = directory.write("model.interlock", R"(protocol behind_the_step
client w[1] { critical { work 1s }
  sleep 1s }
spec left "Inside, leaving, or idle." always some(c in w where c in critical or c leaves critical or c idle)
expect { left fails }
)");
  const Run run = interlock({"check", file});
  INFO(run.output << run.messages);
  CHECK(run.exit_code == 0);
  CHECK(run.output.find("left  fails: 2 steps") != std::string::npos);
}

}  // namespace
}  // namespace interlock::testing
