#include "cli/inputs.hpp"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include <fmt/format.h>

#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/shipped.hpp"
#include "cli/user_error.hpp"
#include "engine/language/syntax/diagnostic.hpp"
#include "engine/language/syntax/lexer.hpp"
#include "engine/language/text_limits.hpp"

namespace interlock::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view extension = ".interlock";

Input make_input(std::string path, std::string text, bool shipped) {
  Input input;
  input.word = heading_of(text).word;
  input.source = std::make_shared<const language::Source>(language::Source{path, std::move(text)});
  input.path = std::move(path);
  input.shipped = shipped;
  return input;
}

/// Reads one byte more than the front end takes, so that it can say that the text is too long.
Input read_file(const std::string& path) {
  return make_input(path, read_text(path, static_cast<std::size_t>(language::most(language::TextLimit::bytes)) + 1),
                    false);
}

bool has_extension(const fs::path& path) { return path.extension() == extension; }

/// The paths below a directory, links to directories not followed. What cannot be read is a problem, and no end.
void collect_below(const fs::path& directory, std::vector<std::string>& paths, std::vector<std::string>& problems) {
  std::error_code error;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    end_if_interrupted();
    std::error_code ignored;
    const bool is_directory = at->is_directory(ignored);
    if (is_directory && !at->is_symlink(ignored)) {
      collect_below(at->path(), paths, problems);
    } else if (!is_directory && has_extension(at->path()) && (at->is_regular_file(ignored) || !at->exists(ignored))) {
      paths.push_back(at->path().lexically_normal().string());
    }
  }
  if (error) problems.push_back(fmt::format("cannot read the directory {}: {}", shown(directory), error.message()));
}

Inputs files_below(const std::string& directory) {
  Inputs inputs;
  std::vector<std::string> paths;
  collect_below(directory, paths, inputs.problems);
  if (paths.empty() && inputs.problems.empty()) {
    throw UserError(fmt::format("there is no {} file in {}", extension, shown(directory)));
  }
  std::sort(paths.begin(), paths.end());
  for (const std::string& path : paths) {
    try {
      inputs.files.push_back(read_file(path));
    } catch (const UserError& error) {
      inputs.problems.emplace_back(error.what());
    }
  }
  return inputs;
}

/// Of shipped texts: those with this path, below this directory, or the protocol with this name.
std::vector<Input> shipped_files(const std::string& word) {
  const std::string path = fs::path(word).lexically_normal().generic_string();
  const std::string below = path.ends_with('/') ? path : path + "/";
  std::vector<Input> files;
  for (const ShippedText& text : shipped_texts()) {
    const bool is_named = text.path == path || (shipped_name(text) == word && shipped_word(text) == FileWord::protocol);
    if (!is_named && !text.path.starts_with(below)) continue;
    files.push_back(make_input(std::string(text.path), std::string(text.text), true));
    files.back().named = is_named;
  }
  return files;
}

/// Names that could have been meant: what ships, and the neighbours on disk.
std::string not_found(const std::string& word) {
  std::vector<std::string> known;
  for (const ShippedText& text : shipped_texts()) {
    if (shipped_word(text) == FileWord::protocol) known.push_back(shipped_name(text));
    known.emplace_back(text.path);
  }
  const fs::path parent = fs::path(word).parent_path();
  for (const std::string& neighbour : files_of_directory(parent.empty() ? "." : parent.string())) {
    known.push_back(parent.empty() ? fs::path(neighbour).filename().string() : neighbour);
  }
  for (const ShippedText& text : shipped_texts())
    if (shipped_name(text) == word && shipped_word(text) != FileWord::protocol)
      return fmt::format("{} is a {}, and not a protocol\n  help: interlock show {}", word,
                         shipped_word(text) == FileWord::store ? "store" : "spec", word);
  const auto nearest = language::nearest_name(word, known);
  const std::string help = nearest ? fmt::format("did you mean {}?", *nearest) : "interlock list names what ships";
  return fmt::format("there is no file, directory or shipped protocol {}\n  help: {}", shown(word), help);
}

