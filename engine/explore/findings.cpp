#include "engine/explore/findings.hpp"

#include <algorithm>
#include <utility>

#include "engine/assert.hpp"

namespace interlock::explore {
namespace {

Verdict verdict_of(Obligation::Kind kind, bool hit, bool complete) {
  if (!hit && !complete) return Verdict::unknown;
  const bool wants_hit = kind == Obligation::Kind::reachable;
  return hit == wants_hit ? Verdict::holds : Verdict::fails;
}

}  // namespace

Findings::Findings(std::span<const Obligation> obligations) {
  for (const Obligation& obligation : obligations) watches_.push_back({obligation, {}, true});
  set_masks();
}

void Findings::set_masks() {
  state_mask_ = 0;
  edge_mask_ = 0;
  for (const Watch& watch : watches_) {
    if (!watch.open || watch.obligation.looks_ahead()) continue;
    state_mask_ |= watch.obligation.states;
    edge_mask_ |= watch.obligation.edges;
  }
}

void Findings::hit(Place place, std::uint64_t labels) {
  for (Watch& watch : watches_) {
    if (!watch.open || watch.obligation.looks_ahead()) continue;
    if (watch.finding.places.size() >= most_places) continue;
    if (is_hit(watch.obligation, place, labels)) watch.finding.places.push_back(place);
  }
}

void Findings::finish_level(std::uint32_t faults, std::uint32_t steps) {
  for (Watch& watch : watches_) {
    if (!watch.open || watch.finding.places.empty()) continue;
    watch.open = false;
    watch.finding.faults = faults;
    watch.finding.steps = steps;
  }
  set_masks();
}

std::vector<Finding> Findings::decided_until(const Level& level) const {
  std::vector<Finding> findings;
  for (const Watch& watch : watches_) {
    const Finding& found = watch.finding;
    const bool is_known = !watch.open && std::pair(found.faults, found.steps) <= std::pair(level.faults, level.steps);
    findings.push_back(is_known ? found : Finding{});
  }
  return findings;
}

void Findings::resume(std::span<const Finding> findings) {
  INTERLOCK_ASSERT(findings.size() == watches_.size(), "a search goes on with the obligations that it had");
  for (std::size_t index = 0; index < watches_.size(); ++index) {
    watches_[index].finding = findings[index];
    watches_[index].open = findings[index].places.empty();
  }
  set_masks();
}

bool Findings::all_decided() const {
  const auto is_wanted = [](const Watch& watch) { return watch.open && !watch.obligation.by_the_way; };
  return !watches_.empty() && std::none_of(watches_.begin(), watches_.end(), is_wanted);
}

std::vector<Finding> Findings::conclude(bool complete) const {
  std::vector<Finding> findings;
  for (const Watch& watch : watches_) {
    Finding finding = watch.finding;
    if (!watch.obligation.looks_ahead()) {
      finding.verdict = verdict_of(watch.obligation.kind, !finding.places.empty(), complete);
    }
    findings.push_back(std::move(finding));
  }
  return findings;
}

void HitList::add(std::uint32_t sequence, Place place, std::uint64_t labels) {
  bool wanted = false;
  for (std::size_t index = 0; index < obligations_.size(); ++index) {
    if (!is_hit(obligations_[index], place, labels)) continue;
    if (counts_[index] >= most_places) continue;
    ++counts_[index];
    wanted = true;
  }
  if (wanted) hits_.push_back({labels, sequence, place});
}

void HitList::clear() {
  std::fill(counts_.begin(), counts_.end(), 0);
  hits_.clear();
}

}  // namespace interlock::explore
