#include "engine/language/format/format.hpp"

#include "engine/language/parser/parser.hpp"
#include "engine/language/syntax/lexer.hpp"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

namespace interlock::language {
namespace {

constexpr std::size_t step = 2;  // columns

struct Line {
  std::string_view text;  ///< without blanks at both ends
  std::size_t indent = 0;
  std::vector<const Token*> tokens;
  bool is_code() const { return !tokens.empty(); }
};

bool is_blank(char letter) { return letter == ' ' || letter == '\t' || letter == '\r'; }

/// A tab goes to the next column that can be divided by eight.
std::size_t columns_of(std::string_view blanks) {
  std::size_t columns = 0;
  for (const char letter : blanks) columns = letter == '\t' ? (columns / 8 + 1) * 8 : columns + 1;
  return columns;
}

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (!line.empty() && is_blank(line.back())) line.remove_suffix(1);
    std::size_t begin = 0;
    while (begin < line.size() && is_blank(line[begin])) ++begin;
    lines.push_back({.text = line.substr(begin), .indent = columns_of(line.substr(0, begin)), .tokens = {}});
  }
  return lines;
}

bool is_opening(const Token& token) {
  return token.form == TokenForm::symbol && (token.text == "{" || token.text == "(" || token.text == "[");
}

bool is_closing(const Token& token) {
  return token.form == TokenForm::symbol && (token.text == "}" || token.text == ")" || token.text == "]");
}

/// What is open where a line begins.
struct Open {
  bool is_block = false;   ///< { and not ( or [
  std::size_t before = 0;  ///< how far the line that opens it stood in
  std::size_t after = 0;   ///< and stands in now
  std::size_t least = 0;   ///< of a block: how far its leftmost line of code stood in
};

class Formatter {
 public:
  explicit Formatter(std::vector<Line> lines) : lines_(std::move(lines)), least_(lines_.size(), 0) { find_least(); }

  std::string run() {
    std::string text;
    std::size_t empty = 0;
    for (std::size_t index = 0; index < lines_.size(); ++index) {
      const Line& line = lines_[index];
      if (line.text.empty()) {
        ++empty;
        continue;
      }
      if (empty > 0 && !text.empty()) text += '\n';
      empty = 0;
      const std::size_t indent = indent_of(line);
      text += std::string(indent, ' ') + std::string(line.text) + '\n';
      take(index, indent);
    }
    return text;
  }

 private:
  /// Of each line that opens blocks: how far the leftmost line directly in the innermost of them stands in.
  void find_least() {
    constexpr std::size_t none = SIZE_MAX;
    std::vector<std::size_t> openers;  // lines; of ( and [ as well
    top_ = none;
    for (std::size_t index = 0; index < lines_.size(); ++index) {
      const Line& line = lines_[index];
      if (line.is_code() && !is_closing(*line.tokens.front())) {
        std::size_t& least = openers.empty() ? top_ : least_[openers.back()];
        least = std::min(least, line.indent);
      }
      for (const Token* token : line.tokens) {
        if (is_closing(*token) && !openers.empty()) openers.pop_back();
        if (!is_opening(*token)) continue;
        openers.push_back(index);
        least_[index] = none;
      }
    }
    if (top_ == none) top_ = 0;
  }

  std::size_t indent_of(const Line& line) const {
    std::size_t depth = open_.size();
    std::size_t closed = 0;
    while (closed < line.tokens.size() && is_closing(*line.tokens[closed]) && depth > 0) {
      --depth;
      ++closed;
    }
    if (closed > 0) return open_[depth].after;
    const auto moved = [&](std::size_t before, std::size_t after) {
      return after + (line.indent > before ? line.indent - before : 0);
    };
    if (open_.empty()) return moved(top_, 0);
    const Open& inner = open_.back();
    if (!inner.is_block) return moved(inner.before, inner.after);
    return moved(inner.least, inner.after + step);
  }

  /// What opens behind something that ends here began where that began.
  void take(std::size_t index, std::size_t indent) {
    for (const Token* token : lines_[index].tokens) {
      if (is_closing(*token) && !open_.empty()) {
        indent = open_.back().after;
        open_.pop_back();
      }
      if (is_opening(*token))
        open_.push_back(
            {.is_block = token->text == "{", .before = lines_[index].indent, .after = indent, .least = least_[index]});
    }
  }

  std::vector<Line> lines_;
  std::vector<std::size_t> least_;  ///< by line
  std::size_t top_ = 0;             ///< of lines that nothing is open around
  std::vector<Open> open_;
};

}  // namespace

std::optional<std::string> format(const std::shared_ptr<const Source>& source, Diagnostics& diagnostics) {
  parse(source, diagnostics);
  if (has_errors(diagnostics)) return std::nullopt;
  Diagnostics said_already;
  const Lexed lexed = lex(source, said_already);
  std::vector<Line> lines = lines_of(source->text);
  for (const Token& token : lexed.tokens)
    if (token.form != TokenForm::end && token.line >= 1 && token.line <= lines.size())
      lines[token.line - 1].tokens.push_back(&token);
  return Formatter(std::move(lines)).run();
}

}  // namespace interlock::language
