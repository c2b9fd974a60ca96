// `interlock margin` and `check --clients any` as a user runs them: exit codes, lines, data.

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

const std::string under_one_pause = "pause <= 3s 1 time";

/// A lock that holds for any number of workers; one that breaks with the third.
std::string counter(const std::string& bound) {
  return R"(protocol counter
server m : memory { holders : int 0..9 = 0 }
client worker[2] {
  retry until atomic { if m.holders < )" +
         bound + R"( { m.holders += 1; break } }
  critical { work 1s }
  atomic { m.holders = m.holders - 1 }
}
spec few_inside "At most two are inside." always count(c in clients where c in critical) <= 2
expect { few_inside holds }
)";
}

nlohmann::json parsed(const std::string& text) { return nlohmann::json::parse(text); }

}  // namespace

TEST_CASE("margin: from where on a verdict turns, of each duration and each bounded fault") {
  const Run run = interlock({"margin", "set_nx_px", "--under", under_one_pause, "--spec", "mutual_exclusion"});
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "mutual_exclusion  holds  pause <= 3s 1 time\n"));
  CHECK(contains(run.output, "  pause           3 s  holds below 5 s, fails from 5 s on\n"));
  CHECK(contains(run.output, "  ttl            10 s  holds above 8 s, fails up to 8 s\n"));
  // What it says of the edge is so.
  const auto exit_code = [](const std::string& pause) {
    return interlock({"check", "set_nx_px", "--under", "pause <= " + pause + " 1 time", "--spec", "mutual_exclusion"})
        .exit_code;
  };
  CHECK(exit_code("4s") == 0);
  CHECK(exit_code("5s") == 1);
}

TEST_CASE("margin: the same as data") {
  const Run run =
      interlock({"margin", "set_nx_px", "--under", under_one_pause, "--spec", "mutual_exclusion", "--format", "json"});
  CHECK(run.exit_code == 0);
  const nlohmann::json durations = parsed(run.output).at("margins").at(0).at("durations");
  REQUIRE(durations.size() == 4);
  CHECK(durations[0].at("what") == "pause");
  CHECK(durations[0].at("decided") == true);
  CHECK(durations[0].at("longer").at("first_other") == 5'000'000);
  CHECK(durations[0].at("longer").at("verdict") == "fails");
  CHECK(durations[0].at("shorter").is_null());
}

TEST_CASE("margin: what is asked wrongly") {
  CHECK(interlock({"margin"}).exit_code == 2);
  CHECK(interlock({"margin", "no_such_lock"}).exit_code == 2);
  CHECK(interlock({"margin", "set_nx_px", "--spec", "no_such_spec"}).exit_code == 2);
  CHECK(interlock({"margin", "set_nx_px", "--under", "thunder"}).exit_code == 2);
  CHECK(interlock({"margin", "set_nx_px", "--format", "markdown"}).exit_code == 2);
  CHECK(contains(interlock({"margin", "set_nx_px", "--clients", "any"}).messages, "--clients any goes with check"));
}

TEST_CASE("any number of clients: proved, and the proof written down") {
  const Directory directory;
  const std::string proof = (directory.path() / "proof.txt").string();
  const Run run = interlock(
      {"check", "setnx", "--clients", "any", "--under", "none", "--spec", "mutual_exclusion", "--proof", proof});
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "mutual_exclusion  holds: any number of workers"));
  CHECK(contains(directory.read("proof.txt"), "setnx, no faults: mutual_exclusion holds for any number of workers."));
  const Run data = interlock(
      {"check", "setnx", "--clients", "any", "--under", "none", "--spec", "mutual_exclusion", "--format", "json"});
  const nlohmann::json known = parsed(data.output).at("results").at(0).at("verdicts").at(0).at("for_clients");
  CHECK(known.at("any_number") == true);
  CHECK(known.at("kind") == "worker");
}

TEST_CASE("any number of clients: a failure is found with the fewest that it takes") {
  const Directory directory;
  const std::string sound = directory.write("sound.interlock", counter("2"));
  const std::string unsound = directory.write("unsound.interlock", counter("3"));
  CHECK(interlock({"check", sound, "--clients", "worker=any"}).exit_code == 0);
  const Run fails = interlock({"check", unsound, "--clients", "any", "--format", "json"});
  CHECK(fails.exit_code == 1);
  const nlohmann::json found = parsed(fails.output).at("results").at(0).at("verdicts").at(0);
  CHECK(found.at("verdict") == "fails");
  CHECK(found.at("for_clients").at("any_number") == false);
  CHECK(found.at("for_clients").at("searched_up_to") == 3);
  // With two of them nothing is seen of it.
  CHECK(interlock({"check", unsound}).exit_code == 0);
}

TEST_CASE("any number of clients: what does not go together") {
  const auto complaint = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"check", "setnx"});
    const Run run = interlock(arguments);
    CHECK(run.exit_code == 2);
    return run.messages;
  };
  CHECK(contains(complaint({"--proof", "proof.txt"}), "--proof goes with --clients any"));
  CHECK(contains(complaint({"--clients", "any", "--checkpoint", "saved"}), "are not saved"));
  CHECK(interlock({"check", "setnx", "--clients", "nobody=any"}).exit_code == 2);
}

}  // namespace interlock::testing
