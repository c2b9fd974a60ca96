// The options of the commands that show, draw, export and perform.

#include <array>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/option_help.hpp"
#include "cli/option_values.hpp"
#include "cli/options/written.hpp"
#include "cli/user_error.hpp"

namespace interlock::cli {
namespace {

constexpr std::array drawing_formats{"svg", "png", "pdf", "dot"};

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

}  // namespace

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

void add_shells(CLI::App& app, Written& written) {
  CLI::App* format = add_command(
      app, written, "format",
      "Brings texts into shape: how far lines stand in, blanks at their ends, empty lines. Names the files it changes. "
      "What stands in a line stays as it is.",
      "  interlock format my_lock.interlock\n"
      "  interlock format --check my_locks\n"
      "  interlock format - < my_lock.interlock\n"
      "\n"
      "Exit code: 0; 1 with --check where something would be changed; 2 wrong usage or a text with errors.\n",
      [](const Written& all) -> Command {
        return FormatOptions{all.inputs, all.check};
      });
  add(format, "inputs", written.inputs, "FILE|DIR...", "");
  format->get_option("inputs")->allow_extra_args(true)->required();
  format->add_flag("--check", written.check, "change nothing, and name the files that would be changed");
  CLI::App* completion =
      add_command(app, written, "completion", "Prints a script that completes commands, options and names in a shell.",
                  "  interlock completion bash > ~/.local/share/bash-completion/completions/interlock\n"
                  "  interlock completion zsh > ~/.zfunc/_interlock\n"
                  "  interlock completion fish > ~/.config/fish/completions/interlock.fish\n",
                  [](const Written& all) -> Command {
                    return CompletionOptions{read_choice("completion", all.input, {"bash", "zsh", "fish"})};
                  });
  add(completion, "SHELL", written.input, "bash|zsh|fish", "")->required();
  add_command(app, written, "man", "Prints the manual page, as man -l shows it.",
              "  interlock man > interlock.1 && man -l interlock.1\n",
              [](const Written&) -> Command { return ManualOptions{}; });
}

}  // namespace interlock::cli
