#include "cli/searcher.hpp"

#include <unistd.h>

#include <algorithm>
#include <new>
#include <set>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/reduction_names.hpp"
#include "cli/reduction_stats.hpp"
#include "reports/small_tick.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

using language::ExpectedVerdict;
using reports::VerdictKind;
using reports::VerdictReport;

VerdictKind kind_of(trace::Verdict verdict) {
  switch (verdict) {
    case trace::Verdict::holds: return VerdictKind::holds;
    case trace::Verdict::fails: return VerdictKind::fails;
    case trace::Verdict::reachable: return VerdictKind::reachable;
    case trace::Verdict::unreachable: return VerdictKind::unreachable;
    case trace::Verdict::unknown: break;
  }
  return VerdictKind::unknown;
}

bool uses_the_same(const std::vector<language::UsedFault>& left, const std::vector<language::UsedFault>& right) {
  const auto counted = [](const std::vector<language::UsedFault>& used) {
    std::multiset<std::pair<language::FaultKind, std::uint32_t>> counts;
    for (const language::UsedFault& fault : used) {
      if (fault.count > 0) counts.emplace(fault.kind, fault.count);
    }
    return counts;
  };
  return counted(left) == counted(right);
}

/// A verdict that proves nothing does not meet an expectation.
bool is_met(const language::Expectation& expected, const VerdictReport& verdict) {
  switch (expected.verdict) {
    case ExpectedVerdict::holds: return verdict.verdict == VerdictKind::holds && !verdict.vacuous;
    case ExpectedVerdict::fails:
      return verdict.verdict == VerdictKind::fails &&
             (!expected.says_used || uses_the_same(expected.used, verdict.used));
    case ExpectedVerdict::reachable: return verdict.verdict == VerdictKind::reachable;
  }
  return false;
}

/// A small tick costs much where a search has more states than this, or does not end; else it is nobody's business.
constexpr std::uint64_t many_states = 100'000;

/// The usual limit, or half of the machine's memory where that is less: better an `unknown` than the end of the
/// machine.
std::uint64_t usual_memory(std::uint64_t limit) {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_bytes = ::sysconf(_SC_PAGE_SIZE);
  if (pages <= 0 || page_bytes <= 0) return limit;
  return std::min(limit, static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page_bytes) / 2);
}

/// The specs to search for, each once.
std::vector<std::uint32_t> searched_specs(const language::Model& model, const Question& question) {
  std::set<std::uint32_t> specs;
  for (const Asked& asked : question.asked) {
    const language::Spec& spec = model.specs[asked.spec];
    if (spec.applies) specs.insert(asked.spec);
  }
  return {specs.begin(), specs.end()};
}

bool is_asked(const Question& question, std::uint32_t spec) {
  return std::any_of(question.asked.begin(), question.asked.end(),
                     [&](const Asked& asked) { return asked.spec == spec; });
}

/// The engine cannot tell a budget from a signal.
std::string truthful(const std::string& remark) {
  constexpr std::string_view budget = "the budget ran out";
  if (!was_interrupted() || !remark.starts_with(budget)) return remark;
  return "stopped" + remark.substr(budget.size());
}

void fill(VerdictReport& verdict, const trace::SpecResult& found) {
  verdict.verdict = kind_of(found.verdict);
  verdict.vacuous = found.vacuous;
  for (const std::string& remark : found.remarks) verdict.remarks.push_back(truthful(remark));
  verdict.faults = found.faults;
  verdict.steps = found.steps;
  verdict.loop_steps = found.loop_steps;
  verdict.used = found.used;
  verdict.counterexample = found.story;
}

/// A variable left its range: nobody asked, and it is never right.
VerdictReport range_verdict(const language::Spec& spec, const trace::SpecResult& found) {
  VerdictReport verdict;
  verdict.spec = spec.name;
  verdict.form = spec.form;
  fill(verdict, found);
  verdict.met = false;
  return verdict;
}

}  // namespace

