#include "reports/cell_rows.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

namespace interlock::reports {
namespace {

class CellLane {
 public:
  CellLane(const trace::Counterexample& story, const Storyboard& board, std::size_t lane)
      : story_(story), board_(board), lane_(lane), index_(board.lanes[lane].index), cell_(story.cells[index_]) {}

  std::vector<Row> rows() const {
    if (has_rows(story_, board_.lanes[lane_])) return member_rows();
    Row row;
    row.label = board_.lanes[lane_].name;
    row.start = start();
    for (const Column& column : board_.columns) row.pieces.push_back(piece(column));
    row.end = end();
    return {row};
  }

 private:
  const CellView& view(std::size_t index) const { return story_.views[index].cells[index_]; }

  const trace::Event& event(const Column& column) const { return story_.events[column.last]; }

  bool is_target(const Column& column) const {
    return shows_step(column) && target_lane(story_, board_, column.last) == lane_;
  }

  /// 'v' for a call from above, '^' from below, 'x' for one that is refused, '|' for what the server does itself.
  char head(const Column& column) const {
    const trace::Event& made = event(column);
    if (made.struck && made.client == language::nothing) return language::rule_of(*made.struck).mark;
    if (made.calls.empty() && !is_target(column)) return '|';
    if (is_refused_write(made) && is_target(column)) return 'x';
    const std::optional<std::size_t> from = client_lane(board_, made.client);
    return from && *from > lane_ ? '^' : 'v';
  }

  std::string fill(const CellView& cell) const {
    if (!cell.present) return cell_.is_token ? "." : " ";
    return cell_.is_token ? "_" : "-";
  }

  /// A trap holds it, and it does not expire.
  bool ends_for_ever(const CellView& cell) const {
    return story_.kind == trace::StoryKind::trap && !cell.deadline && cell.owner < story_.clients.size();
  }

  std::string label(const CellView& cell) const {
    std::string text = cell_label(story_, cell_, cell);
    const bool never_ends = cell_.shape == language::Shape::expiring && !cell.deadline && ends_for_ever(cell);
    if (never_ends) text += ", no deadline";
    return text;
  }

  Piece start() const {
    const CellView& first = view(board_.first_view);
    Piece piece;
    piece.fill = fill(first);
    if (first.present)
      piece.text = label(first) + " ";
    else if (cell_.is_token)
      piece.text = "none yet ";
    return piece;
  }

  std::string changed_text(const Column& column, const CellView& before, const CellView& after) const {
    const std::string mark(1, head(column));
    if (!after.present) return fmt::format("{} {} ", mark, emptied_words(event(column)));
    if (cell_.is_token) return mark + " " + label(after) + " ";
    const bool only_deadline =
        before.present && before.value == after.value && before.owner == after.owner && before.shared == after.shared;
    if (!only_deadline) return mark + "-- " + label(after) + " ";
    return after.deadline ? fmt::format("{}-- until {} ", mark, language::duration_text(*after.deadline))
                          : mark + "-- no deadline ";
  }

  std::string unchanged_text(const Column& column) const {
    if (!is_target(column)) return {};
    const std::string reason = refusal(story_, event(column), story_.views[column.last]);
    if (!reason.empty()) return fmt::format("x {}: refused ", reason);
    return std::string(1, head(column));
  }

  Piece piece(const Column& column) const {
    const CellView& before = view(view_before(column));
    const CellView& after = view(view_after(column));
    Piece piece;
    piece.fill = fill(after);
    if (after.present) piece.resume = label(after) + " ";
    if (column.kind == ColumnKind::edge) return piece;
    if (column.kind == ColumnKind::gap)
      piece.text = piece.fill == " " ? "" : " // ";
    else if (column.kind == ColumnKind::dull)
      piece.text = piece.fill == " " ? "" : "...";
    else
      piece.text = same_look(before, after) ? unchanged_text(column) : changed_text(column, before, after);
    if (const std::optional<LostValue> lost = lost_value(story_, board_, column, index_)) {
      piece.text = fmt::format("{} {}: accepted, {} is lost ", head(column), lost->comparison, lost->value);
      piece.ink = Ink::bad;
    }
    return piece;
  }

  std::string end() const {
    if (!view(story_.views.size() - 1).present) return {};
    const CellView& last = view(story_.views.size() - 1);
    if (!cell_.is_token && ends_for_ever(last)) return "---> for ever";
    return cell_.is_token ? "" : "-->";
  }

  std::string member_at(std::size_t view_index, std::size_t rank) const {
    const std::vector<MemberView>& members = view(view_index).members;
    return rank < members.size() ? member_label(members[rank]) : std::string();
  }

  Piece member_piece(const Column& column, std::size_t rank) const {
    const std::string before = member_at(view_before(column), rank);
    const std::string after = member_at(view_after(column), rank);
    Piece piece;
    piece.fill = after.empty() ? " " : "-";
    if (!after.empty()) piece.resume = after + " ";
    if (column.kind == ColumnKind::gap) {
      piece.text = after.empty() ? "" : " // ";
    } else if (before != after) {
      piece.text = after.empty() ? "| gone " : after + " ";
    } else if (rank == 0 && is_target(column)) {
      piece.text = std::string(1, head(column));
    }
    return piece;
  }

  std::string member_end(std::size_t rank) const {
    const bool past = is_past_limit(cell_, rank);
    const bool is_there = !member_at(story_.views.size() - 1, rank).empty();
    return past && is_there ? " past the limit" : "";
  }

  std::vector<Row> member_rows() const {
    std::vector<Row> rows;
    const std::string& name = board_.lanes[lane_].name;
    for (std::size_t rank = 0; rank < board_.lanes[lane_].rows; ++rank) {
      Row row;
      row.label = fmt::format("{:{}} {}{}", rank == 0 ? name : "", name.size(),
                              cell_.shape == language::Shape::ranked ? "rank " : "", rank);
      row.start.text = member_at(board_.first_view, rank);
      if (!row.start.text.empty()) row.start.fill = "-";
      for (const Column& column : board_.columns) row.pieces.push_back(member_piece(column, rank));
      row.end = member_end(rank);
      rows.push_back(std::move(row));
    }
    return rows;
  }

  const trace::Counterexample& story_;
  const Storyboard& board_;
  std::size_t lane_;
  std::uint32_t index_;
  const trace::Cell& cell_;
};

}  // namespace

std::vector<Row> cell_rows(const trace::Counterexample& story, const Storyboard& board, std::size_t lane) {
  return CellLane(story, board, lane).rows();
}

}  // namespace interlock::reports
