// models/WHICH_LOCK.md, "which lock for what", says what checking all that ships says: it is made from the verdicts.
// INTERLOCK_UPDATE_GOLDEN=1 writes it anew: then look at the difference.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/catch.hpp"
#include "tests/cli/negated.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

namespace fs = std::filesystem;

struct Verdict {
  std::string spec;
  std::string verdict;
  std::vector<std::string> under;  ///< the faults that were allowed
  std::string used;                ///< what a run that breaks it needs: "1 pause", or "nothing"
};

struct Protocol {
  std::string name;
  std::string path;  ///< below models/
  std::string sentence;
  std::vector<Verdict> verdicts;
};

/// The text between the first two quotes of a file: the sentence below the name.
std::string sentence_of(const fs::path& path) {
  const std::string text = read_text(path);
  const std::size_t begin = text.find('"') + 1;
  return text.substr(begin, text.find('"', begin) - begin);
}

std::string joined(const std::vector<std::string>& parts, const std::string& between = ", ") {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : between) + part;
  return text;
}

std::string used_text(const nlohmann::json& used) {
  std::vector<std::string> parts;
  for (const auto& [fault, number] : used.items()) parts.push_back(number.dump() + " " + fault);
  return parts.empty() ? "nothing" : joined(parts);
}

/// All that ships but the bug reports, by path.
std::vector<Protocol> checked_protocols() {
  const fs::path models = fs::path(INTERLOCK_SOURCE_DIR) / "models";
  std::vector<std::string> words{"check", "--format", "json"};
  for (const auto& family : fs::directory_iterator(models))
    if (family.is_directory() && family.path().filename() != "field" && family.path().filename() != "stores")
      words.push_back(family.path().string());
  const Run run = interlock(words);
  REQUIRE(run.exit_code == 0);
  std::map<std::string, Protocol> found;
  const nlohmann::json report = nlohmann::json::parse(run.output);
  for (const auto& result : report["results"]) {
    const fs::path file = result["file"].get<std::string>();
    Protocol& protocol = found[fs::relative(file, models).generic_string()];
    protocol.name = result["protocol"];
    protocol.path = fs::relative(file, models).generic_string();
    if (protocol.sentence.empty()) protocol.sentence = sentence_of(file);
    std::vector<std::string> under;
    for (const auto& fault : result["under"]) under.push_back(fault["text"]);
    for (const auto& verdict : result["verdicts"])
      if (!verdict["expected"].is_null())
        protocol.verdicts.push_back({verdict["spec"], verdict["verdict"], under, used_text(verdict["used"])});
  }
  std::vector<Protocol> protocols;
  for (auto& [path, protocol] : found) protocols.push_back(std::move(protocol));
  return protocols;
}

bool asks(const Protocol& protocol, const std::set<std::string>& specs) {
  return std::any_of(protocol.verdicts.begin(), protocol.verdicts.end(),
                     [&](const Verdict& verdict) { return specs.count(verdict.spec) != 0; });
}

/// Under this fault, however often it strikes.
bool holds_under(const Protocol& protocol, const std::set<std::string>& specs, const std::string& fault) {
  return std::any_of(protocol.verdicts.begin(), protocol.verdicts.end(), [&](const Verdict& verdict) {
    return specs.count(verdict.spec) != 0 && verdict.verdict == "holds" &&
           std::find(verdict.under.begin(), verdict.under.end(), fault) != verdict.under.end();
  });
}

bool fails(const Protocol& protocol, const std::set<std::string>& specs) {
  return std::any_of(protocol.verdicts.begin(), protocol.verdicts.end(), [&](const Verdict& verdict) {
    return specs.count(verdict.spec) != 0 && verdict.verdict == "fails";
  });
}

const std::set<std::string> one_at_a_time{"mutual_exclusion", "at_most_limit"};
const std::set<std::string> right_writes{"no_stale_write", "no_lost_update"};
/// What somebody who waits for ever says nothing of what the lock protects.
const std::set<std::string> of_waiting{"no_starvation", "bounded_retries", "first_come_first_served"};

enum class Use { never_two, writes_right, punctual, no_lock, more_faults, by_itself };

bool breaks_by_itself(const Protocol& protocol) {
  return std::any_of(protocol.verdicts.begin(), protocol.verdicts.end(), [](const Verdict& verdict) {
    return verdict.verdict == "fails" && verdict.used == "nothing" && of_waiting.count(verdict.spec) == 0;
  });
}

bool breaks(const Protocol& protocol) {
  return std::any_of(protocol.verdicts.begin(), protocol.verdicts.end(), [](const Verdict& verdict) {
    return verdict.verdict == "fails" && of_waiting.count(verdict.spec) == 0;
  });
}

/// A guarantee of what is protected: that of writes, or one of the protocol's own.
bool protects(const std::string& spec, const std::set<std::string>& shipped) {
  return right_writes.count(spec) != 0 || shipped.count(spec) == 0;
}

