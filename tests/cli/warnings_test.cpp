// Warnings about what makes a search long, and what --stats says.

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("a constant that makes ticks small is named where that costs much") {
  const std::vector<std::string> words{"check",  "clock_semaphore", "--under", "skew 10ms",
                                       "--spec", "recovers",        "--set",   "busy=1s"};
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.begin(), words.begin(), words.end());
    return interlock(more).messages;
  };
  const std::string warning = run({"--max-states", "1000"});
  CHECK(contains(warning, "skew 10ms beside 10 s (clock_semaphore.interlock:22) makes ticks of 5 ms: 2,000 in 10 s"));
  CHECK(contains(warning, "write it in coarser units, such as 1 s: then there are 20"));
  CHECK(run({}).empty());
}

TEST_CASE("whoever asks for dense time and does not get it is told why, and not to ask for it") {
  const std::vector<std::string> words{"check",     "set_nx_px", "--under",      "restart 1 time, skew 10ms",
                                       "--spec",    "recovers",  "--max-states", "1000",
                                       "--clients", "worker=1"};
  const auto run = [&](const std::string& time) {
    std::vector<std::string> all = words;
    all.insert(all.end(), {"--time", time});
    return interlock(all);
  };
  const Run dense = run("dense");
  CHECK(contains(dense.output, "found in ticks, not in dense time: a fault strikes servers"));
  CHECK(contains(dense.messages, "write it in coarser units"));
  CHECK_FALSE(contains(dense.messages, "--time dense"));
  const Run ticks = run("ticks");
  CHECK_FALSE(contains(ticks.output, "not in dense time"));
  CHECK(contains(ticks.messages, "or search with --time dense"));
  const Run obeyed = interlock({"check", "set_nx_px", "--under", "pause", "--spec", "recovers", "--time", "dense"});
  CHECK_FALSE(contains(obeyed.output, "not in dense time"));
  CHECK(contains(interlock({"check", "set_nx_px", "--under", "restart 1 time", "--spec", "recovers", "--time", "dense",
                            "--format", "json"})
                     .output,
                 "\"in_ticks_because\": \"a fault strikes servers\""));
}

TEST_CASE("the models that ship give no warning") { CHECK(interlock({"check", "models"}).messages.empty()); }

TEST_CASE("a loop that holds time still is named, with its line") {
  const Directory directory;
  const std::string file = directory.write("poll.interlock",
                                           "protocol poll\nserver redis : redis { lock : string }\n"
                                           "client worker[2] {\n  loop {\n"
                                           "    if redis.SET(lock, 1, NX, PX 3s) { break }\n  }\n"
                                           "  critical { work 1s }\n}\nexpect { mutual_exclusion holds }\n");
  const Run run = interlock({"check", file});
  CHECK(contains(run.messages, "W0503"));
  CHECK(contains(run.messages, "poll.interlock:4"));
  CHECK(contains(run.messages, "retry until CALL, or sleep in the loop"));
}

TEST_CASE("the option --stats says what each reduction saved") {
  const std::vector<std::string> words{"check",    "set_nx_px", "--under",          "crash, pause", "--clients",
                                       "worker=3", "--spec",    "mutual_exclusion", "--stats"};
  const std::string messages = interlock(words).messages;
  for (const char* name : {"  symmetry: ", "  dead: ", "  ids: ", "  time: "}) CHECK(contains(messages, name));
  CHECK(contains(messages, " times fewer"));
  std::vector<std::string> fewer = words;
  fewer.insert(fewer.end(), {"--without", "symmetry"});
  CHECK_FALSE(contains(interlock(fewer).messages, "  symmetry: "));
  CHECK_FALSE(contains(interlock({"check", "set_nx_px"}).messages, "fewer"));
}

}  // namespace interlock::testing
