#pragma once
// What the graph of a story says in each lane at each column: the layout makes room for it, the drawing writes it.

#include "reports/storyboard.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace interlock::reports {

struct Words {
  std::string bar;                 ///< inside the bar that begins here
  std::string above;               ///< in the free strip above the bar
  std::string judged;              ///< there too: what became of a token, "refused: 33 < 34"
  std::string lost;                ///< before that, struck through: the value that a late write has overwritten
  std::vector<std::string> calls;  ///< beside the arrow that begins here
  std::vector<std::string> ranks;  ///< containers: what stands in each row from here on, where that changed
  bool is_taken = false;           ///< something is drawn here: a change, a point, an arrow that crosses
};

/// full: a call with all its arguments. brief: without options, which the table of steps has; and fewer words.
enum class Wording { full, brief };

struct PictureWords {
  Wording wording = Wording::full;
  std::vector<std::vector<Words>> lanes;           ///< by lane, then column
  std::vector<std::vector<Words>> resumed;         ///< by lane, then column: said again if a strip begins there
  std::vector<std::optional<std::size_t>> target;  ///< by column: the lane its arrow ends in
  std::vector<std::optional<std::size_t>> source;  ///< by column: the lane its arrow begins in
};

PictureWords picture_words(const trace::Counterexample& story, const Storyboard& board, Wording wording);

/// How long the client of a pause event stands still in this story.
std::int64_t paused_for(const trace::Counterexample& story, std::size_t event_index);

}  // namespace interlock::reports
