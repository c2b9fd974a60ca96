// The only file that sees CLI11, beside option_help.cpp. Its version 2.1.2 cannot compile a flag without a variable in
// C++20, so every option here is bound to one. All values are read as text; cli/option_values.cpp gives better
// complaints than CLI11.

#include "cli/options.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/option_help.hpp"
#include "cli/option_values.hpp"
#include "cli/user_error.hpp"
#include "engine/check/savings.hpp"
#include "reports/ci/formats.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

/// What CLI11 fills in: text, as written.
struct Written {
  std::vector<std::string> inputs, under, assuming, specs, without, params, clients;
  std::map<std::string, std::string> ci_files;
  std::string input, other, out, lock, proof, format, to, time, threads, max_states, max_memory, max_time;
  std::string checkpoint, resume, disk, redis, tick;
  bool stats = false;
  bool github = false;
  bool update = false;
  bool is_strict = false;
  bool all = false;
  bool help = false;
  std::function<Command(const Written&)> make;  ///< of the command that was named
};

/// `make` gives the command once its options are filled in.
CLI::App* add_command(CLI::App& app, Written& written, const char* name, const char* description, const char* examples,
                      std::function<Command(const Written&)> make) {
  CLI::App* command = app.add_subcommand(name, description);
  command->footer(std::string("Examples:\n") + examples);
  command->callback([&written, make = std::move(make)] { written.make = make; });
  return command;
}

// From text to values.

ModelOptions model_options(const Written& written, bool may_be_any = false) {
  ModelOptions options;
  options.params = read_settings("--set", written.params);
  std::vector<std::string> clients = written.clients;
  options.any_number_of = take_any_number(clients);
  if (!may_be_any && !options.any_number_of.empty()) throw UserError("--clients any goes with check");
  for (const auto& [kind, number] : read_settings("--clients", clients)) {
    options.clients[kind] = static_cast<std::uint32_t>(read_number("--clients " + kind, number, 1, 32));
  }
  return options;
}

std::vector<std::string> reduction_words() {
  std::vector<std::string> words;
  for (const check::NamedReduction& reduction : check::named_reductions) words.emplace_back(reduction.name);
  words.emplace_back("all");
  return words;
}

SearchOptions search_options(const Written& written) {
  constexpr std::uint64_t any = UINT64_MAX;
  SearchOptions options;
  if (!written.threads.empty())
    options.threads = static_cast<unsigned>(read_number("--threads", written.threads, 1, 256));
  if (!written.max_states.empty()) options.max_states = read_number("--max-states", written.max_states, 1, any);
  if (!written.max_memory.empty()) options.max_bytes = read_bytes("--max-memory", written.max_memory);
  if (!written.max_time.empty()) options.max_time = read_duration("--max-time", written.max_time);
  options.without = read_choices("--without", written.without, reduction_words());
  options.time = read_time(written.time);
  options.stats = written.stats;
  options.resume = !written.resume.empty();
  options.checkpoint = options.resume ? written.resume : written.checkpoint;
  if (options.resume && !written.checkpoint.empty() && written.checkpoint != written.resume) {
    throw UserError("--resume goes on in its own directory; --checkpoint is for a new one");
  }
  const bool is_dense = options.time == check::TimeSearch::dense;
  if (is_dense && !options.checkpoint.empty())
    throw UserError("a search in dense time is not saved: leave out --time dense, or --checkpoint and --resume");
  options.disk = written.disk;
  if (!options.disk.empty() && (is_dense || !model_options(written, true).any_number_of.empty()))
    throw UserError("--disk is not for a search in dense time, nor for any number of clients");
  return options;
}

// What --format may be, by command.
constexpr std::array report_formats{"text", "json", "markdown"};
constexpr std::array drawing_formats{"svg", "png", "pdf", "dot"};

template <std::size_t count>
std::string format_names(const std::array<const char*, count>& formats) {
  std::string names;
  for (const char* format : formats) names += (names.empty() ? "" : "|") + std::string(format);
  return names;
}

