// Checks again at every save. The files are looked at several times a second, which works on every file system; what
// counts is their text, not their time.

#include <poll.h>

#include <filesystem>
#include <map>
#include <set>
#include <string>

#include <fmt/format.h>

#include "cli/checksum.hpp"
#include "cli/commands.hpp"
#include "cli/inputs.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/user_error.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

constexpr int look_every = 200;  // milliseconds

/// The text of each file that an answer may depend on, as a fingerprint: those that are named, and the stores and specs
/// beside them.
using Texts = std::map<std::string, std::string>;

Texts texts_behind(const std::vector<std::string>& words) {
  Texts texts;
  std::set<std::string> directories;
  for (const Input& input : find_inputs(words).files) {
    texts.emplace(input.path, fingerprint_of(input.source->text));
    const std::filesystem::path parent = std::filesystem::path(input.path).parent_path();
    if (!input.shipped) directories.insert(parent.empty() ? "." : parent.string());
  }
  for (const std::string& directory : directories)
    for (const std::string& path : files_of_directory(directory))
      if (const auto neighbour = read_neighbour(path)) texts.emplace(path, fingerprint_of(neighbour->source->text));
  return texts;
}

std::vector<std::string> changed_files(const Texts& before, const Texts& after) {
  std::vector<std::string> changed;
  for (const auto& [path, text] : after) {
    const auto known = before.find(path);
    if (known == before.end() || known->second != text) changed.push_back(shown(path));
  }
  for (const auto& [path, text] : before)
    if (after.count(path) == 0) changed.push_back(shown(path));
  return changed;
}

/// Until a text is another one, and has stayed so for one look: an editor may write in several goes.
Texts wait_for_change(const std::vector<std::string>& words, const Texts& before) {
  Texts last = before;
  while (!was_interrupted()) {
    ::poll(nullptr, 0, look_every);
    if (was_interrupted()) break;
    Texts now = texts_behind(words);
    if (now == last && now != before) return now;
    last = std::move(now);
  }
  return before;
}

ExitCode check_once(const CheckOptions& options) {
  try {
    return run(options);
  } catch (const UserError& error) {
    write_message("interlock: " + std::string(error.what()) + "\n");
    return ExitCode::bad_input;
  }
}

}  // namespace

ExitCode run(const WatchOptions& options) {
  Texts texts = texts_behind(options.check.inputs);
  ExitCode code = check_once(options.check);
  while (!was_interrupted()) {
    write_message("interlock: waiting for a change; Ctrl-C ends\n");
    Texts now = wait_for_change(options.check.inputs, texts);
    if (was_interrupted()) break;
    write_message(fmt::format("interlock: changed: {}\n", reports::list_text(changed_files(texts, now))));
    texts = std::move(now);
    write_output("\n");
    code = check_once(options.check);
  }
  return code;
}

}  // namespace interlock::cli
