#include "engine/trace/sentences.hpp"

#include "engine/language/resolver/resolver.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <range/v3/view/chunk_by.hpp>
#include <range/v3/view/enumerate.hpp>

#include <algorithm>
#include <string>
#include <vector>

namespace interlock::trace {

using namespace language;

std::string used_text(const std::vector<UsedFault>& used) {
  if (used.empty()) return "no faults";
  const auto name = [](FaultKind kind, bool many) {
    switch (kind) {
      case FaultKind::pause: return many ? "pauses" : "pause";
      case FaultKind::crash: return many ? "crashes" : "crash";
      case FaultKind::skew: return many ? "skewed clocks" : "skewed clock";
      default: return many ? "drifts" : "drift";
    }
  };
  std::vector<std::string> parts;
  for (const auto& one : used) parts.push_back(fmt::format("{} {}", one.count, name(one.kind, one.count > 1)));
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string join_words(std::vector<std::string> parts) {
  if (parts.size() == 1) return parts[0];
  const std::string last = parts.back();
  parts.pop_back();
  return fmt::format("{} and {}", fmt::join(parts, ", "), last);
}

namespace {

std::string names(const Counterexample& story, const std::vector<ClientIndex>& clients) {
  std::vector<std::string> parts;
  for (const ClientIndex client : clients) parts.push_back(story.clients[client]);
  return join_words(std::move(parts));
}

std::vector<ClientIndex> inside_critical(const Counterexample& story) {
  std::vector<ClientIndex> inside;
  const View& last = story.views.back();
  for (ClientIndex client = 0; client < last.clients.size(); ++client)
    if (last.clients[client].inside_critical) inside.push_back(client);
  return inside;
}

std::string headline(const Counterexample& story) {
  const auto count = [](std::uint32_t steps) { return fmt::format("{} step{}", steps, steps == 1 ? "" : "s"); };
  std::string steps = count(story.steps - story.loop_steps);
  if (story.kind == StoryKind::lasso)
    steps += story.loop_steps == 0 ? ", then nothing for ever" : " in, then a loop of " + count(story.loop_steps);
  const char* verdict = story.kind == StoryKind::witness ? "is reached" : "fails";
  return fmt::format("{} {}: {}, {}", story.spec, verdict, used_text(story.used), steps);
}

std::string trap_sentence(const Spec& spec, const Claim& claim, const Counterexample& story) {
  if (spec.name == "recovers" || spec.name == "eventually_available")
    return "From then on nobody can ever enter critical.";
  if (claim.client != nothing)
    return fmt::format("From then on {} can neither enter critical nor end its round.", story.clients[claim.client]);
  return fmt::format("From then on it is impossible, without further faults: {}", spec.sentence);
}

std::string loop_sentence(const Spec& spec, const Claim& claim, const Counterexample& story) {
  if (claim.client == nothing)
    return fmt::format("It can go on like this for ever, and never comes to it: {}", spec.sentence);
  const std::string& who = story.clients[claim.client];
  if (spec.name == "no_starvation") return fmt::format("It can go on like this for ever, and {} waits.", who);
  if (spec.name == "eventually_available")
    return fmt::format("It can go on like this for ever: {} keeps trying, and nobody gets in.", who);
  return fmt::format("It can go on like this for ever, and {} never comes to it: {}", who, spec.sentence);
}

std::string moment(const Counterexample& story) {
  return "At " + duration_text(story.events.empty() ? 0 : story.events.back().at);
}

/// A sentence about what the clients inside critical are to each other; empty where it is about something else.
std::string inside_sentence(const Spec& spec, const Counterexample& story, const std::vector<ClientIndex>& inside) {
  if (spec.form != PropertyForm::always || inside.size() < 2) return "";
  if (story.limit && *story.limit > 1)
    return fmt::format("{} {} are inside critical: {}, and the limit is {}.", moment(story), names(story, inside),
                       inside.size(), *story.limit);
  return fmt::format("{} {} are {} inside critical.", moment(story), names(story, inside),
                     inside.size() == 2 ? "both" : "all");
}

std::string sentence(const Spec& spec, const Claim& claim, const Counterexample& story) {
  if (story.kind == StoryKind::trap) return trap_sentence(spec, claim, story);
  if (story.kind == StoryKind::lasso) return loop_sentence(spec, claim, story);
  std::string about = inside_sentence(spec, story, inside_critical(story));
  if (!about.empty()) return about;
  if (story.events.empty()) return "It is so at the start.";
  const Event& last = story.events.back();
  const std::string who = last.client != nothing ? story.clients[last.client] + ": " : "";
  if (story.kind == StoryKind::witness) return fmt::format("{}, {}{}.", moment(story), who, last.does);
  return fmt::format("{}, {}{}. This must not be: \"{}\"", moment(story), who, last.does, spec.sentence);
}

/// A client inside critical whose cell expired does not know it.
void add_expiries(Counterexample& story) {
  for (std::size_t i = 0; i < story.events.size(); ++i) {
    const Event& event = story.events[i];
    if (event.kind != EventKind::expiry) continue;
    story.cause.push_back(i);
    for (std::size_t cell = 0; cell < story.cells.size(); ++cell) {
      const CellView& before = story.views[i].cells[cell];
      const bool emptied = before.present && !story.views[i + 1].cells[cell].present;
      if (!emptied || before.owner == nothing) continue;
      if (!story.views.back().clients[before.owner].inside_critical || !story.views[i].clients[before.owner].in_round)
        continue;
      story.remarks.push_back(fmt::format("The {} of {} expired at {}, and {} cannot know.", story.cells[cell].name,
                                          story.clients[before.owner], duration_text(event.at),
                                          story.clients[before.owner]));
    }
  }
}

/// Where an expiry shares its moment with steps, the reader asks whether the run depends on the order.
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

}  // namespace

void put_into_words(const Model& model, const Claim& claim, Counterexample& story) {
  const Spec& spec = model.specs[claim.spec];
  for (const auto& param : model.params)
    if (param.name == "limit" && !param.is_range && spec.form == PropertyForm::always) story.limit = param.value.low;
  story.headline = headline(story);
  story.sentence = sentence(spec, claim, story);
  for (const auto& [index, event] : story.events | ranges::views::enumerate)
    if (event.fault != 0) story.cause.push_back(index);
  add_expiries(story);
  std::sort(story.cause.begin(), story.cause.end());
  add_shared_moments(story);
  if (claim.client != nothing)
    story.blamed = {claim.client};
  else if (spec.form == PropertyForm::always)
    story.blamed = inside_critical(story);
  if (story.blamed.empty() && !story.events.empty() && story.events.back().client != nothing)
    story.blamed = {story.events.back().client};
}

}  // namespace interlock::trace
