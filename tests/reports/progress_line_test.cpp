// The progress line, and how it is cut.

#include "reports/progress_line.hpp"

#include "tests/catch.hpp"

namespace interlock::reports {
namespace {

explore::Progress some_progress() {
  explore::Progress progress;
  progress.faults = 1;
  progress.steps = 23;
  progress.states = 12'345'678;
  progress.level_states = 120'000;
  progress.frontier = 340'000;
  progress.bytes = 1'234'567'890;
  progress.ratio = 1.317;
  progress.to_come = 2'100'000;
  return progress;
}

}  // namespace

TEST_CASE("short numbers have three digits") {
  CHECK(short_number(0) == "0");
  CHECK(short_number(9999) == "9999");
  CHECK(short_number(10'000) == "10.0k");
  CHECK(short_number(99'949) == "99.9k");
  CHECK(short_number(123'456) == "123k");
  CHECK(short_number(999'499) == "999k");
  CHECK(short_number(999'600) == "1.00M");
  CHECK(short_number(4'294'967'295) == "4.29G");
}

TEST_CASE("a progress line says what is done after the search") {
  explore::Progress progress = some_progress();
  progress.activity = explore::Activity::looking_for_loops;
  CHECK(progress_line("set_nx_px, pause", progress, 412'345, 79) ==
        "set_nx_px, pause: 12.3M states, looking for loops");
  CHECK(progress_line("set_nx_px, pause", progress, 412'345, 20) == "set_nx_px, pause: 12");
  progress.activity = explore::Activity::telling;
  CHECK(progress_line("p", progress, 0, 79) == "p: 12.3M states, telling what was found");
}

TEST_CASE("a progress line says all that there is room for") {
  CHECK(progress_line("set_nx_px, pause", some_progress(), 412'345, 200) ==
        "set_nx_px, pause: fault 1, step 23: 12.3M states, +120k from 340k x1.32, 412k/s, 1.23GB, about 2.10M more");
  CHECK(progress_line("set_nx_px, pause", some_progress(), 412'345, 79) ==
        "fault 1, step 23: 12.3M states, +120k from 340k x1.32, 412k/s, about 2.10M more");
  CHECK(progress_line("set_nx_px, pause", some_progress(), 412'345, 60) ==
        "fault 1, step 23: 12.3M states, +120k from 340k x1.32");
  CHECK(progress_line("set_nx_px, pause", some_progress(), 412'345, 20) == "fault 1, step 23: 12");
}

TEST_CASE("a progress line at the beginning has less to say") {
  explore::Progress progress;
  progress.states = 1;
  progress.level_states = 1;
  CHECK(progress_line("a, no faults", progress, 0, 79) == "a, no faults: fault 0, step 0: 1 state, +1");
}

TEST_CASE("no line is wider than the terminal") {
  for (std::size_t width = 1; width < 130; ++width)
    CHECK(progress_line("set_nx_px, pause", some_progress(), 412'345, width).size() <= width);
}

}  // namespace interlock::reports
