#include "reports/loop_rows.hpp"

#include "reports/loop_words.hpp"

namespace interlock::reports {
namespace {

/// "way in | loop, for ever, 1 s a turn | back to 2".
Row header(const trace::Counterexample& story, const Storyboard& board) {
  Row row;
  row.pieces.resize(board.columns.size());
  if (*board.opening > 0) row.pieces.front().text = "way in";
  Piece& opening = row.pieces[*board.opening];
  opening.text = "| " + loop_text(story);
  opening.ink = Ink::bad;
  for (std::size_t column = *board.opening; column < *board.closing; ++column)
    row.pieces[column].resume = "loop, for ever ";
  row.pieces[*board.closing].text = "| " + back_text(story);
  row.pieces[*board.closing].ink = Ink::bad;
  return row;
}

/// What goes on in the loop runs up to the frame's edge, and no further: there it is back where the frame begins.
void add_edges(const Storyboard& board, Row& row) {
  Piece& opening = row.pieces[*board.opening];
  opening.text = "|" + opening.text;
  opening.ink = Ink::bad;
  row.pieces[*board.closing] = {"|", Ink::bad, " ", Ink::plain, ""};
  row.end.clear();
}

}  // namespace

std::vector<Row> framed(const trace::Counterexample& story, const Storyboard& board, std::vector<Row> rows) {
  if (!board.opening || !board.closing) return rows;
  for (Row& row : rows) add_edges(board, row);
  rows.insert(rows.begin(), header(story, board));
  for (std::size_t column = 0; column < board.columns.size(); ++column)
    rows.front().pieces[column].may_cut_behind = may_cut_behind(board, column);
  return rows;
}

}  // namespace interlock::reports
