#pragma once
// Members of sorted sets whose ids stand nowhere else belong to lives of clients that are over: nobody can name them.
// They are seen only in the ranks of others, and a rank is seen only as far as it is compared: let L be the least
// number from which on all ranks of a set are alike for all comparisons.
//
// A dead member d may be dropped when in each set that it stands in and whose ranks are asked for, L other dead members
// cover it: a member e covers d when
//   - it is removed no earlier: dead members are removed by range removals only, the lowest scores first, and by
//     intersections; so e stands wherever d stands and something is removed, with no lower score there;
//   - it stands before every other member, now or later, that d stands before and whose rank may be asked. That is so
//     when it stands before d. It is also so when it stands behind d and nothing comes between: no living member does
//     whose rank may be asked before it is put anew (asked_ranks.hpp), and no instant or token that may still become
//     a score lies from the score of d to that of e, nor will a clock or a counter still give one. The scores of
//     members that stand there stay theirs, where none is asked for.
// Then any rank that d counts in and that is asked for is at least L without it, too, as long as d is there; and once d
// is gone nothing differs. If d and e have the same score, a member may still be put between them by choice; without d
// it is put behind one more of those that are left, of which there are L, so it has the same rank, and those behind it
// have L or more. Which of the dead have which id nobody can tell. So every run of the one state is one of the other,
// and the other way round, with the same labels: dropping d changes no verdict.

#include "engine/language/model.hpp"
#include "engine/machine/canonical/asked_ranks.hpp"
#include "engine/machine/canonical/normal_form.hpp"
#include "engine/machine/layout.hpp"
#include "engine/machine/relevance.hpp"
#include "engine/machine/time/instant_flow.hpp"

#include <cstdint>
#include <vector>

namespace interlock::machine {

class DeadMembers {
 public:
  DeadMembers() = default;
  DeadMembers(const language::Model& model, const language::Scenario& scenario, const Relevance& relevance,
              const InstantFlow& flow, const Ticks& ticks, const Layout& layout, const NormalFormRules& rules,
              const std::vector<Program>& programs);

  /// There are sets of which members may be dropped.
  bool may_drop() const { return !sets_.empty(); }
  /// True: there were some.
  bool drop(const Layout& layout, Word* words) const;

 private:
  struct Set {
    std::uint32_t container = 0;
    std::uint32_t limit = 0;  ///< ranks from here on are alike; 0: they are not asked for
    bool by_instant = false;  ///< or by token
    bool scores_stay = true;  ///< nobody asks for one and puts it elsewhere
    AskedRanks asked;
  };
  struct Member {
    Word id = 0;
    std::uint32_t slot = 0;
  };

  std::uint64_t named_ids(const Word* words) const;
  bool drop_one(const Layout& layout, Word* words, std::uint64_t named) const;
  bool may_be_dropped(const Layout& layout, const Word* words, std::uint64_t named, Word id) const;
  bool covers(const Layout& layout, const Word* words, std::uint64_t named, const Set& set, Word id, Word other) const;
  bool lives_as_long(const Layout& layout, const Word* words, Word id, Word other) const;
  bool stays_together(const Layout& layout, const Word* words, std::uint64_t named, const Set& set, Word low,
                      Word high) const;
  bool is_score_at_rest(const Layout& layout, const Word* words, std::uint64_t named, Register word) const;

  std::vector<Set> sets_;
  std::vector<Register> names_;                  ///< ids that stand elsewhere
  std::vector<Register> instants_;               ///< all
  std::vector<std::vector<Register>> tokens_;    ///< by class, without counters
  std::vector<std::vector<Register>> counters_;  ///< by class
  Word first_reading_ = 0;                       ///< no clock shows less from now on
};

}  // namespace interlock::machine
