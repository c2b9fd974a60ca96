#include "reports/replay/translation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <set>
#include <utility>

namespace interlock::reports {
namespace {

constexpr std::int64_t second = 1'000'000;

void note_ids(const std::vector<std::string>& texts, std::vector<std::string>& ids) {
  for (const std::string& text : texts) {
    const std::size_t space = text.rfind(' ');
    const std::string word = space == std::string::npos ? text : text.substr(space + 1);
    if (is_id(word) && std::find(ids.begin(), ids.end(), word) == ids.end()) ids.push_back(word);
  }
}

/// Of two members with equal scores the one whose bytes are smaller comes first, and which one that is a run chooses.
/// Random ids fall either way; these are put as the run has them.
std::map<std::string, std::size_t> order_of_ids(const ReplayRun& run) {
  std::vector<std::string> ids;
  std::set<std::pair<std::string, std::string>> before;
  for (const ReplayEvent& event : run.events) {
    for (const ReplayCall& call : event.calls) note_ids(call.arguments, ids);
    for (const ReplayCellState& cell : event.after.cells) {
      for (std::size_t i = 0; i + 1 < cell.members.size(); ++i)
        if (cell.members[i].score == cell.members[i + 1].score)
          before.insert({cell.members[i].member, cell.members[i + 1].member});
    }
  }
  for (std::size_t round = 0; round < ids.size(); ++round) {
    for (std::size_t i = 0; i < ids.size(); ++i)
      for (std::size_t j = i + 1; j < ids.size(); ++j)
        if (before.contains({ids[j], ids[i]})) std::swap(ids[i], ids[j]);
  }
  std::map<std::string, std::size_t> order;
  for (std::size_t i = 0; i < ids.size(); ++i) order[ids[i]] = i;
  return order;
}

}  // namespace

bool is_id(const std::string& text) {
  if (text.empty() || std::islower(static_cast<unsigned char>(text[0])) == 0) return false;
  return std::all_of(text.begin() + 1, text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

Translation::Translation(const ReplayRun& run, Staging staging)
    : run_(run), staging_(std::move(staging)), order_(order_of_ids(run)) {}

std::int64_t Translation::real_span(std::int64_t microseconds) const {
  return std::llround(static_cast<double>(microseconds) * static_cast<double>(staging_.tick) / second);
}

std::string Translation::key(std::size_t server, const std::string& cell) const {
  return fmt::format("{}{}.{}", staging_.prefix, run_.servers.at(server).name, cell);
}

std::int64_t Translation::real_instant(std::int64_t told, std::optional<std::size_t> client) const {
  const auto of_client = client ? readings_.find(*client) : readings_.end();
  if (of_client == readings_.end()) return real_moment(told);
  const auto& shown = of_client->second;
  const auto same = shown.find(told);
  const auto& [then, real] = same != shown.end() ? *same : *std::prev(shown.end());
  return real + real_span(told - then);
}

std::string Translation::real(const std::string& told, std::optional<std::size_t> client) {
  if (const auto moment = microseconds_of(told)) return std::to_string(real_instant(*moment, client));
  if (!is_id(told)) return told;
  const auto known = real_of_.find(told);
  if (known != real_of_.end()) return known->second;
  Maker maker;
  if (client) maker = {run_.clients.at(*client), processes_[*client]};
  std::string who = maker.client;
  std::replace(who.begin(), who.end(), ' ', '_');
  const auto place = order_.find(told);
  const std::size_t rank = place == order_.end() ? order_.size() : place->second;
  const std::string real = fmt::format("{:03}-{}-of-{}-{}", rank, told, who, maker.process);
  real_of_[told] = real;
  told_of_[real] = told;
  makers_[real] = maker;
  return real;
}

Meaning Translation::meaning(std::size_t server, std::optional<std::size_t> client) {
  return {
      .key = [this, server](const std::string& cell) { return key(server, cell); },
      .value = [this, client](const std::string& told) { return real(told, client); },
      .milliseconds = [this](const std::string& span) { return real_span(microseconds_of(span).value_or(0)) / 1000; },
      .in_milliseconds = staging_.tick != second};
}

bool Translation::is_near(std::int64_t told, std::int64_t real) const { return std::abs(told - real) <= tolerance(); }

bool Translation::agrees(const std::string& told, const std::string& real, std::optional<std::size_t> client) const {
  if (const auto moment = microseconds_of(told)) {
    char* end = nullptr;
    const double shown = std::strtod(real.c_str(), &end);
    return end != real.c_str() && is_near(real_instant(*moment, client), std::llround(shown));
  }
  return this->told(real) == told;
}

bool Translation::agrees(const std::string& told, Answer answer, const Reply& reply,
                         std::optional<std::size_t> client) const {
  if (reply.form == '-') return false;
  if (told.empty()) return true;  // nobody looks at the answer
  const bool in_milliseconds = answer == Answer::seconds && staging_.tick != second;
  const std::string said = answer_text(in_milliseconds ? Answer::milliseconds : answer, reply);
  const auto span = microseconds_of(told);
  switch (answer) {
    case Answer::nothing: return true;
    case Answer::truth:
    case Answer::ok: return said == told;
    case Answer::seconds:
    case Answer::milliseconds: {
      if (!span) return said == told;
      const std::int64_t real = microseconds_of(said).value_or(-second);
      if (real < 0) return false;
      if (answer == Answer::seconds && !in_milliseconds) return real == *span;
      return std::abs(real - real_span(*span)) <= tolerance() + (in_milliseconds ? staging_.tick / 2 : 0);
    }
    case Answer::value:
    case Answer::number:
    case Answer::score: return reply.is_nil ? told == "none" : agrees(told, reply.text, client);
  }
  return false;
}

const Maker* Translation::maker_of(const std::string& real) const {
  const auto found = makers_.find(real);
  return found == makers_.end() ? nullptr : &found->second;
}

std::string Translation::told(const std::string& real) const {
  const auto found = told_of_.find(real);
  return found == told_of_.end() ? real : found->second;
}

}  // namespace interlock::reports
