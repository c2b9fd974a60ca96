#pragma once
// Unions of zones of the same moments: what backward search and subtraction make of them.

#include "engine/machine/symbolic/zone.hpp"

#include <optional>
#include <vector>

namespace interlock::machine {

class ZoneUnion {
 public:
  const std::vector<Zone>& pieces() const { return pieces_; }
  bool is_empty() const { return pieces_.empty(); }
  bool includes(const Zone& zone) const;
  /// What of a zone is not in it, in zones that do not overlap.
  std::vector<Zone> without(const Zone& zone) const;
  /// Takes in a zone, drawn together with pieces beside it where together they are one zone; returns that. None: it was
  /// in it already.
  std::optional<Zone> add(Zone zone);

 private:
  std::vector<Zone> pieces_;
};

/// `whole` without `part`, in zones that do not overlap.
std::vector<Zone> difference(const Zone& whole, const Zone& part);

}  // namespace interlock::machine
