// `matrix --format` and `--github`: the same answers in each, and what has no column is said.

#include <nlohmann/json.hpp>

#include <string>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("the matrix as text, Markdown and data has the same verdicts, and says what it leaves out") {
  const std::vector<std::string> asked{"matrix", "set_nx_px", "--spec", "mutual_exclusion"};
  const auto in = [&](const std::string& format) {
    std::vector<std::string> words = asked;
    words.insert(words.end(), {"--format", format});
    return interlock(words);
  };
  const Run text = in("text");
  CHECK(text.output == interlock(asked).output);
  CHECK(contains(text.output, "since no expectation names"));
  CHECK(contains(text.output, "note: no column has skew and drift, since no client reads a clock\n"));
  const Run markdown = in("markdown");
  CHECK(contains(markdown.output, "| mutual\\_exclusion | ✓ holds | ✗ fails: 1 pause, 4 steps | ✓ holds |"));
  CHECK(contains(markdown.output, "- note: no column has skew and drift"));
  const Run data = in("json");
  for (const Run& run : {text, markdown, data}) CHECK(run.exit_code == 0);
  const nlohmann::json json = nlohmann::json::parse(data.output);
  REQUIRE(json["columns"].size() == 4);
  CHECK(json["guarantees"][0]["cells"][1]["verdict"] == "fails");
  CHECK(json["guarantees"][0]["cells"][1]["steps"] == 4);
  CHECK(json["left_out"]["of_clocks"] == nlohmann::json{"skew", "drift"});
}

TEST_CASE("a fault that an expectation names has a column, and none with two more") {
  const Directory directory;
  std::string model = interlock({"show", "set_nx_px"}).output;
  model.replace(model.find("expect {"), 8, "expect {\n  mutual_exclusion fails under restart\n");
  const Run run = interlock({"matrix", directory.write("lock.interlock", model), "--spec", "mutual_exclusion"});
  CHECK(contains(run.output, "note: no column has restart and two more faults\n"));
}

TEST_CASE("matrix --github adds the table to the job's summary") {
  const Directory directory;
  Setting setting;
  setting.environment["GITHUB_STEP_SUMMARY"] = directory.write("summary.md", "before\n");
  const Run run = interlock({"matrix", "set_nx_px", "--spec", "mutual_exclusion", "--github"}, setting);
  CHECK(run.exit_code == 0);
  const std::string summary = directory.read("summary.md");
  CHECK(summary.starts_with("before\n## set\\_nx\\_px: guarantees and faults\n"));
}

}  // namespace interlock::testing
