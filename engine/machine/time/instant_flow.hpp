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
#include "engine/language/walk.hpp"
#include "engine/machine/relevance.hpp"

#include <cstdint>
#include <map>
#include <set>

namespace interlock::machine {

/// Does it set or check something that matters? What sets nothing matters by itself.
bool is_relevant(const Relevance& relevance, const language::Statement& statement);

struct SpanBounds {
  std::int64_t low = 0;
  std::int64_t high = 0;
};

struct InstantFlow {
  std::int64_t farthest = 0;  ///< microseconds: gaps larger than this are alike for all comparisons
  std::int64_t longest = 0;   ///< microseconds: the longest deadline or span that is bounded, at least
  /// Microseconds: how far instants lie apart in runs that do not go round a cycle; where the range begins.
  std::int64_t usual = 0;
  /// How many instants, measured spans and deadlines can stand in a state on whose order, or on whose being equal,
  /// something hangs.
  std::uint32_t instants = 0;
  std::set<language::VariableIndex> moved_scores;  ///< ranked sets whose scores are not just readings of a clock
  bool moves_instants = false;  ///< an instant that stands in a state may have been moved since it was read
  bool has_checks = false;      ///< some operation has to be looked at when it is made
  /// Calculations, comparisons and arguments of `expire` that need no such look.
  std::set<const language::Expression*> exact;
  /// Spans that are neither measured nor differences, in microseconds.
  std::map<const language::Expression*, SpanBounds> spans;
};

/// Visits the expressions of all that is relevant: statements that set what matters, and checks that are asked for.
template <class Visit>
void for_each_relevant_expression(const language::Model& model, const Relevance& relevance, const Visit& visit) {
  const auto visit_all = [&](const std::vector<language::Expression>& expressions) {
    for (const auto& expression : expressions) language::for_each_expression(expression, visit);
  };
  language::for_each_statement(model, [&](const language::Statement& statement) {
    if (is_relevant(relevance, statement)) visit_all(statement.expressions);
  });
  for (const auto& kind : model.kinds)
    for (const auto& kept : kind.kept)
      if (relevance.checked.contains(kept.name)) language::for_each_expression(kept.condition, visit);
  for (const std::uint32_t spec : relevance.chosen) {
    visit_all(model.specs[spec].given);
    visit_all(model.specs[spec].condition);
  }
}

/// Only what is relevant counts.
InstantFlow find_instant_flow(const language::Model& model, const language::Scenario& scenario,
                              const Relevance& relevance);

}  // namespace interlock::machine
