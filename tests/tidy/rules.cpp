#include "tests/tidy/rules.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <optional>
#include <set>

#include "tests/tidy/scan.hpp"

namespace interlock::tidy {
namespace {

/// The arrows of ARCHITECTURE.md: what a room may include beside itself, engine/assert.hpp and engine/index.hpp.
const std::map<std::string_view, std::set<std::string_view>>& arrows() {
  static const std::map<std::string_view, std::set<std::string_view>> table{
      {"engine", {}},
      {"engine/language", {}},
      {"engine/run", {"engine/language"}},
      {"engine/machine", {"engine/language", "engine/run"}},
      {"engine/evaluator", {"engine/language", "engine/run"}},
      {"engine/explore", {}},
      {"engine/trace", {"engine/language", "engine/run", "engine/machine", "engine/evaluator", "engine/explore"}},
      {"engine/check", {"engine/language", "engine/run", "engine/machine", "engine/explore", "engine/trace"}},
      {"reports",
       {"engine/language", "engine/run", "engine/machine", "engine/explore", "engine/trace", "engine/check"}},
      {"cli", {"engine/language", "engine/explore", "engine/check", "reports"}},  // explore: it keeps searches on disk
  };
  return table;
}

/// Headers that are heavy, or that only one part needs, and where they belong.
struct Confined {
  std::string_view header;
  std::vector<std::string_view> places;  ///< files, or directories that end in '/'
  std::string_view instead;
};

const std::vector<Confined>& confined() {
  static const std::vector<Confined> table{
      {"CLI/", {"cli/options.cpp", "cli/options/", "cli/option_help.cpp"}, "read options in cli/options/"},
      {"nlohmann/",
       {"reports/json.cpp", "reports/json/", "reports/ci/sarif.cpp", "tests/"},
       "write JSON in reports/json"},
      {"boost/graph/",
       {"engine/explore/strong_components.cpp", "reports/machine_graph.cpp", "tests/"},
       "keep graph algorithms in the files that are there for them (tests/tidy/rules.cpp lists them)"},
      {"boost/pending/",
       {"engine/machine/relevance.cpp"},
       "of Boost.Graph's helpers only disjoint_sets is used, where it reads best"},
      {"boost/iterator/", {"engine/explore/strong_components.cpp"}, "iterators of Boost are for its graphs"},
      {"boost/", {"boost only"}, "use the standard library; of Boost only Boost.Graph is used"},
      {"catch2/", {"tests/catch.hpp"}, "include tests/catch.hpp, which knows both versions"},
      {"range/v3/all.hpp", {}, "include the one view: range/v3/view/enumerate.hpp"},
      {"regex", {}, "write the few lines by hand; std::regex is slow and depends on the locale"},
      {"ranges", {}, "use range-v3 views and <algorithm>; clang 14 cannot parse std::views"},
      {"iostream", {}, "return text; only cli writes, through cli/output.hpp"},
      {"format", {}, "use fmt; GCC 12 has no <format>"},
  };
  return table;
}

struct Banned {
  std::string_view word;
  std::string_view instead;
  std::vector<std::string_view> rooms;  ///< where it is banned; empty: everywhere
  std::string_view except = {};         ///< one file that needs it
};

const std::vector<Banned>& banned() {
  static const std::vector<std::string_view> pure{"engine/", "reports/"};
  static const std::vector<Banned> table{
      {"std::views", "use ranges::views of range-v3; clang 14 cannot parse std::views", {}},
      {"std::ranges::views", "use ranges::views of range-v3; clang 14 cannot parse std::views", {}},
      {"std::regex", "write the few lines by hand", {}},
      {"std::rand", "nothing may depend on chance; tests use std::mt19937 with a fixed seed", {}},
      {"srand", "nothing may depend on chance; tests use std::mt19937 with a fixed seed", {}},
      {"std::random_device", "nothing may depend on chance; tests use std::mt19937 with a fixed seed", {}},
      {"std::endl", "write '\\n'", {}},
      {"std::hash", "use XXH3, whose result is promised to stay", {}},
      {"std::async", "use explore::ThreadTeam", {}},
      {"std::locale", "text is the same in every locale; use fmt or std::to_chars", {}},
      {"setlocale", "text is the same in every locale; use fmt or std::to_chars", {}},
      {"dynamic_cast", "use a value with a form (an enum), as the syntax tree does", {}},
      {"const_cast", "change the signature", {}},
      {"std::chrono::system_clock", "take the time as an argument; only cli reads clocks", pure},
      {"std::chrono::steady_clock", "take the time as an argument; only cli reads clocks", pure},
      {"std::time", "take the time as an argument; only cli reads clocks", pure},
      {"getenv", "take the value as an argument; only cli reads the environment", pure},
      {"isatty", "take the answer as an argument; only cli knows of terminals", pure},
      {"std::cout", "return the text; only cli writes", pure},
      {"std::cerr", "return the text; only cli writes", pure},
      {"std::exit", "return a value; only cli decides about the exit code", pure},
      {"std::ifstream", "take the text as an argument; only cli opens files", pure},
      {"std::ofstream", "return the text; only cli opens files", pure},
  };
  return table;
}

bool is_word_part(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == ':'; }

std::string room_of(std::string_view path) {
  std::size_t depth = path.starts_with("engine/") ? 2 : 1;
  std::size_t end = 0;
  while (depth-- > 0) {
    const std::size_t next = path.find('/', end == 0 ? 0 : end + 1);
    if (next == std::string_view::npos) break;
    end = next;
  }
  return std::string(path.substr(0, end));
}

struct Include {
  std::size_t line = 0;
  std::string name;
  bool quoted = false;
};

std::vector<Include> includes_of(const File& file) {
  std::vector<Include> includes;
  const std::vector<std::string> lines = lines_of(file.text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string& line = lines[i];
    if (!line.starts_with("#include")) continue;
    const std::size_t open = line.find_first_of("<\"");
    if (open == std::string::npos) continue;
    const std::size_t close = line.find_first_of(">\"", open + 1);
    includes.push_back({i + 1, line.substr(open + 1, close - open - 1), line[open] == '"'});
  }
  return includes;
}

bool is_at(std::string_view path, const std::vector<std::string_view>& places) {
  return std::any_of(places.begin(), places.end(), [&](std::string_view place) {
    return place.ends_with('/') ? path.starts_with(place) : path == place;
  });
}

std::optional<std::string> wrong_arrow(const std::string& path, const Include& include) {
  const std::string from = room_of(path);
  const std::string to = room_of(include.name);
  if (to.empty()) return "write the path from the root of the tree: #include \"" + from + "/" + include.name + "\"";
  if (from == to || from == "tests" || include.name == "engine/assert.hpp" || include.name == "engine/index.hpp")
    return std::nullopt;
  if (arrows().count(from) == 0) return "the room " + from + " is not in the table of arrows (tests/tidy/rules.cpp)";
  if (arrows().at(from).count(to) != 0) return std::nullopt;
  return from + " may not include " + to + ": what it needs of that belongs into its own room, or into an argument";
}

/// The namespace of a room has the name of its folder.
std::string_view namespace_of(std::string_view room) { return room.substr(room.rfind('/') + 1); }

/// The room whose namespace a line names, though the arrows do not lead there; empty if there is none.
std::string_view wrong_namespace(const std::string& from, const std::string& line) {
  const std::set<std::string_view>& allowed = arrows().at(from);
  for (const auto& [room, unused] : arrows()) {
    if (room == from || allowed.count(room) != 0) continue;
    const std::string name(namespace_of(room));
    for (const std::string& use : {name + "::", "interlock::" + name + "::", "using namespace " + name}) {
      for (std::size_t at = line.find(use); at != std::string::npos; at = line.find(use, at + 1)) {
        const bool begins = at == 0 || !is_word_part(line[at - 1]);
        if (begins && !line.starts_with("namespace ")) return room;
      }
    }
  }
  return {};
}

/// Names of variables that are declared with a type whose order depends on chance.
std::vector<std::string> unordered_names(const std::vector<std::string>& lines) {
  std::vector<std::string> names;
  for (const std::string& line : lines) {
    const std::size_t type = line.find("unordered_");
    const std::size_t end = line.find_first_of(";{=", type == std::string::npos ? line.size() : type);
    if (type == std::string::npos || line.starts_with('#') || end == std::string::npos) continue;
    const std::size_t last = line.find_last_not_of(" {", end - 1);
    std::size_t first = last;
    while (first > 0 && is_word_part(line[first - 1])) --first;
    names.push_back(line.substr(first, last - first + 1));
  }
  return names;
}

std::optional<std::string> wrong_library(const std::string& path, const Include& include) {
  for (const Confined& rule : confined()) {
    const bool named = rule.header.ends_with('/') ? include.name.starts_with(rule.header) : include.name == rule.header;
    if (!named) continue;
    if (is_at(path, rule.places)) return std::nullopt;
    return "<" + include.name + "> does not belong here: " + std::string(rule.instead);
  }
  return std::nullopt;
}

bool has_word(std::string_view line, std::string_view word) {
  for (std::size_t at = line.find(word); at != std::string_view::npos; at = line.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || !is_word_part(line[at - 1]);
    const bool ends = end == line.size() || !is_word_part(line[end]) || line[end] == ':';
    if (begins && ends) return true;
  }
  return false;
}

/// What the file or function may have, and whether an exception says so.
Complaints check_length(const File& file, std::string_view function, std::size_t line, std::size_t lines,
                        std::size_t limit, const std::vector<Exception>& exceptions) {
  const auto exception = std::find_if(exceptions.begin(), exceptions.end(), [&](const Exception& candidate) {
    return candidate.path == file.path && candidate.function == function;
  });
  const std::string what = function.empty() ? "the file" : std::string(function);
  const bool excepted = exception != exceptions.end();
  const std::size_t allowed = excepted ? exception->lines : limit;
  if (lines > allowed) {
    return {{file.path, line,
             what + " has " + std::to_string(lines) + " lines, " + std::to_string(allowed) +
                 " are allowed: give a part of it a name of its own"}};
  }
  if (excepted && lines <= limit) {
    return {{file.path, line, what + " is short enough now: drop its exception (tests/tidy/exceptions.hpp)"}};
  }
  return {};
}

/// A switch that says in one line what each case does is a table, and reads best in one piece.
std::size_t table_lines(const std::vector<std::string>& code, const Function& function) {
  const auto first = code.begin() + static_cast<std::ptrdiff_t>(function.first_line - 1);
  const auto count = std::count_if(first, first + static_cast<std::ptrdiff_t>(function.lines), [](std::string line) {
    line.erase(0, line.find_first_not_of(' '));
    line.erase(line.find_last_not_of(' ') + 1);
    const bool is_case = line.starts_with("case ") && line.find(": ") != std::string::npos;
    return is_case &&
           (line.ends_with("; break;") || (line.find(": return ") != std::string::npos && line.back() == ';'));
  });
  return static_cast<std::size_t>(count);
}

}  // namespace

Complaints check_includes(const File& file) {
  Complaints complaints;
  for (const Include& include : includes_of(file)) {
    const auto sentence = include.quoted ? wrong_arrow(file.path, include) : wrong_library(file.path, include);
    if (sentence) complaints.push_back({file.path, include.line, *sentence});
  }
  return complaints;
}

Complaints check_words(const File& file) {
  Complaints complaints;
  const bool is_header = file.path.ends_with(".hpp") && !file.path.starts_with("tests/");
  const std::vector<std::string> lines = lines_of(code_only(file.text));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (const Banned& rule : banned()) {
      const bool applies = (rule.rooms.empty() || is_at(file.path, rule.rooms)) && file.path != rule.except;
      if (applies && has_word(lines[i], rule.word)) {
        complaints.push_back({file.path, i + 1, std::string(rule.word) + ": " + std::string(rule.instead)});
      }
    }
    if (has_word(lines[i], "using namespace") && is_header) {
      complaints.push_back({file.path, i + 1, "using namespace in a header: name what is used"});
    }
  }
  return complaints;
}