Format report_format(const Written& written) {
  if (written.format.empty()) return Format::text;
  const std::string name = read_choice("--format", written.format, {report_formats.begin(), report_formats.end()});
  if (name == "markdown") return Format::markdown;
  return name == "json" ? Format::json : Format::text;
}

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

DrawOptions draw_options(const Written& written) {
  DrawOptions options;
  options.input = written.input;
  options.model = model_options(written);
  if (!written.format.empty())
    options.format = read_choice("--format", written.format, {drawing_formats.begin(), drawing_formats.end()});
  if (!written.out.empty()) options.out = written.out;
  return options;
}

ExportOptions export_options(const Written& written) {
  ExportOptions options;
  options.input = written.input;
  options.to = read_choice("--to", written.to, {"promela"});
  if (written.under.size() > 1) throw UserError("an export is of one set of faults: --under 'pause, crash 1 time'");
  if (!written.under.empty()) options.under = written.under.front();
  options.specs = written.specs;
  options.model = model_options(written);
  return options;
}

ReplayOptions replay_options(const Written& written) {
  return read_replay_options(written.input, written.redis, written.tick, written.specs);
}

// The commands and their options.

void add_model_options(CLI::App* app, Written& written, std::string_view more_clients = "") {
  add(app, "--set", written.params, "NAME=VALUE", "give a param another value: ttl=5s, or busy=1s..20s");
  add(app, "--clients", written.clients, "KIND=N",
      fmt::format("change the number of clients of a kind, from 1 to 32: worker=3{}", more_clients).c_str());
}

void add_search_options(CLI::App* app, Written& written) {
  add(app, "--threads", written.threads, "N", "threads to search with; the output does not depend on it");
  add(app, "--max-states", written.max_states, "N",
      fmt::format("give up a search after so many states; without this option {}, the most there can be",
                  reports::number_text(explore::Limits{}.states)));
  add(app, "--max-memory", written.max_memory, "BYTES",
      fmt::format(
          "give up a search that needs more memory: 512M, 2G; without this option {}G, or half of the machine's "
          "if that is less",
          explore::Limits{}.bytes >> 30U));
  add(app, "--max-time", written.max_time, "TIME", "give up after this time, counted for the whole command: 30s, 5min");
  add(app, "--without", written.without, "REDUCTION,...",
      "switch exact reductions off, to compare: symmetry, dead, ids, time, members, memory, bits, apart, or all");
  add(app, "--time", written.time, "auto|ticks|dense",
      "how time is searched: in ticks; as it is, dense, where the model and the guarantee allow that; or, as usual, in "
      "ticks where they lose nothing and are few, and else dense");
  add(app, "--checkpoint", written.checkpoint, "DIR",
      "save each search in this new directory, now and then and when it ends: by itself, at a budget, by Ctrl-C");
  add(app, "--resume", written.resume, "DIR",
      "go on with the searches saved in this directory, and save them there; the output is that of one long run");
  app->add_flag("--stats", written.stats,
                "print time, memory and what each reduction saved, for which it searches again without it");
}

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
        return MatrixOptions{all.input, all.specs, model_options(all), search_options(all)};
      });
  add(command, "FILE", written.input, "FILE", "")->required();
  add(command, "--spec", written.specs, "NAME", "this guarantee only; may be repeated");
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

