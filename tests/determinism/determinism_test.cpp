// The same bytes for any number of threads, with addresses fixed or not, in any locale, time zone and directory.

#include <fstream>
#include <iterator>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

namespace fs = std::filesystem;

std::string check(std::vector<std::string> more, const Setting& setting = {}) {
  std::vector<std::string> words{"check",    "set_nx_px", "lease_fence", "setnx_expire_repair_modern_client",
                                 "--format", "json"};
  words.insert(words.end(), more.begin(), more.end());
  const Run run = interlock(words, setting);
  INFO(run.messages);
  CHECK(run.exit_code == 0);
  return run.output;
}

/// Every file below a directory, by name.
std::map<std::string, std::string> files_of(const fs::path& directory) {
  std::map<std::string, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(directory)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream file(entry.path(), std::ios::binary);
    files[fs::relative(entry.path(), directory).string()] = {std::istreambuf_iterator<char>(file),
                                                             std::istreambuf_iterator<char>()};
  }
  return files;
}

const std::string& usual() {
  static const std::string output = check({"--threads", "1"});
  return output;
}

}  // namespace

TEST_CASE("any number of threads") {
  for (const char* threads : {"2", "8"}) {
    INFO(threads);
    CHECK(check({"--threads", threads}) == usual());
  }
}

namespace {

/// What --stats says, but for the seconds that it took.
std::string stats(std::vector<std::string> more) {
  std::vector<std::string> words{"check",         "setnx",  "fair_semaphore", "--under", "crash 1 time",     "--under",
                                 "none",          "--spec", "recovers",       "--spec",  "mutual_exclusion", "--spec",
                                 "no_starvation", "--stats"};
  words.insert(words.end(), more.begin(), more.end());
  std::string text = interlock(words).messages;
  for (std::size_t end = text.find(" s\n"); end != std::string::npos; end = text.find(" s\n", end)) {
    const std::size_t begin = text.rfind(", ", end);
    text.erase(begin, end + 2 - begin);
    end = begin;
  }
  return text;
}

}  // namespace

TEST_CASE("what --stats says is the same for any number of threads, and with the memory of steps or without") {
  const std::string usual_stats = stats({"--threads", "1"});
  CHECK(usual_stats.find("  symmetry: ") != std::string::npos);
  CHECK(usual_stats.find(" transitions, about ") != std::string::npos);
  for (const char* threads : {"2", "3", "8"}) CHECK(stats({"--threads", threads}) == usual_stats);
  CHECK(stats({"--without", "memory"}) == usual_stats);
}

TEST_CASE("addresses at random places or not") {
  if (shell("setarch -R true").exit_code != 0) return;  // not allowed here
  Setting fixed;
  fixed.before = {"setarch", "-R"};
  CHECK(check({"--threads", "2"}, fixed) == usual());
}

TEST_CASE("any locale, time zone, width and directory") {
  Setting setting;
  setting.environment = {
      {"LC_ALL", "de_DE.UTF-8"}, {"LANG", "tr_TR.UTF-8"}, {"TZ", "Asia/Kathmandu"}, {"COLUMNS", "40"}};
  setting.directory = "/";
  CHECK(check({}, setting) == usual());
}

TEST_CASE("text and pictures, too") {
  const Directory first;
  const Directory second;
  const auto run = [](const Directory& directory, const char* threads) {
    return interlock({"check", "models/fencing", "--threads", threads, "--out", directory.path().string()}).output;
  };
  CHECK(run(first, "1") == run(second, "8"));
  const auto files = files_of(first.path());
  CHECK_FALSE(files.empty());
  for (const auto& [name, content] : files_of(second.path())) {
    INFO(name);
    if (fs::path(name).extension() != ".svg") CHECK(files.at(name) == content);  // Graphviz promises no bytes
  }
}

namespace {

/// Runs a command in portions, each with a larger budget and another number of threads; gives the output of the last.
std::string in_portions(const std::vector<std::string>& command, const std::vector<std::string>& budgets,
                        const Directory& directory) {
  const std::vector<std::string> threads{"1", "8", "2", "3"};
  const std::string saved = (directory.path() / "saved").string();
  std::string output;
  for (std::size_t portion = 0; portion <= budgets.size(); ++portion) {
    std::vector<std::string> words = command;
    const auto add = [&](std::vector<std::string> more) { words.insert(words.end(), more.begin(), more.end()); };
    add({portion == 0 ? "--checkpoint" : "--resume", saved, "--threads", threads[portion % threads.size()]});
    if (portion < budgets.size()) add({"--max-states", budgets[portion]});
    const Run run = interlock(words);
    INFO(run.messages);
    CHECK(run.exit_code == (portion < budgets.size() ? 3 : 0));
    output = run.output;
  }
  return output;
}

}  // namespace

TEST_CASE("interrupted and resumed again and again: the same text, JSON and pictures") {
  const Directory whole;
  const Directory parts;
  const auto command = [](const Directory& directory) {
    return std::vector<std::string>{"check",       "set_nx_px",
                                    "lease_fence", "setnx_expire_repair_modern_client",
                                    "--out",       (directory.path() / "out").string()};
  };
  CHECK(in_portions(command(parts), {"1", "20", "21", "150"}, parts) == interlock(command(whole)).output);
  const auto files = files_of(whole.path() / "out");
  const auto others = files_of(parts.path() / "out");
  CHECK_FALSE(files.empty());
  CHECK(files.size() == others.size());
  for (const auto& [name, content] : others) {
    INFO(name);
    if (fs::path(name).extension() != ".svg") CHECK(files.at(name) == content);
  }
  const Directory again;
  std::vector<std::string> json{"check",    "set_nx_px", "lease_fence", "setnx_expire_repair_modern_client",
                                "--format", "json"};
  CHECK(in_portions(json, {"5", "100"}, again) == usual());
}

TEST_CASE("wide levels, resumed with other numbers of threads") {
  const Directory directory;
  const std::string model = directory.write("wide.interlock", interlock({"show", "set_nx_px"}).output);
  const std::vector<std::string> command{"check", model,    "--clients", "worker=4", "--under",
                                         "pause", "--spec", "recovers",  "--format", "json"};
  const std::string whole = interlock(command).output;
  for (const std::vector<std::string>& budgets :
       {std::vector<std::string>{"300000"}, {"20000", "150000", "400000", "800000"}}) {
    const Directory saved;
    CHECK(in_portions(command, budgets, saved) == whole);
  }
}

TEST_CASE("a search that ends at a budget") {
  const auto run = [](const char* threads) {
    return interlock({"check", "set_nx_px", "--under", "pause, crash", "--max-states", "300", "--threads", threads})
        .output;
  };
  CHECK(run("1") == run("8"));
}

}  // namespace interlock::testing
