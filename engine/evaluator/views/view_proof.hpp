#pragma once
// The proof that a few clients look like one of a set of views, however many there are: an invariant that is made and
// checked by the evaluator, from the model alone. Read this to know what `any number` rests on; the search for views of
// the machine (explore/view_search.hpp) is faster, but nobody is asked to believe it.
//
// A view is a state in which k clients of the varied kind are kept. The set is an inductive invariant where
//   - the first view is in it,
//   - and with every state of k + 1 clients, all of whose views are in it, the views of all that can come of it.
// Nothing is broken in such a state, nor on a way out of it.

#include "engine/evaluator/evaluator.hpp"
#include "engine/evaluator/views/proof_end.hpp"
#include "engine/evaluator/views/told_state.hpp"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace interlock::evaluator {

/// The same protocol with as many clients of the varied kind as a view has, and with one more.
struct SizedModels {
  const language::Model& view;
  const language::Model& joined;
  std::uint32_t kind = 0;  ///< the varied one
};

struct ProofLimits {
  std::uint64_t joined = 400'000;  ///< states
  std::function<bool()> keep_going;
};

class ViewProof {
 public:
  /// Keeps references. `specs`: indices of those that are checked.
  ViewProof(const SizedModels& models, const language::Scenario& scenario, std::int64_t tick_microseconds,
            std::vector<std::uint32_t> specs, ProofLimits limits);

  /// Makes the set, and then goes over all pairs of its views once more: nothing may be missing.
  ProofEnd make();

  /// Specs that something in the set breaks.
  const std::set<std::uint32_t>& broken() const { return broken_; }
  const std::deque<State>& views() const { return views_; }
  std::uint64_t joined_states() const { return joined_.size(); }

 private:
  using Numbers = std::vector<std::int64_t>;
  /// A view in one order of its clients.
  struct Standing {
    std::size_t view = 0;
    Chosen shared;
    ClientIndex alone{0};
    Told told;  ///< by those that are shared
  };
  struct HashOfNumbers {
    std::size_t operator()(const Numbers& numbers) const;
  };
  using Known = std::unordered_set<Numbers, HashOfNumbers>;

  void add(const LaidOut& state, const std::vector<Chosen>& orders);
  void join_all(const Standing& one, const std::vector<const Standing*>& others);
  void look_at(const State& state);
  void follow(const State& state);
  bool has_all_views(const LaidOut& state) const;
  void note_broken(const State& state, const Outcome* outcome);
  bool is_broken(const language::Spec& spec, const State& state, const Outcome* outcome) const;
  Numbers least(const LaidOut& state, const std::vector<Chosen>& orders, Chosen& best) const;
  Numbers as_it_stands(const LaidOut& state) const {
    return joined_teller_.tell(state, joined_orders_.front()).numbers;
  }
  bool check_again();

  SizedModels models_;
  std::vector<std::uint32_t> specs_;
  ProofLimits limits_;
  Teller view_teller_;
  Teller joined_teller_;
  Evaluator evaluator_;
  std::vector<Chosen> joined_orders_;             ///< all clients of a joined state, in every order
  std::vector<std::vector<Chosen>> view_orders_;  ///< by view of it: as many of them as a view has, in every order
  // What is in a deque stays where it is when more comes in.
  std::deque<State> views_;
  std::deque<Standing> all_standings_;
  std::unordered_map<Numbers, std::size_t, HashOfNumbers> known_;
  std::map<Numbers, std::vector<const Standing*>> standings_;  ///< by what is shared
  Known joined_;
  Known known_in_order_;  ///< the views, each in every order of its clients
  // The same state may come up in many orders of its clients, and again and again in each. So that it is not told in
  // all of them each time:
  Known joined_in_order_;   ///< in an order in which it came up, of those that `joined_` has
  Known outcome_in_order_;  ///< likewise, of those that came of them: their views are there
  std::set<std::uint32_t> broken_;
  bool checks_only_ = false;
  bool missing_ = false;
  ProofEnd end_ = ProofEnd::closed;
};

}  // namespace interlock::evaluator
