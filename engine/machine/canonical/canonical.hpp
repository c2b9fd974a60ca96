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

  NormalForm make_normal_form() const { return {layout_, rules_, reductions_}; }

  /// From `words` to `packed`. `is_packed`: they stand there as they are already. False: tokens or instants have run
  /// further apart than the state has room for.
  bool finish_words(Workspace& workspace, bool is_packed) const;
  /// From `packed`, a successor of `parent`. Only what the step has changed can be out of order. `has_words`: the
  /// successor stands in `words`, too. False as above.
  bool finish_packed(Workspace& workspace, bool has_words) const;

  /// Where each client went on the way, of the newest successor.
  const Renaming& last_renaming(Workspace& workspace) const;
  /// Are there members that may be dropped?
  bool drops_members() const { return dead_members_.may_drop(); }
  /// Are there clients to exchange?
  bool exchanges_clients() const;

 private:
  void sort_packed(Workspace& workspace) const;
  void note_overflow(const Word* words) const;

  const Layout& layout_;
  const Packing& packing_;
  const Reductions& reductions_;
  Coverage& coverage_;
  NormalFormRules rules_;
  DeadMembers dead_members_;
  PackedForm packed_form_;
};

}  // namespace interlock::machine
