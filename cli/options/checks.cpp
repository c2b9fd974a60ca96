// The options of the commands that ask of a protocol what holds.

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/option_help.hpp"
#include "cli/option_values.hpp"
#include "cli/options/written.hpp"
#include "cli/user_error.hpp"
#include "reports/ci/formats.hpp"

namespace interlock::cli {
namespace {

/// Standard output carries one report only.
void read_ci_options(const Written& written, CheckOptions& options) {
  std::string on_output = written.format.empty() ? "" : "--format";
  for (const auto& [name, file] : written.ci_files) {
    if (file.empty()) continue;
    if (file == "-" && !std::exchange(on_output, "--" + name).empty())
      throw UserError(fmt::format("--{} - and another report want the standard output; give one of them a file", name));
    options.ci_files.emplace(name, file);
  }
  options.github = written.github;
  if (options.github && !on_output.empty())
    throw UserError(fmt::format("--github prints its annotations, so {} needs a file", on_output));
}

std::string lock_file(const Written& written) {
  return written.lock.empty() && written.update ? "interlock.lock.json" : written.lock;
}

MutateOptions mutate_options(const Written& written) {
  return {.inputs = written.inputs,
          .specs = written.specs,
          .all = written.all,
          .lock = lock_file(written),
          .update = written.update,
          .format = report_format(written),
          .model = model_options(written),
          .search = search_options(written)};
}

CheckOptions check_options(const Written& written) {
  CheckOptions options;
  options.inputs = written.inputs.empty() ? std::vector<std::string>{"models"} : written.inputs;
  options.under = written.under;
  options.assuming = read_choices("--assuming", written.assuming, {"distinct_clocks"});
  options.specs = written.specs;
  options.out = written.out;
  options.update = written.update;
  options.lock = lock_file(written);
  options.is_strict = written.is_strict;
  options.format = report_format(written);
  read_ci_options(written, options);
  options.model = model_options(written, true);
  options.search = search_options(written);
  options.proof = written.proof;
  if (!options.model.any_number_of.empty() && !options.search.checkpoint.empty())
    throw UserError("searches for any number of clients are not saved: leave out --checkpoint and --resume");
  if (options.model.any_number_of.empty() && !options.proof.empty()) throw UserError("--proof goes with --clients any");
  if (options.is_strict && !options.search.checkpoint.empty())
    throw UserError("--ci asks more than is saved: leave out --checkpoint and --resume");
  if (!options.assuming.empty() && options.under.empty()) {
    throw UserError("--assuming goes with --under; an expect line says itself what it assumes");
  }
  return options;
}

}  // namespace

void add_check(CLI::App& app, Written& written) {
  CLI::App* command = add_command(app, written, "check", check_help.description, check_help.examples, check_options);
  add(command, "inputs", written.inputs, "[FILE|DIR|NAME...]", "");
  command->get_option("inputs")->allow_extra_args(true);
  add(command, "--under", written.under, "FAULTS",
      "check all specs under these faults, whatever the file expects: 'pause, crash 1 time', or none; may be repeated");
  add(command, "--assuming", written.assuming, "WHAT", "with --under: distinct_clocks, no two clocks show one instant");
  add(command, "--spec", written.specs, "NAME", "check this guarantee only; may be repeated");
  add(command, "--out", written.out, "DIR",
      "write every run that was found, of what fails and of what is reached, into this directory: one HTML page, and "
      "text, Mermaid, PlantUML, DOT, SVG, JSON and ITF");
  add(command, "--lock", written.lock, "FILE",
      "compare the answers with those in this file: verdicts, fewest faults and steps, exact numbers of states");
  command->add_flag("--update", written.update,
                    "write the answers into the file of --lock, or into interlock.lock.json");
  command->add_flag("--ci", written.is_strict,
                    "what proves little fails, too: a file that expects nothing, a lock that nobody takes, or no "
                    "second client after a first one");
  add(command, "--proof", written.proof, "FILE",
      "with --clients any: write what a few clients can look like, however many there are; the proof rests on it");
  add(command, "--format", written.format, format_names(report_formats).c_str(),
      "how to print the report; markdown has a table and Mermaid diagrams, as GitHub draws them");
  for (const reports::CiFormat& format : reports::ci_formats) {
    const std::string name(format.name);
    add(command, "--" + name, written.ci_files[name], "FILE", std::string(format.help) + "; - for the standard output");
  }
  command->add_flag("--github", written.github,
                    "print annotations for GitHub's runner, and add the answers to the job's summary");
  add_model_options(command, written, "; or any number of them, worker=any, or any for all");
  add_search_options(command, written);
  add(command, "--disk", written.disk, "DIR",
      "keep the states of a search in files in this directory, and not in memory: --max-memory then ends no search");
}

void add_watch(CLI::App& app, Written& written) {
  CLI::App* command = add_command(
      app, written, "watch",
      "Checks protocols, and again whenever one of them is saved, or a store or a spec beside it. Ctrl-C ends it.",
      "  interlock watch my_lock.interlock\n"
      "  interlock watch my_locks --spec mutual_exclusion --under pause\n"
      "\n"
      "Exit code: that of the last check.\n",
      [](const Written& all) -> Command { return WatchOptions{check_options(all)}; });
  add(command, "inputs", written.inputs, "FILE|DIR...", "");
  command->get_option("inputs")->allow_extra_args(true)->required();
  add(command, "--under", written.under, "FAULTS", "under these faults, whatever the file expects; may be repeated");
  add(command, "--spec", written.specs, "NAME", "this guarantee only; may be repeated");
  add(command, "--out", written.out, "DIR", "write every run that was found into this directory, anew each time");
  add_model_options(command, written);
  add_search_options(command, written);
}

void add_matrix(CLI::App& app, Written& written) {
  CLI::App* command = add_command(
      app, written, "matrix",
      "Checks every guarantee under every set of faults, as a table. Under it: the smallest sets of faults that break "
      "each guarantee, and the largest under which it holds.",
      "  interlock matrix my_lock.interlock\n"
      "  interlock matrix clock_semaphore --clients worker=3\n"
      "\n"
      "Exit code: 0 without faults everything holds, 1 something fails without one, 2 wrong usage or a model with\n"
      "errors, 3 a budget ran out.\n",
      [](const Written& all) -> Command {
        return MatrixOptions{all.input,  all.specs,          report_format(all),
                             all.github, model_options(all), search_options(all)};
      });
  add(command, "FILE", written.input, "FILE", "")->required();
  add(command, "--spec", written.specs, "NAME", "this guarantee only; may be repeated");
  add(command, "--format", written.format, format_names(report_formats).c_str(), "how to print the table");
  command->add_flag("--github", written.github, "add the table to the summary of GitHub's job, too");
  add_model_options(command, written);
  add_search_options(command, written);
}

void add_margin(CLI::App& app, Written& written) {
  CLI::App* command = add_command(
      app, written, "margin",
      "How far may each duration move before a verdict turns? Each param that is a duration, each end of a range, and "
      "each fault with a bound, for every guarantee that the file expects something of.",
      "  interlock margin my_lock.interlock\n"
      "  interlock margin set_nx_px --under 'pause <= 3s 1 time' --spec mutual_exclusion --format json\n"
      "\n"
      "Exit code: 0 whatever the edges are, 2 wrong usage or a model with errors, 3 a budget ran out.\n",
      [](const Written& all) -> Command {
        const bool json = !all.format.empty() && read_choice("--format", all.format, {"text", "json"}) == "json";
        return MarginOptions{all.input, all.under, all.specs, json, model_options(all), search_options(all)};
      });
  add(command, "FILE", written.input, "FILE", "")->required();
  add(command, "--under", written.under, "FAULTS", "under these faults, whatever the file expects; may be repeated");
  add(command, "--spec", written.specs, "NAME", "this guarantee only; may be repeated");
  add(command, "--format", written.format, "text|json", "how to print it");
  add_model_options(command, written);
  add_search_options(command, written);
}

void add_mutate(CLI::App& app, Written& written) {
  CLI::App* command =
      add_command(app, written, "mutate", mutate_help.description, mutate_help.examples, mutate_options);
  add(command, "inputs", written.inputs, "FILE|DIR|NAME...", "");
  command->get_option("inputs")->allow_extra_args(true)->required();
  add(command, "--spec", written.specs, "NAME", "only the expectations of this guarantee; may be repeated");
  add(command, "--lock", written.lock, "FILE", "compare how many breaks are noticed with what is in this file");
  command->add_flag("--update", written.update,
                    "write how many into the file of --lock, or into interlock.lock.json; its answers are kept");
  command->add_flag("--all", written.all, "name the breaks that are noticed, too, and by which expectation");
  add(command, "--format", written.format, format_names(report_formats).c_str(), "how to print the report");
  add_model_options(command, written);
  add_search_options(command, written);
}

}  // namespace interlock::cli
