#include "cli/options/written.hpp"

#include <utility>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "cli/option_help.hpp"
#include "cli/option_values.hpp"
#include "cli/user_error.hpp"
#include "engine/check/savings.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

std::vector<std::string> reduction_words() {
  std::vector<std::string> words;
  for (const check::NamedReduction& reduction : check::named_reductions) words.emplace_back(reduction.name);
  words.emplace_back("all");
  return words;
}

}  // namespace

CLI::App* add_command(CLI::App& app, Written& written, const char* name, const char* description, const char* examples,
                      std::function<Command(const Written&)> make) {
  CLI::App* command = app.add_subcommand(name, description);
  command->footer(std::string("Examples:\n") + examples);
  command->callback([&written, make = std::move(make)] { written.make = make; });
  return command;
}

ModelOptions model_options(const Written& written, bool may_be_any) {
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

Format report_format(const Written& written) {
  if (written.format.empty()) return Format::text;
  const std::string name = read_choice("--format", written.format, {report_formats.begin(), report_formats.end()});
  if (name == "markdown") return Format::markdown;
  return name == "json" ? Format::json : Format::text;
}

void add_model_options(CLI::App* app, Written& written, std::string_view more_clients) {
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

}  // namespace interlock::cli
