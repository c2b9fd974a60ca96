// `check --ci`: what proves little fails; and the scores of `mutate` in the lock file.

#include <string>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Who takes the lock, what it does behind its section, and what is expected.
std::string lock(const std::string& before, const std::string& behind, const std::string& expectation) {
  return "protocol lock\nserver redis : redis { lock : string }\nclient worker[2] {\n  me = fresh id\n  " + before +
         "\n  critical { work 1s }\n  " + behind + "\n}\n" + expectation + "\n";
}

const std::string taken = "retry until redis.SETNX(lock, me)";
const std::string possible = "expect { recovers holds }";

}  // namespace

TEST_CASE("check --ci: a file that expects nothing fails, and is no matrix") {
  const Directory directory;
  const std::string model = directory.write("lock.interlock", lock(taken, "redis.DEL(lock)", ""));
  const Run run = interlock({"check", model, "--ci"});
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "not enough for --ci:\nFAIL  "));
  CHECK(contains(run.output, "it expects nothing, so nothing of it is checked"));
  CHECK_FALSE(contains(run.output, "guarantees and faults"));
  // Asked under faults of the command line, it is asked something.
  CHECK(interlock({"check", model, "--ci", "--under", "none", "--spec", "mutual_exclusion"}).exit_code == 0);
}

TEST_CASE("check --ci: a lock that no second client ever takes fails, whatever is asked of it") {
  const Directory directory;
  const std::string model = directory.write(
      "lock.interlock",
      lock(taken, "", "spec quiet \"Quiet.\" always redis.lock == none or redis.lock != none\nexpect { quiet holds }"));
  CHECK(interlock({"check", model}).exit_code == 0);
  const Run run = interlock({"check", model, "--ci"});
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "no second client ever enters critical after a first one, under any of its faults"));
  const Run junit = interlock({"check", model, "--ci", "--junit", "-"});
  CHECK(junit.exit_code == 1);
  CHECK(contains(junit.output, "no second client ever enters critical"));
}

TEST_CASE("check --ci: a second client under one of the faults that are asked is enough") {
  const Directory directory;
  const std::string crashes = lock("retry until redis.SET(lock, me, NX, PX 2s)", "redis.PERSIST(lock)",
                                   "spec quiet \"Quiet.\" always redis.lock == none or redis.lock != none\n"
                                   "expect { quiet holds\n quiet holds under crash 1 time }");
  CHECK(interlock({"check", directory.write("lock.interlock", crashes), "--ci"}).exit_code == 0);
  const std::string sound = lock(taken, "redis.DEL(lock)", possible);
  CHECK(interlock({"check", directory.write("sound.interlock", sound), "--ci"}).exit_code == 0);
}

TEST_CASE("check --ci: nobody ever enters") {
  const Directory directory;
  const std::string never = lock("if redis.GET(lock) == none { return }", "",
                                 "spec quiet \"Quiet.\" always possible redis.lock == none\n"
                                 "expect { quiet holds }");
  const Run run = interlock({"check", directory.write("lock.interlock", never), "--ci"});
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "nobody ever enters critical under any of its faults"));
}

TEST_CASE("check --ci does not go with what is saved") {
  CHECK(interlock({"check", "setnx", "--ci", "--checkpoint", "saved"}).exit_code == 2);
}

TEST_CASE("mutate: of several files, and their scores beside the answers of a lock file") {
  const Directory directory;
  directory.write("a.interlock", lock(taken, "redis.DEL(lock)", "expect { mutual_exclusion holds }"));
  directory.write("b.interlock", interlock({"show", "set_nx_px"}).output);
  const std::string place = directory.path().string();
  const std::string file = (directory.path() / "some.lock.json").string();
  CHECK(interlock({"mutate", place, "--lock", file}).exit_code == 2);
  CHECK(interlock({"check", place, "--lock", file, "--update"}).exit_code == 0);
  const std::string answers = directory.read("some.lock.json");
  CHECK_FALSE(contains(answers, "mutations"));
  CHECK(interlock({"mutate", place, "--lock", file, "--update"}).exit_code == 0);
  const std::string both = directory.read("some.lock.json");
  CHECK(contains(both, "\"mutations\""));
  CHECK(interlock({"mutate", place, "--lock", file}).exit_code == 0);
  CHECK(interlock({"check", place, "--lock", file}).exit_code == 0);
  CHECK(interlock({"check", place, "--lock", file, "--update"}).exit_code == 0);
  CHECK(directory.read("some.lock.json") == both);

  // A file that says less than before, and is asked the same.
  std::string less = interlock({"show", "set_nx_px"}).output;
  less.erase(less.find("expect {"));
  directory.write("b.interlock", less + "expect { mutual_exclusion holds }\n");
  const Run run = interlock({"mutate", place, "--lock", file});
  CHECK(run.exit_code == 1);
  CHECK(contains(run.messages, "breaks noticed; it was: "));
  CHECK(contains(run.messages, "b.interlock"));
  CHECK_FALSE(contains(run.messages, "a.interlock"));
}

}  // namespace interlock::testing
