#pragma once
// The command line as values. Only options.cpp and what stands in cli/options/ sees CLI11.

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "cli/exit_code.hpp"
#include "engine/check/checker.hpp"

namespace interlock::cli {

/// How a protocol is changed before it is looked at: `--set ttl=5s`, `--clients worker=3`. Values are still text.
struct ModelOptions {
  std::map<std::string, std::string> params;
  std::map<std::string, std::uint32_t> clients;
  /// `--clients any`, or `worker=any`: there may be any number of this kind. "any": of the one that there are several
  /// of.
  std::string any_number_of;
};

struct SearchOptions {
  unsigned threads = 0;  ///< 0: one a processor
  std::optional<std::uint64_t> max_states;
  std::optional<std::uint64_t> max_bytes;
  std::optional<std::chrono::milliseconds> max_time;  ///< of the whole command
  std::vector<std::string> without;                   ///< reductions that are switched off
  check::TimeSearch time = check::TimeSearch::fitting;
  bool stats = false;
  std::string checkpoint;  ///< a directory to save the searches in, or empty
  bool resume = false;     ///< go on with what is in it
  std::string disk;        ///< a directory for the states of a search that is made, or empty: in memory
};

enum class Format { text, json, markdown };

struct CheckOptions {
  std::vector<std::string> inputs;
  std::vector<std::string> under;  ///< lists of faults, as written; empty: what the `expect` lines say
  std::vector<std::string> assuming;
  std::vector<std::string> specs;  ///< empty: all
  std::string out;                 ///< a directory, or empty
  std::string lock;                ///< a lock file to compare with, or empty
  bool update = false;             ///< write it
  bool is_strict = false;          ///< what proves little fails, too
  std::string proof;               ///< a file for what any number of clients rests on, or empty
  Format format = Format::text;
  std::map<std::string, std::string> ci_files;  ///< by name of a format of reports/ci: a file, or "-" for the output
  bool github = false;                          ///< annotations on the output, and the job's summary
  ModelOptions model;
  SearchOptions search;
};

/// `check`, again at every save.
struct WatchOptions {
  CheckOptions check;
};

struct MatrixOptions {
  std::string input;
  std::vector<std::string> specs;  ///< empty: all
  Format format = Format::text;
  bool github = false;  ///< add the table to the job's summary
  ModelOptions model;
  SearchOptions search;
};

struct MarginOptions {
  std::string input;
  std::vector<std::string> under;  ///< faults, as written; empty: what the file expects
  std::vector<std::string> specs;  ///< empty: all
  bool json = false;
  ModelOptions model;
  SearchOptions search;
};

struct MutateOptions {
  std::vector<std::string> inputs;
  std::vector<std::string> specs;  ///< empty: all
  bool all = false;                ///< tell of those that are noticed, too
  std::string lock;                ///< a lock file to compare the scores with, or empty
  bool update = false;             ///< write them
  Format format = Format::text;
  ModelOptions model;
  SearchOptions search;
};

struct ShowOptions {
  std::string name;
};

struct ListOptions {};

struct StepsOptions {
  std::string input;
  ModelOptions model;
};

struct DrawOptions {
  std::string input;
  std::string format = "svg";  ///< svg, png, pdf or dot
  std::string out = ".";       ///< a directory
  ModelOptions model;
};

struct ExportOptions {
  std::string input;
  std::string to = "promela";
  std::string under = "none";      ///< a list of faults, as written
  std::vector<std::string> specs;  ///< empty: all that can be said
  ModelOptions model;
};

struct NewOptions {
  std::string name;
};

struct ExplainOptions {
  std::string number;
};

struct DiffOptions {
  std::string before;  ///< lock files, or reports in JSON
  std::string after;
};

/// Of a run that a report has.
struct ReplayOptions {
  std::string input;                          ///< a report in JSON
  std::string redis;                          ///< HOST:PORT, or the path of a socket
  std::string spec;                           ///< empty: all runs
  std::chrono::microseconds tick{1'000'000};  ///< how long a second of the model takes
};

struct FormatOptions {
  std::vector<std::string> inputs;  ///< or "-"
  bool check = false;               ///< change nothing, and say what would be changed
};

struct CompletionOptions {
  std::string shell;  ///< bash, zsh or fish
};

struct ManualOptions {};

/// Throws UserError.
ReplayOptions read_replay_options(const std::string& input, const std::string& redis, const std::string& tick,
                                  const std::vector<std::string>& specs);

using Command = std::variant<CheckOptions, MatrixOptions, MarginOptions, MutateOptions, ShowOptions, ListOptions,
                             StepsOptions, DrawOptions, ExportOptions, NewOptions, ExplainOptions, DiffOptions,
                             ReplayOptions, CompletionOptions, ManualOptions, WatchOptions, FormatOptions>;

/// Either a command, or what to write instead of running one: help and the version on standard output, or what is
/// wrong with the command line on standard error.
struct CommandLine {
  std::optional<Command> command;
  std::string output;
  std::string message;
  ExitCode exit_code = ExitCode::as_expected;
};

CommandLine read_command_line(int argument_count, const char* const* arguments);

}  // namespace interlock::cli
