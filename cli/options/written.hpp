#pragma once
// What the command line is before it is values: text, as CLI11 fills it in; and what several commands' options share.
// Only this folder, options.cpp and option_help.cpp see CLI11. Its version 2.1.2 cannot compile a flag without a
// variable in C++20, so every option is bound to one. All values are read as text; cli/option_values.cpp gives better
// complaints than CLI11.

#include <array>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options.hpp"

namespace CLI {
class App;
}

namespace interlock::cli {

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
  bool check = false;
  bool help = false;
  std::function<Command(const Written&)> make;  ///< of the command that was named
};

/// `make` gives the command once its options are filled in.
CLI::App* add_command(CLI::App& app, Written& written, const char* name, const char* description, const char* examples,
                      std::function<Command(const Written&)> make);

// From text to values; each throws UserError.

ModelOptions model_options(const Written& written, bool may_be_any = false);
SearchOptions search_options(const Written& written);
/// `--format` of a report.
Format report_format(const Written& written);

/// What --format may be, of a report.
inline constexpr std::array report_formats{"text", "json", "markdown"};

template <std::size_t count>
std::string format_names(const std::array<const char*, count>& formats) {
  std::string names;
  for (const char* format : formats) names += (names.empty() ? "" : "|") + std::string(format);
  return names;
}

// Options that several commands have.

void add_model_options(CLI::App* app, Written& written, std::string_view more_clients = "");
void add_search_options(CLI::App* app, Written& written);

// The commands.

void add_check(CLI::App& app, Written& written);
void add_watch(CLI::App& app, Written& written);
void add_matrix(CLI::App& app, Written& written);
void add_margin(CLI::App& app, Written& written);
void add_mutate(CLI::App& app, Written& written);
void add_small_commands(CLI::App& app, Written& written);
void add_export(CLI::App& app, Written& written);
void add_replay(CLI::App& app, Written& written);
void add_words(CLI::App& app, Written& written);
void add_shells(CLI::App& app, Written& written);

}  // namespace interlock::cli
