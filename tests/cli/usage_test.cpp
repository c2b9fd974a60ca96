// Wrong usage: exit code 2, nothing on standard output, and a sentence that helps.

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

/// Runs the words and expects a complaint with this in it.
void expect_complaint(const std::vector<std::string>& words, const std::string& part) {
  const Run run = interlock(words);
  INFO(words.back() << ": " << run.messages);
  CHECK(run.exit_code == 2);
  CHECK(run.output.empty());
  CHECK(run.messages.find(part) != std::string::npos);
}

}  // namespace

TEST_CASE("an unknown option is answered with the nearest one") {
  expect_complaint({"check", "setnx", "--undr", "pause"}, "there is no option --undr\n  help: did you mean --under?");
  expect_complaint({"check", "setnx", "--specs=recovers"}, "did you mean --spec?");
  expect_complaint({"matrix", "setnx", "--treads", "2"}, "did you mean --threads?");
  expect_complaint({"--verson"}, "did you mean --version?");
}

TEST_CASE("an unknown command is answered with the nearest one") {
  expect_complaint({"chekc"}, "there is no command chekc\n  help: did you mean check?");
  expect_complaint({"my_lock.interlock"}, "help: interlock check my_lock.interlock");
}

TEST_CASE("an unknown name is answered with the nearest one") {
  expect_complaint({"check", "set_nx_xp"}, "did you mean set_nx_px?");
  expect_complaint({"check", "models/locks/set_nx_xp.interlock"}, "did you mean models/locks/set_nx_px.interlock?");
  expect_complaint({"show", "mutual_exclusoin"}, "did you mean mutual_exclusion?");
  expect_complaint({"steps", "nothing_like_it"}, "interlock list names what ships");
  expect_complaint({"check", "set_nx_px", "--spec", "mutual_exclusoin"}, "did you mean mutual_exclusion?");
}

TEST_CASE("too few and too many words") {
  expect_complaint({"show"}, "NAME");
  expect_complaint({"matrix"}, "FILE");
  expect_complaint({"steps", "setnx", "more"}, "more is one too many");
  expect_complaint({"steps", "models"}, "is a directory");
  expect_complaint({"steps", "models/stores/redis.interlock"}, "is a store");
}

TEST_CASE("a wrong value is named with its option") {
  expect_complaint({"check", "setnx", "--threads", "many"}, "--threads takes a whole number");
  expect_complaint({"check", "setnx", "--threads", "0"}, "--threads takes a whole number");
  expect_complaint({"check", "setnx", "--max-states", "-5"}, "--max-states takes a whole number");
  expect_complaint({"check", "setnx", "--max-memory", "2 lots"}, "--max-memory takes an amount such as 512M");
  expect_complaint({"check", "setnx", "--max-time", "30"}, "--max-time takes a duration such as 30s");
  expect_complaint({"check", "setnx", "--format", "jsn"}, "--format does not know jsn\n  help: did you mean json?");
  expect_complaint({"check", "setnx", "--without", "symetry"}, "did you mean symmetry?");
  expect_complaint({"check", "setnx", "--set", "ttl"}, "--set takes NAME=VALUE");
  expect_complaint({"check", "setnx", "--clients", "worker=none"},
                   "--clients worker takes a whole number from 1 to 32");
  expect_complaint({"check", "setnx", "--clients", "worker=33"}, "--clients worker takes a whole number from 1 to 32");
  expect_complaint({"check", "setnx", "--assuming", "distinct_clocks"}, "--assuming goes with --under");
}

TEST_CASE("faults that cannot be read are shown with a caret") {
  expect_complaint({"check", "setnx", "--under", "paus"}, "pause");
  expect_complaint({"check", "setnx", "--under", "pause <= 3"}, "^");
  expect_complaint({"check", "setnx", "--under", " "}, "--under takes faults such as 'pause, crash 1 time', or none");
}

TEST_CASE("an option is no value of another") {
  expect_complaint({"check", "setnx", "--out", "--stats"}, "--out: it needs a value, and --stats is an option");
  expect_complaint({"check", "setnx", "--under", "--stats"}, "--stats is an option");
}

TEST_CASE("a param or a client kind that the protocol does not have") {
  expect_complaint({"check", "set_nx_px", "--set", "tll=5s"}, "ttl");
  expect_complaint({"check", "set_nx_px", "--set", "ttl=soon"}, "ttl");
  expect_complaint({"check", "set_nx_px", "--clients", "wroker=3"}, "worker");
}

TEST_CASE("a model with errors is told, and the others are checked") {
  const Directory directory;
  directory.write("bad.interlock", "protocol bad\nclient worker[2] { x = }\n");
  directory.write("good.interlock",
                  "protocol good\nserver redis : redis { lock : string }\n"
                  "client worker[2] {\n  me = fresh id\n  retry until redis.SETNX(lock, me)\n"
                  "  critical { work 1s }\n  redis.DEL(lock)\n}\nexpect { mutual_exclusion holds }\n");
  const Run run = interlock({"check", directory.path().string()});
  CHECK(run.exit_code == 2);
  CHECK(run.messages.find("bad.interlock:2") != std::string::npos);
  CHECK(run.output.find("mutual_exclusion") != std::string::npos);
}

TEST_CASE("a text that is no model at all gets one error") {
  const Directory directory;
  const std::string file = directory.write("README.md", "# Notes\n\nThis is *no* model.\nNor is this: { ] }\n");
  const Run run = interlock({"check", file});
  CHECK(run.exit_code == 2);
  const std::size_t first = run.messages.find("error");
  REQUIRE(first != std::string::npos);
  CHECK(run.messages.find("error", first + 1) == std::string::npos);
}

TEST_CASE("an empty directory is no success") {
  const Directory directory;
  expect_complaint({"check", directory.path().string()}, "there is no .interlock file in");
}

}  // namespace interlock::testing
