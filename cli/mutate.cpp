#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/interrupt.hpp"
#include "cli/lock_file.hpp"
#include "cli/output.hpp"
#include "cli/protocols.hpp"
#include "cli/questions.hpp"
#include "cli/searcher.hpp"
#include "cli/user_error.hpp"
#include "reports/breaks.hpp"
#include "reports/report.hpp"
#include "reports/verdict_lines.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

using reports::BreakResult;
using reports::Noticed;

std::string text_of(const check::SpecResult& verdict) {
  return verdict.expected ? verdict.expected->text : verdict.spec;
}

/// The expectations that the whole protocol does not meet: they can notice nothing.
std::set<std::string> unmet_when_whole(const Protocol& protocol, const MutateOptions& options, Searcher& searcher) {
  std::set<std::string> unmet;
  for (const check::Question& question : check::expected_questions(protocol.model, options.specs))
    for (const check::SpecResult& verdict : searcher.answer(protocol, question).verdicts)
      if (verdict.verdict != check::Verdict::unknown && verdict.met && !*verdict.met) unmet.insert(text_of(verdict));
  return unmet;
}

/// "broken at lock.interlock:7 (left out: redis.DEL(lock))".
std::string broken_text(const BrokenTwin& twin) {
  return fmt::format("broken at {} ({}: {})", reports::place_text(twin.place), twin.sentence,
                     reports::quoted_part(twin.place));
}

std::string why_unknown(const check::Answer& answer, const check::SpecResult& verdict) {
  if (answer.ending != check::Ending::not_begun || !verdict.remarks.empty())
    return reports::why_unknown(answer, verdict);
  return was_interrupted() ? "interrupted before this was asked" : "the budget ran out before this was asked";
}

/// Up to the first expectation that is not met, but is where nothing is broken.
BreakResult result_of(const BrokenTwin& twin, const MutateOptions& options, const std::set<std::string>& unmet,
                      Searcher& searcher) {
  BreakResult result{.place = twin.place, .sentence = twin.sentence, .noticed = Noticed::no, .by = {}, .why = {}};
  if (!twin.noticed_by.empty()) {
    result.noticed = Noticed::yes;
    result.by = twin.noticed_by;
    return result;
  }
  for (const check::Question& question : check::expected_questions(twin.protocol.model, options.specs)) {
    const check::Answer answer = searcher.answer(twin.protocol, question, broken_text(twin));
    for (const check::SpecResult& verdict : answer.verdicts) {
      if (unmet.contains(text_of(verdict))) continue;
      const bool is_unknown = verdict.verdict == check::Verdict::unknown;
      if (!is_unknown && verdict.met && !*verdict.met) {
        result.noticed = Noticed::yes;
        result.by = text_of(verdict);
        result.why.clear();
        return result;
      }
      if (!is_unknown || result.noticed == Noticed::unknown) continue;
      result.noticed = Noticed::unknown;
      result.by = text_of(verdict);
      result.why = why_unknown(answer, verdict);
    }
  }
  return result;
}

/// The files: of a directory those that hold a protocol.
std::vector<Input> protocols_among(const std::vector<std::string>& words) {
  Inputs inputs = find_inputs(words);
  if (!inputs.problems.empty() && words.size() == 1) return {find_protocol(words.front())};
  if (!inputs.problems.empty()) throw UserError(inputs.problems.front());
  std::erase_if(inputs.files, [](const Input& file) { return !file.named && file.word != FileWord::protocol; });
  return std::move(inputs.files);
}

bool expects_something(const Protocol& protocol, const MutateOptions& options) {
  check_spec_names({&protocol.model}, options.specs);
  return !check::expected_questions(protocol.model, options.specs).empty();
}

/// One run of the command.
class Mutation {
 public:
  explicit Mutation(const MutateOptions& options) : options_(options), searcher_(options.search) {}

  ExitCode run() {
    const std::vector<Input> files = protocols_among(options_.inputs);
    if (options_.format == Format::json && files.size() > 1)
      throw UserError("--format json is of one file, and here are several");
    if (!options_.lock.empty()) require_lock_file(options_.lock, options_.update);
    for (const Input& file : files) break_file(file);
    write_message(searcher_.messages());
    if (options_.format == Format::json) {
      for (const reports::BreakReport& report : reports_) write_output(reports::to_json(report));
    } else {
      for (const reports::BreakReport& report : reports_)
        write_output((&report == &reports_.front() ? "" : "\n") + reports::break_lines(report, options_.all));
    }
    return graver(searcher_.exit_code() == ExitCode::not_reproduced ? ExitCode::not_reproduced : ExitCode::as_expected,
                  options_.lock.empty() ? code_of_breaks() : code_of_lock());
  }

 private:
  void break_file(const Input& file) {
    const ProtocolAndTwins read = read_twins(file.path, options_.model);
    if (!expects_something(read.protocol, options_)) {
      if (file.named) throw UserError(fmt::format("{} expects nothing, so nothing can be noticed", shown(file.path)));
      return;
    }
    reports::BreakReport report{.protocol = read.protocol.model.name, .file = read.protocol.file, .breaks = {}};
    const std::set<std::string> unmet = unmet_when_whole(read.protocol, options_, searcher_);
    for (const std::string& text : unmet)
      write_message(fmt::format("interlock: {}: not met where nothing is broken, so it notices nothing: {}\n",
                                shown(read.protocol.file), text));
    is_whole_ = is_whole_ && unmet.empty();
    for (const BrokenTwin& twin : read.twins) report.breaks.push_back(result_of(twin, options_, unmet, searcher_));
    reports_.push_back(std::move(report));
  }

  ExitCode code_of_breaks() const {
    const auto is_noticed = [](const BreakResult& one) { return one.noticed == Noticed::yes; };
    const bool are_all = std::all_of(reports_.begin(), reports_.end(), [&](const reports::BreakReport& report) {
      return std::all_of(report.breaks.begin(), report.breaks.end(), is_noticed);
    });
    return are_all && is_whole_ ? ExitCode::as_expected : ExitCode::failed;
  }

  ExitCode code_of_lock() const {
    std::vector<reports::BreakScore> scores;
    for (const reports::BreakReport& report : reports_) scores.push_back(reports::score_of(report));
    if (options_.update) {
      update_scores(options_.lock, scores);
      return ExitCode::as_expected;
    }
    const std::string differences = differing_scores(options_.lock, scores);
    if (differences.empty()) return ExitCode::as_expected;
    write_message(fmt::format("not as in {}:\n{}", shown(options_.lock), differences));
    return ExitCode::failed;
  }

  const MutateOptions& options_;
  Searcher searcher_;
  std::vector<reports::BreakReport> reports_;
  bool is_whole_ = true;  ///< every expectation is met where nothing is broken
};

}  // namespace

ExitCode run(const MutateOptions& options) { return Mutation(options).run(); }

}  // namespace interlock::cli