/// The names of the guarantees that ship.
std::set<std::string> shipped_specs() {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(fs::path(INTERLOCK_SOURCE_DIR) / "specs"))
    names.insert(entry.path().stem().string());
  return names;
}

Use use_of(const Protocol& protocol, const std::set<std::string>& shipped) {
  if (breaks_by_itself(protocol)) return Use::by_itself;
  if (!asks(protocol, one_at_a_time)) return breaks(protocol) ? Use::more_faults : Use::no_lock;
  if (holds_under(protocol, one_at_a_time, "pause") && !fails(protocol, one_at_a_time)) return Use::never_two;
  std::set<std::string> protecting;
  for (const Verdict& verdict : protocol.verdicts)
    if (protects(verdict.spec, shipped)) protecting.insert(verdict.spec);
  const bool needs_punctuality =
      std::any_of(protocol.verdicts.begin(), protocol.verdicts.end(), [&](const Verdict& one) {
        return protecting.count(one.spec) != 0 && one.verdict == "fails" && one.used.find("pause") != std::string::npos;
      });
  return holds_under(protocol, protecting, "pause") && !needs_punctuality ? Use::writes_right : Use::punctual;
}

/// "nothing: no_starvation; 1 pause: mutual_exclusion, no_stale_write", the fewest faults of each.
std::string what_breaks(const Protocol& protocol) {
  std::map<std::string, std::vector<std::string>> by_faults;
  std::set<std::string> told;
  for (const Verdict& verdict : protocol.verdicts)
    if (verdict.verdict == "fails" && told.insert(verdict.spec + verdict.used).second)
      by_faults[verdict.used].push_back(verdict.spec);
  std::vector<std::string> parts;
  if (by_faults.count("nothing") != 0) parts.push_back("by itself: " + joined(by_faults["nothing"]));
  for (const auto& [faults, specs] : by_faults)
    if (faults != "nothing") parts.push_back(faults + ": " + joined(specs));
  return parts.empty() ? "-" : joined(parts, "; ");
}

/// "under pause, crash: recovers, no_deadlock", as it stands in the file.
std::string what_holds(const Protocol& protocol) {
  std::vector<std::string> order;
  std::map<std::string, std::vector<std::string>> by_faults;
  for (const Verdict& verdict : protocol.verdicts) {
    if (verdict.verdict != "holds") continue;
    const std::string faults = verdict.under.empty() ? "no faults" : joined(verdict.under);
    if (by_faults.count(faults) == 0) order.push_back(faults);
    by_faults[faults].push_back(verdict.spec);
  }
  std::vector<std::string> parts;
  for (const std::string& faults : order) parts.push_back(faults + ": " + joined(by_faults[faults]));
  return parts.empty() ? "-" : joined(parts, "; ");
}

struct Part {
  Use use;
  std::string title;
  std::string text;
};

std::vector<Part> parts() {
  return {
      {Use::never_two, "Two must never be inside, whoever is held up",
       "Nothing here ends a lock while its owner lives, or the owner asks in the step that counts. Look at what a "
       "crash does: a lock without an end does not come back by itself."},
      {Use::writes_right, "Two may be inside, and what they write is right all the same",
       "Whoever has the last word compares, in the step that counts. No timing matters for it."},
      {Use::punctual, "Right for as long as everybody is punctual",
       "A lease without a fence, and its relatives. Fine where doing the work twice only wastes it."},
      {Use::no_lock, "No lock at all", "A condition, a transaction or a key in the step that has the effect."},
      {Use::more_faults, "No lock, and a fault breaks something", "Know which."},
      {Use::by_itself, "Breaks by itself", "Nothing has to go wrong. Most of them are the wrong twin of one above."},
  };
}

std::string page() {
  const std::vector<Protocol> protocols = checked_protocols();
  const std::set<std::string> shipped = shipped_specs();
  std::string text =
      "# Which lock for what\n\n"
      "Made from what `interlock check models` finds, by tests/cli/which_lock_test.cpp; do not edit. The bug reports "
      "of\n"
      "`models/field/` are left out. What breaks a guarantee is the fewest faults that a run needs for it.\n";
  for (const Part& part : parts()) {
    text += "\n## " + part.title + "\n\n" + part.text +
            "\n\n| protocol | what it is | holds | breaks |\n|---|---|---|---|\n";
    for (const Protocol& protocol : protocols) {
      if (use_of(protocol, shipped) != part.use) continue;
      text += "| [" + protocol.name + "](" + protocol.path + ") | " + protocol.sentence + " | " + what_holds(protocol) +
              " | " + what_breaks(protocol) + " |\n";
    }
  }
  return text;
}

}  // namespace

TEST_CASE("the page that says which lock for what says what was found") {
  const fs::path path = fs::path(INTERLOCK_SOURCE_DIR) / "models" / "WHICH_LOCK.md";
  const std::string now = page();
  if (std::getenv("INTERLOCK_UPDATE_GOLDEN") != nullptr) std::ofstream(path, std::ios::binary) << now;
  CHECK(read_text(path) == now);
}

}  // namespace interlock::testing
