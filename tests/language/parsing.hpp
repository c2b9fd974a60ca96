#pragma once
// Short ways to parse a text in a test.

#include "engine/language/parser/parser.hpp"
#include "tests/language/tree_text.hpp"

#include <memory>
#include <string>

namespace interlock::language::tests {

inline std::shared_ptr<const Source> source_of(std::string text) {
  return std::make_shared<const Source>(Source{"my.interlock", std::move(text)});
}

inline std::string to_text(const Diagnostics& diagnostics) {
  std::string result;
  for (const Diagnostic& diagnostic : diagnostics) {
    result += interlock::language::to_text(diagnostic);
  }
  return result;
}

/// The tree of a whole file; in front of it what was wrong, which should be nothing.
inline std::string tree_of(const std::string& text) {
  Diagnostics diagnostics;
  const syntax::File file = parse(source_of(text), diagnostics);
  return to_text(diagnostics) + to_text(file);
}

/// All complaints about a file.
inline std::string errors_of(const std::string& text) {
  Diagnostics diagnostics;
  parse(source_of(text), diagnostics);
  return to_text(diagnostics);
}

inline std::string in_client(const std::string& body) { return "protocol p\nclient w {\n" + body + "\n}\n"; }

inline std::string without(std::string text, const std::string& head, const std::string& tail) {
  const bool fits = text.size() >= head.size() + tail.size() && text.compare(0, head.size(), head) == 0 &&
                    text.compare(text.size() - tail.size(), tail.size(), tail) == 0;
  return fits ? text.substr(head.size(), text.size() - head.size() - tail.size()) : text;
}

/// The tree of statements; they begin on line 3.
inline std::string statements_of(const std::string& body) {
  return without(tree_of(in_client(body)), "protocol p \"\" <>\nclient w[1] {", "}\n");
}

/// The complaints about statements; they begin on line 3.
inline std::string statement_errors_of(const std::string& body) { return errors_of(in_client(body)); }

/// The tree of one expression.
inline std::string expression_of(const std::string& text) {
  return without(statements_of("x = " + text), "assign = x ", "");
}

/// "E0125 5:3", one a line: enough where the words are tested elsewhere.
inline std::string numbers_of(const std::string& text) {
  Diagnostics diagnostics;
  parse(source_of(text), diagnostics);
  std::string result;
  for (const Diagnostic& diagnostic : diagnostics) {
    if (!result.empty()) result += ", ";
    result +=
        diagnostic.number + " " + std::to_string(diagnostic.place.line) + ":" + std::to_string(diagnostic.place.column);
  }
  return result;
}

}  // namespace interlock::language::tests
