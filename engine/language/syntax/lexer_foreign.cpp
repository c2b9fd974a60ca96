// Symbols that other languages write. Each is reported with its replacement, and replaced.

#include "engine/language/syntax/lexer_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace interlock::language {

namespace {

/// `ours` empty: there is nothing to put in its place, and it is dropped.
struct Foreign {
  std::string_view symbol;
  std::string_view number;
  TokenForm form;
  std::string_view ours;
  std::string_view help;
};

constexpr TokenForm name = TokenForm::name;
constexpr TokenForm sign = TokenForm::symbol;

constexpr std::array<Foreign, 24> foreign_symbols = {{
    {"===", "E0111", sign, "==", "write =="},
    {"!==", "E0111", sign, "!=", "write !="},
    {"...", "E0112", sign, "", "a range has two points: 1s..5s"},
    {"&&", "E0111", name, "and", "write and"},
    {"||", "E0111", name, "or", "write or"},
    {"<>", "E0111", sign, "!=", "write !="},
    {":=", "E0113", sign, "=", "write ="},
    {"=>", "E0112", sign, "", "a block stands between { and }; an operation's answer behind ->"},
    {"<-", "E0112", sign, "", "a call answers at once: x = redis.GET(lock)"},
    {"::", "E0112", sign, "", "either { } or { } offers a choice; redis.GET(lock) calls a server"},
    {"**", "E0112", sign, "", "numbers are added and subtracted, no more"},
    {"*=", "E0112", sign, "", "numbers are added and subtracted, no more"},
    {"/=", "E0112", sign, "", "numbers are added and subtracted, no more; unequal is !="},
    {"*", "E0112", sign, "", "numbers are added and subtracted, no more"},
    {"/", "E0112", sign, "", "numbers are added and subtracted, no more"},
    {"%", "E0112", sign, "", "numbers are added and subtracted, no more"},
    {"?", "E0112", sign, "", "write if CONDITION { } else { }"},
    {"&", "E0111", name, "and", "write and"},
    {"|", "E0111", name, "or", "write or"},
    {"^", "E0112", sign, "", "write and, or, not, =="},
    {"~", "E0111", name, "not", "write not"},
    {"@", "E0112", sign, "", "nothing is decorated here"},
    {"$", "E0112", sign, "", "a variable is its bare name"},
    {"\\", "E0112", sign, "", "a line that starts with an operator goes on with the one above"},
}};

bool is_space(char c) { return c == ' ' || c == '\t'; }

/// What the typographic characters of word processors stand for.
std::string_view plain_form(std::uint32_t code) {
  if (code >= 0x201CU && code <= 0x201FU) return "write \"";
  if (code >= 0x2018U && code <= 0x201BU) return "write \"";
  if (code == '\'' || code == '`') return "a text stands between two \" on one line";
  if (code == 0xA0U || (code >= 0x2000U && code <= 0x200AU)) return "write a plain space";
  if (code >= 0x2010U && code <= 0x2015U) return "write -";
  if (code == 0x2026U) return "a range has two points: 1s..5s";
  if (code == 0x2264U) return "write <=";
  if (code == 0x2265U) return "write >=";
  if (code == 0x2260U) return "write !=";
  return "names are made of the letters a to z, digits and _";
}

}  // namespace

bool Lexer::foreign_symbol() {
  if (foreign_comment() || counting_symbol()) return true;
  const std::size_t begin = at_;
  const bool is_not = peek() == '!' && (peek(1) != '=' || peek(2) == '=');
  if (is_not && !starts("!==")) {
    ++at_;
    push(TokenForm::name, begin, "not");
    complain("E0111", "there is no operator !", place(begin, at_), "", {"write not"});
    return true;
  }
  for (const Foreign& foreign : foreign_symbols) {
    if (!starts(foreign.symbol)) continue;
    at_ += foreign.symbol.size();
    if (foreign.ours.empty()) {
      lexed_.damaged.insert(line_);
    } else {
      push(foreign.form, begin, foreign.ours);
    }
    complain(std::string(foreign.number), fmt::format("there is no operator {}", foreign.symbol), place(begin, at_), "",
             {std::string(foreign.help)});
    return true;
  }
  return false;
}

/// `// ...`, `/* ... */`, and `-- ...` where it cannot be a count downwards.
bool Lexer::foreign_comment() {
  const bool counts_down = at_ > 0 && (is_name_part(text_[at_ - 1]) || text_[at_ - 1] == ']');
  const bool line_comment = starts("//") || (starts("--") && !counts_down);
  if (!line_comment && !starts("/*")) return false;
  const std::size_t begin = at_;
  complain("E0110", fmt::format("a comment starts with #, not with {}", rest().substr(0, 2)), place(begin, begin + 2),
           "", {"write # and put it on every line of the comment"});
  if (line_comment) {
    comment(2);
  } else {
    const std::size_t found = text_.find("*/", begin + 2);
    const std::size_t line_end = std::min(text_.find('\n', begin), text_.size());
    skip_to(found == std::string::npos ? line_end : found + 2);
  }
  return true;
}

/// `x++` stands for `x += 1`.
bool Lexer::counting_symbol() {
  const bool up = starts("++");
  if (!up && !starts("--")) return false;
  const std::size_t begin = at_;
  const bool has_name = !first_on_line_ && !lexed_.tokens.empty() && lexed_.tokens.back().form == TokenForm::name;
  const std::string variable = has_name ? printable(lexed_.tokens.back().text, 40) : std::string("x");
  at_ += 2;
  if (has_name && !is_name_start(peek())) {
    push(TokenForm::symbol, begin, up ? "+=" : "-=");
    push(TokenForm::number, begin, "1", 1);
  } else {
    lexed_.damaged.insert(line_);
  }
  complain("E0114", fmt::format("there is no operator {}", up ? "++" : "--"), place(begin, at_), "",
           {fmt::format("write {} {} 1", variable, up ? "+=" : "-=")});
  return true;
}

void Lexer::unknown_character() {
  const std::size_t begin = at_;
  const Character character = character_at(text_, at_);
  const std::string shown(rest().substr(0, character.bytes));
  // What follows of the same sort is part of the same mistake.
  while (at_ < text_.size()) {
    const Character next = character_at(text_, at_);
    const bool same_sort =
        at_ == begin || next.code >= 0x80U || (next.code < 0x20U && next.code != '\n' && !is_space(peek()));
    if (!same_sort) break;
    at_ += next.bytes;
  }
  lexed_.damaged.insert(line_);
  const bool can_be_shown = is_printable(character) && character.code != 0xA0U;
  const std::string sentence = can_be_shown ? fmt::format("a {} cannot stand here", shown)
                                            : fmt::format("the {} {:02x} cannot stand here",
                                                          character.valid ? "character" : "byte", character.code);
  complain("E0103", sentence, place(begin, at_), "", {std::string(plain_form(character.code))});
}

}  // namespace interlock::language
