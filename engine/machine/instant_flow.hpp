#pragma once
// How instants and spans flow through a model: from the clocks on, by way of variables, cells and scores, to where they
// are compared; and by how much they can be moved on their way.
//
// The gap between two instants need only be told exactly while something may still depend on it. A move by a bounded
// span that every value makes at most once on its way is counted: the horizon is the largest sum of such moves on the
// ways of two instants that are compared. A move that can be made again and again (it lies on a cycle of the flow), or
// by a span that is itself a difference of instants, cannot be counted. It is looked at when it is made: where it
// depends on a gap that is not known any more, the run is given up for want of range, and the search may be made again
// with more of it.

#include "engine/language/model.hpp"
#include "engine/machine/relevance.hpp"

#include <cstdint>
#include <set>

namespace interlock::machine {

struct InstantFlow {
  std::int64_t farthest = 0;  ///< microseconds: gaps larger than this are alike for all comparisons
  std::int64_t longest = 0;   ///< microseconds: the longest deadline or span that is bounded, at least
  /// Microseconds: how far instants lie apart in runs that do not go round a cycle; where the range begins.
  std::int64_t usual = 0;
  bool has_checks = false;  ///< some operation has to be looked at when it is made
  /// Calculations, comparisons and arguments of `expire` that need no such look.
  std::set<const language::Expression*> exact;
};

/// Only what is relevant counts.
InstantFlow find_instant_flow(const language::Model& model, const language::Scenario& scenario,
                              const Relevance& relevance);

}  // namespace interlock::machine
