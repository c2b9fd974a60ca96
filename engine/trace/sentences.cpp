#include "engine/trace/sentences.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "engine/trace/property_text.hpp"
#include "engine/trace/remarks.hpp"
#include "engine/trace/templates.hpp"
#include "engine/trace/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>
#include <vector>

namespace interlock::trace {

using namespace language;

namespace {

std::string names(const Counterexample& story, const std::vector<ClientIndex>& clients) {
  std::vector<std::string> parts;
  for (const ClientIndex client : clients) parts.push_back(story.clients[client]);
  return join_words(std::move(parts));
}

std::string name(const Counterexample& story, ClientIndex client) {
  return client < story.clients.size() ? story.clients[client] : std::string();
}

std::string headline(const Counterexample& story) {
  const auto count = [](std::uint32_t steps) { return fmt::format("{} step{}", steps, steps == 1 ? "" : "s"); };
  std::string steps = count(story.steps - story.loop_steps);
  if (story.kind == StoryKind::lasso)
    steps += story.loop_steps == 0 ? ", then nothing for ever" : " in, then a loop of " + count(story.loop_steps);
  const char* verdict = story.kind == StoryKind::witness ? "is reached" : "fails";
  return fmt::format("{} {}: {}, {}", story.spec, verdict, used_text(story.used), steps);
}

std::string moment(const Counterexample& story) {
  return "At " + duration_text(story.events.empty() ? 0 : story.events.back().at);
}

ClientIndex last_actor(const Counterexample& story) {
  return story.events.empty() ? nothing : story.events.back().client;
}

/// What the property looks at: best a cell that the last step changed, or touched.
std::optional<std::size_t> asked_cell(const Counterexample& story) {
  std::optional<std::size_t> touched, any;
  for (std::size_t cell = 0; cell < story.cells.size(); ++cell) {
    if (!story.cells[cell].is_asked || story.events.empty()) continue;
    const CellView& before = story.views[story.events.size() - 1].cells[cell];
    const CellView& after = story.views.back().cells[cell];
    const auto& touches = story.events.back().touches;
    const bool is_touched = std::find(touches.begin(), touches.end(), cell) != touches.end();
    if (is_touched && (before.value != after.value || before.present != after.present)) return cell;
    if (is_touched && !touched) touched = cell;
    if (!any) any = cell;
  }
  return touched ? touched : any;
}

/// The call of the last step that the property is about; of several only one that names the cell.
std::string last_call(const Counterexample& story, std::optional<std::size_t> cell) {
  if (story.events.empty()) return "";
  const auto text_of = [&](const MadeCall& call) {
    return call.server == nothing ? call.text : story.servers[call.server] + "." + call.text;
  };
  const std::vector<MadeCall>& calls = story.events.back().calls;
  if (calls.size() == 1) return text_of(calls[0]);
  if (!cell) return "";
  for (const MadeCall& call : calls)
    if (call.server == story.cells[*cell].server && call.text.find(story.cells[*cell].name) != std::string::npos)
      return text_of(call);
  return "";
}

void fill_in_cell(const Counterexample& story, Filling& words) {
  const std::optional<std::size_t> cell = asked_cell(story);
  words["call"] = last_call(story, cell);
  if (!cell) return;
  const CellView& before = story.views[story.events.size() - 1].cells[*cell];
  words["cell"] = cell_name(story, *cell);
  words["value"] = before.value;
  if (before.owner != last_actor(story)) words["owner"] = name(story, before.owner);
}

Filling filling_of(const Claim& claim, const Findings& findings, const Counterexample& story) {
  Filling words;
  const std::vector<ClientIndex>& those = findings.involved.clients;
  const ClientIndex actor = last_actor(story);
  words["at"] = moment(story);
  words["on"] = story.kind == StoryKind::lasso ? "It can go on like this for ever:" : "From then on";
  words["who"] = name(story, actor);
  if (words["who"].empty() && !story.events.empty()) words["who"] = "time";
  words["does"] = story.events.empty() ? "" : story.events.back().does;
  words["those"] = names(story, those);
  words["both"] = those.size() < 2 ? "" : (those.size() == 2 ? "both" : "all");
  words["number"] = std::to_string(those.size());
  if (findings.involved.limit) words["limit"] = std::to_string(*findings.involved.limit);
  words["others"] = names(story, findings.involved.others);
  words["client"] = name(story, findings.keep ? findings.keep->client : claim.client);
  if (findings.keep && actor != findings.keep->client) words["thief"] = name(story, actor);
  if (actor < story.clients.size()) words["token"] = story.views.back().clients[actor].token;
  words["compared"] = findings.comparison;
  fill_in_cell(story, words);
  return words;
}

/// Of a spec that has no words of its own: what happened last, and what that is to the rule, which stands below.
std::string plain_sentence(const Spec& spec, const Claim& claim, const Filling& words, const Counterexample& story) {
  const std::string condition = asked_condition(spec);
  const std::string whose = claim.client == nothing ? "" : " (of " + words.at("client") + ")";
  const std::string asked = condition.empty() ? "." : fmt::format(": {}{}.", condition, whose);
  if (story.kind == StoryKind::trap)
    return "From then on, without further faults, there is no way any more to what is asked for" + asked;
  if (story.kind == StoryKind::lasso)
    return "It can go on like this for ever, and never comes to what is asked for" + asked;
  const std::string what = story.events.empty()
                               ? "At the start"
                               : fmt::format("{}, {}: {}", words.at("at"), words.at("who"), words.at("does"));
  const std::string& compared = words.at("compared");
  if (spec.form == PropertyForm::asserted) return what + (compared.empty() ? "." : ". There " + compared + ".");
  if (condition.empty()) return what + ".";
  const bool is_so = spec.form == PropertyForm::never || spec.form == PropertyForm::reachable;
  return fmt::format("{}. Then this is {}so{}", what, is_so ? "" : "not ", asked);
}

std::string sentence(const Spec& spec, const Claim& claim, const Findings& findings, const Counterexample& story) {
  const Filling words = filling_of(claim, findings, story);
  if (!spec.broken.empty()) return filled(spec.broken, words);
  std::string text = plain_sentence(spec, claim, words, story);
  const auto& involved = findings.involved;
  if (involved.limit && !involved.clients.empty())
    text += fmt::format(" It is so of {}: {}, and at most {} may be.", words.at("those"), involved.clients.size(),
                        *involved.limit);
  return text;
}

/// Beside the mark: how many there are, or what was compared and let through; at least what is broken.
std::string judgement(const Findings& findings, const Counterexample& story) {
  const Involved& involved = findings.involved;
  if (story.kind != StoryKind::path) return "";
  if (involved.limit)
    return fmt::format("{}{}, at most {}", involved.clients.size(), involved.are_inside ? " inside" : "",
                       *involved.limit);
  if (findings.comparison.empty() || story.events.empty()) return story.spec;
  const bool is_accepted = !findings.keep && !story.events.back().calls.empty() && story.spec != "in_range";
  return findings.comparison + (is_accepted ? ", accepted" : "");
}

void blame(const Claim& claim, const Findings& findings, Counterexample& story) {
  const ClientIndex actor = last_actor(story);
  if (claim.client != nothing)
    story.blamed = {claim.client};
  else if (!findings.involved.clients.empty())
    story.blamed = findings.involved.clients;
  else if (actor != nothing)
    story.blamed = {actor};
  // Of a check that a step did not pass, it is that step.
  if (findings.involved.clients.empty() && actor != nothing) story.wrong = {actor};
}

/// How many holders there may be: as the property counts, or as the set says that it looks at.
std::optional<std::int64_t> limit_of(const Findings& findings, const Counterexample& story) {
  if (findings.involved.limit) return findings.involved.limit;
  for (const Cell& cell : story.cells)
    if (cell.is_asked && cell.limit && story.kind == StoryKind::path) return cell.limit;
  return std::nullopt;
}

}  // namespace

void put_into_words(const Model& model, const Claim& claim, const Findings& findings, Counterexample& story) {
  const Spec& spec = model.specs[claim.spec];
  story.limit = limit_of(findings, story);
  story.headline = headline(story);
  story.sentence = sentence(spec, claim, findings, story);
  story.judgement = judgement(findings, story);
  add_remarks(story);
  add_shared_moments(story);
  blame(claim, findings, story);
}

}  // namespace interlock::trace
