// Wishes to stop are heard wherever the program waits or works, and what is written is written whole.

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// A program in a directory that stands first on the PATH.
void write_program(const Directory& directory, const std::string& name, const std::string& text) {
  const std::string path = directory.write("bin/" + name, "#!/bin/sh\n" + text);
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

Setting with_programs_of(const Directory& directory) {
  Setting setting;
  setting.environment["PATH"] = (directory.path() / "bin").string() + ":/usr/bin:/bin";
  return setting;
}

std::size_t files_below(const std::filesystem::path& directory) {
  if (!std::filesystem::exists(directory)) return 0;
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory))
    files += entry.is_regular_file() ? 1 : 0;
  return files;
}

}  // namespace

TEST_CASE("one signal ends the wait for a pipe and the walk through directories") {
  const Run pipe = shell(
      "d=$(mktemp -d); mkfifo $d/f; timeout 20 sh -c '\"$INTERLOCK\" check '$d'/f & sleep 0.5; "
      "kill -TERM $!; wait $!'; code=$?; rm -r $d; exit $code");
  CHECK(pipe.exit_code == 3);
  CHECK(contains(pipe.messages, "interrupted"));
  const Run walk = shell("timeout 20 sh -c '\"$INTERLOCK\" check / & sleep 0.3; kill -TERM $!; wait $!'");
  CHECK(walk.exit_code == 3);
}

TEST_CASE("a drawing tool is not waited for longer than the user wants to wait") {
  const Directory directory;
  write_program(directory, "neato", "exec sleep 15\n");
  const std::string out = (directory.path() / "out").string();
  const Run run =
      shell("time -p timeout 10 \"$INTERLOCK\" check set_nx_px --spec mutual_exclusion --max-time 1s --out " + out,
            with_programs_of(directory));
  CHECK(run.exit_code != 124);
  CHECK(contains(run.messages, "was stopped before it was done"));
  CHECK(files_below(out) > 0);
}

TEST_CASE("what a drawing tool prints is only called a picture if it is one") {
  const Directory directory;
  write_program(directory, "neato", "cat > /dev/null; echo garbage\n");
  const std::string out = (directory.path() / "out").string();
  const Run run =
      interlock({"check", "set_nx_px", "--spec", "mutual_exclusion", "--out", out}, with_programs_of(directory));
  CHECK(contains(run.messages, "printed something that is no svg"));
  for (const auto& entry : std::filesystem::recursive_directory_iterator(out))
    CHECK(entry.path().extension() != ".svg");
}

TEST_CASE("Ctrl-C and SIGTERM end the drawing, and what was found is written whole") {
  for (const char* signal : {"INT", "TERM"}) {
    const Directory directory;
    write_program(directory, "neato", "exec sleep 60\n");
    const std::string out = (directory.path() / "out").string();
    const Run run = shell("timeout 30 sh -c '\"$INTERLOCK\" check set_nx_px --spec mutual_exclusion --out " + out +
                              " & sleep 2; kill -" + signal + " $!; wait $!'",
                          with_programs_of(directory));
    INFO(signal << "\n" << run.output << run.messages);
    CHECK(run.exit_code == 0);
    CHECK(contains(run.output, "5 expectations met."));
    CHECK(contains(run.messages, "was stopped before it was done"));
    for (const char* extension : {".txt", ".json", ".dot"})
      CHECK_FALSE(directory.read(std::string("out/set_nx_px/mutual_exclusion--pause") + extension).empty());
    CHECK_FALSE(std::filesystem::exists(out + "/set_nx_px/mutual_exclusion--pause.svg"));
  }
}

TEST_CASE("a drawing tool that prints without end is stopped, and its picture is none") {
  const Directory directory;
  write_program(directory, "neato", "cat > /dev/null; echo '<svg>'; exec head -c 300000000 /dev/zero\n");
  const std::string out = (directory.path() / "out").string();
  const Run run =
      interlock({"check", "set_nx_px", "--spec", "mutual_exclusion", "--out", out}, with_programs_of(directory));
  INFO(run.messages);
  CHECK(run.exit_code == 0);
  CHECK(contains(run.messages, "printed more than 64 MB and was stopped"));
  CHECK_FALSE(std::filesystem::exists(out + "/set_nx_px/mutual_exclusion--pause.svg"));
}

