#include "reports/json/lock.hpp"

#include "reports/json.hpp"
#include "reports/json/story.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace interlock::reports {
namespace {

using Json = nlohmann::json;

constexpr int lock_version = 1;

auto key_of(const LockEntry& entry) {
  return std::tie(entry.file, entry.protocol, entry.spec, entry.under, entry.clients);
}

LockEntry entry_of(const check::Answer& answer, const check::SpecResult& result) {
  LockEntry entry{.file = answer.file,
                  .protocol = answer.protocol,
                  .spec = result.spec,
                  .clients = answer.clients,
                  .under = faults_text(answer.scenario),
                  .verdict = to_text(result.verdict),
                  .run = {},
                  .proves_little = result.vacuous,
                  .states = {}};
  if (check::has_run(result)) {
    entry.run = run_text(result.used, result.steps, result.loop_steps);
    entry.faults = result.faults;
    entry.steps = result.steps + result.loop_steps.value_or(0);
  }
  if (answer.complete()) entry.states = answer.states;
  return entry;
}

Json entry_json(const LockEntry& entry) {
  Json result = {{"clients", entry.clients},
                 {"protocol", entry.protocol},
                 {"spec", entry.spec},
                 {"under", entry.under},
                 {"verdict", entry.verdict}};
  if (!entry.run.empty()) {
    result["run"] = entry.run;
    result["faults"] = entry.faults;
    result["steps"] = entry.steps;
  }
  if (entry.proves_little) result["vacuous"] = true;
  if (entry.states) result["states"] = *entry.states;
  return result;
}

/// Throws Json::exception where it is no entry.
LockEntry entry_from(const Json& value, const std::string& file) {
  LockEntry entry{.file = file,
                  .protocol = value.at("protocol").get<std::string>(),
                  .spec = value.at("spec").get<std::string>(),
                  .clients = value.at("clients").get<std::string>(),
                  .under = value.at("under").get<std::string>(),
                  .verdict = value.at("verdict").get<std::string>(),
                  .run = value.value("run", ""),
                  .faults = value.value("faults", 0U),
                  .steps = value.value("steps", 0U),
                  .proves_little = value.value("vacuous", false),
                  .states = {}};
  if (value.contains("states")) entry.states = value.at("states").get<std::uint64_t>();
  return entry;
}

std::string used_in_report(const Json& used) {
  std::vector<language::UsedFault> faults;
  for (const language::FaultRule& rule : language::fault_rules) {
    const std::string name(rule.name);
    if (used.contains(name)) faults.push_back({rule.kind, used.at(name).get<std::uint32_t>(), {}});
  }
  // What the table does not know is a fault of the protocol's own.
  for (const auto& entry : used.items()) {
    const auto is_it = [&](const language::FaultRule& rule) { return rule.name == entry.key(); };
    if (std::none_of(language::fault_rules.begin(), language::fault_rules.end(), is_it))
      faults.push_back({language::FaultKind::own, entry.value().get<std::uint32_t>(), entry.key()});
  }
  return faults.empty() ? "" : used_text(faults) + ", ";
}

std::string under_in_report(const Json& result) {
  std::string text;
  for (const Json& fault : result.at("under")) text += (text.empty() ? "" : ", ") + fault.at("text").get<std::string>();
  if (text.empty()) text = "no faults";
  return result.at("assuming").empty() ? text : text + ", assuming distinct_clocks";
}

/// One verdict of a report.
LockEntry entry_in_report(const Json& result, const Json& verdict) {
  LockEntry entry{.file = result.at("file").get<std::string>(),
                  .protocol = result.at("protocol").get<std::string>(),
                  .spec = verdict.at("spec").get<std::string>(),
                  .clients = result.at("clients").get<std::string>(),
                  .under = under_in_report(result),
                  .verdict = verdict.at("verdict").get<std::string>(),
                  .run = {},
                  .proves_little = verdict.at("vacuous").get<bool>(),
                  .states = {}};
  if (!verdict.at("steps").is_null()) {
    std::optional<std::uint32_t> loop;
    if (!verdict.at("loop_steps").is_null()) loop = verdict.at("loop_steps").get<std::uint32_t>();
    const auto steps = verdict.at("steps").get<std::uint32_t>();
    entry.run = used_in_report(verdict.at("used")) + run_text({}, steps, loop);
    entry.faults = verdict.at("faults").get<std::uint32_t>();
    entry.steps = steps + loop.value_or(0);
  }
  if (result.at("complete").get<bool>()) entry.states = result.at("states").get<std::uint64_t>();
  return entry;
}

std::vector<LockEntry> entries_in_report(const Json& whole) {
  std::vector<LockEntry> entries;
  for (const Json& result : whole.at("results"))
    for (const Json& verdict : result.at("verdicts")) entries.push_back(entry_in_report(result, verdict));
  return entries;
}

std::vector<LockEntry> entries_in_lock(const Json& whole) {
  std::vector<LockEntry> entries;
  for (const auto& [file, answers] : whole.at("files").items())
    for (const Json& answer : answers) entries.push_back(entry_from(answer, file));
  return entries;
}

/// A difference; those of lower rank are said first.
struct Difference {
  int rank = 0;
  std::string text;
};

std::string said(const LockEntry& entry) {
  std::string text = entry.run.empty() ? entry.verdict : entry.verdict + ": " + entry.run;
  return entry.proves_little ? text + " (vacuous)" : text;
}

std::string asked(const LockEntry& entry) {
  return fmt::format("{}: {} of {}, {}", entry.file, entry.spec, entry.clients, entry.under);
}

Difference changed(const LockEntry& before, const LockEntry& after) {
  if (before.verdict != after.verdict || before.proves_little != after.proves_little)
    return {0, fmt::format("{}: {}; it was: {}", asked(after), said(after), said(before))};
  if (before.run != after.run) {
    const bool is_simpler = std::pair(after.faults, after.steps) < std::pair(before.faults, before.steps);
    return {is_simpler ? 1 : 2, fmt::format("{}: {}, which is {} than before: {}", asked(after), said(after),
                                            is_simpler ? "simpler" : "not simpler", before.run)};
  }
  const auto count = [](const LockEntry& entry) {
    return entry.states ? number_text(*entry.states) + " states" : std::string("not all states");
  };
  return {4, fmt::format("{}: {}; it was: {}", asked(after), count(after), count(before))};
}

using Names = std::map<std::string, std::string>;

/// The protocol of each file of `some` that has no answer in `others`.
Names files_missing(const std::vector<LockEntry>& some, const std::vector<LockEntry>& others) {
  Names files;
  for (const LockEntry& entry : some) files.emplace(entry.file, entry.protocol);
  for (const LockEntry& entry : others) files.erase(entry.file);
  return files;
}

/// Files that are called otherwise now: the only one of its protocol that is gone, and the only one that has come.
Names renamed_files(const std::vector<LockEntry>& before, const std::vector<LockEntry>& after) {
  const Names gone = files_missing(before, after), come = files_missing(after, before);
  const auto count = [](const Names& files, const std::string& protocol) {
    return std::count_if(files.begin(), files.end(), [&](const auto& file) { return file.second == protocol; });
  };
  Names renamed;
  for (const auto& [old_name, protocol] : gone)
    for (const auto& [new_name, other] : come)
      if (protocol == other && count(gone, protocol) == 1 && count(come, protocol) == 1)
        renamed.emplace(old_name, new_name);
  return renamed;
}

}  // namespace

