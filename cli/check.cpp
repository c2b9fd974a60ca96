#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "cli/ci_reports.hpp"
#include "cli/commands.hpp"
#include "cli/fault_matrix.hpp"
#include "cli/files.hpp"
#include "cli/inputs.hpp"
#include "cli/interrupt.hpp"
#include "cli/lock_file.hpp"
#include "cli/output.hpp"
#include "cli/output_paths.hpp"
#include "cli/pictures.hpp"
#include "cli/protocols.hpp"
#include "cli/questions.hpp"
#include "cli/searcher.hpp"
#include "cli/strictness.hpp"
#include "cli/terminal.hpp"
#include "engine/check/matrix.hpp"
#include "engine/check/unreached.hpp"
#include "reports/json.hpp"
#include "reports/json/lock.hpp"
#include "reports/markdown.hpp"
#include "reports/proof_text.hpp"
#include "reports/verdict_lines.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

/// Takes the specs that do not apply out of the results; gives one line about all of them.
std::string take_inapplicable(std::vector<check::Answer>& results) {
  std::vector<std::string> names;
  for (check::Answer& result : results) {
    const auto does_apply = [](const check::SpecResult& verdict) {
      return verdict.verdict != check::Verdict::not_applicable;
    };
    auto& verdicts = result.verdicts;
    const auto rest = std::stable_partition(verdicts.begin(), verdicts.end(), does_apply);
    for (auto verdict = rest; verdict != verdicts.end(); ++verdict) {
      if (std::find(names.begin(), names.end(), verdict->spec) == names.end()) names.push_back(verdict->spec);
    }
    verdicts.erase(rest, verdicts.end());
  }
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "does not apply: " : ", ") + name;
  return text.empty() ? text : text + " (why: see matrix)\n";
}

/// One run of the command.
class Check {
 public:
  explicit Check(const CheckOptions& options) : options_(options), searcher_(options.search) {}

  ExitCode run() {
    const Inputs inputs = find_inputs(options_.inputs);
    refuse_clashes(output_paths(), inputs.files);
    if (!options_.out.empty()) refuse_foreign_page(options_.out);
    for (const std::string& problem : inputs.problems) write_message("interlock: " + problem + "\n");
    for (const std::string& problem : inputs.problems) diagnostics_.push_back(complaint_about("", problem));
    const Protocols protocols = read_protocols(inputs.files, options_.model);
    write_message(protocols.complaints);
    diagnostics_.insert(diagnostics_.end(), protocols.diagnostics.begin(), protocols.diagnostics.end());
    if (protocols.has_errors || !inputs.problems.empty()) note(ExitCode::bad_input);
    check_specs(protocols);
    is_single_ = inputs.files.size() == 1;
    if (is_single_ || !options_.out.empty()) searcher_.look_for_nearest_passes();
    if (is_text()) {
      for (const std::string& sentence : protocols.others) say(sentence + "\n");
    }
    if (!options_.lock.empty()) require_lock_file(options_.lock, options_.update);
    for (const Protocol& protocol : protocols.sound) searcher_.announce(protocol, questions_for(protocol));
    searcher_.open_checkpoints();
    for (const Protocol& protocol : protocols.sound) {
      if (was_interrupted() && !writes_for_ci()) {
        ++not_begun_;
      } else {
        check(protocol);
      }
    }
    finish();
    return code_;
  }

  /// Where nobody reads on.
  ExitCode code_so_far() const { return graver(code_, searcher_.exit_code()); }

 private:
  bool is_text() const {
    return options_.format == Format::text && std::none_of(options_.ci_files.begin(), options_.ci_files.end(),
                                                           [](const auto& entry) { return entry.second == "-"; });
  }
  /// Then what was not begun is asked all the same, so that each expectation stands there, as unknown.
  bool writes_for_ci() const { return !options_.ci_files.empty() || options_.github; }
  void note(ExitCode code) { code_ = graver(code_, code); }

  void check_specs(const Protocols& protocols) const {
    std::vector<const language::Model*> models;
    for (const Protocol& protocol : protocols.sound) models.push_back(&protocol.model);
    check_spec_names(models, options_.specs);
  }

  /// Of a file that expects nothing, when nothing is asked.
  bool wants_matrix(const language::Model& model) const {
    return options_.under.empty() && options_.specs.empty() && model.expectations.empty();
  }

  /// Under the faults of the command line; or what the file expects; or, of specs that it says nothing about, no fault.
  std::vector<check::Question> questions_for(const Protocol& protocol) const {
    const language::Model& model = protocol.model;
    if (wants_matrix(model)) return check::matrix_questions(model, options_.specs);
    if (!options_.under.empty())
      return check::open_questions(model, options_.specs, read_scenarios(model, options_.under, options_.assuming));
    std::vector<check::Question> questions = check::expected_questions(model, options_.specs);
    if (questions.empty()) questions = check::open_questions(model, options_.specs, {language::Scenario{}});
    return questions;
  }