TEST_CASE("a disk that is full in the middle of a set of reports leaves none of them") {
  const Directory directory;
  const std::string out = (directory.path() / "out").string();
  const Run run = shell("ulimit -f 4; \"$INTERLOCK\" check set_nx_px --spec mutual_exclusion --out " + out +
                        " > /dev/null");  // two KiB: a text fits, and its JSON does not
  INFO(run.messages);
  CHECK(run.exit_code == 2);
  CHECK(contains(run.messages, "File too large; nothing was written"));
  CHECK(files_below(out) == 0);
}

TEST_CASE("reports that cannot all be written are not written at all, and older ones stay as they were") {
  const Directory directory;
  write_program(directory, "neato", "exit 1\n");
  const std::string out = (directory.path() / "out").string();
  std::filesystem::create_directories(directory.path() / "out/set_nx_px/mutual_exclusion--pause.json");
  directory.write("out/set_nx_px/mutual_exclusion--pause.txt", "older");
  const Run run =
      interlock({"check", "set_nx_px", "--spec", "mutual_exclusion", "--out", out}, with_programs_of(directory));
  CHECK(run.exit_code == 2);
  CHECK(contains(run.messages, "mutual_exclusion--pause.json: Is a directory; nothing was written"));
  CHECK(files_below(out) == 1);
  CHECK(directory.read("out/set_nx_px/mutual_exclusion--pause.txt") == "older");
}

TEST_CASE("an empty value of an option is an error") {
  for (const char* option : {"--out", "--resume", "--checkpoint", "--spec", "--under"}) {
    const Run run = interlock({"check", "set_nx_px", option, ""});
    INFO(option << run.messages);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.messages, "it needs a value, and this one is empty"));
  }
}

TEST_CASE("control characters in the name of a file are shown as question marks") {
  const Directory directory;
  const std::string text = interlock({"show", "set_nx_px"}).output;
  const std::string path = directory.write("a\nb\x1b[31m.interlock", text);
  const Run run = interlock({"check", path, (directory.path() / "gone\n\x7f").string()});
  CHECK(contains(run.output, "a?b?[31m.interlock\n"));
  CHECK(contains(run.messages, "gone??"));
  CHECK_FALSE(contains(run.output + run.messages, "\x1b"));
}

TEST_CASE("a checkpoint with something else in the place of a file is an error of the input") {
  for (const char* other : {"mkdir", "mkfifo"}) {
    const Directory directory;
    const std::string saved = (directory.path() / "saved").string();
    CHECK(interlock({"check", "set_nx_px", "--checkpoint", saved}).exit_code == 0);
    std::filesystem::remove(saved + "/interlock-checkpoint");
    const Run run = shell(std::string(other) + " " + saved +
                          "/interlock-checkpoint; timeout 10 \"$INTERLOCK\" check set_nx_px --resume " + saved);
    INFO(run.messages);
    CHECK(run.exit_code == 2);
    CHECK(contains(run.messages, "it is no regular file"));
  }
}

TEST_CASE("only those files beside a protocol are read that it may need") {
  const Directory directory;
  const std::string lock = directory.write("lock.interlock", interlock({"show", "set_nx_px"}).output);
  directory.write("broken.interlock", "store broken\n  nonsense");
  directory.write("huge.interlock", "protocol huge\n" + std::string(3'000'000, '#'));
  const Run run = interlock({"check", lock, "--spec", "mutual_exclusion"});
  INFO(run.messages);
  CHECK(run.exit_code == 0);
  CHECK(run.messages.empty());
}

TEST_CASE("the part of a line that no run reaches is named, and only where all runs were seen") {
  const Directory directory;
  const std::string file = directory.write("parts.interlock", R"(protocol parts
server m : memory { x : int 0..2 }
client w[1] {
  atomic { if m.x == 2 { m.x = 1 } else { m.x = 0 } }
  critical { }
}
spec calm "Nothing." never m.x == 2
spec small "It is never entered." never some(c in clients where c enters critical)
)");
  const Run all = interlock({"check", file, "--spec", "calm", "--under", "none"});
  INFO(all.output);
  CHECK(contains(all.output, "note: no run reaches parts.interlock:4: ... m.x = 1\n"));
  const Run some = interlock({"check", file, "--spec", "small", "--under", "none"});
  CHECK_FALSE(contains(some.output, "no run reaches"));
}

}  // namespace interlock::testing
