#include "reports/loop_words.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace interlock::reports {
namespace {

/// The number of the step that leads to a view of the loop; where the loop begins this is its last step.
std::uint32_t step_before(const trace::Counterexample& story, std::size_t view) {
  for (std::size_t event = view; event-- > story.loop_start;) {
    if (story.events[event].number != 0) return story.events[event].number;
  }
  for (std::size_t event = story.events.size(); event-- > story.loop_start;) {
    if (story.events[event].number != 0) return story.events[event].number;
  }
  return 0;
}

std::string joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : std::string(between)) + one_line(part);
  return text;
}

/// A moment that has been seen with the same words and the steps that it comes after.
struct Chance {
  std::string what;
  std::set<std::uint32_t> steps;
};

/// The values of one cell in one turn.
struct Course {
  std::string name;
  std::string first;
  std::string last;
  std::string text;
};

std::vector<Course> courses_of(const trace::Counterexample& story) {
  std::vector<Course> courses;
  for (std::size_t event = story.loop_start; event < story.events.size(); ++event) {
    for (const Change& change : story.events[event].changes) {
      const auto is_it = [&](const Course& course) { return course.name == change.name; };
      auto course = std::find_if(courses.begin(), courses.end(), is_it);
      if (course == courses.end())
        course = courses.insert(course, {change.name, change.before, change.before, change.before});
      course->last = change.after;
      course->text += fmt::format(", after {} {}", step_before(story, event + 1), change.after);
    }
  }
  return courses;
}

bool somebody_is_inside(const trace::Counterexample& story) {
  const auto is_inside = [](const ClientView& client) { return client.inside_critical; };
  return std::any_of(
      std::next(story.views.begin(), static_cast<std::ptrdiff_t>(story.loop_start)), story.views.end(),
      [&](const View& view) { return std::any_of(view.clients.begin(), view.clients.end(), is_inside); });
}

}  // namespace

bool has_loop(const trace::Counterexample& story) {
  return story.kind == trace::StoryKind::lasso && story.loop_start < story.events.size();
}

std::string loop_text(const trace::Counterexample& story) {
  if (story.loop_time <= 0) return "loop, for ever";
  return fmt::format("loop, for ever, {} a turn", language::duration_text(story.loop_time));
}

std::string back_text(const trace::Counterexample& story) {
  for (std::size_t event = story.loop_start; event < story.events.size(); ++event) {
    if (story.events[event].number != 0) return fmt::format("back to {}", story.events[event].number);
  }
  return "back";
}

std::vector<std::string> loop_sentences(const trace::Counterexample& story) {
  std::vector<std::string> sentences;
  if (!has_loop(story)) return sentences;
  if (!story.fair_because.empty())
    sentences.push_back(fmt::format("Fair, because: {}.", joined(story.fair_because, "; ")));
  if (!story.same_at_both_ends.empty())
    sentences.push_back(fmt::format("Same at both ends: {}.", joined(story.same_at_both_ends, ", ")));
  return sentences;
}

std::vector<Pair> could_go_lines(const trace::Counterexample& story) {
  std::vector<Chance> chances;
  if (!has_loop(story)) return {};
  for (const trace::CouldGo& could : story.could_go) {
    const auto is_it = [&](const Chance& chance) { return chance.what == could.what; };
    auto chance = std::find_if(chances.begin(), chances.end(), is_it);
    if (chance == chances.end()) chance = chances.insert(chance, {could.what, {}});
    chance->steps.insert(step_before(story, could.view));
  }
  std::vector<Pair> lines;
  for (const Chance& chance : chances) {
    std::vector<std::string> steps;
    for (const std::uint32_t step : chance.steps) steps.push_back(std::to_string(step));
    lines.push_back({"after " + list_text(steps), chance.what});
  }
  return lines;
}

std::vector<Pair> turn_lines(const trace::Counterexample& story) {
  std::vector<Pair> lines;
  if (!has_loop(story) || somebody_is_inside(story)) return lines;
  for (const Course& course : courses_of(story)) lines.push_back({course.name, course.text});
  return lines;
}

bool undoes_everything(const trace::Counterexample& story) {
  const std::vector<Course> courses = courses_of(story);
  return std::all_of(courses.begin(), courses.end(), [](const Course& course) { return course.first == course.last; });
}

std::string rule_text(const trace::Counterexample& story) {
  if (story.rule.empty()) return {};
  const char* verb = story.kind == trace::StoryKind::witness ? "This was asked for" : "This breaks";
  return fmt::format("{}: \"{}\"", verb, one_line(story.rule));
}

}  // namespace interlock::reports
