#pragma once
// Inference of kinds by unification. A slot stands for the kind of one expression or variable. Slots that must
// have one base ("a token") are joined; values beside the ordinary ones ("none") only flow along assignments.

#include "engine/language/model.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace interlock::language {

using Slot = std::uint32_t;

class Kinds {
 public:
  Slot unknown();
  Slot number();  ///< a literal that counts: an integer, or the token that is as many after the first
  Slot known(Base base);
  Slot cases(const std::vector<std::string>& names);
  Slot poisoned();  ///< something that was already complained about: fits everywhere

  /// Makes two slots one base. False when they cannot be; nothing is changed then.
  bool unify(Slot left, Slot right);
  void poison(Slot slot);

  /// What `from` may be beside its ordinary values, `to` may be too.
  void flow(Slot from, Slot to);
  void may_be(Slot slot, const std::string& word);

  bool is_poisoned(Slot slot) const;
  bool is_number(Slot slot) const;  ///< an integer, or not known to be anything but a number
  std::optional<Base> base(Slot slot) const;
  const std::vector<std::string>& names(Slot slot) const;

  /// Carries the flows to their end. The questions below are for afterwards.
  void settle();
  bool has(Slot slot, const std::string& word) const;
  /// The kind without the range of integers. `extra` is a prefix of `extra_words()`: a word has one value everywhere.
  Kind kind(Slot slot) const;
  const std::vector<std::string>& extra_words() const { return words_; }

  /// "a token", "an instant": for messages.
  std::string describe(Slot slot) const;

 private:
  struct Node {
    Slot parent = 0;
    std::optional<Base> base;
    bool number = false;
    bool poisoned = false;
    std::vector<std::string> names;
    std::set<std::uint32_t> extra;  // of the slot itself, not of its class
    std::vector<Slot> flows;
  };

  Slot add(Node node);
  Slot root(Slot slot) const;
  std::uint32_t word(const std::string& text);

  std::vector<Node> nodes_;
  std::vector<std::string> words_{"none"};
};

}  // namespace interlock::language
