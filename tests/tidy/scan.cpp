#include "tests/tidy/scan.hpp"

#include <algorithm>
#include <array>
#include <cctype>

namespace interlock::tidy {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

/// Where the literal or comment that begins at `at` ends; `at` itself when none begins there.
std::size_t end_of_opaque(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  const auto after = [&](std::string_view mark, std::size_t from) {
    const std::size_t found = text.find(mark, from);
    return found == std::string_view::npos ? text.size() : found + mark.size();
  };
  if (rest.starts_with("//")) return std::min(text.find('\n', at), text.size());
  if (rest.starts_with("/*")) return after("*/", at + 2);
  if (rest.starts_with("R\"") && (at == 0 || !is_word(text[at - 1]))) {
    const std::size_t open = text.find('(', at);
    if (open == std::string_view::npos) return at;
    return after(")" + std::string(text.substr(at + 2, open - at - 2)) + "\"", open);
  }
  const char quote = rest.front();
  const bool separates_digits = quote == '\'' && at > 0 && is_word(text[at - 1]);
  if ((quote != '"' && quote != '\'') || separates_digits) return at;
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != quote && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

std::string first_word(std::string_view text) {
  std::size_t begin = 0;
  while (begin < text.size() && !is_word(text[begin])) ++begin;
  std::size_t end = begin;
  while (end < text.size() && is_word(text[end])) ++end;
  return std::string(text.substr(begin, end - begin));
}

/// The name before the first parenthesis of a head such as "void Lexer::step() const".
std::string function_name(std::string_view head) {
  std::size_t end = head.find('(');
  if (end == std::string_view::npos) return "";
  while (end > 0 && head[end - 1] == ' ') --end;
  std::size_t begin = end;
  while (begin > 0 && (is_word(head[begin - 1]) || head[begin - 1] == ':' || head[begin - 1] == '~')) --begin;
  return std::string(head.substr(begin, end - begin));
}

enum class Scope { outside, function, other };

/// What a brace opens, told by the text between it and the statement before.
Scope scope_of(std::string_view head) {
  static constexpr std::array transparent{"namespace", "extern", "class", "struct", "union"};
  const std::string word = first_word(head);
  // How a type is aligned is no list of parameters.
  const std::size_t aligned = head.find("alignas(");
  const std::size_t behind = aligned == std::string_view::npos ? 0 : head.find(')', aligned);
  const bool has_parameters = head.find('(', behind) != std::string_view::npos;
  if (word == "enum") return Scope::other;
  if (std::find(transparent.begin(), transparent.end(), word) != transparent.end() && !has_parameters) {
    return Scope::outside;
  }
  if (word == "template" && !has_parameters) return Scope::outside;
  return has_parameters ? Scope::function : Scope::other;
}

/// Goes through code brace by brace.
class FunctionFinder {
 public:
  explicit FunctionFinder(std::string_view code) : code_(code) {}

  std::vector<Function> run() {
    for (std::size_t at = 0; at < code_.size(); ++at) {
      const char c = code_[at];
      if (c == '\n') ++line_;
      if (c == '#' && is_first_of_line(at)) {
        at = skip_directive(at);
        head_begin_ = at + 1;
      } else if (c == '{') {
        open(at);
      } else if (c == '}') {
        close(at);
      } else if (c == ';' && parentheses_ == 0) {
        head_begin_ = at + 1;
      } else if (c == '(' || c == ')') {
        parentheses_ += c == '(' ? 1 : -1;
      }
    }
    return found_;
  }

 private:
  bool is_first_of_line(std::size_t at) const {
    while (at > 0 && code_[at - 1] == ' ') --at;
    return at == 0 || code_[at - 1] == '\n';
  }

  std::size_t skip_directive(std::size_t at) {
    while (at < code_.size() && (code_[at] != '\n' || code_[at - 1] == '\\')) {
      if (code_[at] == '\n') ++line_;
      ++at;
    }
    if (at < code_.size()) ++line_;
    return at;
  }

  void open(std::size_t at) {
    const std::string_view head = code_.substr(head_begin_, at - head_begin_);
    const bool inside_function = std::find(scopes_.begin(), scopes_.end(), Scope::function) != scopes_.end();
    const bool in_argument = parentheses_ > 0;
    const Scope scope = inside_function || in_argument ? Scope::other : scope_of(head);
    if (scope == Scope::function) {
      const std::size_t blank = head.find_first_not_of(" \n");
      const auto head_lines = std::count(head.begin() + static_cast<std::ptrdiff_t>(blank), head.end(), '\n');
      current_ = Function{function_name(head), line_ - static_cast<std::size_t>(head_lines), 0};
    }
    scopes_.push_back(scope);
    if (!in_argument && (scope != Scope::other || inside_function)) head_begin_ = at + 1;
  }

  void close(std::size_t at) {
    if (scopes_.empty()) return;
    const Scope scope = scopes_.back();
    scopes_.pop_back();
    if (scope == Scope::function) {
      current_.lines = line_ - current_.first_line + 1;
      found_.push_back(current_);
    }
    if (scope != Scope::other) head_begin_ = at + 1;
  }

  std::string_view code_;
  std::size_t line_ = 1;
  std::size_t head_begin_ = 0;
  int parentheses_ = 0;
  std::vector<Scope> scopes_;
  Function current_;
  std::vector<Function> found_;
};

}  // namespace

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string code_only(std::string_view text) {
  std::string code(text);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_opaque(text, at);
    for (std::size_t i = at; i < end; ++i) {
      if (code[i] != '\n') code[i] = ' ';
    }
    at = std::max(end, at + 1);
  }
  return code;
}

std::vector<Function> functions_of(std::string_view code) { return FunctionFinder(code).run(); }

}  // namespace interlock::tidy
