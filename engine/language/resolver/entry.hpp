#pragma once
// Can `critical` be entered from a place of a client's program without another call, and under which condition of the
// client's own variables? Where that cannot be said there, it is taken to be so: what is computed is never too narrow.

#include "engine/language/model.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace interlock::language {

class Entry {
 public:
  static Entry never() { return {}; }
  static Entry maybe() { return Entry{true, std::nullopt}; }

  bool is_possible() const { return possible_; }
  /// None: it may be whatever the variables are.
  const std::optional<Expression>& condition() const { return condition_; }

  /// One of two ways.
  friend Entry either(Entry left, Entry right);
  /// This way where the condition holds, and that way where it does not.
  friend Entry chosen(const Expression& condition, Entry then, Entry otherwise);

  /// Without what its condition says of these variables.
  Entry without(const std::vector<VariableIndex>& changed) const;
  /// Before `variable = value`.
  Entry before(VariableIndex variable, const Expression& value) const;

 private:
  Entry() = default;
  Entry(bool possible, std::optional<Expression> condition) : possible_(possible), condition_(std::move(condition)) {}

  bool possible_ = false;
  std::optional<Expression> condition_;
};

Entry either(Entry left, Entry right);
Entry chosen(const Expression& condition, Entry then, Entry otherwise);

}  // namespace interlock::language
