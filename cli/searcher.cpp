#include "cli/searcher.hpp"

#include <unistd.h>

#include <algorithm>
#include <new>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "engine/check/expectations.hpp"
#include "engine/check/expected_faults.hpp"
#include "engine/check/savings.hpp"
#include "reports/savings_text.hpp"
#include "reports/small_tick.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

using check::Ending;
using check::Question;
using check::SpecResult;
using check::Verdict;

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

/// "1 to 3 workers and 1 admin".
std::string searched_text(const language::Model& model, std::uint32_t varied, const check::Answer& found) {
  std::uint32_t most = 1;
  for (const SpecResult& verdict : found.verdicts)
    if (verdict.for_clients) most = std::max(most, verdict.for_clients->searched);
  std::vector<std::string> parts;
  for (std::uint32_t kind = 0; kind < model.kinds.size(); ++kind) {
    const language::ClientKind& one = model.kinds[kind];
    const bool is_range = kind == varied && most > 1;
    parts.push_back((is_range ? "1 to " : "") + reports::count_text(kind == varied ? most : one.count, one.name));
  }
  return reports::list_text(parts);
}

}  // namespace

Searcher::Searcher(const SearchOptions& options) : options_(options), start_(Clock::now()) {
  if (options_.threads == 0) options_.threads = std::max(1U, std::thread::hardware_concurrency());
  if (!options_.disk.empty()) disk_.emplace(options_.disk);
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

void Searcher::complain_of_size(const check::TooLarge& too_large) {
  exit_code_ = graver(exit_code_, ExitCode::bad_input);
  const std::string text = language::to_text(too_large.diagnostic());
  if (!warned_.insert(text).second) return;
  progress_.clear();
  write_message(text);
}

std::string Searcher::messages() const {
  if (!checkpoints_ || !is_unfinished_) return messages_;
  return messages_ + fmt::format("interlock: not finished; --resume {} goes on\n", options_.checkpoint);
}

SearchIdentity Searcher::identity(const language::Model& model, const Question& question) const {
  return identity_of(model, question.scenario, check::searched_specs(model, question),
                     check::reductions_without(options_.without));
}

void Searcher::announce(const Protocol& protocol, const std::vector<Question>& questions) {
  if (options_.checkpoint.empty()) return;
  for (const Question& question : questions) {
    if (check::searched_specs(protocol.model, question).empty()) continue;
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

check::Settings Searcher::settings() {
  check::Settings settings;
  settings.reductions = check::reductions_without(options_.without);
  settings.search.threads = options_.threads;
  settings.nearest_pass = nearest_passes_;
  settings.time = options_.time;
  if (options_.max_states) settings.search.limits.states = *options_.max_states;
  settings.search.limits.bytes = options_.max_bytes.value_or(usual_memory(settings.search.limits.bytes));
  if (disk_) settings.search.limits.storage = &*disk_;
  settings.search.keep_going = [this](const explore::Progress& progress) { return may_go_on(progress); };
  return settings;
}

check::Answer Searcher::find(const Protocol& protocol, const Question& question,
                             const std::vector<std::uint32_t>& specs, const check::Settings& settings) {
  if (!protocol.any_number_of) return check::check(protocol.model, question.scenario, specs, settings);
  std::map<std::uint32_t, std::shared_ptr<const language::Model>> models;
  check::AnyNumber sizes;
  sizes.kind = *protocol.any_number_of;
  sizes.model_of = [&](std::uint32_t clients) {
    const auto [entry, is_new] = models.try_emplace(clients);
    if (!is_new) return entry->second;
    auto model = protocol.with_clients(protocol.model.kinds[sizes.kind].name, clients);
    if (model) entry->second = std::make_shared<const language::Model>(*std::move(model));
    return entry->second;
  };
  sizes.with_param = [&](std::uint32_t clients) {
    return with_param_of(protocol, {{protocol.model.kinds[sizes.kind].name, clients}});
  };
  if (options_.max_states) sizes.spare_states = *options_.max_states;
  return check::check_any_number(question.scenario, specs, settings, sizes, &proofs_);
}

check::Answer Searcher::search(const Protocol& protocol, const Question& question) {
  const language::Model& model = protocol.model;
  check::Answer nothing_found;
  nothing_found.scenario = question.scenario;
  const std::vector<std::uint32_t> specs = check::searched_specs(model, question);
  if (specs.empty()) nothing_found.ending = Ending::decided;
  if (specs.empty() || is_over()) return nothing_found;
  check::Settings settings = this->settings();
  settings.with_param = with_param_of(protocol);
  const std::unique_ptr<SavedSearch> journal = saved(model, question);
  settings.search.journal = journal.get();
  try {
    check::Answer found = find(protocol, question, specs, settings);
    if (found.ending == Ending::stopped && !was_interrupted()) found.ending = Ending::time;
    if (found.look_ahead_ended == Ending::stopped && !was_interrupted()) found.look_ahead_ended = Ending::time;
    if (found.too_large) complain_of_size(*found.too_large);
    return found;
  } catch (const std::bad_alloc&) {
    complain("there was not enough memory to search " + model.name, ExitCode::undecided);
    return nothing_found;
  }
}

void Searcher::look_for_expected_faults(const Protocol& protocol, const Question& question, check::Answer& found) {
  if (protocol.any_number_of || is_over()) return;
  check::Settings settings = this->settings();
  settings.with_param = with_param_of(protocol);
  try {
    check::look_for_expected_faults(protocol.model, question, settings, found);
  } catch (const std::bad_alloc&) {
    complain("there was not enough memory to search " + protocol.model.name + " again", ExitCode::undecided);
  }
}

std::string Searcher::savings(const Protocol& protocol, const Question& question, std::uint64_t states) {
  const auto wants = [&](std::string_view reduction) {
    if (is_over()) return false;
    progress_.begin(
        fmt::format("{}, {}, without {}", protocol.model.name, reports::faults_text(question.scenario), reduction));
    return true;
  };
  return reports::savings_text(
      check::find_savings(protocol.model, question.scenario, check::searched_specs(protocol.model, question),
                          settings(), states, wants),
      states);
}

void Searcher::tell_stats(const Protocol& protocol, const Question& question, const check::Answer& found,
                          Clock::time_point begin) {
  if (!options_.stats) return;
  const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
  const std::uint64_t beside_a_state = disk_ ? sizeof(explore::Link) : explore::overhead_bytes;
  const double megabytes = static_cast<double>(found.states * (found.state_bytes + beside_a_state)) / 1e6;
  std::string text = fmt::format("{}, {}: {} of {} bytes, {}, about {:.1f} MB{}, {:.3f} s\n", protocol.model.name,
                                 reports::faults_text(question.scenario), reports::count_text(found.states, "state"),
                                 found.state_bytes, reports::count_text(found.transitions, "transition"), megabytes,
                                 disk_ ? " of disk" : "", seconds);
  if (found.symbolic_states > 0 || !found.in_ticks_because.empty())
    text += fmt::format("  in dense time: {}{}\n", reports::count_text(found.symbolic_states, "symbolic state"),
                        found.in_ticks_because.empty() ? "" : "; the rest in ticks, since " + found.in_ticks_because);
  if (!found.unfinished() && found.states > 0) text += savings(protocol, question, found.states);
  progress_.clear();
  write_message(text);
}

check::Answer Searcher::answer(const Protocol& protocol, const Question& question, const std::string& variant) {
  const language::Model& model = protocol.model;
  const Clock::time_point begin = Clock::now();
  progress_.begin(fmt::format("{}, {}", model.name, reports::faults_text(question.scenario)));
  const bool is_dense = options_.time == check::TimeSearch::dense;
  const std::string small_tick = reports::small_tick_warning(model, question.scenario, is_dense);
  // Whether dense time leaves anything to the ticks is known afterwards.
  small_tick_ = is_dense ? "" : small_tick;
  check::Answer found = search(protocol, question);
  if (is_dense && !found.in_ticks_because.empty()) small_tick_ = small_tick;
  if (!found.complete() || (is_dense && found.states >= many_states)) warn_of_small_tick();
  progress_.clear();
  tell_stats(protocol, question, found, begin);

  found.protocol = model.name;
  found.file = protocol.file;
  found.clients =
      protocol.any_number_of ? searched_text(model, *protocol.any_number_of, found) : reports::size_text(model);
  for (const language::ClientKind& kind : model.kinds) found.sizes.push_back({kind.name, kind.count});
  found.params = model.params;
  found.text = model.text;
  is_unfinished_ = is_unfinished_ || found.unfinished();
  check::arrange(model, question, found);
  look_for_expected_faults(protocol, question, found);
  if (!found.not_reproduced.empty()) {
    complain(fmt::format("interlock: internal error: a counterexample of {}{} under {} does not reproduce: {}",
                         model.name, variant.empty() ? "" : ", " + variant + ",",
                         reports::faults_text(question.scenario), found.not_reproduced),
             ExitCode::not_reproduced);
  }
  return found;
}

ExitCode exit_code_of(const SpecResult& verdict) {
  if (verdict.verdict == Verdict::unknown) return ExitCode::undecided;
  if (verdict.met) return *verdict.met ? ExitCode::as_expected : ExitCode::failed;
  const bool failed = verdict.verdict == Verdict::fails || verdict.vacuous;
  return failed ? ExitCode::failed : ExitCode::as_expected;
}

ExitCode exit_code_of(const check::Answer& result) {
  ExitCode code = ExitCode::as_expected;
  for (const SpecResult& verdict : result.verdicts) code = graver(code, exit_code_of(verdict));
  return code;
}

}  // namespace interlock::cli
