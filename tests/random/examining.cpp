#include "tests/random/examining.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/random/asking.hpp"
#include "tests/random/changed.hpp"
#include "tests/random/guarded.hpp"
#include "tests/random/reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <optional>

namespace interlock::tests {

using language::Model;
using language::Scenario;

namespace {

std::string text_of(const Said& said) {
  return said.is_run() ? fmt::format("{} ({} faults, {} steps)", said.verdict, said.faults, said.steps) : said.verdict;
}

/// One model and one scenario, in the process that is allowed to crash.
class Examiner {
 public:
  Examiner(const RandomText& text, const std::string& only) : text_(text), only_(only) {}

  /// "compared refused\n" and the difference.
  std::string run() {
    std::string problems;
    const auto model = read(text_, problems);
    if (!model || model->expectations.empty()) return "0 1\n" + (only_ == "refused" ? problems : std::string());
    scenario_ = model->expectations.front().scenario;
    std::string difference = examine(*model);
    return fmt::format("{} 0\n", compared_) + difference;
  }

 private:
  bool looks_at(const std::string& kind) const { return only_.empty() || only_ == kind; }

  std::string examine(const Model& model) {
    AskSettings settings;
    settings.draws = true;
    base_ = ask_engine(model, scenario_, settings);
    if (!base_.trouble.empty()) return looks_at("not confirmed") ? "not confirmed: " + base_.trouble : "";
    using Part = std::string (Examiner::*)(const Model&);
    for (const Part part : {&Examiner::oracle, &Examiner::threads, &Examiner::more_faults, &Examiner::other_texts}) {
      const std::string difference = (this->*part)(model);
      if (!difference.empty()) return difference;
    }
    return "";
  }

  std::string oracle(const Model& model) {
    if (!looks_at("oracle")) return "";
    oracle::Options options;
    options.most_states = 1500;
    const auto agreement = oracle::compare(model, scenario_, oracle::specs_of(model), options);
    compared_ += agreement.compared;
    return agreement.differences.empty() ? "" : "oracle: " + agreement.differences;
  }

  std::string threads(const Model& model) {
    if (!looks_at("threads")) return "";
    for (const std::uint32_t threads : {2U, 3U, 8U}) {
      AskSettings settings;
      settings.draws = true;
      settings.threads = threads;
      const Told told = ask_engine(model, scenario_, settings);
      ++compared_;
      if (told.bytes != base_.bytes || told.trouble != base_.trouble)
        return fmt::format("threads: {} threads say\n{}\none says\n{}\n", threads, told.bytes, base_.bytes);
    }
    return "";
  }

  /// What fails or is reached with some faults does so with more, and is no further away.
  std::string more_faults(const Model& model) {
    if (!looks_at("more faults")) return "";
    for (const char* faults : {"pause 1 time", "crash 1 time", "skew 1s 1 time"}) {
      const auto added = oracle::scenario_of(faults).faults.front();
      Scenario more = scenario_;
      const auto same = std::find_if(more.faults.begin(), more.faults.end(),
                                     [&](const language::Fault& fault) { return fault.kind == added.kind; });
      if (same == more.faults.end()) {
        more.faults.push_back(added);
        std::stable_sort(more.faults.begin(), more.faults.end(),
                         [](const auto& a, const auto& b) { return a.kind < b.kind; });
      } else if (same->times != language::unbounded) {
        ++same->times;
      } else if (same->amount != language::unbounded && same->kind == language::FaultKind::pause) {
        same->amount *= 2;
      } else {
        continue;
      }
      const std::string difference = compare_more(ask_engine(model, more, {}), faults);
      if (!difference.empty()) return difference;
    }
    return "";
  }

  std::string compare_more(const Told& told, const std::string& faults) {
    if (!told.trouble.empty()) return "more faults: with " + faults + ": " + told.trouble;
    for (const Said& here : base_.specs) {
      const Said* there = find(told, here.spec);
      if (!here.is_run() || there == nullptr || there->verdict == "unknown") continue;
      ++compared_;
      const bool is_further =
          !here.is_loop && std::pair(there->faults, there->steps) > std::pair(here.faults, here.steps);
      if (there->verdict != here.verdict || is_further)
        return fmt::format("more faults: {} {}, and with more ({}) {}\n", here.spec, text_of(here), faults,
                           text_of(*there));
    }
    return "";
  }

  static const Said* find(const Told& told, const std::string& spec) {
    const auto found =
        std::find_if(told.specs.begin(), told.specs.end(), [&](const Said& said) { return said.spec == spec; });
    return found == told.specs.end() ? nullptr : &*found;
  }

  std::string other_texts(const Model&) {
    const bool rounds = text_.protocol.find("redis.TTL(") != std::string::npos;
    std::string difference = compare_text("renamed", renamed(text_));
    if (difference.empty()) difference = compare_text("reordered", reordered(text_));
    if (difference.empty()) difference = compare_text("unused", with_unused(text_));
    if (difference.empty()) difference = compare_text("odd client", with_an_odd_client(text_));
    if (difference.empty() && !rounds) difference = compare_text("doubled", scaled(text_, 2, 1));
    if (difference.empty() && !rounds) difference = compare_text("halved", scaled(text_, 1, 2));
    return difference;
  }

  /// The same verdicts, fewest faults and fewest steps.
  std::string compare_text(const std::string& kind, const RandomText& other) {
    if (!looks_at(kind)) return "";
    std::string problems;
    const auto model = read(other, problems);
    // A span that is no whole number of a command's unit is refused, and the odd client may be the first without
    // critical.
    if (!model) return kind == "renamed" || kind == "reordered" ? kind + ": refused: " + problems : "";
    const Told told = ask_engine(*model, model->expectations.front().scenario, {});
    if (!told.trouble.empty()) return kind + ": " + told.trouble;
    for (const Said& here : base_.specs) {
      const Said* there = find(told, here.spec);
      if (there == nullptr || here.verdict == "unknown" || there->verdict == "unknown") continue;
      ++compared_;
      const bool as_far = here.is_loop || (here.faults == there->faults && here.steps == there->steps);
      if (here.verdict != there->verdict || (here.is_run() && !as_far))
        return fmt::format("{}: {} {}, and otherwise {}\n", kind, here.spec, text_of(here), text_of(*there));
    }
    if (kind == "unused" && told.is_complete && base_.is_complete && told.states != base_.states)
      return fmt::format("unused: {} states, and {} with what nobody reads\n", base_.states, told.states);
    return "";
  }

  const RandomText& text_;
  const std::string& only_;
  Scenario scenario_;
  Told base_;
  std::size_t compared_ = 0;
};

constexpr unsigned most_seconds = 60;

}  // namespace

std::string kind_of(const std::string& difference) { return difference.substr(0, difference.find(':')); }

std::string examine(const RandomText& text, Tally& tally, const std::string& only) {
  const std::string crash_or_all = only == "crash" ? "" : only;
  const std::string answer = guarded([&] { return Examiner(text, crash_or_all).run(); }, most_seconds);
  ++tally.models;
  if (kind_of(answer) == "too slow") {
    ++tally.too_slow;
    return "";
  }
  if (kind_of(answer) == "crash") return answer;
  std::size_t compared = 0;
  std::size_t refused = 0;
  if (std::sscanf(answer.c_str(), "%zu %zu", &compared, &refused) != 2) return "crash: no answer";
  tally.compared += compared;
  tally.refused += refused;
  const std::size_t line_end = answer.find('\n');
  return answer.substr(line_end + 1);
}

}  // namespace interlock::tests
