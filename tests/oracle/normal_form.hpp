#pragma once
// When are two states of the evaluator the same state? When they differ only in what no continuation and no property
// can tell apart. Everything that is relative is written down relatively:
//
//   identities  renamed in the order in which they are met
//   tokens      by their rank among those that are ever compared with them
//   instants    relative to now, and gaps between neighbours longer than any constant are one length, unless they can
//               be pushed on
//   readings    by their order among those that are still there, where clocks are distinct
//   waits       what is over is over
//   memories    that only properties read are left out where no checked property reads them

#include "engine/evaluator/evaluator.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace interlock::oracle {

/// What only properties read.
struct Memories {
  bool writers = false;
  bool grants = false;
  bool leases = false;
  bool fences = false;
  bool places = false;
};

/// Does what the server does for this request depend on the grant under which it was sent?
bool asks_for_grant(const language::Model& model, language::ClientIndex client, const evaluator::Request& request);

/// What the specs read, by their own words or by those of the asserts, witnesses and keeps that bear their names.
Memories memories_of(const language::Model& model, const std::vector<std::uint32_t>& specs);

class NormalForm {
 public:
  /// `token_gap`: differences between neighbouring tokens up to this are kept. 1: ranks; enough where `next` is
  /// applied to the greatest token only.
  NormalForm(const language::Model& model, const language::Scenario& scenario, std::int64_t tick, Memories memories,
             std::int64_t token_gap);

  std::vector<std::int64_t> of(const evaluator::State& state) const;

 private:
  friend class Writer;

  const language::Model& model_;
  const language::Scenario& scenario_;
  bool clocks_may_be_off_ = false;
  bool clocks_are_read_ = false;
  Memories memories_;
  std::int64_t token_gap_;
  std::int64_t far_ = 0;                                   ///< longer than any difference of instants that matters
  std::vector<std::uint32_t> token_class_;                 ///< by variable; then of grants; then of fenced tokens
  std::map<std::uint32_t, std::int64_t> largest_literal_;  ///< by class
};

}  // namespace interlock::oracle