void add_small_commands(CLI::App& app, Written& written) {
  CLI::App* show = add_command(app, written, "show", "Prints a protocol, store or spec that ships with Interlock.",
                               "  interlock show set_nx_px > my_lock.interlock\n"
                               "  interlock show redis\n",
                               [](const Written& all) -> Command { return ShowOptions{all.input}; });
  add(show, "NAME", written.input, "NAME", "")->required();
  add_command(app, written, "list", "Names all protocols, stores and specs that ship with Interlock.",
              "  interlock list\n", [](const Written&) -> Command { return ListOptions{}; });
  CLI::App* steps = add_command(app, written, "steps",
                                "Prints a protocol with the numbers of its steps in the margin, as the graphs of draw "
                                "have them. A timeline counts the steps of its own run, and names the line of each.",
                                "  interlock steps my_lock.interlock\n", [](const Written& all) -> Command {
                                  return StepsOptions{all.input, model_options(all)};
                                });
  add(steps, "FILE", written.input, "FILE", "")->required();
  add_model_options(steps, written);
  CLI::App* draw = add_command(app, written, "draw",
                               "Draws a protocol's state machines. One graph a client kind: where a client can be, and "
                               "the steps between.",
                               "  interlock draw my_lock.interlock\n"
                               "  interlock draw set_nx_px --format pdf --out pictures\n",
                               draw_options);
  add(draw, "FILE", written.input, "FILE", "")->required();
  add(draw, "--format", written.format, format_names(drawing_formats).c_str(),
      "what to write; all but dot need Graphviz");
  add(draw, "--out", written.out, "DIR", "the directory to write into; otherwise this one");
  add_model_options(draw, written);
}

void add_replay(CLI::App& app, Written& written) {
  CLI::App* command =
      add_command(app, written, "replay", replay_help.description, replay_help.examples, replay_options);
  add(command, "FILE", written.input, "FILE", "")->required();
  add(command, "--redis", written.redis, "HOST:PORT", "the Redis, or the path of its socket")->required();
  add(command, "--tick", written.tick, "TIME", "how long a second of the model takes; without this option 1s");
  add(command, "--spec", written.specs, "NAME", "the run of this guarantee only");
}

void add_words(CLI::App& app, Written& written) {
  CLI::App* fresh =
      add_command(app, written, "new", "Writes a new protocol to start from, with a word about each part.",
                  "  interlock new my_lock\n", [](const Written& all) -> Command { return NewOptions{all.input}; });
  add(fresh, "NAME", written.input, "NAME", "")->required();
  CLI::App* explain = add_command(app, written, "explain", "Says what the number of an error or a warning means.",
                                  "  interlock explain E0211\n",
                                  [](const Written& all) -> Command { return ExplainOptions{all.input}; });
  add(explain, "NUMBER", written.input, "NUMBER", "")->required();
  CLI::App* diff = add_command(
      app, written, "diff",
      "Says what differs between two lock files, or two reports in JSON: which guarantees changed, and which runs "
      "became simpler.",
      "  interlock diff before.json after.json\n"
      "\n"
      "Exit code: 0 nothing differs, 1 something does, 2 a file cannot be read or is neither.\n",
      [](const Written& all) -> Command { return DiffOptions{.before = all.input, .after = all.other}; });
  add(diff, "OLD", written.input, "OLD", "")->required();
  add(diff, "NEW", written.other, "NEW", "")->required();
}

void add_export(CLI::App& app, Written& written) {
  CLI::App* command = add_command(
      app, written, "export",
      "Prints a protocol under a set of faults as a model for another checker: the same cells, variables and steps, "
      "under the same names. What has no translation is refused, with its place.",
      "  interlock export set_nx_px --to promela > lock.pml\n"
      "  interlock export my_lock.interlock --to promela --under 'pause, crash 1 time' --spec mutual_exclusion\n",
      export_options);
  add(command, "FILE", written.input, "FILE", "")->required();
  add(command, "--to", written.to, "promela", "for which checker: promela, for SPIN")->required();
  add(command, "--under", written.under, "FAULTS", "the faults that are on; usually none");
  add(command, "--spec", written.specs, "NAME", "assert this guarantee only; may be repeated");
  add_model_options(command, written);
}

// What CLI11 cannot say well.

std::vector<std::string> option_names(const CLI::App* app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app->get_options({})) {
    if (!option->get_positional()) names.push_back("--" + option->get_lnames().front());
  }
  return names;
}

