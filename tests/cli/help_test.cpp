// What --help and --version say.

#include <sstream>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

const std::vector<std::string>& commands() {
  static const std::vector<std::string> names{"check",  "matrix",     "margin", "show", "list",    "steps",
                                              "draw",   "export",     "replay", "new",  "explain", "diff",
                                              "mutate", "completion", "man",    "watch"};
  return names;
}

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

std::size_t longest_line(const std::string& text) {
  std::size_t longest = 0;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  return longest;
}

}  // namespace

TEST_CASE("the option --help names all commands and shows examples") {
  const Run run = interlock({"--help"});
  CHECK(run.exit_code == 0);
  CHECK(run.messages.empty());
  for (const std::string& command : commands()) CHECK(contains(run.output, "\n  " + command + " "));
  CHECK(contains(run.output, "Usage: interlock"));
  CHECK(contains(run.output, "Examples:\n"));
  CHECK(longest_line(run.output) <= 100);
}

TEST_CASE("every command has its own help, with usage, options and examples") {
  for (const std::string& command : commands()) {
    INFO(command);
    const Run run = interlock({command, "--help"});
    CHECK(run.exit_code == 0);
    CHECK(run.messages.empty());
    CHECK(contains(run.output, "Usage: interlock " + command));
    CHECK(contains(run.output, "  -h, --help "));
    CHECK(contains(run.output, "Examples:\n  interlock " + command));
    CHECK(longest_line(run.output) <= 110);
    CHECK(interlock({"help", command}).output == run.output);
  }
}

TEST_CASE("the help of check names every option of the command") {
  const std::string help = interlock({"check", "-h"}).output;
  for (const char* option : {"--under FAULTS", "--spec NAME", "--set NAME=VALUE", "--clients KIND=N", "--out DIR",
                             "--format text|json", "--threads N", "--max-states N", "--max-memory", "--max-time",
                             "--without", "--checkpoint DIR", "--resume DIR", "--stats"}) {
    INFO(option);
    CHECK(contains(help, option));
  }
}

TEST_CASE("the option --version is one line") {
  const Run run = interlock({"--version"});
  CHECK(run.exit_code == 0);
  CHECK(run.output.starts_with("interlock "));
  CHECK(std::count(run.output.begin(), run.output.end(), '\n') == 1);
}

TEST_CASE("without a command the help goes to standard error") {
  const Run run = interlock({});
  CHECK(run.exit_code == 2);
  CHECK(run.output.empty());
  CHECK(contains(run.messages, "Commands:"));
}

}  // namespace interlock::testing