std::vector<LockEntry> lock_entries(const Report& report) {
  std::vector<LockEntry> entries;
  for (const check::Answer& answer : report.results)
    for (const check::SpecResult& result : answer.verdicts)
      if (result.verdict != check::Verdict::not_applicable) entries.push_back(entry_of(answer, result));
  return entries;
}

std::string lock_text(std::vector<LockEntry> entries, const std::vector<BreakScore>& scores) {
  std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return key_of(a) < key_of(b); });
  entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
  Json files = Json::object();
  for (const LockEntry& entry : entries) files[entry.file].push_back(entry_json(entry));
  Json whole = {{"files", files}, {"lock", lock_version}};
  for (const BreakScore& score : scores)
    whole["mutations"][score.file] = {{"breaks", score.breaks}, {"noticed", score.noticed}};
  return json_text(whole, 1) + "\n";
}

std::optional<std::vector<BreakScore>> read_scores(std::string_view text) {
  try {
    const Json whole = Json::parse(text);
    if (whole.value("lock", 0) != lock_version) return std::nullopt;
    std::vector<BreakScore> scores;
    const Json known = whole.value("mutations", Json::object());
    for (const auto& [file, score] : known.items())
      scores.push_back({file, score.at("breaks").get<std::size_t>(), score.at("noticed").get<std::size_t>()});
    return scores;
  } catch (const Json::exception&) {
    return std::nullopt;
  }
}

std::string score_differences(const std::vector<BreakScore>& before, const std::vector<BreakScore>& after) {
  std::string text;
  for (const BreakScore& score : after) {
    const auto old =
        std::find_if(before.begin(), before.end(), [&](const BreakScore& known) { return known.file == score.file; });
    if (old != before.end() && *old == score) continue;
    text += fmt::format("{}: {} of {} breaks noticed", one_line(score.file), score.noticed, score.breaks);
    text += old == before.end() ? "; it was not broken before\n"
                                : fmt::format("; it was: {} of {}\n", old->noticed, old->breaks);
  }
  return text;
}

bool is_lock(std::string_view text) {
  const Json whole = Json::parse(text, nullptr, false);
  return whole.is_object() && whole.contains("lock");
}

std::optional<std::vector<LockEntry>> read_lock(std::string_view text) {
  try {
    const Json whole = Json::parse(text);
    if (whole.value("lock", 0) == lock_version) return entries_in_lock(whole);
    if (whole.value("format", 0) == report_format) return entries_in_report(whole);
  } catch (const Json::exception&) {
    return std::nullopt;
  }
  return std::nullopt;
}

std::string lock_differences(std::vector<LockEntry> before, const std::vector<LockEntry>& after) {
  std::vector<Difference> differences;
  const Names renamed = renamed_files(before, after);
  for (const auto& [old_name, new_name] : renamed)
    differences.push_back({3, fmt::format("{}: is {} now", old_name, new_name)});
  for (LockEntry& entry : before)
    if (const auto found = renamed.find(entry.file); found != renamed.end()) entry.file = found->second;
  const auto find = [](const std::vector<LockEntry>& entries, const LockEntry& wanted) {
    return std::find_if(entries.begin(), entries.end(),
                        [&](const LockEntry& entry) { return key_of(entry) == key_of(wanted); });
  };
  for (const LockEntry& entry : after) {
    const auto old = find(before, entry);
    if (old == before.end())
      differences.push_back({5, fmt::format("{}: {}; it was not asked before", asked(entry), said(entry))});
    else if (*old != entry)
      differences.push_back(changed(*old, entry));
  }
  for (const LockEntry& entry : before)
    if (find(after, entry) == after.end())
      differences.push_back({3, fmt::format("{}: is not asked any more; it was: {}", asked(entry), said(entry))});
  std::stable_sort(differences.begin(), differences.end(),
                   [](const Difference& a, const Difference& b) { return a.rank < b.rank; });
  std::string text;
  for (const Difference& difference : differences) text += one_line(difference.text) + "\n";
  return text;
}

}  // namespace interlock::reports