/// "interlock check", or "interlock" before it is known.
std::string command_name(const CLI::App& app) {
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  return chosen.empty() ? "interlock" : "interlock " + chosen.front()->get_name();
}

std::string unexpected(const CLI::App& app) {
  const std::vector<std::string> rest = app.remaining(true);
  const std::string word = rest.empty() ? "" : rest.front();
  const std::vector<CLI::App*> chosen = app.get_subcommands();
  const CLI::App* command = chosen.empty() ? &app : chosen.front();
  const std::string name = command_name(app);
  if (word.starts_with('-') && word.size() > 1) {
    const std::string option = word.substr(0, word.find('='));
    const std::vector<std::string> known = option_names(command);
    return fmt::format("there is no option {}\n  help: {}", option, nearest_help(option, known));
  }
  return fmt::format("{} takes nothing more, so {} is one too many\n  help: {} --help", name, word, name);
}

/// A first word that is no command, found before CLI11 sees it.
void check_command_name(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands({})) names.push_back(command->get_name());
  if (word.starts_with('-') || std::find(names.begin(), names.end(), word) != names.end()) return;
  const bool is_file = word.find_first_of("./") != std::string::npos;
  const std::string help = is_file ? fmt::format("interlock check {}", word) : nearest_help(word, names);
  throw UserError(fmt::format("there is no command {}\n  help: {}", word, help));
}

/// In the order in which CLI11 wants them: the last one first.
std::vector<std::string> reversed_words(int argument_count, const char* const* arguments) {
  std::vector<std::string> words(arguments + std::min(argument_count, 1), arguments + argument_count);
  if (!words.empty() && words.front() == "help") {
    words.erase(words.begin());
    words.emplace_back("--help");
  }
  std::reverse(words.begin(), words.end());
  return words;
}

CommandLine parse(CLI::App& app, Written& written, std::vector<std::string> words) {
  CommandLine line;
  if (words.empty()) {
    line.message = app.help();
    line.exit_code = ExitCode::bad_input;
    return line;
  }
  try {
    check_command_name(app, words.back());
    app.parse(words);
    if (app.get_subcommands().empty()) throw UserError("there is no command\n  help: interlock --help");
    line.command = written.make(written);
    return line;
  } catch (const CLI::CallForHelp&) {
    line.output = app.help();
    return line;
  } catch (const CLI::CallForVersion& version) {
    line.output = std::string(version.what()) + "\n";
    return line;
  } catch (const CLI::ExtrasError&) {
    line.message = unexpected(app);
  } catch (const CLI::ParseError& error) {
    line.message = fmt::format("{}\n  help: {} --help", error.what(), command_name(app));
  } catch (const UserError& error) {
    line.message = error.what();
  }
  line.message = fmt::format("interlock: {}\n", line.message);
  line.exit_code = ExitCode::bad_input;
  return line;
}

}  // namespace

CommandLine read_command_line(int argument_count, const char* const* arguments) {
  CLI::App app(
      "Interlock checks lock protocols: which guarantees hold, under which faults, and the simplest run that "
      "breaks one.",
      "interlock");
  app.formatter(make_help());
  app.set_help_flag("-h,--help", "print help; after a command, that of the command");
  app.set_version_flag("--version", std::string("interlock " INTERLOCK_VERSION), "print the version");
  app.footer(
      "Examples:\n"
      "  interlock check models/locks/set_nx_px.interlock\n"
      "  interlock show set_nx_px > my_lock.interlock\n"
      "\n"
      "A NAME stands for what ships with Interlock; interlock list names all of it.\n");
  Written written;
  add_check(app, written);
  add_matrix(app, written);
  add_margin(app, written);
  add_mutate(app, written);
  add_small_commands(app, written);
  add_export(app, written);
  add_replay(app, written);
  add_words(app, written);
  return parse(app, written, reversed_words(argument_count, arguments));
}

}  // namespace interlock::cli
