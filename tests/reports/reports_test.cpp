#include "reports/report.hpp"

#include <nlohmann/json.hpp>

#include <sstream>

#include "reports/json.hpp"
#include "reports/matrix.hpp"
#include "reports/names.hpp"
#include "reports/storyboard.hpp"
#include "reports/timeline_text.hpp"
#include "reports/verdict_lines.hpp"
#include "reports/words.hpp"
#include "tests/catch.hpp"
#include "tests/reports/golden.hpp"
#include "tests/reports/stories.hpp"

namespace interlock {
namespace {

using check::Verdict;

language::Scenario under(const std::vector<std::string>& faults) {
  language::Scenario scenario;
  for (const std::string& fault : faults) {
    language::Fault one;
    one.text = fault;
    scenario.faults.push_back(one);
  }
  return scenario;
}

check::SpecResult verdict(std::string spec, Verdict kind, language::ExpectedVerdict expected, bool met,
                          std::uint32_t line) {
  check::SpecResult report;
  report.spec = std::move(spec);
  report.verdict = kind;
  report.met = met;
  language::Expectation expectation;
  expectation.verdict = expected;
  expectation.place.line = line;
  expectation.text = report.spec + " holds";
  report.expected = expectation;
  return report;
}

std::vector<check::Answer> two_results() {
  check::Answer calm;
  calm.protocol = "set_nx_px";
  calm.file = "models/locks/set_nx_px.interlock";
  calm.clients = "2 workers";
  calm.states = 183;
  calm.transitions = 400;
  calm.ending = check::Ending::exhausted;
  calm.verdicts.push_back(verdict("mutual_exclusion", Verdict::holds, language::ExpectedVerdict::holds, true, 40));
  check::Answer rough = calm;
  rough.scenario = under({"pause"});
  rough.states = 12310;
  rough.verdicts[0] = verdict("mutual_exclusion", Verdict::fails, language::ExpectedVerdict::holds, false, 41);
  rough.verdicts[0].steps = 4;
  rough.verdicts[0].faults = 1;
  rough.verdicts[0].used = {{language::FaultKind::pause, 1}};
  rough.verdicts[0].story = stories::lease_expires();
  return {calm, rough};
}

TEST_CASE("one line of answer for each expectation") {
  const std::string text = reports::verdict_lines(two_results(), {});
  CHECK(text ==
        "ok    mutual_exclusion  holds                    2 workers, no faults     183 states\n"
        "FAIL  mutual_exclusion  fails: 1 pause, 4 steps  2 workers, pause      12,310 states\n"
        "                        expected to hold (line 41)\n");
}

TEST_CASE("the summary counts what was met") {
  CHECK(reports::summary_line(two_results()) == "1 of 2 expectations met, 1 not.\n");
}

TEST_CASE("only what is asked for is drawn") {
  CHECK(reports::drawn_runs(two_results(), reports::Drawn::none, 100, {}).empty());
  CHECK(reports::drawn_runs(two_results(), reports::Drawn::unmet, 100, {}) ==
        "\n" + reports::timeline_text(stories::lease_expires()));
}

TEST_CASE("JSON has the fields of format 2, sorted") {
  const std::string text = reports::to_json(reports::Report{two_results()});
  CHECK(text == stories::golden("report.json", text));
  const nlohmann::json parsed = nlohmann::json::parse(text);
  CHECK(parsed["format"] == 2);
  const nlohmann::json& result = parsed["results"][1];
  CHECK(result["under"][0]["fault"] == "pause");
  CHECK(result["verdicts"][0]["verdict"] == "fails");
  CHECK(result["verdicts"][0]["used"]["pause"] == 1);
  CHECK(result["verdicts"][0]["counterexample"]["kind"] == "path");
  CHECK(result["verdicts"][0]["counterexample"]["events"][2]["number"].is_null());
}

TEST_CASE("JSON takes any bytes") {
  std::vector<check::Answer> results = two_results();
  results[0].file = "\xff\xfe";
  CHECK_NOTHROW(nlohmann::json::parse(reports::to_json(reports::Report{results})));
}

check::Matrix small_matrix() {
  check::Matrix matrix{"lock", "2 workers", "ttl 3 s", {{}, {"pause"}, {"crash"}, {"pause", "crash"}}, {}, {}, {}};
  check::SpecResult holds;
  holds.verdict = Verdict::holds;
  check::SpecResult fails;
  fails.verdict = Verdict::fails;
  fails.steps = 4;
  fails.used = {{language::FaultKind::pause, 1}};
  matrix.guarantees.push_back({"mutual_exclusion", {holds, fails, holds, fails}});
  matrix.guarantees.push_back({"recovers", {holds, holds, holds, holds}});
  return matrix;
}

TEST_CASE("the matrix as a table") {
  const std::string text = reports::matrix_text(small_matrix(), 100, {});
  CHECK(text == stories::golden("matrix.txt", text));
}

TEST_CASE("the matrix stays one table where its columns can be narrower") {
  const std::string text = reports::matrix_text(small_matrix(), 62, {});
  CHECK(text == stories::golden("matrix_narrow.txt", text));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) CHECK(reports::character_count(line) <= 62);
}

TEST_CASE("the matrix says which faults it has no column of") {
  check::Matrix matrix = small_matrix();
  matrix.left_out = {.unnamed = {"restart", "loss"}, .of_clocks = {"skew"}, .in_pairs = {"failover"}};
  const std::string text = reports::matrix_text(matrix, 200, {});
  CHECK(text.find("\nnote: no column has restart and loss, since no expectation names them; check --under asks\n"
                  "note: no column has skew, since no client reads a clock\n"
                  "note: no column has failover and two more faults\n") != std::string::npos);
  CHECK(reports::matrix_markdown(matrix).find("- note: no column has restart and loss, since") != std::string::npos);
}

TEST_CASE("the matrix says what holds only up to a capacity") {
  check::Matrix matrix = small_matrix();
  matrix.columns.resize(4);
  matrix.columns[2].cut = true;
  matrix.columns[2].gave_up = {check::GaveUp::container};
  matrix.columns[2].full = {{"pg.open", 4}};
  const std::string text = reports::matrix_text(matrix, 200, {});
  INFO(text);
  CHECK(text.find("holds, up to capacity") != std::string::npos);
  CHECK(
      text.find("\u2713 mutual_exclusion and recovers under crash: up to the capacity of pg.open, and no further\n") !=
      std::string::npos);
  CHECK(text.find("mutual_exclusion  broken by pause; holds under crash, up to capacity\n") != std::string::npos);
  CHECK(reports::matrix_markdown(matrix).find("| \u2713 holds, up to capacity |") != std::string::npos);
  const nlohmann::json json = nlohmann::json::parse(reports::matrix_json(matrix));
  CHECK(json["guarantees"][0]["cells"][2]["up_to"] == "the capacity of pg.open");
}

TEST_CASE("the matrix as Markdown") {
  const std::string text = reports::matrix_markdown(small_matrix());
  CHECK(text == stories::golden("matrix.md", text));
}

TEST_CASE("the matrix as data") {
  check::Matrix matrix = small_matrix();
  matrix.left_out.unnamed = {"restart"};
  const nlohmann::json json = nlohmann::json::parse(reports::matrix_json(matrix));
  CHECK(json["columns"][3]["faults"] == nlohmann::json{"pause", "crash"});
  CHECK(json["guarantees"][0]["cells"][1]["verdict"] == "fails");
  CHECK(json["guarantees"][0]["cells"][1]["used"]["pause"] == 1);
  CHECK(json["guarantees"][0]["broken_by"] == nlohmann::json::array({nlohmann::json::array({"pause"})}));
  CHECK(json["left_out"]["unnamed"] == nlohmann::json::array({"restart"}));
}

TEST_CASE("an open cell of the matrix says why") {
  check::Matrix matrix = small_matrix();
  matrix.guarantees[0].cells[3].verdict = Verdict::unknown;
  matrix.guarantees[1].cells[2].vacuous = true;
  matrix.guarantees[1].cells[2].remarks = {check::Remark::nobody_enters};
  matrix.columns.resize(4);
  matrix.columns[3].ending = check::Ending::states;
  matrix.columns[3].seen = {1, 3};
  const std::string text = reports::matrix_text(matrix, 200, {});
  CHECK(text.find("\n! recovers under crash: nobody ever enters critical\n"
                  "? mutual_exclusion under pause and crash: the budget of states ran out; ") != std::string::npos);
  CHECK(text.find("for runs of fewer than 3 steps\n") != std::string::npos);
}

TEST_CASE("file names are predictable and safe") {
  CHECK(reports::file_name("set_nx_px", "recovers", {}, "svg") == "set_nx_px/recovers--none.svg");
  CHECK(reports::file_name("l", "s", under({"pause <= 3s", "crash 1 time"}), "dot") ==
        "l/s--pause_3s-crash_1_time.dot");
  CHECK(reports::file_name("../x", "a/b", {}, "txt") == "_._x/a_b--none.txt");
}

TEST_CASE("of a long name the beginning and the end are shown") {
  CHECK(reports::shortened("worker 1", 26) == "worker 1");
  CHECK(reports::shortened("payment_reconciliation_worker 1", 20) == "payment_reco..rker 1");
  CHECK(reports::shortened("\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4", 5) == "\u00e4\u00e4..\u00e4");
}

TEST_CASE("words") {
  CHECK(reports::plural("worker") == "workers");
  CHECK(reports::plural("proxy") == "proxies");
  CHECK(reports::plural("process") == "processes");
  CHECK(reports::count_text(1, "step") == "1 step");
  CHECK(reports::count_text(1234567, "state") == "1,234,567 states");
  CHECK(reports::used_text({{language::FaultKind::pause, 1}, {language::FaultKind::crash, 2}}) == "1 pause, 2 crashes");
  CHECK(reports::used_text({{language::FaultKind::skew, 1}, {language::FaultKind::drift, 2}}) ==
        "1 skewed clock, 2 drifts");
  CHECK(reports::list_text({"a", "b", "c"}) == "a, b and c");
  CHECK(reports::wrapped("aa bb cc", 5) == std::vector<std::string>{"aa bb", "cc"});
}

TEST_CASE("what is absent looks the same, whoever emptied it") {
  CellView emptied, fresh, held;
  emptied.value = fresh.value = "absent";
  emptied.owner = 1;
  held.present = true;
  held.value = "a";
  held.owner = 1;
  CHECK(reports::same_look(emptied, fresh));
  CHECK_FALSE(reports::same_look(emptied, held));
  CellView of_another = held;
  of_another.owner = 0;
  CHECK_FALSE(reports::same_look(held, of_another));
}

}  // namespace
}  // namespace interlock
