#pragma once
// What a step, an expiry or a fault does to the words of a state. The meaning of a model, apart from how states are
// packed, brought to normal form and remembered.

#include "engine/language/model.hpp"
#include "engine/machine/blueprint.hpp"
#include "engine/machine/compiled/executor.hpp"
#include "engine/machine/coverage.hpp"
#include "engine/machine/properties.hpp"
#include "engine/machine/time/time.hpp"
#include "engine/machine/workspace.hpp"
#include "engine/run/move.hpp"

#include <cstddef>
#include <cstdint>

namespace interlock::machine {

struct FaultAct;
struct FaultScene;

/// One way in which a state may be followed by others: a step of a client, a fault that strikes, an expiry, the passing
/// of time.
struct Way {
  MoveKind kind = MoveKind::step;
  language::ClientIndex client = language::nothing;      ///< whose step it is, or whom the fault strikes
  std::uint32_t server = language::nothing;              ///< which server the fault strikes
  std::uint32_t thread = 0;                              ///< of an arrival: which request
  std::size_t fault = 0;                                 ///< index into Scenario::faults
  language::VariableIndex variable = language::nothing;  ///< what expires
};

class Steps {
 public:
  /// Keeps references.
  Steps(const Blueprint& blueprint, const Surroundings& around, const Time& time, const Properties& properties,
        Coverage& coverage);

  /// Goes this way from the workspace's base, with the workspace's choices, and leaves the successor in its words.
  RunEnd take(const Way& way, Workspace& workspace, std::uint64_t& labels) const;

  // These change words in place.

  /// From now on something has happened.
  void begin(Word* words) const {
    if (layout_.begun != no_register) words[layout_.begun] = 1;
  }
  void expire(Word* words, language::VariableIndex cell) const;
  void end_pause(Word* words, language::ClientIndex client) const;

  /// The labels of the workspace's base.
  std::uint64_t labels(Workspace& workspace) const;

 private:
  bool may_step(const Word* words, const Way& way, std::uint32_t& start) const;
  bool is_lost_at(const Word* words, const Way& way, std::uint32_t& start) const;
  RunEnd step(const Way& way, Workspace& workspace, std::uint32_t start, std::uint64_t& labels) const;
  RunEnd lose(const Way& way, Workspace& workspace, std::uint64_t& labels) const;
  RunEnd arrive(const Way& way, Workspace& workspace, std::uint64_t& labels) const;
  RunEnd finish(const Run& run, RunEnd end, Workspace& workspace, std::uint64_t& labels) const;
  RunEnd strike(const Way& way, Workspace& workspace, std::uint64_t& labels) const;
  RunEnd disconnect(const FaultAct& act, const FaultScene& scene, std::uint64_t& labels) const;
  void fail_transactions(const Word* before, const FaultScene& scene) const;
  void keep(const FaultAct& act, const Word* before, const FaultScene& scene) const;
  bool has_struck(const FaultAct& act, const FaultScene& scene, const Word* before) const;
  bool changes_cells(const Word* before, const FaultScene& scene) const;
  std::uint64_t edge_labels(Workspace& workspace, const Run& run) const;
  void note_end(const Run& run) const;

  const language::Model& model_;
  const Layout& layout_;
  const Ticks& ticks_;
  const language::Scenario& scenario_;
  const Surroundings& around_;
  const Time& time_;
  const Properties& properties_;
  Coverage& coverage_;
};

}  // namespace interlock::machine
