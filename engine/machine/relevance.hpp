#pragma once
// What of a model matters to the chosen specs: variables that can influence control or a checked property; ghosts
// (who wrote a cell, grants, leases, places in a queue) that a checked property reads; and the classes of tokens that
// are ever compared with each other.

#include "engine/language/model.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <vector>

namespace interlock::machine {

struct Relevance {
  std::vector<bool> variable;              ///< by variable: keep it in the state
  std::vector<bool> writer;                ///< by variable: keep who wrote it
  std::vector<bool> shown;                 ///< by variable: a client's own that a property reads
  std::vector<std::uint32_t> token_class;  ///< by variable holding tokens (for ranked: of its scores)
  std::uint32_t token_classes = 0;
  std::int32_t highest_token = 0;  ///< of those that are written out
  std::int32_t token_look = 0;     ///< how far behind a token others are told apart: `x == next next y`: 2
  std::uint32_t grant_class = 0;
  std::uint32_t place_class = 0;
  std::set<std::uint32_t> chosen;  ///< the specs to check
  std::set<std::string> checked;   ///< names of asserts, keeps and witnesses that belong to a chosen spec
  bool grant = false;
  bool lease = false;
  std::vector<language::VariableIndex> leased;  ///< where leases matter: the cells that get deadlines
  bool belief = false;                          ///< somebody asks what a client trusts
  std::vector<bool> asked;                      ///< by variable: a checked property reads it
  bool fence = false;
  bool place = false;
  bool been_critical = false;
  bool reads_clock = false;  ///< some client reads its clock
  std::vector<bool> kind_reads_clock;

  bool operator==(const Relevance&) const = default;
};

/// Everything matters.
Relevance all_of(const language::Model& model);

bool is_comparison(language::ExpressionOp op);

/// `chosen`: indices of the specs to check. `prune`: leave out what does not matter (one of the reductions).
/// May the server fail over? Then what it was before its last writes is kept: so many times.
bool keeps_writes(const language::Model& model, const language::Scenario& scenario, std::uint32_t server);
std::uint32_t lag_of(const language::Scenario& scenario);

/// Of a server that may fail over all that it keeps matters: each write takes it one step further from what it was.
Relevance find_relevance(const language::Model& model, const language::Scenario& scenario,
                         const std::vector<std::uint32_t>& chosen, bool prune);

}  // namespace interlock::machine
