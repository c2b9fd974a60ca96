#include "reports/lists.hpp"

#include "reports/loop_words.hpp"
#include "reports/words.hpp"

#include <utility>

namespace interlock::reports {
namespace {

List list_of(std::string heading, const std::vector<Pair>& pairs) {
  List list{std::move(heading), {}};
  for (const Pair& pair : pairs) list.lines.push_back({one_line(pair.first), one_line(pair.second), {}});
  return list;
}

/// In a loop without a step nobody comes first: whoever could go just does not.
std::string could_go_title(const trace::Counterexample& story) {
  return story.loop_steps == 0 ? "Could go, but need not" : "Could go first, but somebody else always does";
}

List still_possible(const trace::Counterexample& story) {
  List list{"What can still happen, and why it does not help", {}};
  for (const trace::StillPossible& possible : story.still_possible)
    list.lines.push_back({one_line(possible.what), one_line(possible.why_not), place_text(possible.place)});
  return list;
}

}  // namespace

std::vector<List> lists_below(const trace::Counterexample& story) {
  const std::string turn =
      undoes_everything(story) ? "What each turn does and undoes" : "What each turn changes; nobody gets in by it";
  std::vector<List> lists;
  for (List& list : std::vector<List>{list_of(could_go_title(story), could_go_lines(story)),
                                      list_of(turn, turn_lines(story)), still_possible(story)}) {
    if (!list.lines.empty()) lists.push_back(std::move(list));
  }
  return lists;
}

}  // namespace interlock::reports
