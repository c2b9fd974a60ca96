#include "reports/owners.hpp"

#include "engine/trace/cells.hpp"

#include <algorithm>

namespace interlock::reports {
namespace {

void keep_owners(const CellView& before, CellView& after) {
  const bool is_same = before.present && after.present && before.value == after.value;
  if (is_same && after.owner == language::nothing) after.owner = before.owner;
  for (MemberView& member : after.members) {
    if (member.owner != language::nothing) continue;
    const auto same = std::find_if(before.members.begin(), before.members.end(),
                                   [&](const MemberView& other) { return other.member == member.member; });
    if (same != before.members.end()) member.owner = same->owner;
  }
}

}  // namespace

trace::Counterexample with_last_owners(trace::Counterexample story) {
  for (std::size_t view = 1; view < story.views.size(); ++view) {
    for (std::size_t cell = 0; cell < story.cells.size(); ++cell) {
      keep_owners(story.views[view - 1].cells[cell], story.views[view].cells[cell]);
    }
  }
  for (View& view : story.views) {
    for (std::size_t cell = 0; cell < story.cells.size(); ++cell) {
      if (trace::is_at_rest(story, cell, view.cells[cell])) view.cells[cell].owner = language::nothing;
    }
  }
  return story;
}

}  // namespace interlock::reports