  void check(const Protocol& protocol) {
    if (options_.is_strict && options_.under.empty() && protocol.model.expectations.empty()) {
      want(protocol, {"it expects nothing, so nothing of it is checked"});
      return;
    }
    if (wants_matrix(protocol.model)) {
      const FaultMatrix matrix = make_fault_matrix(protocol, options_.specs, searcher_);
      report_.results.insert(report_.results.end(), matrix.results.begin(), matrix.results.end());
      note(matrix.exit_code);
      print(matrix.text);
      return;
    }
    std::vector<check::Answer> results;
    for (const check::Question& question : questions_for(protocol)) {
      results.push_back(searcher_.answer(protocol, question));
      note(exit_code_of(results.back()));
    }
    report_.results.insert(report_.results.end(), results.begin(), results.end());
    if (options_.is_strict) want(protocol, wanting_of_lock(protocol, results, searcher_));
    const bool asks_all = !options_.under.empty() && options_.specs.empty();
    const std::string inapplicable = asks_all ? take_inapplicable(results) : "";
    const reports::Drawn drawn = is_single_ ? reports::Drawn::telling : reports::Drawn::unmet;
    print(shown(protocol.file) + "\n" + reports::verdict_lines(results, output_style()) + inapplicable +
          reports::unreached_lines(check::unreached_in_all(results)) + reports::idle_fault_lines(results) +
          reports::needless_fault_lines(results) + reports::drawn_runs(results, drawn, output_width(), output_style()));
  }

  /// What --ci does not let pass: said at the end, and in all formats.
  void want(const Protocol& protocol, const std::vector<std::string>& sentences) {
    for (const std::string& sentence : sentences) {
      wanting_ += fmt::format("FAIL  {}: {}\n", shown(protocol.file), sentence);
      diagnostics_.push_back(complaint_about(protocol.file, sentence));
      note(ExitCode::failed);
    }
  }

  void print(const std::string& text) {
    if (!is_text()) return;
    say((has_printed_ ? "\n" : "") + text);
    has_printed_ = true;
  }

  /// Where nobody reads on the command ends, unless there are files to be written or compared.
  void say(const std::string& text) {
    if (is_reader_gone_) return;
    try {
      write_output(text);
    } catch (const ReaderGone&) {
      if (output_paths().empty() && options_.lock.empty() && !options_.github) throw;
      is_reader_gone_ = true;
    }
  }

  std::vector<OutputPath> output_paths() const {
    std::vector<OutputPath> paths;
    for (const auto& [format, path] : options_.ci_files)
      if (path != "-") paths.push_back({"--" + format, path});
    if (options_.update) paths.push_back({"--update", options_.lock});
    if (!options_.proof.empty()) paths.push_back({"--proof", options_.proof});
    if (!options_.out.empty()) paths.push_back({"--out", std::filesystem::path(options_.out) / "index.html"});
    return paths;
  }

  bool has_unexpected_run() const {
    return std::any_of(report_.results.begin(), report_.results.end(), [](const check::Answer& answer) {
      return std::any_of(answer.verdicts.begin(), answer.verdicts.end(), check::has_unexpected_run);
    });
  }

  void keep_lock() {
    std::vector<reports::LockEntry> found = reports::lock_entries(report_);
    if (options_.update) return update_answers(options_.lock, std::move(found));
    const std::string differences = differing_answers(options_.lock, found);
    if (differences.empty()) return;
    note(ExitCode::failed);
    const std::string said = fmt::format("not as in {}:\n{}", shown(options_.lock), differences);
    if (is_text())
      print(said);
    else
      write_message(said);
  }

  void finish() {
    note(searcher_.exit_code());
    const std::string summary = reports::summary_line(report_.results);
    if (!summary.empty()) print(summary);
    if (!wanting_.empty()) {
      const std::string text = "not enough for --ci:\n" + wanting_;
      if (is_text())
        print(text);
      else
        write_message(text);
    }
    if (!options_.lock.empty()) keep_lock();
    if (options_.format == Format::json) say(reports::to_json(report_));
    if (options_.format == Format::markdown) say(reports::to_markdown(report_, is_single_));
    say(write_for_ci(report_, diagnostics_, CiOutputs{.files = options_.ci_files, .github = options_.github}));
    write_message(searcher_.messages());
    if (is_text() && options_.out.empty() && has_unexpected_run())
      write_message("help: with --out DIR every run is drawn, too\n");
    if (not_begun_ > 0) {
      note(ExitCode::undecided);
      write_message(fmt::format("interlock: interrupted; {} not begun\n", reports::count_text(not_begun_, "protocol")));
    }
    if (!options_.proof.empty()) write_file(options_.proof, reports::proof_text(searcher_.proofs()));
    if (!options_.out.empty())
      write_message(write_pictures(report_, options_.out, [this] { return !searcher_.is_over(); }));
  }

  const CheckOptions& options_;
  Searcher searcher_;
  reports::Report report_;
  language::Diagnostics diagnostics_;  ///< about all inputs
  std::string wanting_;                ///< lines of what --ci does not let pass
  bool is_single_ = false;
  std::size_t not_begun_ = 0;  ///< protocols, because of Ctrl-C
  bool has_printed_ = false;
  bool is_reader_gone_ = false;
  ExitCode code_ = ExitCode::as_expected;
};

}  // namespace

ExitCode run(const CheckOptions& options) {
  Check check(options);
  try {
    return check.run();
  } catch (const ReaderGone&) {
    return check.code_so_far();
  }
}

}  // namespace interlock::cli
