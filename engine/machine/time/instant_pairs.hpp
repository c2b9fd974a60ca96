#pragma once
// How far apart two instants are told, for each two places that instants stand in.
//
// Let E(a, b) be the largest span that an instant of place b is ever asked to be later by than one of place a, now or
// after both have been moved on. So two states are alike for all that may still come when each two of their instants,
// the older one in a and the newer one in b (now is an instant, too), are either as far apart in the one as in the
// other, or more than E(a, b) apart in both, the same one being the older:
//   - a comparison asks for no more, by what E is;
//   - an instant that is read from a clock, or is copied and moved by a known span, stands to all others as now or the
//     instant that it was made from does, moved by that span; and E of where it came from is so much larger;
//   - time passing moves now alone, and by the same in both.
// All differences are asked for at 0: order and equality are always kept.
//
// The scores of a sorted set, for one, are compared with each other by their order alone, however long ago they were.

#include "engine/language/model.hpp"
#include "engine/machine/layout.hpp"
#include "engine/machine/relevance.hpp"
#include "engine/machine/time/instant_flow.hpp"
#include "engine/machine/time/ticks.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace interlock::machine {

class InstantPairs {
 public:
  /// Knows of none: all are told up to the horizon.
  InstantPairs() = default;
  /// Likewise where moves cannot be counted, or where clocks that are off meet an order of readings.
  InstantPairs(const language::Model& model, const language::Scenario& scenario, const Relevance& relevance,
               const InstantFlow& flow, const Ticks& ticks, const Layout& layout);

  /// `place_of`: by word; `told`: in ticks, by older and newer place.
  InstantPairs(std::vector<std::uint32_t> place_of, std::vector<Word> told, std::size_t places)
      : place_of_(std::move(place_of)), told_(std::move(told)), places_(places) {}

  bool is_known() const { return !told_.empty(); }
  static constexpr std::uint32_t now = 0;
  static constexpr std::size_t most_places = 64;
  /// The place that a word is: a number for `told`.
  std::uint32_t place_of(Register word) const { return place_of_[word]; }
  /// In ticks.
  Word told(std::uint32_t older, std::uint32_t newer) const { return told_[older * places_ + newer]; }

 private:
  std::vector<std::uint32_t> place_of_;  ///< by word
  std::vector<Word> told_;               ///< by older and newer place
  std::size_t places_ = 0;
};

}  // namespace interlock::machine
