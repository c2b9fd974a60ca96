#pragma once
// Instants and tokens that no run can tell apart are the same. Instants are kept relative to now, and the gap between
// neighbours is capped at one more than the horizon (capping each age alone would be wrong where two instants are
// compared). Gaps ahead of now must be known: time comes there. What lies behind now is then moved as close to it as
// what each two instants are asked for allows (time/instant_pairs.hpp): those that are as far apart as can be told stay
// as far apart, and are moved together; of all others the one stays further behind the other than can be told. These
// conditions are the same for all states that are alike, and of all ways to meet them there is one in which each
// instant is as late as in any. Tokens are replaced by their rank within their class, with true gaps where a counter
// below may still close them.

#include "engine/machine/canonical/columns.hpp"
#include "engine/machine/canonical/normal_form_rules.hpp"
#include "engine/machine/layout.hpp"
#include "engine/machine/reductions.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace interlock::machine {

/// Scratch memory, and the work itself. One a thread.
class ValueForm {
 public:
  /// Keeps references.
  ValueForm(const Layout& layout, const NormalFormRules& rules, const Reductions& reductions);

  /// Both in place. They say which words they have changed, some of them more than once.
  const std::vector<Register>& settle_instants(Word* words);
  const std::vector<Register>& settle_tokens(Word* words);
  /// After `settle_instants`: one lies so far ahead that nobody knows when time will come there.
  bool lacks_range() const { return lacks_range_; }

 private:
  /// A moment at which instants stand.
  struct Point {
    Word at = 0;               ///< in ticks, seen from now
    std::uint32_t body = 0;    ///< all that are moved together
    std::uint64_t places = 0;  ///< InstantPairs::place_of
  };

  bool lie_near(const Word* words) const;
  void find_moments(const Word* words);
  void cap_gaps(Word* words);
  void rank_readings(Word* words);
  void draw_near(Word* words);
  bool find_points(const Word* words);
  Word told(const Point& older, const Point& newer) const;
  void find_bodies();
  bool find_moves();
  void move_points(Word* words);
  void rank_tokens(Word* words, std::size_t token_class);
  void rank_small_tokens(Word* words, std::size_t token_class, std::uint64_t values);
  void rank_large_tokens(Word* words, std::size_t token_class);
  Word lowest_counter(const Word* words, std::size_t token_class) const;
  void change(Word* words, Register word, Word value) {
    if (words[word] == value) return;
    words[word] = value;
    changed_.push_back(word);
  }

  const Layout& layout_;
  const NormalFormRules& rules_;
  std::vector<Column> instants_;
  std::vector<std::vector<Column>> tokens_;  ///< by class
  std::vector<std::size_t> ranked_classes_;  ///< those with words in them
  bool draws_near_ = false;
  bool lacks_range_ = false;
  // scratch
  std::vector<Point> points_;
  std::vector<Word> moves_;  ///< by body: by how much it is moved to now
  std::vector<Register> changed_;
  std::vector<std::pair<Word, Register>> moments_;
  std::vector<Word> values_;
  std::vector<Word> ranks_;  ///< of `values_`, from the first that is not written out
};

}  // namespace interlock::machine
