// What can be said of the tokens only when all are there: which `;` separate nothing, and which
// parentheses have their partner.

#include "engine/language/syntax/lexer_state.hpp"

#include <fmt/format.h>

namespace interlock::language {

namespace {

/// For each token that opens or closes, its partner's index; 0 for all others. (Token 0 has none.)
std::vector<std::size_t> partners(const std::vector<Token>& tokens) {
  std::vector<std::size_t> result(tokens.size(), 0);
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.form != TokenForm::symbol) continue;
    if (token.text == "(" || token.text == "[") {
      open.push_back(i);
    } else if (token.text == "{" || token.text == "}") {
      open.clear();  // no block stands inside parentheses: what is open was forgotten
    } else if ((token.text == ")" || token.text == "]") && !open.empty()) {
      if ((tokens[open.back()].text == "(") != (token.text == ")")) continue;
      result[open.back()] = i;
      result[i] = open.back();
      open.pop_back();
    }
  }
  return result;
}

}  // namespace

/// All of them are one complaint: who writes one writes many.
void Lexer::drop_needless_semicolons() {
  std::vector<Token>& tokens = lexed_.tokens;
  std::vector<Token> kept;
  std::vector<Place> dropped;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const Token& token = tokens[i];
    if (token.form == TokenForm::symbol && token.text == ";") {
      const Token& next = tokens[i + 1];
      const bool ends_line = next.first_on_line || next.text == "}" || next.text == ";";
      if (ends_line && next.form != TokenForm::text) {
        dropped.push_back({source_, token.line, token.column, 1});
        if (token.first_on_line && !next.first_on_line) tokens[i + 1].first_on_line = true;
        continue;
      }
    }
    kept.push_back(token);
  }
  tokens = std::move(kept);
  if (dropped.empty()) return;
  std::string help = "leave it out; a ; stands only between two statements on one line";
  if (dropped.size() == 2) help += " (once more below)";
  if (dropped.size() > 2) help += fmt::format(" ({} more below)", dropped.size() - 1);
  complain("E0116", "a line ends without ;", dropped.front(), "", {help});
}

void Lexer::pair_parentheses() {
  std::vector<Token>& tokens = lexed_.tokens;
  const std::vector<std::size_t> partner = partners(tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) tokens[i].closed = partner[i] != 0;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (partner[i] <= i) continue;
    const std::size_t end = partner[i];
    for (std::size_t inside = i + 1; inside <= end; ++inside) {
      tokens[inside].first_on_line = false;
      tokens[inside].group_end = end;
    }
    i = end;
  }
}

}  // namespace interlock::language
