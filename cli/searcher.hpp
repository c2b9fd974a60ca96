#pragma once
// Answers questions, within the budgets of the command line, and tells how far it is.

#include <chrono>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "cli/checkpoints.hpp"
#include "cli/disk_storage.hpp"
#include "cli/exit_code.hpp"
#include "cli/options.hpp"
#include "cli/progress.hpp"
#include "cli/protocols.hpp"
#include "engine/check/any_number.hpp"
#include "engine/check/checker.hpp"

namespace interlock::cli {

class Searcher {
 public:
  explicit Searcher(const SearchOptions& options);

  /// From now on stories say with what they would hold: worth its searches where they are drawn.
  void look_for_nearest_passes() { nearest_passes_ = true; }

  /// Says before the first of them which questions will be asked, so that checkpoints know them; then opens these, if
  /// the options want any. Throws UserError.
  void announce(const Protocol& protocol, const std::vector<check::Question>& questions);
  void open_checkpoints();

  /// Verdicts as asked (check::arrange). After Ctrl-C, or when the time is over, each is `unknown`. `variant`: what the
  /// protocol is beside its name, for messages: "broken at ...".
  check::Answer answer(const Protocol& protocol, const check::Question& question, const std::string& variant = "");

  /// What the options say of each search.
  check::Settings settings();
  /// What was proved for any number of clients so far.
  const std::vector<check::WrittenProof>& proofs() const { return proofs_; }

  /// Counterexamples that did not reproduce, and how to go on with what did not end: for standard error.
  std::string messages() const;

  /// What these messages mean for the exit code.
  ExitCode exit_code() const { return exit_code_; }

  /// Whether the time is over, or somebody wants an end.
  bool is_over() const;

  ProgressLine& progress() { return progress_; }

 private:
  using Clock = std::chrono::steady_clock;

  bool may_go_on(const explore::Progress& progress);
  void warn_of_small_tick();
  SearchIdentity identity(const language::Model& model, const check::Question& question) const;
  std::unique_ptr<SavedSearch> saved(const language::Model& model, const check::Question& question);
  check::Answer search(const Protocol& protocol, const check::Question& question);
  check::Answer find(const Protocol& protocol, const check::Question& question, const std::vector<std::uint32_t>& specs,
                     const check::Settings& settings);
  void look_for_expected_faults(const Protocol& protocol, const check::Question& question, check::Answer& found);
  void tell_stats(const Protocol& protocol, const check::Question& question, const check::Answer& found,
                  Clock::time_point begin);
  std::string savings(const Protocol& protocol, const check::Question& question, std::uint64_t states);
  void complain(const std::string& sentence, ExitCode code);
  void complain_of_size(const check::TooLarge& too_large);

  SearchOptions options_;
  Clock::time_point start_;
  ProgressLine progress_;
  std::string messages_;
  ExitCode exit_code_ = ExitCode::as_expected;
  bool nearest_passes_ = false;
  std::vector<SearchIdentity> announced_;
  std::optional<Checkpoints> checkpoints_;
  std::optional<DiskStorage> disk_;  ///< where states go that are not in memory
  std::string small_tick_;           ///< the warning of the search that runs, until it is given
  std::vector<check::WrittenProof> proofs_;
  std::set<std::string> warned_;
  bool is_unfinished_ = false;  ///< some search is
};

/// What one verdict means for the exit code.
ExitCode exit_code_of(const check::SpecResult& verdict);
ExitCode exit_code_of(const check::Answer& result);

}  // namespace interlock::cli