Inputs inputs_for(const std::string& word) {
  std::error_code error;
  const fs::file_status status = fs::status(word, error);
  if (fs::is_directory(status)) return files_below(word);
  if (fs::exists(status)) {
    Inputs inputs{{read_file(word)}, {}};
    inputs.files.back().named = true;
    return inputs;
  }
  Inputs inputs{shipped_files(word), {}};
  if (inputs.files.empty()) throw UserError(not_found(word));
  return inputs;
}

/// By path, each once.
void put_in_order(std::vector<Input>& files) {
  const auto key = [](const Input& input) { return fs::path(input.path).lexically_normal().string(); };
  std::stable_sort(files.begin(), files.end(), [&](const Input& a, const Input& b) {
    return std::pair(key(a), !a.named) < std::pair(key(b), !b.named);
  });
  const auto same = [&](const Input& a, const Input& b) { return key(a) == key(b); };
  files.erase(std::unique(files.begin(), files.end(), same), files.end());
}

}  // namespace

Inputs find_inputs(const std::vector<std::string>& words) {
  Inputs inputs;
  for (const std::string& word : words) {
    try {
      const Inputs found = inputs_for(word);
      inputs.files.insert(inputs.files.end(), found.files.begin(), found.files.end());
      inputs.problems.insert(inputs.problems.end(), found.problems.begin(), found.problems.end());
    } catch (const UserError& error) {
      inputs.problems.emplace_back(error.what());
    }
  }
  put_in_order(inputs.files);
  return inputs;
}

Input find_protocol(const std::string& word) {
  const auto [files, problems] = inputs_for(word);
  if (files.size() != 1 || !problems.empty())
    throw UserError(fmt::format("{} is a directory; name one protocol in it", word));
  const Input& file = files.front();
  if (file.word == FileWord::store || file.word == FileWord::spec) {
    throw UserError(fmt::format("{} is a {}; name a protocol", word, to_text(file.word)));
  }
  return file;
}

std::vector<std::string> files_of_directory(const std::string& directory) {
  std::error_code error;
  std::vector<std::string> paths;
  for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
    std::error_code ignored;
    end_if_interrupted();
    if (has_extension(at->path()) && at->is_regular_file(ignored))
      paths.push_back(at->path().lexically_normal().string());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

std::optional<Input> read_neighbour(const std::string& path) {
  try {
    return read_file(path);
  } catch (const UserError&) {
    return std::nullopt;  // it was not asked for
  }
}

Heading heading_of_file(const std::string& path) {
  constexpr std::size_t head = 16384;  // comments may stand before it
  try {
    return heading_of(read_text(path, head));
  } catch (const UserError&) {
    return {};
  }
}

Heading heading_of(std::string_view text) {
  const auto skip = [&](auto is_wanted) {
    while (!text.empty() && is_wanted(text.front())) text.remove_prefix(1);
  };
  const auto is_blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
  const auto is_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const auto take_word = [&] {
    const std::string_view before = text;
    skip(is_name);
    return before.substr(0, before.size() - text.size());
  };
  skip(is_blank);
  while (text.starts_with('#')) {
    skip([](char c) { return c != '\n'; });
    skip(is_blank);
  }
  Heading heading;
  const std::string_view word = take_word();
  if (word == "protocol") heading.word = FileWord::protocol;
  if (word == "store") heading.word = FileWord::store;
  if (word == "spec") heading.word = FileWord::spec;
  skip(is_blank);
  heading.name = take_word();
  return heading;
}

std::string_view to_text(FileWord word) {
  switch (word) {
    case FileWord::protocol: return "protocol";
    case FileWord::store: return "store";
    case FileWord::spec: return "spec";
    case FileWord::other: break;
  }
  return "text";
}

}  // namespace interlock::cli
