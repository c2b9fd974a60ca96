#pragma once
// Brings the successor in a workspace to the one state that stands for all that nobody can tell from it: dead members
// are dropped, then words are brought to normal form, or blocks of bits are sorted where that is enough.

#include "engine/machine/blueprint.hpp"
#include "engine/machine/canonical/dead_members.hpp"
#include "engine/machine/canonical/normal_form.hpp"
#include "engine/machine/canonical/packed_form.hpp"
#include "engine/machine/coverage.hpp"
#include "engine/machine/workspace.hpp"

namespace interlock::machine {

/// `spotlight`: the first client of each kind is not exchanged with the others.
NormalFormRules normal_form_rules(const Blueprint& blueprint, bool spotlight);

/// Fills in which tokens are counters, and of which classes the gaps are kept.
void find_counters(const Blueprint& blueprint, NormalFormRules& rules);

class Canonical {
 public:
  /// Keeps references.
  Canonical(const Blueprint& blueprint, const std::vector<Program>& programs, NormalFormRules rules,
            Coverage& coverage);

  NormalForm make_normal_form() const { return NormalForm(plan_); }

  /// Where a successor of the workspace's parent stands: in its words, packed, or in both.
  enum class Stands : std::uint8_t { in_words, packed, in_both };
  /// From there to `packed`. Only what differs from the parent can be out of order. False: tokens or instants have run
  /// further apart than the state has room for.
  bool finish(Workspace& workspace, Stands where) const;
  /// Of words that may be no successor of any state.
  bool finish_words(Workspace& workspace) const;

  /// Where each client went on the way, of the newest successor.
  const Renaming& last_renaming(Workspace& workspace) const;
  /// Are there members that may be dropped?
  bool drops_members() const { return dead_members_.may_drop(); }
  /// Are there clients to exchange?
  bool exchanges_clients() const { return plan_.sorts; }

 private:
  bool settle(Workspace& workspace) const;
  void sort_packed(Workspace& workspace) const;
  void note_overflow(const Word* words) const;

  const Layout& layout_;
  const Packing& packing_;
  Coverage& coverage_;
  NormalFormPlan plan_;
  DeadMembers dead_members_;
  PackedForm packed_form_;
};

}  // namespace interlock::machine
