#pragma once
// A protocol, broken in one place as locks get broken: a comparison dropped, an atomic step split, two steps swapped,
// an expiry or a flag left out, lower-or-equal for lower, a renewal forgotten, a call left out. A file whose `expect`
// lines all stay true of a broken twin says less than it seems to (mutation testing: DeMillo, Lipton and Sayward,
// 1978).

#include "engine/language/breaks/order.hpp"
#include "engine/language/syntax/syntax.hpp"

#include <optional>
#include <string>
#include <vector>

namespace interlock::language {

/// One place, broken in one way. Not every break is a model: whoever resolves it leaves out what has errors.
struct Break {
  Place place;
  std::string sentence;  ///< "as if redis.GET(lock) == me were always true"
  syntax::Protocol protocol;
  std::optional<Neighbours> swapped = {};  ///< where it is a swap: whose. Is their order not seen, nothing is broken
};

/// In order of the text, each place in all ways. Specs and expectations stay as they are.
std::vector<Break> breaks_of(const syntax::Protocol& protocol);

}  // namespace interlock::language
