#pragma once
// The choices that a step meets: made as a move says, or one combination after another.

#include <cstdint>
#include <string>
#include <vector>

namespace interlock::evaluator {

/// Thrown out of a step that turns out not to be possible.
struct NotPossible {
  std::string why;
  bool cut = false;  ///< a container would hold too many
};

class Choices {
 public:
  /// `complete`: a choice that is not among `wanted` is an error; otherwise it is 0.
  Choices(std::vector<std::uint32_t> wanted, bool complete) : wanted_(std::move(wanted)), complete_(complete) {}

  std::uint32_t choose(std::uint64_t options) {
    const std::size_t index = taken_.size();
    if (index >= wanted_.size() && complete_) throw NotPossible{"a choice is missing"};
    const std::uint32_t choice = index < wanted_.size() ? wanted_[index] : 0;
    if (choice >= options) throw NotPossible{"there is no such choice"};
    taken_.push_back(choice);
    options_.push_back(options);
    return choice;
  }

  const std::vector<std::uint32_t>& taken() const { return taken_; }
  bool all_were_met() const { return taken_.size() >= wanted_.size(); }

  /// To the beginning of the next combination, in lexicographic order; false when this was the last.
  bool advance() {
    while (!taken_.empty() && taken_.back() + 1 >= options_.back()) {
      taken_.pop_back();
      options_.pop_back();
    }
    if (taken_.empty()) return false;
    ++taken_.back();
    wanted_ = std::move(taken_);
    taken_.clear();
    options_.clear();
    return true;
  }

 private:
  std::vector<std::uint32_t> wanted_;
  bool complete_;
  std::vector<std::uint32_t> taken_;
  std::vector<std::uint64_t> options_;
};

}  // namespace interlock::evaluator
