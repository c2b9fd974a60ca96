#pragma once
// A machine whose states are sets: what is discrete is known, and of the moments of its instants, deadlines and waits
// only a zone. Time is dense; its passing is no step: a state holds all that can be after time has passed.
//
// It is made of the parts of a machine (its programs, its layout, its normal form), whose unit of time divides all
// durations and is nothing but a unit. Widened states hold more than there is: that something never happens is a proof,
// a run that was found counts once it has been made in the moments of its steps (`make_again`).

#include "engine/machine/canonical/dead_members.hpp"
#include "engine/machine/machine.hpp"
#include "engine/machine/symbolic/symbolic_time.hpp"
#include "engine/machine/symbolic/zone.hpp"
#include "engine/machine/symbolic/zone_relation.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace interlock::machine {

/// The words as in a state of ticks, except that whatever runs reads 1, a clock that is off 1, and an instant 0: `now`,
/// and in the order of their words the moments of these, are those of the zone. An instant reads 1 where its client's
/// clock is off and showed it: behind all others follow, in the order of their words, the moments at which that was.
struct SymbolicState {
  std::vector<Word> words;
  Zone zone;
};

/// In the word of an instant.
inline constexpr Word shown_by_own_clock = 1;

/// A way that was gone, and how: enough to go it again.
struct SymbolicMove {
  Way way;
  std::vector<std::uint32_t> choices;  ///< as in Move
  std::vector<std::uint8_t> outcomes;  ///< of all comparisons of moments
  Renaming renaming{};                 ///< where each client went
};

struct SymbolicSuccessor {
  SymbolicState state;
  std::uint64_t labels = 0;
  SymbolicMove move;
  ZoneRelation relation;  ///< where it was asked for
};

struct SymbolicSuccessors {
  std::vector<SymbolicSuccessor> found;
  std::uint32_t cuts = 0;  ///< runs that were given up
};

/// Of a state: all of these moments, or some of them. Either time may pass, and goes on to any later of these moments,
/// or somebody steps first.
struct SymbolicPart {
  Zone zone;
  bool may_wait = false;
};

/// What the clients have under way in a state.
struct SymbolicUnderway {
  Underway all;
  std::array<std::uint32_t, most_clients> waiting{};  ///< by client: threads whose wait ends, as time goes on
};

/// Which ends of waits are told apart in what a state is widened to.
enum class Widening : std::uint8_t {
  one_sided,  ///< enough for what is reached
  two_sided,  ///< also for what can, or has to, come after it
};

/// A run: how it begins, and for each move how it was made and what it led to.
struct SymbolicRun {
  std::vector<SymbolicMove> moves;           ///< the first: how the run begins
  std::vector<const SymbolicState*> states;  ///< one a move; of the last one only if `ends_in_state`
  bool ends_in_state = true;                 ///< false: the last move itself is what was looked for
  std::vector<std::uint8_t> final_outcomes;  ///< of the comparisons that show the label of the last state
  std::size_t final_check = 0;               ///< of which check
  std::optional<Zone> final_zone;            ///< instead of a label: where in the last state the run ends
  /// Instead of a label: how many moves lead to the state to which the others lead back, in the same situation.
  std::optional<std::size_t> loop_start;
  /// Of each move that sets a clock, in order: how far off it is then. None: not decided; the run may then be one that
  /// cannot be made.
  std::vector<std::optional<std::int64_t>> clocks_off;
};

class SymbolicMachine {
 public:
  /// Why this machine cannot be treated so; empty: it can. `looks_ahead`: it is asked what can, or has to, come after a
  /// state.
  static std::string refusal(const Machine& machine, bool looks_ahead);

  /// Keeps a reference. The machine was made with TimeTreatment::symbolic.
  explicit SymbolicMachine(const Machine& machine, Widening widening = Widening::one_sided);
  SymbolicMachine(const SymbolicMachine&) = delete;
  SymbolicMachine& operator=(const SymbolicMachine&) = delete;

  SymbolicSuccessor initial();
  /// Throws NotExpressible.
  SymbolicSuccessors successors(const SymbolicState& state, bool faults);
  std::uint64_t labels(const SymbolicState& state);
  /// All ways in which a state can have a label: which check, and the outcomes.
  std::vector<std::pair<std::size_t, std::vector<std::uint8_t>>> ways_to_label(const SymbolicState& state,
                                                                               std::uint64_t label);
  // For what can, or has to, come after a state.

  std::vector<SymbolicPart> parts_of(const SymbolicState& state);
  /// The successors without faults, with their relations. Of time only a pause that ends.
  SymbolicSuccessors onward(const SymbolicState& state);
  SymbolicUnderway underway(const SymbolicState& state) const;
  /// Moments of a state that time does not pass by.
  std::vector<std::size_t> bounding(const SymbolicState& state);
  /// Where in a zone of a state which of these labels are so.
  std::vector<std::pair<std::uint64_t, Zone>> labelled(const SymbolicState& state, const Zone& zone,
                                                       std::uint64_t labels);

