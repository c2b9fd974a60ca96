// The command `export`: what it prints, and what it refuses. That the Promela means what it should: tests/promela.

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("an export has the names of the protocol") {
  const Run run = interlock({"export", "set_nx_px", "--to", "promela", "--under", "pause 1 time", "--set", "ttl=4s"});
  CHECK(run.exit_code == 0);
  CHECK(run.messages.empty());
  CHECK(contains(run.output, "/* set_nx_px, 2 workers, under pause 1 time; a tick is 1 s."));
  for (const char* part :
       {"int redis_lock = none;", "active [2] proctype worker()", "active proctype time()",
        "/* retry until redis.SET(lock, me, NX, PX ttl) */", "redis_lock_left = 4;", "assert(holds_mutual_exclusion)",
        "pause_strikes < 1", "Not asserted: recovers: it asks what stays possible."}) {
    INFO(part);
    CHECK(contains(run.output, part));
  }
}

TEST_CASE("an export asserts what it is asked for") {
  const Run run = interlock({"export", "set_nx_px", "--to", "promela", "--spec", "no_stale_write"});
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "assert(holds_no_stale_write)"));
  CHECK_FALSE(contains(run.output, "holds_mutual_exclusion"));
}

TEST_CASE("what has no Promela is refused with its place") {
  const Run set = interlock({"export", "clock_semaphore", "--to", "promela"});
  CHECK(set.exit_code == 2);
  CHECK(set.output.empty());
  CHECK(contains(set.messages,
                 "error[E0701]: sem holds many values: sets, maps and queues have no Promela yet\n"
                 "  --> models/semaphores/clock_semaphore.interlock:"));
  const Run thread = interlock({"export", "refreshed_semaphore", "--to", "promela"});
  CHECK(thread.exit_code == 2);
  CHECK(contains(thread.messages, "error[E0701]"));
}

TEST_CASE("an export is for a known checker, and of one set of faults") {
  CHECK(contains(interlock({"export", "set_nx_px"}).messages, "--to is required"));
  CHECK(contains(interlock({"export", "set_nx_px", "--to", "tla"}).messages, "--to does not know tla"));
  const Run two = interlock({"export", "set_nx_px", "--to", "promela", "--under", "pause", "--under", "crash"});
  CHECK(two.exit_code == 2);
  CHECK(contains(two.messages, "an export is of one set of faults"));
}

}  // namespace interlock::testing
