#pragma once
// Whether anybody can tell in which order two neighbours within one atomic step are done.

#include "engine/language/model.hpp"

#include <optional>

namespace interlock::language {

/// Two statements that stand one behind the other in one block of the text.
struct Neighbours {
  Place first;
  Place second;
  std::optional<Place> behind;  ///< the statement behind them in their block, if there is one
};

/// True also where it is not known, and where they are not parts of one step.
bool is_order_seen(const Model& model, const Neighbours& two);

}  // namespace interlock::language
