// When the world around the program does not help: full disks, closed pipes, Ctrl-C, no Graphviz.

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The names of the files of a directory and those in it.
std::vector<std::string> files_in(const std::filesystem::path& directory) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory)) {
    if (entry.is_regular_file()) names.push_back(std::filesystem::relative(entry.path(), directory).string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("a closed pipe ends the program quietly, with the exit code of what was found so far") {
  const auto into_closed_pipe = [](const std::string& words) {
    return shell("{ sleep 0.2; \"$INTERLOCK\" " + words + "; echo \"code $?\" >&2; } | true").messages;
  };
  CHECK(into_closed_pipe("list") == "code 0\n");
  CHECK(into_closed_pipe("check set_nx_px") == "code 0\n");
  CHECK(into_closed_pipe("matrix set_nx_px --spec mutual_exclusion") == "code 0\n");
  CHECK(into_closed_pipe("check set_nx_px --spec mutual_exclusion --under pause") == "code 1\n");
}

TEST_CASE("head takes what it wants") {
  const Run run = shell("\"$INTERLOCK\" list | head -c 10");
  CHECK(run.exit_code == 0);
  CHECK(run.output.size() == 10);
}

TEST_CASE("a full disk is told and is no success") {
  Setting setting;
  setting.output_to = "/dev/full";
  for (const std::vector<std::string>& words : {std::vector<std::string>{"list"},
                                                {"--help"},
                                                {"check", "set_nx_px"},
                                                {"check", "set_nx_px", "--format", "json"}}) {
    const Run run = interlock(words, setting);
    INFO(words.back());
    CHECK(run.exit_code == 2);
    CHECK(contains(run.messages, "cannot write to standard output: No space left on device"));
  }
}

TEST_CASE("a directory for pictures that cannot be made is told") {
  const Directory directory;
  directory.write("taken", "a file");
  const Run run = interlock({"check", "set_nx_px", "--out", (directory.path() / "taken").string()});
  CHECK(run.exit_code == 2);
  CHECK(contains(run.messages, "taken"));
  CHECK(directory.read("taken") == "a file");
}

TEST_CASE("the option --out leaves whole files with predictable names, and nothing else") {
  const Directory directory;
  const Run run = interlock({"check", "set_nx_px", "--out", directory.path().string()});
  CHECK(run.exit_code == 0);
  const std::vector<std::string> files = files_in(directory.path());
  for (const char* extension : {".txt", ".json", ".itf.json", ".mmd", ".puml", ".dot", ".svg"}) {
    const std::string name = std::string("set_nx_px/mutual_exclusion--pause") + extension;
    INFO(name);
    CHECK(std::find(files.begin(), files.end(), name) != files.end());
    CHECK_FALSE(directory.read(name).empty());
  }
  for (const std::string& file : files) CHECK(std::filesystem::path(file).extension().string().size() <= 5);
}

TEST_CASE("two files with one protocol name do not overwrite each other's runs") {
  const Directory directory;
  const std::string text = interlock({"show", "set_nx_px"}).output;
  const std::string first = directory.write("a.interlock", text);
  const std::string second = directory.write("b.interlock", text);
  Setting setting;
  setting.environment["PATH"] = directory.path().string();  // no Graphviz: quick
  const std::string out = (directory.path() / "out").string();
  const Run run = interlock(
      {"check", first, second, "--spec", "mutual_exclusion", "--under", "pause", "--out", out, "--format", "json"},
      setting);
  CHECK(run.exit_code == 1);
  CHECK(contains(run.messages, "2 runs written to " + out + ": 13 files"));
  CHECK(contains(directory.read("out/set_nx_px/mutual_exclusion--pause.json"), "a.interlock"));
  CHECK(contains(directory.read("out/set_nx_px-2/mutual_exclusion--pause.json"), "b.interlock"));
}

TEST_CASE("a file that cannot be read does not keep the others of its directory from being checked") {
  const Directory directory;
  std::filesystem::create_symlink("nowhere", directory.path() / "gone.interlock");
  directory.write("good.interlock", interlock({"show", "set_nx_px"}).output);
  const Run run = interlock({"check", directory.path().string()});
  CHECK(run.exit_code == 2);
  CHECK(contains(run.messages, "cannot read " + (directory.path() / "gone.interlock").string()));
  CHECK(contains(run.output, "ok    mutual_exclusion"));
}

TEST_CASE("without Graphviz there is a sentence, and the DOT files are written") {
  const Directory directory;
  Setting setting;
  setting.environment["PATH"] = directory.path().string();
  const Run run = interlock({"check", "set_nx_px", "--out", (directory.path() / "out").string()}, setting);
  CHECK(run.exit_code == 0);
  CHECK(contains(run.messages, "Graphviz"));
  CHECK(contains(directory.read("out/set_nx_px/mutual_exclusion--pause.dot"), "graph"));
  CHECK_FALSE(std::filesystem::exists(directory.path() / "out/set_nx_px/mutual_exclusion--pause.svg"));
}

TEST_CASE("draw without Graphviz writes the DOT file and is no success") {
  const Directory directory;
  Setting setting;
  setting.environment["PATH"] = directory.path().string();
  const Run run = interlock({"draw", "set_nx_px", "--out", directory.path().string()}, setting);
  CHECK(run.exit_code == 2);
  CHECK(contains(run.messages, "Graphviz"));
  CHECK(files_in(directory.path()).size() == 1);
}

TEST_CASE("Ctrl-C ends a long run with what was found") {
  Setting setting;
  setting.interrupt_after = std::chrono::milliseconds(1500);
  const Run run = interlock({"check", "fair_semaphore", "--clients", "worker=6", "--set", "limit=2", "--under",
                             "pause, crash, drift 10ms", "--spec", "recovers", "--format", "json"},
                            setting);
  CHECK(run.exit_code == 3);
  CHECK(contains(run.output, "\"verdict\": \"unknown\""));
  CHECK(contains(run.output, "\"complete\": false"));
}

TEST_CASE("SIGTERM is not a budget") {
  const Run run = shell(
      "\"$INTERLOCK\" check fair_semaphore --clients worker=6 --set limit=2 --under 'pause, crash, drift 10ms' "
      "--spec recovers & sleep 1.5; kill -TERM $!; wait $!");
  CHECK(run.exit_code == 3);
  CHECK(contains(run.output, "stopped; "));
  CHECK_FALSE(contains(run.output, "budget"));
}

TEST_CASE("Ctrl-C says which protocols were not begun") {
  Setting setting;
  setting.interrupt_after = std::chrono::milliseconds(1000);
  const Run run = interlock({"check", "fair_semaphore", "set_nx_px", "--clients", "worker=6", "--under",
                             "pause, crash, drift 10ms", "--spec", "recovers"},
                            setting);
  CHECK(run.exit_code == 3);
  CHECK(contains(run.messages, "interrupted; 1 protocol not begun"));
}

TEST_CASE("no colour and no progress where nobody looks at a terminal") {
  Setting setting;
  setting.environment["TERM"] = "xterm-256color";
  const Run run = interlock({"check", "set_nx_px"}, setting);
  CHECK_FALSE(contains(run.output, "\x1b"));
  CHECK(run.messages.empty());
}

TEST_CASE("on a terminal there is a line of progress, not wider than it") {
  if (shell("command -v script").exit_code != 0) return;
  Setting setting;
  setting.environment["TERM"] = "xterm-256color";
  for (const std::size_t columns : {80U, 40U}) {
    const std::string text = shell("script -qec 'stty cols " + std::to_string(columns) +
                                       "; \"$INTERLOCK\" check fair_semaphore --clients worker=6 --set limit=2 "
                                       "--under crash --spec recovers --max-time 3s' /dev/null",
                                   setting)
                                 .output;
    INFO(text);
    const std::string begin = "\r\x1b[K";
    std::size_t lines = 0;
    for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) {
      const std::size_t end = std::min(text.find_first_of("\r\n", at + 1), text.size());
      const std::string line = text.substr(at + begin.size(), end - at - begin.size());
      if (!contains(line, "fault ")) continue;
      ++lines;
      CHECK(line.size() < columns);
      CHECK(contains(line, " states"));
      if (columns == 80) CHECK(contains(line, "/s"));
    }
    CHECK(lines > 0);  // a slow machine shows few
  }
}

TEST_CASE("on a terminal there is colour, but not with NO_COLOR") {
  if (shell("command -v script").exit_code != 0) return;
  Setting setting;
  setting.environment["TERM"] = "xterm-256color";
  const std::string line = "script -qec '\"$INTERLOCK\" check set_nx_px' /dev/null";
  CHECK(contains(shell(line, setting).output, "\x1b["));
  setting.environment["NO_COLOR"] = "1";
  CHECK_FALSE(contains(shell(line, setting).output, "\x1b["));
}

}  // namespace interlock::testing
