// Blocks of statements, and how parsing goes on behind an error.

#include "engine/language/parser/state.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::language {

syntax::Block Parser::block(std::string_view owner) {
  syntax::Block result;
  const Level level(*this);
  const std::size_t open = position_;
  if (!level || !open_block(owner)) return result;
  while (!at_end() && !at("}") && !next_item_starts()) statement_into(result);
  close_block(open);
  return result;
}

bool Parser::open_block(std::string_view owner) {
  if (failed_) return false;
  if (take("{")) return true;
  const bool is_foreign = at_any({":", "then", "do", "begin"}) && !peek().first_on_line;
  if (is_foreign) {
    fail("E0124", "a block stands between { and }", place_of(peek()), "", {fmt::format("write {} {{ ... }}", owner)});
  } else {
    fail_expected("'{'", {fmt::format("write {} {{ ... }}", owner)});
  }
  return false;
}

void Parser::close_block(std::size_t open) {
  if (failed_) return;
  if (at("}")) {
    note_indent(open);
    advance();
    return;
  }
  const Place opened = place_of(lexed_.tokens[open]);
  std::vector<Note> notes = {{opened, "it opens here"}};
  if (odd_indent_) {
    notes.push_back({odd_indent_->second, "this } does not stand under the block that it closes:"});
    notes.push_back({odd_indent_->first, "which opens here"});
  }
  // One such mistake leaves all blocks around it open.
  if (numbers_.count("E0122") > 0 && at_end()) return;
  const Place end = at_end() ? gap() : place_of(peek());
  complain("E0122", "this block is never closed", end,
           at_end() ? "the file ends here" : "the next declaration starts here", {"add a }"}, std::move(notes));
}

/// Remembers the first } whose indentation is that of another block: probably one is missing there.
void Parser::note_indent(std::size_t open) {
  const Token& opened = lexed_.tokens[open];
  const Token& closed = peek();
  if (odd_indent_ || !closed.first_on_line || closed.indent == opened.indent) return;
  odd_indent_.emplace(place_of(opened), place_of(closed));
}

void Parser::statement_into(syntax::Block& result) {
  const std::size_t first = position_;
  const Token& token = peek();
  const auto comment = lexed_.comments.find(token.line);
  operators_ = 0;
  Statement next = statement();
  if (!failed_) {
    if (comment != lexed_.comments.end()) next.comment = comment->second;
    result.push_back(std::move(next));
    end_statement();
  }
  if (failed_) recover_statement(first);
}

/// A statement ends with its line, with its block, or with a `;` in front of another statement.
void Parser::end_statement() {
  if (at_end() || at("}") || peek().first_on_line || take(";")) return;
  const std::vector<std::string>& words = statement_words();
  const bool is_word = std::find(words.begin(), words.end(), peek().text) != words.end();
  if (peek().form == TokenForm::name && (is_word || starts_target())) {
    complain("E0121", "two statements on one line need a ; between them", place_of(peek()),
             "the second one begins here", {"or give it a line of its own"});
    return;
  }
  fail("E0150", fmt::format("expected the end of the statement, found {}", found()), here());
}

/// Goes to the next statement. Blocks on the way are parsed, for the sake of the errors in them.
void Parser::recover_statement(std::size_t first) {
  failed_ = gave_up_;
  while (!at_end() && !at("}") && !gave_up_) {
    const Token& token = peek();
    if (token.first_on_line && position_ > first) return;
    if (token.group_end > position_) {
      position_ = token.group_end;
      advance();
    } else if (at("{")) {
      block("");
      failed_ = gave_up_;
    } else if (take(";")) {
      return;
    } else {
      advance();
    }
  }
}

/// Does a declaration of the file begin here, at the margin, though a block is still open?
bool Parser::next_item_starts() const {
  const Token& token = peek();
  if (!token.first_on_line || token.column != 1 || token.form != TokenForm::name) return false;
  for (const std::string_view word : {"param", "server", "client", "spec", "op", "type"}) {
    if (at(word)) return name_follows(1);
  }
  for (const std::string_view word : {"expect", "state", "connection", "remembered"}) {
    if (at(word)) return follows("{", 1);
  }
  return at("on") && follows("disconnect", 1);
}

}  // namespace interlock::language
