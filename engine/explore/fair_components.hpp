#pragma once
// In which strong components can a fair run stay for ever?
//
// In a component that a run goes round and round, a thread is treated fairly when it acts on some
// edge, or when in some state it has nothing under way or cannot act. Where a canonical form
// exchanges interchangeable actors, an actor is not a slot: going round, it wanders from slot to
// slot. So what is looked at are the components of (state, slot) pairs, joined along the edges by
// where each slot went: one of these is the way of one actor through the component (Emerson and
// Sistla, "Utilizing symmetry when model checking under fairness assumptions", TOPLAS 19:4, 1997).
// Exchanges are permutations, so such pairs are strongly connected as soon as they are connected.

#include <cstdint>
#include <vector>

#include "engine/explore/edge_rows.hpp"
#include "engine/explore/ids.hpp"
#include "engine/explore/state_set.hpp"
#include "engine/explore/transition_system.hpp"

namespace interlock::explore {

class FairComponents {
 public:
  /// `candidates`: the states that matter. `threads`: by slot. 8 bytes a candidate and slot.
  FairComponents(const Components& components, const StateSet& candidates, const std::vector<std::uint32_t>& threads);

  // What is found in a component; of candidates only.

  /// Here, or on an edge from here that stays in the component, it is asked.
  void note_asked(StateId state) { is_asked_[component(state)] = true; }
  void note_time(StateId state) { passes_time_[component(state)] = true; }
  /// Time could pass here, or a deadline be kept, also out of the component.
  void note_could_move_on(StateId state) { could_move_on_[component(state)] = true; }
  void note_standstill(StateId state) { stands_still_[component(state)] = true; }
  /// Threads of a slot that are free here: not under way, or not able to act.
  void note_free(StateId state, std::uint32_t slot, std::uint32_t threads);
  void note_act(StateId state, const Turn& turn);
  /// Nothing of the slot is under way: it could wait here for as long as it likes.
  void note_rest(StateId state, std::uint32_t slot);
  /// An edge inside a component.
  void note_edge(StateId from, StateId to, const Standing& renamed);

  /// The candidates whose component a fair run can stay in, and is asked in.
  StateSet conclude();
  /// After `conclude`: would a run be fair in some component where it is asked, if only time could pass in it, and does
  /// somebody act in it without ever coming to rest?
  bool is_timeless() const { return is_timeless_; }

 private:
  std::uint32_t component(StateId state) const { return components_.of_state[state]; }
  std::uint32_t pair_of(StateId state, std::uint32_t slot) const {
    return rank_[state] * static_cast<std::uint32_t>(threads_.size()) + slot;
  }
  std::uint32_t root(std::uint32_t pair);
  bool is_driven(StateId state);

  const Components& components_;
  const StateSet& candidates_;
  std::vector<std::uint32_t> threads_;
  std::vector<bool> is_asked_;
  std::vector<bool> passes_time_;
  std::vector<bool> could_move_on_;
  std::vector<bool> stands_still_;
  std::vector<std::uint32_t> rank_;     // by state: its number among the candidates
  std::vector<std::uint32_t> parents_;  // by pair: a forest
  std::vector<std::uint32_t> served_;   // by pair: threads that are treated fairly
  std::vector<bool> acts_;              // by pair
  std::vector<bool> rests_;             // by pair
  bool is_timeless_ = false;
};

}  // namespace interlock::explore