  bool sets_clock(const SymbolicMove& move) const;
  /// Of a move that sets a clock: how far off it may be, behind and ahead.
  std::int64_t most_off(const SymbolicMove& move) const;
  /// The moments of the moves of a run, exactly: `now` is its end, then its start, then one moment a move; of a loop,
  /// then the moment where it begins. None: it cannot be made, or not in any period that was tried.
  std::optional<Zone> make_again(const SymbolicRun& run);

 private:
  /// While a step is run.
  struct Scene {
    Zone zone;
    std::vector<Word> words;     ///< and registers behind them
    std::vector<Register> live;  ///< whose moments are in the zone
    std::size_t kept = 0;        ///< moments of the run that are kept beside them, the last of the zone
  };

  // symbolic_machine.cpp
  void load(const std::vector<Word>& words, Zone zone, std::size_t kept, SymbolicTime& time);
  void settle(SymbolicTime& time, bool keeps_now);
  const Location& location(language::ClientIndex client, std::size_t thread) const;
  std::vector<Way> ways(bool faults) const;
  void explore(const SymbolicState& state, const Zone& from, std::size_t kept, const Way& way,
               SymbolicSuccessors& into);
  bool make(const Way& way, Choices& choices, SymbolicTime& time, std::uint64_t& labels);
  bool make_step(const Way& way, Choices& choices, SymbolicTime& time, std::uint64_t& labels);
  bool make_fault(const Way& way, Choices& choices, SymbolicTime& time, std::uint64_t& labels);
  bool set_clock(const Way& way, Choices& choices, SymbolicTime& time);
  bool pin_clock(const SymbolicMove& move, const std::vector<std::optional<std::int64_t>>& clocks_off,
                 std::size_t& next, const SymbolicTime& time);
  bool start_of(const Way& way, std::uint32_t& start, SymbolicTime& time);
  Difference left_of(TimerWord timer, const SymbolicTime& time) const;
  bool reach(TimerWord timer, SymbolicTime& time);
  bool is_about_to_step(language::ClientIndex client, SymbolicTime& time);
  std::optional<Zone> made_to_label(const SymbolicRun& run, const Zone& zone, std::size_t kept);

  // symbolic_onward.cpp
  bool may_end_a_pause(const SymbolicState& state) const;

  // symbolic_loop.cpp
  Zone anchored(const Zone& zone, std::size_t live) const;
  std::optional<Zone> closed(const SymbolicRun& run, const Zone& zone, std::size_t kept);
  bool wait_in(const SymbolicState& state, Zone& zone, std::size_t kept);

  // symbolic_passing.cpp
  bool pass_time(SymbolicTime& time);
  std::vector<std::size_t> moments_of_clocks(const SymbolicTime& time) const;
  bool is_anyone_urgent(SymbolicTime& time);
  bool is_urgent(language::ClientIndex client, std::size_t thread, SymbolicTime& time);
  bool is_overdue(TimerWord timer, SymbolicTime& time);
  bool guard_holds(language::ClientIndex client, const Location& location, SymbolicTime& time);
  bool end_pause(SymbolicTime& time);
  void keep_before_ends(SymbolicTime& time);
  void drop_members(SymbolicTime& time);

  // symbolic_form.cpp
  static std::vector<bool> find_clocks(const Layout& layout);
  std::vector<language::ClientIndex> owners() const;
  bool has_moment(Register word, Word value) const;
  /// In the list of those that are live: the moment at which a clock showed an instant, beside what it showed.
  Register reading_of(Register word) const { return static_cast<Register>(word + layout_.fields.size()); }
  bool is_reading(Register live) const { return live >= layout_.fields.size(); }
  Register word_of(Register live) const {
    return is_reading(live) ? static_cast<Register>(live - layout_.fields.size()) : live;
  }
  void name_moments(SymbolicTime& time);
  bool is_timed(Register word) const;
  std::vector<Register> timed_words() const;
  static std::vector<AskedOfMoment> asked_of_words(const MachineParts& parts);
  std::vector<AskedOfMoment> asked_now() const;
  SymbolicState finished(Renaming& renaming);
  std::vector<Renaming> orders(const std::vector<Word>& words) const;
  void exchange(const Renaming& renaming, const std::vector<Word>& from, std::vector<Word>& into) const;
  Register renamed(const Renaming& renaming, Register word) const;
  Zone renamed(const Renaming& renaming) const;
  Zone kept_moments() const { return kept_of(scene_.zone, scene_.kept); }
  static Zone kept_of(const Zone& zone, std::size_t kept);
  Zone live_moments() const;

  MachineParts parts_;
  const Layout& layout_;
  NormalFormPlan plan_;
  NormalForm normal_form_;
  DeadMembers dead_members_;
  std::vector<bool> is_clock_;                 ///< by word: how far a clock is off; 0: it is not, else it has a moment
  std::vector<language::ClientIndex> owners_;  ///< by word
  std::vector<Register> timed_;                ///< words that may have a moment
  std::vector<AskedOfMoment> asked_;           ///< by word, wherever its client is
  bool tells_windows_ = false;                 ///< the least that a wait may take is asked for from one side only
  bool was_cut_ = false;
  Scene scene_;
  std::vector<Word> guarded_;
};

}  // namespace interlock::machine