Searcher::Searcher(const SearchOptions& options) : options_(options), start_(Clock::now()) {
  if (options_.threads == 0) options_.threads = std::max(1U, std::thread::hardware_concurrency());
}

bool Searcher::is_over() const {
  return was_interrupted() || (options_.max_time && Clock::now() - start_ >= *options_.max_time);
}

void Searcher::warn_of_small_tick() {
  const std::string warning = std::exchange(small_tick_, "");
  if (warning.empty() || !warned_.insert(warning).second) return;
  progress_.clear();
  write_message(warning);
}

bool Searcher::may_go_on(const explore::Progress& progress) {
  if (progress.states >= many_states) warn_of_small_tick();
  progress_.show(progress);
  return !is_over();
}

void Searcher::complain(const std::string& sentence, ExitCode code) {
  messages_ += sentence + "\n";
  exit_code_ = graver(exit_code_, code);
}

std::string Searcher::messages() const {
  if (!checkpoints_ || !is_unfinished_) return messages_;
  return messages_ + fmt::format("interlock: not finished; --resume {} goes on\n", options_.checkpoint);
}

SearchIdentity Searcher::identity(const language::Model& model, const Question& question) const {
  return identity_of(model, question.scenario, searched_specs(model, question), reductions_without(options_.without));
}

void Searcher::announce(const Protocol& protocol, const std::vector<Question>& questions) {
  if (options_.checkpoint.empty()) return;
  for (const Question& question : questions) {
    if (searched_specs(protocol.model, question).empty()) continue;
    announced_.push_back(identity(protocol.model, question));
  }
}

void Searcher::open_checkpoints() {
  if (options_.checkpoint.empty()) return;
  const auto mode = options_.resume ? Checkpoints::Mode::go_on : Checkpoints::Mode::create;
  checkpoints_.emplace(options_.checkpoint, mode, announced_);
}

std::unique_ptr<SavedSearch> Searcher::saved(const language::Model& model, const Question& question) {
  if (!checkpoints_) return nullptr;
  return checkpoints_->open(identity(model, question), [this](const std::string& sentence) {
    progress_.clear();
    write_message("interlock: " + sentence + "\n");
    exit_code_ = graver(exit_code_, ExitCode::bad_input);
  });
}

trace::CheckSettings Searcher::settings() {
  trace::CheckSettings settings;
  settings.reductions = reductions_without(options_.without);
  settings.search.threads = options_.threads;
  settings.nearest_pass = nearest_passes_;
  if (options_.max_states) settings.search.limits.states = *options_.max_states;
  settings.search.limits.bytes = options_.max_bytes.value_or(usual_memory(settings.search.limits.bytes));
  settings.search.keep_going = [this](const explore::Progress& progress) { return may_go_on(progress); };
  return settings;
}

trace::CheckResult Searcher::search(const language::Model& model, const Question& question) {
  trace::CheckResult nothing_found;
  nothing_found.complete = false;
  nothing_found.exhausted = false;
  const std::vector<std::uint32_t> specs = searched_specs(model, question);
  if (specs.empty()) nothing_found.complete = true;
  if (specs.empty() || is_over()) return nothing_found;
  trace::CheckSettings settings = this->settings();
  const std::unique_ptr<SavedSearch> journal = saved(model, question);
  settings.search.journal = journal.get();
  try {
    return trace::check(model, question.scenario, specs, settings);
  } catch (const std::bad_alloc&) {
    complain("there was not enough memory to search " + model.name, ExitCode::undecided);
    return nothing_found;
  }
}

VerdictReport Searcher::verdict_on(const language::Model& model, const Asked& asked, const trace::CheckResult& found) {
  const language::Spec& spec = model.specs[asked.spec];
  VerdictReport verdict;
  verdict.spec = spec.name;
  verdict.form = spec.form;
  verdict.expected = asked.expected;
  const auto result = std::find_if(found.specs.begin(), found.specs.end(),
                                   [&](const trace::SpecResult& candidate) { return candidate.spec == asked.spec; });
  if (!spec.applies) {
    verdict.verdict = VerdictKind::not_applicable;
    verdict.why = spec.why_not;
  } else if (result != found.specs.end()) {
    fill(verdict, *result);
  } else {
    verdict.why = "the search did not begin";
  }
  if (asked.expected) verdict.met = is_met(*asked.expected, verdict);
  return verdict;
}

