// Searches that are saved: what a user sees, and what is wrong with a directory.

#include <sys/file.h>

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

namespace fs = std::filesystem;

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A search of 4,000 states, which three budgets end.
std::vector<std::string> search(std::vector<std::string> more) {
  std::vector<std::string> words{"check", "set_nx_px", "--under", "pause, crash", "--spec", "recovers"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

std::string saved_in(const Directory& directory) { return (directory.path() / "saved").string(); }

/// The only search of a saved command.
fs::path only_search(const std::string& saved) {
  for (const auto& entry : fs::directory_iterator(saved)) {
    if (entry.is_directory()) return entry.path();
  }
  return {};
}

void check_refused(const Run& run, const std::string& why) {
  INFO(run.messages);
  CHECK(run.exit_code == 2);
  CHECK(contains(run.messages, why));
  CHECK(run.output.empty());
}

/// A saved search that a budget ended.
std::string some_checkpoint(const Directory& directory) {
  const std::string saved = saved_in(directory);
  const Run run = interlock(search({"--checkpoint", saved, "--max-states", "100"}));
  INFO(run.messages);
  CHECK(run.exit_code == 3);
  CHECK(contains(run.messages, "not finished; --resume " + saved + " goes on"));
  return saved;
}

}  // namespace

TEST_CASE("a budget ends a search and a larger one goes on") {
  const Directory directory;
  const std::string saved = some_checkpoint(directory);
  const Run whole = interlock(search({}));
  const Run resumed = interlock(search({"--resume", saved}));
  CHECK(resumed.exit_code == whole.exit_code);
  CHECK(resumed.output == whole.output);
  CHECK(resumed.messages == whole.messages);
  // It has ended; its states are there, and its verdict is found again.
  CHECK(interlock(search({"--resume", saved})).output == whole.output);
}

TEST_CASE("a checkpoint is for the searches that it was made of") {
  const Directory directory;
  const std::string saved = some_checkpoint(directory);
  const std::vector<std::vector<std::string>> others{
      {"check", "set_nx_px", "--under", "pause", "--spec", "recovers", "--resume", saved},
      {"check", "set_nx_px", "--under", "pause, crash", "--spec", "mutual_exclusion", "--resume", saved},
      {"check", "lease_fence", "--under", "pause, crash", "--spec", "recovers", "--resume", saved},
      search({"--set", "ttl=5s", "--resume", saved}),
      search({"--clients", "worker=3", "--resume", saved}),
      search({"--without", "dead", "--resume", saved}),
  };
  for (const std::vector<std::string>& words : others) check_refused(interlock(words), "is of another search");
  // A search of the same text, from a file, is the same search.
  const std::string copy = directory.write("copy.interlock", interlock({"show", "set_nx_px"}).output);
  std::vector<std::string> words = search({"--resume", saved, "--max-states", "100"});
  words[1] = copy;
  CHECK(interlock(words).exit_code == 3);
  directory.write("copy.interlock", interlock({"show", "set_nx_px"}).output + "# more\n");
  check_refused(interlock(words), "is of another search");
}

TEST_CASE("a directory that is no checkpoint is refused, and stays as it is") {
  const Directory directory;
  const std::string saved = saved_in(directory);
  check_refused(interlock(search({"--resume", saved})), "there is no checkpoint in " + saved);
  directory.write("saved/notes.txt", "mine");
  check_refused(interlock(search({"--checkpoint", saved})), "has other files in it");
  check_refused(interlock(search({"--resume", saved})), "there is no checkpoint in " + saved);
  directory.write("saved/interlock-checkpoint", "something else\n");
  check_refused(interlock(search({"--resume", saved})), "is no checkpoint that this program can read");
  CHECK(directory.read("saved/notes.txt") == "mine");
  directory.write("taken", "a file");
  check_refused(interlock(search({"--checkpoint", (directory.path() / "taken/in").string()})), "cannot make");
  check_refused(interlock(search({"--checkpoint", (directory.path() / "taken").string()})), "taken");
}

TEST_CASE("a checkpoint is not begun anew by mistake") {
  const Directory directory;
  const std::string saved = some_checkpoint(directory);
  check_refused(interlock(search({"--checkpoint", saved})), "--resume " + saved + " goes on with it");
  check_refused(interlock(search({"--checkpoint", saved + "2", "--resume", saved})), "--resume goes on in its own");
}

TEST_CASE("whatever breaks in a checkpoint is found") {
  const Directory directory;
  const std::string saved = some_checkpoint(directory);
  const fs::path list = fs::path(saved) / "interlock-checkpoint";
  const std::string folder = only_search(saved).lexically_relative(directory.path()).string();
  const std::string list_name = list.lexically_relative(directory.path()).string();
  for (const std::string& name : {list_name, folder + "/position", folder + "/states", folder + "/links"}) {
    const std::string content = directory.read(name);
    REQUIRE(content.size() > 40);
    for (const std::size_t at : {std::size_t{0}, content.size() / 2, content.size() - 30}) {
      INFO(name << " at " << at);
      std::string broken = content;
      broken[at] = static_cast<char>(broken[at] ^ 1);
      directory.write(name, broken);
      // The states of an unfinished level are saved by no one, so every byte counts.
      CHECK(interlock(search({"--resume", saved})).exit_code == 2);
      directory.write(name, content.substr(0, at));
      const Run cut = interlock(search({"--resume", saved}));
      INFO(cut.messages);
      CHECK(cut.exit_code == 2);
      CHECK(std::count(cut.messages.begin(), cut.messages.end(), '\n') <= 2);
    }
    directory.write(name, content);
  }
  CHECK(interlock(search({"--resume", saved})).output == interlock(search({})).output);
}

TEST_CASE("another build has other states") {
  const Directory directory;
  const std::string saved = some_checkpoint(directory);
  std::string program;
  {
    const Run copied = shell("cp \"$INTERLOCK\" " + (directory.path() / "other").string() + " && printf x >> " +
                             (directory.path() / "other").string());
    REQUIRE(copied.exit_code == 0);
  }
  const Run run = shell((directory.path() / "other").string() +
                        " check set_nx_px --under 'pause, crash' --spec recovers --resume " + saved);
  check_refused(run, "another version or another build");
}

TEST_CASE("a full disk ends the saving and not the search") {
  const Directory directory;
  const std::string saved = saved_in(directory);
  const Run whole = interlock(search({}));
  // Files may have 2 blocks of 512 bytes here: the list has room, the states have not.
  const Run run = shell(
      "ulimit -f 2; \"$INTERLOCK\" check set_nx_px --under 'pause, crash' --spec recovers "
      "--checkpoint " +
      saved);
  CHECK(run.exit_code == 2);
  CHECK(run.output == whole.output);
  INFO(run.messages);
  CHECK(contains(run.messages, "cannot write"));
  CHECK(contains(run.messages, "the search goes on and is not saved any more"));
  CHECK(std::count(run.messages.begin(), run.messages.end(), '\n') == 1);
  // Nothing was saved, and that is a checkpoint too.
  CHECK(interlock(search({"--resume", saved})).output == whole.output);
}

TEST_CASE("two programs do not write into one checkpoint") {
  const Directory directory;
  const std::string saved = some_checkpoint(directory);
  const int holder = ::open(saved.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  REQUIRE(::flock(holder, LOCK_EX | LOCK_NB) == 0);
  check_refused(interlock(search({"--resume", saved})), "another interlock is writing");
  ::close(holder);
}

TEST_CASE("a checkpoint takes the budget that it needs") {
  const Directory directory;
  const std::string saved = some_checkpoint(directory);
  const Run run = interlock(search({"--resume", saved, "--max-states", "10"}));
  check_refused(run, "more than the 10 states that the budget allows");
  CHECK(contains(run.messages, "--max-states"));
}

TEST_CASE("Ctrl-C saves, and so does a kill some seconds before it") {
  const Directory directory;
  const std::string saved = saved_in(directory);
  const std::string words =
      "check fair_semaphore --clients worker=6 --set limit=2 --under 'pause, crash, drift 10ms' "
      "--spec recovers ";
  // As soon as something (more) is saved, however slow the machine is.
  const auto until_saved = [&](const std::string& option, const std::string& signal) {
    const std::string marker = saved + ".marker";
    return shell("touch " + marker + "; \"$INTERLOCK\" " + words + option + " " + saved +
                 " & for i in $(seq 900); do [ -n \"$(find " + saved + " -name position -newer " + marker +
                 " 2> /dev/null)\" ] && break; sleep 0.1; done; kill -" + signal + " $!; wait $!");
  };
  until_saved("--checkpoint", "KILL");
  const fs::path position = only_search(saved) / "position";
  REQUIRE(fs::exists(position));
  const auto size = [&] { return fs::file_size(only_search(saved) / "states"); };
  const auto before = size();
  const Run run = until_saved("--resume", "INT");
  INFO(run.exit_code << run.output << run.messages);
  CHECK(contains(run.output, "stopped; "));
  CHECK(contains(run.messages, "--resume " + saved));
  CHECK(size() >= before);
}

TEST_CASE("a budget says what was proved, of properties of which that can be said") {
  const auto messages = [](const std::string& spec, const std::string& budget) {
    return interlock({"check", "set_nx_px", "--clients", "worker=3", "--under", "crash", "--spec", spec, "--max-states",
                      budget})
        .output;
  };
  CHECK(contains(messages("mutual_exclusion", "20"),
                 "the budget of states ran out; holds with 0 faults for runs of fewer than "));
  CHECK(contains(messages("mutual_exclusion", "100"),
                 "the budget of states ran out; holds with 0 faults, with 1 for runs of "));
  const std::string later = interlock({"check", "setnx_expire_repair", "--under", "pause, crash", "--spec",
                                       "owner_releases", "--max-states", "50000"})
                                .output;
  CHECK(contains(later, "the budget of states ran out; holds with up to "));
  CHECK(contains(messages("recovers", "100"), "the budget of states ran out; it takes all runs to say more"));
}

TEST_CASE("a matrix is saved too") {
  const Directory directory;
  const std::string saved = saved_in(directory);
  const std::vector<std::string> words{"matrix", "set_nx_px", "--spec", "mutual_exclusion"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), words.begin(), words.end());
    return interlock(more);
  };
  const Run first = with({"--checkpoint", saved, "--max-states", "20"});
  CHECK(first.exit_code == 3);
  CHECK(with({"--resume", saved}).output == with({}).output);
}

}  // namespace interlock::testing
