#pragma once
// Time in ticks: when it may pass, how far it may go at once, and what it does to the words of a state. A part of its
// own, so that another exact treatment of time can take its place.

#include "engine/language/model.hpp"
#include "engine/machine/blueprint.hpp"
#include "engine/machine/compiled/executor.hpp"

#include <cstddef>
#include <vector>

namespace interlock::machine {

class Time {
 public:
  /// `at_every_moment`: something that is asked depends on every moment. Keeps references; the surroundings may be
  /// completed later.
  Time(const Blueprint& blueprint, const Surroundings& around, bool at_every_moment, bool for_ever_matters);

  bool passes() const { return passes_; }
  /// The cells with a deadline.
  const std::vector<language::VariableIndex>& expiring() const { return expiring_; }

  // Of the words of a state. `scratch` has room for all registers; guards are tried in it.

  /// Is there nothing that has to happen at this moment?
  bool may_pass(const Word* words, std::vector<Word>& scratch) const;
  /// How many ticks until anything can happen that cannot happen now.
  Word next_moment(const Word* words) const;
  void pass(Word* words, Word ticks, std::vector<Word>& scratch) const;

  /// By a pause that is not over.
  bool is_held_up(const Word* words, language::ClientIndex client) const;
  bool may_be_paused(const Word* words, language::ClientIndex client, std::vector<Word>& scratch) const;
  void note_delays(Word* words, language::ClientIndex client, std::vector<Word>& scratch) const;

 private:
  const Location& location_of(const Word* words, language::ClientIndex client, std::size_t thread) const;
  bool holds_back(const Word* words, language::ClientIndex client, std::vector<Word>& scratch) const;
  bool thread_holds_back(const Word* words, language::ClientIndex client, std::size_t thread,
                         std::vector<Word>& scratch) const;
  bool passes_guard(const Word* words, language::ClientIndex client, const Location& location,
                    std::vector<Word>& scratch) const;
  Word next_moment_of(const Word* words, language::ClientIndex client) const;
  bool works(const Word* words, language::ClientIndex client, std::size_t thread) const;
  bool stands_still(const TimerRule& rule, const Word* words) const;
  void end_pause(Word* words, const ClientWords& block) const;
  void empty_kept(Word* words, const TimerRule& rule) const;

  const Layout& layout_;
  const Surroundings& around_;
  std::vector<language::VariableIndex> expiring_;
  bool unit_ticks_ = false;
  bool passes_ = false;
};

}  // namespace interlock::machine
