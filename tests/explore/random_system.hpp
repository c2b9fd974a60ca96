#pragma once
// Small systems by chance, with a fixed seed each: every kind of edge, labels, actors, renaming.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <vector>

#include "engine/explore/transition_system.hpp"

namespace interlock::explore::toys {

struct RandomShape {
  unsigned states = 40;
  unsigned edges = 70;
  unsigned initial = 1;
  std::size_t state_bytes = 8;
  bool time = true;
  bool fault = true;
  unsigned rare_label = 12;  ///< one edge or state in so many has a given label
  unsigned most_ticks = 3;
  unsigned cut_one_in = 0;  ///< of so many states one gives up a run of steps; 0: none does
};

class RandomSystem {
 public:
  struct Workspace {};
  struct Transition {
    Cost cost;
    unsigned to;
    std::uint64_t labels;
    EdgeDetail detail;
  };

  RandomSystem(unsigned seed, const RandomShape& shape) : shape_(shape), rows_(shape.states), labels_(shape.states) {
    std::mt19937 chance(seed);
    for (std::uint64_t& labels : labels_) labels = some_labels(chance);
    for (unsigned edge = 0; edge < shape.edges; ++edge) {
      Transition transition{some_cost(chance), pick(chance, shape.states), some_labels(chance), {}};
      if (transition.cost == Cost::time) {
        transition.detail.ticks = pick(chance, shape.most_ticks + 1);
      } else if (pick(chance, 4) != 0) {
        transition.detail.actor = pick(chance, 3);
      }
      if (pick(chance, 2) == 0) {
        auto& renamed = transition.detail.renamed;
        std::shuffle(renamed.begin(), renamed.begin() + 3, chance);
      }
      rows_[pick(chance, shape.states)].push_back(transition);
    }
    cuts_.assign(shape.states, false);
    if (shape.cut_one_in == 0) return;
    for (unsigned state = 0; state < shape.states; ++state) cuts_[state] = pick(chance, shape.cut_one_in) == 0;
  }

  std::size_t state_bytes() const { return shape_.state_bytes; }
  Workspace make_workspace() const { return {}; }
  bool has(Cost cost) const { return cost == Cost::time ? shape_.time : cost == Cost::step || shape_.fault; }

  template <class Sink>
  void initial(Workspace&, Sink& sink) const {
    for (unsigned state = 0; state < shape_.initial; ++state) put(sink, Cost::time, state, ~std::uint64_t{0}, state);
  }

  template <class Sink>
  void successors(Workspace&, const std::byte* bytes, Selection wanted, Sink& sink) const {
    const std::vector<Transition>& row = rows_[number(bytes)];
    for (unsigned action = 0; action < row.size(); ++action) {
      const Transition& edge = row[action];
      if (wanted.has(edge.cost)) put(sink, edge.cost, action, edge.labels, edge.to);
    }
    if (wanted.has(Cost::step) && cuts_[number(bytes)]) sink.cut();
  }

  std::uint64_t labels(Workspace&, const std::byte* bytes) const { return labels_[number(bytes)]; }

  EdgeDetail edge_detail(Workspace&, const std::byte* bytes, ActionId action) const {
    return rows_[number(bytes)][action].detail;
  }

  // What tests look at.

  const RandomShape& shape() const { return shape_; }
  const std::vector<Transition>& row(unsigned state) const { return rows_[state]; }
  bool cuts(unsigned state) const { return cuts_[state]; }
  std::uint64_t labels_of(unsigned state) const { return labels_[state]; }

  /// The number of a packed state: it is spread over the bytes so that all of them count.
  unsigned number(const std::byte* bytes) const {
    std::uint64_t last = 0;
    std::memcpy(&last, bytes + shape_.state_bytes - 8, 8);
    return static_cast<unsigned>(last / 3);
  }

 private:
  static unsigned pick(std::mt19937& chance, unsigned below) { return static_cast<unsigned>(chance() % below); }

  Cost some_cost(std::mt19937& chance) const {
    const unsigned roll = pick(chance, 10);
    if (roll < 3 && shape_.time) return Cost::time;
    if (roll < 5 && shape_.fault) return Cost::fault;
    return Cost::step;
  }

  std::uint64_t some_labels(std::mt19937& chance) const {
    std::uint64_t labels = 0;
    for (unsigned bit = 0; bit < 4; ++bit) {
      if (pick(chance, shape_.rare_label) == 0) labels |= std::uint64_t{1} << bit;
    }
    return labels;
  }

  template <class Sink>
  void put(Sink& sink, Cost cost, std::uint32_t action, std::uint64_t labels, unsigned state) const {
    std::byte* place = sink.place();
    std::memset(place, 7, shape_.state_bytes);
    const std::uint64_t last = std::uint64_t{state} * 3;
    std::memcpy(place + shape_.state_bytes - 8, &last, 8);
    sink.commit(cost, ActionId{action}, labels);
  }

  RandomShape shape_;
  std::vector<std::vector<Transition>> rows_;
  std::vector<std::uint64_t> labels_;
  std::vector<bool> cuts_;
};

static_assert(DetailedSystem<RandomSystem>);

}  // namespace interlock::explore::toys
