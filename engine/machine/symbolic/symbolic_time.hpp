#pragma once
// Instants and spans while a step is run of which only bounds are known. A word stands for a number, as always, or is
// the name of a difference of two moments. To compare such words is a choice of the step: each outcome that the zone
// allows is a run of its own, and sharpens the zone.

#include "engine/machine/compiled/executor.hpp"
#include "engine/machine/compiled/program.hpp"
#include "engine/machine/symbolic/zone.hpp"

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

namespace interlock::machine {

/// The moment at which a clock that is off showed an instant, and which clock; of a span between two instants of the
/// same clock, both moments. So what one clock showed is compared with what it showed without asking how far it is off.
struct Reading {
  language::ClientIndex clock = language::nothing;
  std::size_t plus = now_moment;
  std::optional<std::size_t> minus;  ///< of a span

  bool is_of_instant_on(language::ClientIndex whose) const { return clock == whose && !minus; }
};

/// plus - minus + offset.
struct Difference {
  std::size_t plus = now_moment;
  std::size_t minus = now_moment;
  std::int64_t offset = 0;
  std::optional<Reading> reading = std::nullopt;  ///< with the same offset

  bool is_number() const { return plus == minus; }
};

/// Thrown where a model needs more than differences of two moments.
struct NotExpressible {
  std::string why;
};

/// Numbers of a model are below this; words from here on are names of differences.
inline constexpr Word first_difference = Word{1} << 29U;
inline constexpr bool is_difference(Word word) { return word >= first_difference; }

/// Where this is no whole run, the same outcomes are taken again, also where a smaller zone leaves no choice.
class SymbolicTime {
 public:
  SymbolicTime(Zone& zone, Choices& choices) : zone_(&zone), choices_(&choices) {}

  /// To go the same way again: the outcomes of an earlier run.
  void follow(std::vector<std::uint8_t> outcomes) { forced_ = std::move(outcomes); }
  const std::vector<std::uint8_t>& outcomes() const { return outcomes_; }
  /// Which of all choices of the run were made here.
  const std::vector<std::size_t>& own_choices() const { return own_choices_; }

  Zone& zone() const { return *zone_; }
  /// The moments have been arranged anew: names of differences are void.
  void begin_anew(Zone& zone) { zone_ = &zone, differences_.clear(); }

  Word word(const Difference& difference);
  Difference difference(Word word) const;

  /// One of these bounds holds; all of a case hold together. Which one is a choice.
  struct Case {
    struct Limit {
      std::size_t left = now_moment;
      std::size_t right = now_moment;
      Bound bound;
    };
    std::vector<Limit> limits;
  };
  std::size_t decide(const std::vector<Case>& cases);
  /// A fact that follows from the zone, or is not used.
  std::uint8_t note(std::uint8_t fact);

  // What the executor asks.
  bool less(Word left, Word right);
  bool less_equal(Word left, Word right);
  bool equal(Word left, Word right);
  Word minus(Word left, Word right) { return sum(left, right, true); }
  Word rounded(Word value, Word quantum) const;
  /// Is a clock that is off by so much still before a deadline?
  bool is_before(Word offset, Word deadline, std::uint32_t order_bits);
  /// Of a timer: is it not due yet?
  bool runs(Word timer) { return less(0, timer); }
  /// Are the members instants?
  static bool compares_members(const Layout& layout, const Container& container) {
    return layout.fields[container.members].role == Role::instant;
  }
  /// Also where members are instants.
  std::int32_t find(const Container& container, const Word* words, Word member);
  bool operate(const Surroundings& around, const Instruction& now, Word* words);

 private:
  bool is_symbolic(Word left, Word right) const {
    return is_ordinary(left) && is_ordinary(right) && (is_difference(left) || is_difference(right));
  }
  Word sum(Word left, Word right, bool subtract);

  Zone* zone_;
  Choices* choices_;
  std::vector<Difference> differences_;
  std::vector<std::uint8_t> outcomes_;
  std::vector<std::size_t> own_choices_;
  std::optional<std::vector<std::uint8_t>> forced_;
};

}  // namespace interlock::machine
