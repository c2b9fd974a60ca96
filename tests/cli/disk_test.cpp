// Searches whose states are in files: the same bytes, and what goes wrong with a disk.

#include <filesystem>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::string states_in(const Directory& directory) { return (directory.path() / "states").string(); }

Run with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return interlock(words);
}

const std::vector<std::vector<std::string>>& some_searches() {
  static const std::vector<std::vector<std::string>> all{
      {"check", "set_nx_px", "--format", "json"},
      {"check", "lease_fence"},
      {"check", "fair_semaphore_script", "--time", "ticks"},
      {"check", "tests/bench/models/b1.interlock", "--clients", "client=3", "--under", "crash"},
  };
  return all;
}

}  // namespace

TEST_CASE("with its states in files a search prints the same bytes") {
  const Directory directory;
  for (const std::vector<std::string>& search : some_searches()) {
    INFO(search[1]);
    const Run inside = interlock(search);
    for (const char* threads : {"1", "4"}) {
      const Run outside = with(search, {"--disk", states_in(directory), "--threads", threads});
      CHECK(outside.output == inside.output);
      CHECK(outside.messages == inside.messages);
      CHECK(outside.exit_code == inside.exit_code);
      CHECK(std::filesystem::is_empty(states_in(directory)));
    }
  }
}

TEST_CASE("with its states in files little memory ends no search") {
  const Directory directory;
  const std::vector<std::string> search{"check", "tests/bench/models/b1.interlock", "--clients", "client=3", "--under",
                                        "crash"};
  CHECK(with(search, {"--max-memory", "100K"}).exit_code == 3);
  const Run outside = with(search, {"--max-memory", "100K", "--disk", states_in(directory)});
  CHECK(outside.exit_code == 0);
  CHECK(outside.output == interlock(search).output);
}

TEST_CASE("a search with its states in files goes on in memory, and the other way round") {
  const Directory directory;
  const std::string saved = (directory.path() / "saved").string();
  const std::vector<std::string> search{"check", "set_nx_px", "--under", "pause, crash", "--spec", "recovers"};
  const Run whole = interlock(search);
  const std::vector<std::string> in_files{"--disk", states_in(directory)};
  for (const bool begins_in_files : {true, false}) {
    std::filesystem::remove_all(saved);
    const std::vector<std::string> first = begins_in_files ? in_files : std::vector<std::string>{};
    const std::vector<std::string> second = begins_in_files ? std::vector<std::string>{} : in_files;
    std::vector<std::string> words = search;
    words.insert(words.end(), first.begin(), first.end());
    CHECK(with(words, {"--checkpoint", saved, "--max-states", "1000"}).exit_code == 3);
    words = search;
    words.insert(words.end(), second.begin(), second.end());
    const Run resumed = with(words, {"--resume", saved});
    CHECK(resumed.output == whole.output);
    CHECK(resumed.messages == whole.messages);
    CHECK(resumed.exit_code == whole.exit_code);
  }
}

TEST_CASE("a search whose files are killed with it goes on from its checkpoint") {
  const Directory directory;
  const std::string saved = (directory.path() / "saved").string();
  const std::string search =
      "check tests/bench/models/b1.interlock --clients client=4 --under crash --disk " + states_in(directory);
  // Killed once something is saved, or when it has ended.
  shell("\"$INTERLOCK\" " + search + " --checkpoint " + saved + " & for try in $(seq 300); do [ -n \"$(ls " + saved +
        "/*/position 2> /dev/null)\" ] && break; sleep 0.1; done; kill -KILL $!; wait $!");
  CHECK(std::filesystem::is_empty(states_in(directory)));
  const Run resumed = shell("\"$INTERLOCK\" " + search + " --resume " + saved);
  INFO(resumed.messages);
  CHECK(resumed.exit_code == 0);
  CHECK(resumed.output == shell("\"$INTERLOCK\" " + search).output);
}

TEST_CASE("a full disk ends a search with its states in files") {
  const Directory directory;
  const Run run = shell(
      "ulimit -f 60; \"$INTERLOCK\" check tests/bench/models/b1.interlock --clients client=3 --under crash --disk " +
      states_in(directory));
  INFO(run.messages);
  CHECK(run.exit_code == 2);
  CHECK(contains(run.messages, "cannot write states to a file in " + states_in(directory)));
  CHECK_FALSE(contains(run.output, "holds"));
}

TEST_CASE("a directory for states that cannot be is refused") {
  const Directory directory;
  const std::string file = directory.write("file", "");
  const Run run = interlock({"check", "set_nx_px", "--disk", file});
  INFO(run.messages);
  CHECK(run.exit_code == 2);
  CHECK(run.output.empty());
  const Run dense = interlock({"check", "set_nx_px", "--disk", states_in(directory), "--time", "dense"});
  CHECK(dense.exit_code == 2);
  CHECK(contains(dense.messages, "--disk is not for"));
  const Run any = interlock({"check", "set_nx_px", "--disk", states_in(directory), "--clients", "any"});
  CHECK(any.exit_code == 2);
  CHECK(contains(any.messages, "--disk is not for"));
}

}  // namespace interlock::testing