Complaints check_namespaces(const File& file) {
  const std::string from = room_of(file.path);
  if (from == "tests") return {};
  if (arrows().count(from) == 0) return {{file.path, 0, "the room " + from + " is not in the table of arrows"}};
  Complaints complaints;
  const std::vector<std::string> lines = lines_of(code_only(file.text));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view room = wrong_namespace(from, lines[i]);
    if (room.empty()) continue;
    complaints.push_back({file.path, i + 1,
                          from + " may not use what is in " + std::string(room) +
                              ", by whatever include it came: the room between them should give it"});
  }
  return complaints;
}

Complaints check_order(const File& file) {
  if (file.path.starts_with("tests/")) return {};
  Complaints complaints;
  const std::vector<std::string> lines = lines_of(code_only(file.text));
  for (const std::string& name : unordered_names(lines)) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const bool iterates =
          lines[i].find(" : " + name + ")") != std::string::npos || has_word(lines[i], name + ".begin");
      if (!iterates) continue;
      complaints.push_back(
          {file.path, i + 1, name + " has no order that lasts: go through a sorted copy, or use std::map"});
    }
  }
  return complaints;
}

Complaints check_lengths(const File& file, const std::vector<Exception>& exceptions) {
  Complaints complaints;
  const std::vector<std::string> lines = lines_of(file.text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto is_continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
    const auto hidden = std::count_if(lines[i].begin(), lines[i].end(), is_continuation);
    const std::size_t width = lines[i].size() - static_cast<std::size_t>(hidden);
    if (width > longest_line) {
      complaints.push_back({file.path, i + 1,
                            "the line has " + std::to_string(width) + " characters: break it before " +
                                std::to_string(longest_line + 1)});
    }
  }
  const auto add = [&](const Complaints& more) { complaints.insert(complaints.end(), more.begin(), more.end()); };
  add(check_length(file, "", 0, lines.size(), longest_file, exceptions));
  const std::vector<std::string> code = lines_of(code_only(file.text));
  for (const Function& function : functions_of(code_only(file.text))) {
    const std::size_t counted = function.lines - table_lines(code, function);
    add(check_length(file, function.name, function.first_line, counted, longest_function, exceptions));
  }
  return complaints;
}

Complaints check_header(const File& file) {
  if (!file.path.ends_with(".hpp") || file.text.starts_with("#pragma once\n")) return {};
  return {{file.path, 1, "a header begins with #pragma once"}};
}

Complaints check_expectations(const File& file) {
  const std::vector<std::string> lines = lines_of(file.text);
  const auto begins_with = [&](std::string_view word) {
    return std::any_of(lines.begin(), lines.end(), [&](const std::string& line) { return line.starts_with(word); });
  };
  if (!begins_with("protocol ") || begins_with("expect")) return {};
  return {{file.path, 0, "a protocol that ships says what is expected of it: expect { ... }"}};
}

}  // namespace interlock::tidy
