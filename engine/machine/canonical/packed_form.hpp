#pragma once
// What of the normal form can be seen on a packed state: whether a step has changed anything that the normal form looks
// at, and the order of interchangeable clients where nothing refers to a client or an identity, so that a client is its
// block and nothing else.

#include "engine/machine/canonical/normal_form.hpp"
#include "engine/machine/layout.hpp"
#include "engine/machine/packing.hpp"
#include "engine/machine/reductions.hpp"

#include <vector>

namespace interlock::machine {

class PackedForm {
 public:
  PackedForm(const Layout& layout, const Packing& packing, const NormalFormRules& rules, const Reductions& reductions);

  /// Where `before` is in normal form: may `after` have instants or tokens that are not?
  bool must_settle_instants(const Unit* before, const Unit* after) const { return differs(before, after, instants_); }
  bool must_settle_tokens(const Unit* before, const Unit* after) const { return differs(before, after, tokens_); }
  bool must_settle(const Unit* before, const Unit* after) const {
    return must_settle_instants(before, after) || must_settle_tokens(before, after);
  }

  /// Clients are sorted here, and nothing else is left to order.
  bool sorts_blocks() const { return sorts_blocks_; }
  /// Where clients are not sorted here, and `before` is in normal form: may `after` have clients or identities that
  /// are not in order?
  bool must_order(const Unit* before, const Unit* after) const {
    return always_orders_ || differs(before, after, ordered_);
  }

  /// Puts interchangeable clients in order. False: they were.
  bool sort_blocks(Unit* state) const {
    bool moved = false;
    for (const auto& group : groups_) moved = sort_group(state, group) || moved;
    return moved;
  }
  /// What `sort_blocks` does to the clients of this state.
  Renaming sorting_of(const Unit* state) const;

 private:
  struct Group {
    std::vector<language::ClientIndex> clients;
    std::vector<BitRange> blocks;
  };

  static bool differs(const Unit* before, const Unit* after, const std::vector<Unit>& mask) {
    Unit changed = 0;
    for (std::size_t unit = 0; unit < mask.size(); ++unit) changed |= (before[unit] ^ after[unit]) & mask[unit];
    return changed != 0;
  }
  static bool sort_group(Unit* state, const Group& group);

  // Bits of the state; empty where there are none.
  std::vector<Unit> instants_;
  std::vector<Unit> tokens_;   ///< those that are ranked
  std::vector<Unit> ordered_;  ///< identities
  std::vector<Group> groups_;
  bool sorts_blocks_ = false;
  bool always_orders_ = false;
};

}  // namespace interlock::machine
