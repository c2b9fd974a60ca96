#pragma once
// All views that any number of clients can come to, and more perhaps: the least set that has the first view in it and,
// with all views of a glued state, the views of all that comes of it.
//
// A glued state counts only if all its views are there. It is looked at whenever one of its views comes in, so the last
// of them finds it: that one meets another view of the state in all clients but one, whichever is left out.
//
// The set does not depend on the order, and the numbers of views are those of discovery: the same on any machine.

#include "engine/explore/limits.hpp"
#include "engine/explore/outcome.hpp"
#include "engine/explore/pace.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

namespace interlock::explore {

struct ViewLimits {
  std::uint64_t glued = 2'000'000;  ///< states
  std::function<bool(std::uint64_t glued)> keep_going;
};

/// `Views`: initial, meetings, glue, views_of, successors, labels, gave_up; see machine/views/views.hpp.
template <class Views, class Meeting>
class ViewSearch {
 public:
  ViewSearch(Views& views, ViewLimits limits) : views_(views), limits_(std::move(limits)) {}

  Ending run() {
    add(views_.initial());
    for (std::size_t next = 0; next < all_.size(); ++next) {
      expand(next);
      if (ending_ != Ending::exhausted) break;
    }
    return ending_;
  }

  const std::vector<std::string>& views() const { return all_; }
  bool has(const std::string& view) const { return known_.contains(view); }
  std::uint64_t glued_states() const { return glued_.size(); }
  /// Labels of glued states, and of the ways out of them.
  std::uint64_t state_labels() const { return state_labels_; }
  std::uint64_t edge_labels() const { return edge_labels_; }
  /// Something was given up on the way: then the set may be too small.
  bool gave_up() const { return gave_up_ || views_.gave_up(); }

 private:
  struct Partner {
    std::uint32_t view = 0;
    Meeting meeting;
  };

  void add(std::string view) {
    if (!known_.insert(view).second) return;
    const auto number = static_cast<std::uint32_t>(all_.size());
    for (Meeting& meeting : views_.meetings(view)) {
      auto& partners = partners_[meeting.shared];
      partners.push_back({number, std::move(meeting)});
    }
    all_.push_back(std::move(view));
  }

  void expand(std::size_t number) {
    const std::string view = all_[number];
    const Meeting meeting = views_.meetings(view).front();
    const auto& partners = partners_[meeting.shared];
    // More may come in meanwhile: they are expanded later, and meet this one then.
    const std::size_t count = partners.size();
    for (std::size_t index = 0; index < count && ending_ == Ending::exhausted; ++index) {
      const Partner partner = partners_[meeting.shared][index];
      const std::string other = all_[partner.view];
      views_.glue(view, meeting, other, partner.meeting, [&](std::string state) { look_at(std::move(state)); });
    }
  }

  void look_at(std::string state) {
    if (ending_ != Ending::exhausted || glued_.contains(state)) return;
    const std::vector<std::string> parts = views_.views_of(state);
    if (!std::all_of(parts.begin(), parts.end(), [&](const std::string& part) { return has(part); })) return;
    if (glued_.size() >= limits_.glued) {
      ending_ = Ending::state_limit;
      return;
    }
    if (glued_.size() % 256 == 0 && limits_.keep_going && !limits_.keep_going(glued_.size())) {
      ending_ = Ending::stopped;
      return;
    }
    state_labels_ |= views_.labels(state);
    const bool is_whole = views_.successors(state, [&](std::uint64_t labels, std::string next) {
      edge_labels_ |= labels;
      if (!seen_.insert(next).second) return;
      for (std::string& part : views_.views_of(next)) add(std::move(part));
    });
    gave_up_ = gave_up_ || !is_whole;
    glued_.insert(std::move(state));
  }

  Views& views_;
  ViewLimits limits_;
  std::vector<std::string> all_;
  std::unordered_set<std::string> known_;
  std::unordered_map<std::string, std::vector<Partner>> partners_;
  std::unordered_set<std::string> glued_;
  std::unordered_set<std::string> seen_;  ///< successors whose views are there
  std::uint64_t state_labels_ = 0;
  std::uint64_t edge_labels_ = 0;
  bool gave_up_ = false;
  Ending ending_ = Ending::exhausted;
};

}  // namespace interlock::explore
