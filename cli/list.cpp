#include <algorithm>
#include <map>
#include <string>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/shipped.hpp"
#include "cli/terminal.hpp"
#include "engine/language/parser/parser.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

struct Entry {
  std::string name;
  std::string sentence;
};

/// The sentence below the name, if the text has one.
std::string sentence_of(const ShippedText& text) {
  language::Diagnostics ignored;
  const auto source =
      std::make_shared<const language::Source>(language::Source{std::string(text.path), std::string(text.text)});
  const language::syntax::File file = language::parse(source, ignored);
  if (file.protocol) return file.protocol->sentence;
  if (file.store) return file.store->sentence;
  return file.spec ? file.spec->sentence : "";
}

/// "models/locks/a.interlock" belongs to "locks".
std::string folder_of(std::string_view path) {
  const std::size_t end = path.rfind('/');
  const std::size_t begin = path.rfind('/', end - 1);
  return std::string(path.substr(begin == std::string_view::npos ? 0 : begin + 1, end - begin - 1));
}

std::string entry_text(const Entry& entry, std::size_t name_width) {
  const std::size_t indent = name_width + 4;
  const std::size_t width = std::max<std::size_t>(output_width(), indent + 20) - indent;
  std::string text = fmt::format("  {:{}}  ", entry.name, name_width);
  bool first = true;
  for (const std::string& line : reports::wrapped(entry.sentence, width)) {
    text += (first ? "" : std::string(indent, ' ')) + line + "\n";
    first = false;
  }
  return first ? fmt::format("  {}\n", entry.name) : text;
}

}  // namespace

ExitCode run(const ListOptions&) {
  std::map<std::string, std::vector<Entry>> folders;
  for (const ShippedText& text : shipped_texts()) {
    folders[folder_of(text.path)].push_back({shipped_name(text), sentence_of(text)});
  }
  std::string output;
  for (const auto& [folder, entries] : folders) {
    std::size_t width = 0;
    for (const Entry& entry : entries) width = std::max(width, entry.name.size());
    output += fmt::format("{}{}\n", output.empty() ? "" : "\n", folder);
    for (const Entry& entry : entries) output += entry_text(entry, width);
  }
  write_output(output);
  return ExitCode::as_expected;
}

}  // namespace interlock::cli
