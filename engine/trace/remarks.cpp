#include "engine/trace/remarks.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "engine/trace/cause.hpp"
#include "engine/trace/cells.hpp"
#include "engine/trace/words.hpp"

#include <fmt/format.h>
#include <range/v3/view/chunk_by.hpp>

#include <algorithm>

namespace interlock::trace {

using namespace language;

namespace {

/// From the event on to the end of the story, is it one round?
bool is_same_round(const Counterexample& story, std::size_t event, ClientIndex client) {
  if (!story.views[event].clients[client].in_round) return false;
  return std::none_of(
      story.events.begin() + static_cast<std::ptrdiff_t>(event), story.events.end(),
      [client](const Event& later) { return later.client == client && (later.ends_round || forgets_all(later)); });
}

/// What the client holds its grant by; where it has none that ends by itself, what it has held since its entry.
bool is_lease(const Counterexample& story, std::size_t cell, ClientIndex client, std::size_t event) {
  const std::optional<std::size_t> lease = story.views[event].clients[client].lease;
  return is_held_since_entry(story, cell, client, event) && (!lease || are_one_vote(story, cell, *lease));
}

std::string expiry_remark(const Counterexample& story, std::size_t event) {
  for (std::size_t cell = 0; cell < story.cells.size(); ++cell) {
    const CellView& before = story.views[event].cells[cell];
    const bool emptied = before.present && !story.views[event + 1].cells[cell].present;
    if (!emptied || before.owner == nothing) continue;
    const bool is_inside = story.views.back().clients[before.owner].inside_critical;
    if (story.kind != StoryKind::path || !is_inside || !is_same_round(story, event, before.owner)) continue;
    const bool is_one = story.cells[cell].name == cell_name(story, cell);
    if (!is_lease(story, cell, before.owner, event))
      return fmt::format("{}, put there by {}, expired at {}.", cell_name(story, cell), story.clients[before.owner],
                         duration_text(story.events[event].at));
    return fmt::format("The lease of {}{} expired at {}, and {} cannot know.", story.clients[before.owner],
                       is_one ? "" : " in " + cell_name(story, cell), duration_text(story.events[event].at),
                       story.clients[before.owner]);
  }
  return "";
}

/// Whose member stands elsewhere now, or nowhere.
const MemberView* moved_member(const CellView& before, const CellView& after, ClientIndex actor) {
  for (std::size_t rank = 0; rank < before.members.size(); ++rank) {
    const MemberView& member = before.members[rank];
    const bool is_there = rank < after.members.size() && after.members[rank].member == member.member;
    if (!is_there && member.owner != actor && member.owner != nothing) return &member;
  }
  return nullptr;
}

std::string what_was_done(const CellView& before, const CellView& after, const std::string& whose) {
  if (!after.present) return "removes " + whose;
  if (before.value != after.value || before.deadline == after.deadline) return "changes " + whose;
  if (!after.deadline) return "takes the deadline from " + whose;
  return fmt::format("sets the end of {}, to {}", whose, duration_text(*after.deadline));
}

std::string write_remark(const Counterexample& story, std::size_t event) {
  const std::optional<std::size_t> cell = foreign_cell(story, event);
  if (!cell) return "";
  const Event& made = story.events[event];
  const CellView& before = story.views[event].cells[*cell];
  const CellView& after = story.views[event + 1].cells[*cell];
  const std::string name = cell_name(story, *cell);
  if (const MemberView* moved = moved_member(before, after, made.client)) {
    const bool is_there = std::any_of(after.members.begin(), after.members.end(),
                                      [&](const MemberView& member) { return member.member == moved->member; });
    return fmt::format("At step {} {} {} {} in {}.", made.number, story.clients[made.client],
                       is_there ? "gets in front of" : "removes the member of", story.clients[moved->owner], name);
  }
  const std::string whose =
      before.owner == nothing ? name : fmt::format("{}, put there by {}", name, story.clients[before.owner]);
  return fmt::format("At step {} {} {}.", made.number, story.clients[made.client], what_was_done(before, after, whose));
}

std::string read_remark(const Counterexample& story, std::size_t event) {
  for (const StaleRead& stale : stale_reads(story)) {
    if (stale.read != event) continue;
    const Event& changed = story.events[stale.change];
    const std::string who = changed.client == nothing ? "it changed" : story.clients[changed.client] + " changed it";
    return fmt::format("At step {} {} looked at {}, before {} at step {}.", story.events[event].number,
                       story.clients[story.events[event].client], cell_name(story, stale.cell), who, changed.number);
  }
  return "";
}

}  // namespace

std::string cell_name(const Counterexample& story, std::size_t cell) {
  const Cell& named = story.cells[cell];
  const bool is_alone = std::all_of(story.cells.begin(), story.cells.end(),
                                    [&](const Cell& other) { return !other.matters || other.server == named.server; });
  return is_alone ? named.name : story.servers[named.server] + "." + named.name;
}

void add_remarks(Counterexample& story) {
  for (const std::size_t event : story.cause) {
    const Event& cause = story.events[event];
    if (cause.fault != 0) continue;
    std::string remark = cause.kind == EventKind::expiry ? expiry_remark(story, event) : write_remark(story, event);
    if (remark.empty()) remark = read_remark(story, event);
    if (!remark.empty()) story.remarks.push_back(std::move(remark));
  }
}

void add_shared_moments(Counterexample& story) {
  const auto same_moment = [](const Event& one, const Event& other) { return one.at == other.at; };
  for (const auto& moment : story.events | ranges::views::chunk_by(same_moment)) {
    std::vector<std::string> numbers;
    bool expires = false;
    for (const Event& event : moment) {
      if (event.number != 0) numbers.push_back(std::to_string(event.number));
      expires = expires || event.kind == EventKind::expiry;
    }
    if (expires && numbers.size() > 1)
      story.footnotes.push_back(fmt::format("{} happen at the same moment, in this order.", join_words(numbers)));
  }
}

}  // namespace interlock::trace
