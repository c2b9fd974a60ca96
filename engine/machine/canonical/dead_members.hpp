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
#include "engine/machine/compiled/executor.hpp"
#include "engine/machine/layout.hpp"
#include "engine/machine/relevance.hpp"
#include "engine/machine/time/instant_flow.hpp"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace interlock::machine {

/// Does an instant lie between two others, or at one of these?
enum class LiesThere : std::uint8_t { no, at_an_end /* perhaps, and nowhere else */, maybe };

/// How instants lie to each other, where all are numbers.
class KnownInstants {
 public:
  explicit KnownInstants(const Word* words) : words_(words) {}
  bool is_at_most(Register left, Register right) const { return words_[left] <= words_[right]; }
  /// `reading`: relative to now.
  bool is_below_reading(Register instant, Word reading) const { return words_[instant] < reading; }
  LiesThere place(Register instant, Register low, Register high) const {
    return is_at_most(low, instant) && is_at_most(instant, high) ? LiesThere::maybe : LiesThere::no;
  }
  /// It would help to know whether it lies at an end.
  void ask(Register, Register, Register) const {}

 private:
  const Word* words_;
};

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
  /// The id of one that may be dropped; 0: there is none. `instants` says what is surely so, as KnownInstants does.
  template <class Instants>
  Word find(const Layout& layout, const Word* words, const Instants& instants) const {
    return Look<Instants>{*this, layout, words, instants, named_ids(words)}.find();
  }
  void remove(const Layout& layout, Word* words, Word id) const;

 private:
  struct Set {
    std::uint32_t container = 0;
    std::uint32_t limit = 0;  ///< ranks from here on are alike; 0: they are not asked for
    bool by_instant = false;  ///< or by token
    bool scores_stay = true;  ///< nobody asks for one and puts it elsewhere
    AskedRanks asked;
  };
  /// One state.
  template <class Instants>
  class Look;

  std::uint64_t named_ids(const Word* words) const;

  std::vector<Set> sets_;
  std::vector<Register> names_;                  ///< ids that stand elsewhere
  std::vector<Register> instants_;               ///< all
  std::vector<std::vector<Register>> tokens_;    ///< by class, without counters
  std::vector<std::vector<Register>> counters_;  ///< by class
  Word first_reading_ = 0;                       ///< no clock shows less from now on
};

template <class Instants>
class DeadMembers::Look {
 public:
  Look(const DeadMembers& rules, const Layout& layout, const Word* words, const Instants& instants, std::uint64_t named)
      : rules_(rules), layout_(layout), words_(words), instants_(instants), named_(named) {}

  Word find() const {
    for (const Set& set : rules_.sets_) {
      const Container& container = layout_.containers[set.container];
      for (Word slot = words_[container.count]; slot-- > 0;)
        if (const Word id = words_[container.members + slot]; id > 0 && !is_named(named_, id) && may_be_dropped(id))
          return id;
    }
    return 0;
  }

 private:
  static bool is_named(std::uint64_t named, Word id) { return (named >> id & 1) != 0; }
  static Register score_at(const Container& container, std::int32_t slot) {
    return static_cast<Register>(container.seconds + slot);
  }

  bool may_be_dropped(Word id) const {
    for (const Set& set : rules_.sets_) {
      const Container& container = layout_.containers[set.container];
      const std::int32_t slot = find_member(container, words_, id);
      if (slot < 0) continue;
      if (container.writers != no_register && words_[container.writers + slot] >= 0) return false;
      std::uint32_t covered = 0;
      for (Word other = 0; covered < set.limit && other < words_[container.count]; ++other) {
        const Word e = words_[container.members + other];
        covered += e != id && !is_named(named_, e) && covers(set, id, e) ? 1 : 0;
      }
      if (covered < set.limit) return false;
    }
    return true;
  }

  bool covers(const Set& set, Word id, Word other) const {
    if (!lives_as_long(id, other)) return false;
    const Container& container = layout_.containers[set.container];
    const std::int32_t here = find_member(container, words_, id);
    const std::int32_t there = find_member(container, words_, other);
    if (there < here) return true;
    const std::uint64_t asked = set.asked.is_known() ? named_ & set.asked.ids(layout_, words_) : named_;
    for (std::int32_t slot = here + 1; slot < there; ++slot)
      if (is_named(asked, words_[container.members + slot])) return false;
    return stays_together(set, score_at(container, here), score_at(container, there));
  }

  bool lives_as_long(Word id, Word other) const {
    return std::all_of(rules_.sets_.begin(), rules_.sets_.end(), [&](const Set& set) {
      const Container& container = layout_.containers[set.container];
      const std::int32_t here = find_member(container, words_, id);
      if (here < 0) return true;
      const std::int32_t there = find_member(container, words_, other);
      return there >= 0 && is_at_most(set, score_at(container, here), score_at(container, there));
    });
  }

  bool is_at_most(const Set& set, Register left, Register right) const {
    return set.by_instant ? instants_.is_at_most(left, right) : words_[left] <= words_[right];
  }

  /// Nothing will be put between two scores.
  bool stays_together(const Set& set, Register low, Register high) const {
    if (is_at_most(set, low, high) && is_at_most(set, high, low)) return true;
    if (!is_at_most(set, low, high) || !is_ordinary(words_[low])) return false;
    if (set.by_instant) return no_instant_comes_between(low, high);
    const auto token_class = layout_.fields[layout_.containers[set.container].seconds].token_class;
    const auto is_behind = [&](Register counter) {
      return is_ordinary(words_[counter]) && words_[counter] >= words_[high];
    };
    const auto lies_between = [&](Register word) {
      return words_[word] >= words_[low] && words_[word] <= words_[high] && !is_score_at_rest(word);
    };
    const auto& counters = rules_.counters_[token_class];
    const auto& tokens = rules_.tokens_[token_class];
    return !counters.empty() && std::all_of(counters.begin(), counters.end(), is_behind) &&
           std::none_of(tokens.begin(), tokens.end(), lies_between);
  }

  bool no_instant_comes_between(Register low, Register high) const {
    // With distinct clocks a reading is behind all others.
    const Word first = (rules_.first_reading_ + (layout_.order_bits > 0 ? 1 : 0)) * layout_.one_tick();
    if (!instants_.is_below_reading(high, first)) return false;
    Register at_an_end = no_register;
    for (const Register word : rules_.instants_) {
      if (!is_ordinary(words_[word]) || is_score_at_rest(word)) continue;
      const LiesThere there = instants_.place(word, low, high);
      if (there == LiesThere::maybe) return false;
      if (there == LiesThere::at_an_end) at_an_end = word;
    }
    if (at_an_end == no_register) return true;
    instants_.ask(at_an_end, low, high);
    return false;
  }

  bool is_score_at_rest(Register word) const {
    return std::any_of(rules_.sets_.begin(), rules_.sets_.end(), [&](const Set& set) {
      const Container& container = layout_.containers[set.container];
      if (word < container.seconds || word >= container.seconds + container.capacity) return false;
      const Word slot = word - container.seconds;
      return set.scores_stay || slot >= words_[container.count] || !is_named(named_, words_[container.members + slot]);
    });
  }

  const DeadMembers& rules_;
  const Layout& layout_;
  const Word* words_;
  const Instants& instants_;
  std::uint64_t named_;
};

}  // namespace interlock::machine
