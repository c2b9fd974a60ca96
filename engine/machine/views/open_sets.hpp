#pragma once
// Sets in which clients stand that are not seen. A member of which nobody who is kept knows the name is dropped: nobody
// can ask for it, and whoever is not seen and can is put beside a view before it does anything. So of such a set it may
// be asked who is in it, and nothing else: not how many there are, and not who is the first.

#include "engine/machine/layout.hpp"

#include <cstdint>
#include <vector>

namespace interlock::machine {

/// Can clients that are not seen stand in it, and nobody is the wiser?
bool can_be_open(const Layout& layout, const Container& container);

class OpenSets {
 public:
  explicit OpenSets(const Layout& layout);

  /// Sets of ids, as indices into Layout::containers.
  const std::vector<std::uint32_t>& of_ids() const { return of_ids_; }
  /// Is it a slot of such a set?
  bool has_slot(Register word) const { return is_slot_[word]; }
  /// Members whose id stands nowhere else go.
  void drop_unnamed(const Layout& layout, std::vector<Word>& words) const;

 private:
  std::vector<std::uint32_t> of_ids_;
  std::vector<bool> is_slot_;    ///< by word
  std::vector<Register> names_;  ///< all ids that stand elsewhere
};

}  // namespace interlock::machine
