#pragma once
// Keeps watch for the hits of `never` and `reachable` obligations while a search runs.

#include <cstdint>
#include <span>
#include <vector>

#include "engine/explore/obligation.hpp"
#include "engine/explore/outcome.hpp"

namespace interlock::explore {

class Findings {
 public:
  explicit Findings(std::span<const Obligation> obligations);

  /// The labels that still matter. Fixed during a level, so a level collects all its hits.
  std::uint64_t state_mask() const { return state_mask_; }
  std::uint64_t edge_mask() const { return edge_mask_; }

  /// Notes a hit; call it in order of discovery, with labels that meet the mask.
  void hit(Place place, std::uint64_t labels);

  /// Decides what was hit in a level that ends.
  void finish_level(std::uint32_t faults, std::uint32_t steps);

  /// What was decided up to a level, without verdicts: one finding an obligation, with places where it is decided.
  std::vector<Finding> decided_until(const Level& level) const;

  /// Goes on with what `decided_until` gave.
  void resume(std::span<const Finding> findings);

  /// Whether a search may stop; never so with nothing to decide.
  bool all_decided() const;

  /// The verdicts. Obligations that look ahead are left `unknown`.
  std::vector<Finding> conclude(bool complete) const;

 private:
  struct Watch {
    Obligation obligation;
    Finding finding;
    bool open = true;
  };
  void set_masks();

  std::vector<Watch> watches_;
  std::uint64_t state_mask_ = 0;
  std::uint64_t edge_mask_ = 0;
};

/// Hits in a part of a level, kept until it is known what comes before them.
class HitList {
 public:
  struct Hit {
    std::uint64_t labels;
    std::uint32_t sequence;  ///< of the successor in its part
    Place place;
  };

  explicit HitList(std::span<const Obligation> obligations) : obligations_(obligations), counts_(obligations.size()) {}

  /// Keeps a hit if `Findings` could keep it.
  void add(std::uint32_t sequence, Place place, std::uint64_t labels);
  std::span<const Hit> hits() const { return hits_; }
  void clear();

 private:
  std::span<const Obligation> obligations_;
  std::vector<std::size_t> counts_;
  std::vector<Hit> hits_;
};

/// Whether a place with these labels is a hit of an obligation.
inline bool is_hit(const Obligation& obligation, Place place, std::uint64_t labels) {
  return ((place.is_edge() ? obligation.edges : obligation.states) & labels) != 0;
}

}  // namespace interlock::explore
