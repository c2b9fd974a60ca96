#pragma once
// Random expressions, in the words that are known where they stand.

#include "tests/random/dice.hpp"
#include "tests/random/vocabulary.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace interlock::tests {

/// What an expression may read where it stands.
struct Scope {
  std::vector<std::pair<std::string, Sort>> variables;
  std::vector<Cell> cells;  ///< that may be looked at in passing: inside atomic, when, keep, an operation
  bool clock = false;       ///< may it say `now`?
  bool params = false;      ///< may it name `ttl` and `few`?
  bool store = false;       ///< is it an operation's?
};

class Phrases {
 public:
  explicit Phrases(Dice& dice) : dice_(dice) {}

  /// A condition; `depth`: how many operators it may nest.
  std::string condition(const Scope& scope, unsigned depth = 1);

  /// A value of this sort.
  std::string value(const Scope& scope, Sort sort, unsigned depth = 1);

  std::string span(const Scope& scope);

 private:
  std::optional<std::string> known(const Scope& scope, Sort sort);
  std::string about_cell(const Scope& scope, const Cell& cell);
  std::string at_the_front(const Scope& scope, const std::string& path);
  std::string comparison(const Scope& scope, unsigned depth);

  Dice& dice_;
};

}  // namespace interlock::tests
