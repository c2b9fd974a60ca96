#pragma once
// What every drawing of a story shows, before it is known how: columns of events, lanes, and what each client
// believes and each server holds after each column. The text and the graph are two renderings of one storyboard.

#include "engine/trace/counterexample.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::reports {

/// step: one event. gap: time passes (it is no step). polls: refused polls in a row that changed nothing.
/// dull: steps folded because the story is long and nothing that matters happens in them. edge: a side of the frame
/// around a loop, in which nothing happens.
enum class ColumnKind { step, gap, polls, dull, edge };

struct Column {
  ColumnKind kind = ColumnKind::step;
  std::size_t first = 0;  ///< events, both ends included; edge: the view at that moment
  std::size_t last = 0;
  std::uint32_t from = 0;  ///< numbers of the steps; 0 for a gap
  std::uint32_t to = 0;
  std::int64_t at = 0;      ///< model time after it
  std::int64_t passed = 0;  ///< in a gap
  bool is_cause = false;
  bool is_end = false;  ///< here the property is false, or the situation reached; no column of a loop is
};

/// idle: between rounds. in_round: has begun, not inside. inside: believes that it holds the lock, and does.
/// overhang: believes so, and no server agrees any more. dead: crashed, and has not come back.
enum class Presence { idle, in_round, inside, overhang, dead };

struct ClientMoment {
  Presence presence = Presence::idle;
  bool paused = false;
  bool could_go = false;  ///< in a loop: it waits, and could have gone on here
  std::string section;    ///< outside critical: the named section that it is in

  bool operator==(const ClientMoment&) const = default;
};

/// client, cell: by their index in the story. server: one that is called while none of its cells changes.
enum class LaneKind { client, cell, server };

struct Lane {
  LaneKind kind = LaneKind::client;
  std::uint32_t index = 0;  ///< of the client, or of the cell
  std::string name;         ///< "worker 1", "redis.lock"
  std::string head;         ///< what belongs beside the name: "clock -10 ms"
  std::size_t rows = 1;     ///< containers: the most members it has
};

/// Of a client's lane.
inline language::ClientIndex client_of(const Lane& lane) { return language::ClientIndex{lane.index}; }

struct Storyboard {
  std::vector<Column> columns;
  std::vector<Lane> lanes;                         ///< from the top
  std::vector<std::string> idle;                   ///< clients that do nothing in this story
  std::vector<std::vector<ClientMoment>> moments;  ///< by view, then client
  std::size_t first_view = 0;                      ///< before the first column
  bool counts = false;                             ///< draw the number of clients inside against the limit
  std::optional<std::size_t> opening;              ///< columns: the two edges of the loop's frame
  std::optional<std::size_t> closing;
};

Storyboard storyboard(const trace::Counterexample& story);

/// The view after a column.
inline std::size_t view_after(const Column& column) {
  return column.kind == ColumnKind::edge ? column.first : column.last + 1;
}

/// The view before a column.
inline std::size_t view_before(const Column& column) { return column.first; }

/// Is it a column of steps that are drawn one by one?
inline bool shows_step(const Column& column) {
  return column.kind == ColumnKind::step || column.kind == ColumnKind::polls;
}

/// Where a drawing is cut, an edge of a frame stays with the columns that it frames: may it be cut behind this one?
inline bool may_cut_behind(const Storyboard& board, std::size_t column) {
  return board.opening != column && board.closing != column + 1;
}

/// How many clients are inside critical.
std::int64_t inside_count(const View& view);

/// The lane in which the calls of an event end; none when it calls nobody.
std::optional<std::size_t> target_lane(const trace::Counterexample& story, const Storyboard& board,
                                       std::size_t event_index);

/// The lane of a client.
std::optional<std::size_t> client_lane(const Storyboard& board, language::ClientIndex client);

/// Could this client have gone on behind this column? Only inside the frame of a loop.
bool could_go(const Storyboard& board, std::size_t column, language::ClientIndex client);

/// Is the mark of the violation in this client's lane? In the lanes of those who have no right to be there: who hold
/// it no longer, or never had most of the votes; or else of the client that makes the last step.
bool is_marked(const trace::Counterexample& story, const Storyboard& board, language::ClientIndex client);

/// Two cells look the same in a drawing.
bool same_look(const CellView& left, const CellView& right);

/// "a: worker 1", or "34", or "a" when nobody put it there.
std::string cell_label(const trace::Counterexample& story, const trace::Cell& cell, const CellView& view);

/// "a 9 s": a member and its score.
std::string member_label(const MemberView& member);

/// Is this place in a ranked container behind the last one that the limit admits?
bool is_past_limit(const trace::Cell& cell, std::size_t rank);

/// A write that was refused has a hollow head; a read that answers false, or none, has not.
bool is_refused_write(const trace::Event& event);

/// Has the cell a row for each member?
bool has_rows(const trace::Counterexample& story, const Lane& lane);

/// What a call says beside its arrow: "SET a: true", "DEL lock: true" where the server has several cells.
std::string short_call(const trace::Counterexample& story, const Storyboard& board, const MadeCall& call);

/// "SET(lock, a)": the text of a call without its options.
std::string without_options(const std::string& call);

/// Why a resource refused a token: "33 < 34"; empty when that is not what happened.
std::string refusal(const trace::Counterexample& story, const trace::Event& event, const View& before);

/// A value that a resource has lost because it accepted a write that came too late, and how it could have known.
struct LostValue {
  std::string value;       ///< "34"
  std::string comparison;  ///< "33 < 34"
};

/// What the last step of a failing run has overwritten in this cell, if tokens show it.
std::optional<LostValue> lost_value(const trace::Counterexample& story, const Storyboard& board, const Column& column,
                                    std::size_t cell);

/// "only worker 1 knew a": what a crash took along, where nobody can free a lock without it; empty otherwise.
std::string crash_note(const trace::Counterexample& story, std::size_t event_index);

/// Who is behind each identity in the containers: "a is worker 1, b is worker 2"; empty when none is shown.
std::string identities(const trace::Counterexample& story, const Storyboard& board);

}  // namespace interlock::reports