std::string Searcher::reduction_stats(const Protocol& protocol, const Question& question, std::uint64_t states) {
  const auto search_again = [&](const trace::CheckSettings& settings,
                                std::string_view without) -> std::optional<trace::CheckResult> {
    if (is_over()) return std::nullopt;
    progress_.begin(
        fmt::format("{}, {}, without {}", protocol.model.name, reports::faults_text(question.scenario), without));
    try {
      return trace::check(protocol.model, question.scenario, searched_specs(protocol.model, question), settings);
    } catch (const std::bad_alloc&) {
      return std::nullopt;
    }
  };
  return reduction_lines(settings(), states, search_again);
}

void Searcher::tell_stats(const Protocol& protocol, const Question& question, const trace::CheckResult& found,
                          Clock::time_point begin) {
  if (!options_.stats) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const double megabytes = static_cast<double>(found.states * (found.state_bytes + explore::overhead_bytes)) / 1e6;
  std::string text =
      fmt::format("{}, {}: {} of {} bytes, {}, about {:.1f} MB, {:.3f} s\n", protocol.model.name,
                  reports::faults_text(question.scenario), reports::count_text(found.states, "state"),
                  found.state_bytes, reports::count_text(found.transitions, "transition"), megabytes, seconds);
  if (found.complete && found.states > 0) text += reduction_stats(protocol, question, found.states);
  progress_.clear();
  write_message(text);
}

Answer Searcher::answer(const Protocol& protocol, const Question& question) {
  const language::Model& model = protocol.model;
  const Clock::time_point begin = Clock::now();
  progress_.begin(fmt::format("{}, {}", model.name, reports::faults_text(question.scenario)));
  small_tick_ = reports::small_tick_warning(model, question.scenario);
  const trace::CheckResult found = search(model, question);
  if (!found.complete) warn_of_small_tick();
  progress_.clear();
  tell_stats(protocol, question, found, begin);

  Answer answer;
  answer.unreached = found.unreached;
  answer.exhausted = found.exhausted;
  reports::Result& result = answer.result;
  result.protocol = model.name;
  result.file = protocol.file;
  result.clients = reports::size_text(model);
  result.scenario = question.scenario;
  result.states = found.states;
  result.transitions = found.transitions;
  result.complete = found.complete;
  is_unfinished_ = is_unfinished_ || !found.complete;
  result.cut_at_capacity = found.cut;
  for (const Asked& asked : question.asked) result.verdicts.push_back(verdict_on(model, asked, found));
  for (const trace::SpecResult& extra : found.specs) {
    if (extra.verdict == trace::Verdict::fails && !is_asked(question, extra.spec)) {
      result.verdicts.push_back(range_verdict(model.specs[extra.spec], extra));
    }
  }
  if (!found.not_reproduced.empty()) {
    complain(fmt::format("interlock: internal error: a counterexample of {} under {} does not reproduce: {}",
                         model.name, reports::faults_text(question.scenario), found.not_reproduced),
             ExitCode::not_reproduced);
  }
  return answer;
}

ExitCode exit_code_of(const VerdictReport& verdict) {
  if (verdict.verdict == VerdictKind::unknown) return ExitCode::undecided;
  if (verdict.met) return *verdict.met ? ExitCode::as_expected : ExitCode::failed;
  const bool failed = verdict.verdict == VerdictKind::fails || verdict.vacuous;
  return failed ? ExitCode::failed : ExitCode::as_expected;
}

ExitCode exit_code_of(const reports::Result& result) {
  ExitCode code = ExitCode::as_expected;
  for (const VerdictReport& verdict : result.verdicts) code = graver(code, exit_code_of(verdict));
  return code;
}

}  // namespace interlock::cli
