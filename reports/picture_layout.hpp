#pragma once
// Where everything in the graph of a story stands. Columns are set apart until no two labels meet; what is wider
// than the page goes on in another strip below.

#include "reports/picture_words.hpp"

#include <cstddef>
#include <vector>

namespace interlock::reports {

struct LanePlace {
  bool is_shown = true;  ///< false: in this strip the lane has nothing in it, and no arrow ends there
  double top = 0;        ///< of the lane itself
  double bottom = 0;
  double calls = 0;     ///< middle of the first line of calls below the lane (towards servers below)
  double calls_up = 0;  ///< the same above the lane
};

struct Strip {
  std::size_t first = 0;  ///< columns, the last one not included
  std::size_t last = 0;
  std::vector<double> x;  ///< of each
  double left = 0;        ///< where the lanes begin
  double right = 0;       ///< where the page's part for them ends
  double end = 0;         ///< where the lanes end: there, or at the frame of a loop
  std::vector<LanePlace> lanes;
  double lanes_bottom = 0;
  double axis = 0;    ///< middle of the line of moments
  double bottom = 0;  ///< of the frame of a loop
  double height = 0;
};

/// Heights count from the top of a strip; above the lanes they are the same in all of them.
struct PictureLayout {
  std::vector<Strip> strips;
  double arrow = 0;    ///< of a loop: the arrow back, above its words and its frame
  double frame = 0;    ///< top of the frame
  double chart = 0;    ///< top of the chart of counts; its levels are `level_height` apart
  double numbers = 0;  ///< middle of the step numbers
  double lanes_top = 0;
  double gutter = 0;  ///< width of the names at the left
  double width = 0;   ///< of the page
};

inline constexpr double margin = 24;
inline constexpr double bar_height = 20;
inline constexpr double above_height = 17;
inline constexpr double call_height = 15;
inline constexpr double rank_height = 22;
inline constexpr double level_height = 20;
inline constexpr double label_size = 12;
inline constexpr double small_size = 11;

/// The label under a group of columns at one moment: "both at 10 s, in this order", or "both at 10 s".
std::string moment_text(std::size_t columns, std::int64_t at, Wording wording);

/// What stands beside the number of the last step: "broken here: 2 inside, at most 1".
std::string end_label(const trace::Counterexample& story);

/// May the label of the end stand above the numbers, where there is no room beside the last of them? Not in a chart.
bool may_stand_above(const Storyboard& board, const PictureWords& words);

/// The columns from `first` on that stand at the same moment, up to the one behind them.
std::size_t end_of_moment(const Storyboard& board, std::size_t first, std::size_t limit);

/// `wanted`: the page that the words around the picture want; it is made no wider than a page should be for them.
PictureLayout picture_layout(const trace::Counterexample& story, const Storyboard& board, const PictureWords& words,
                             double wanted);

struct PicturePlan {
  PictureWords words;
  PictureLayout layout;
};

/// With full words where they fit into one strip, else with brief ones. `wanted`: as above.
PicturePlan plan_picture(const trace::Counterexample& story, const Storyboard& board, double wanted);

}  // namespace interlock::reports
