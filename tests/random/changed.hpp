#pragma once
// Changes to the text of a model that must not change what is said of it.

#include "tests/random/generator.hpp"

#include <cstdint>
#include <string>

namespace interlock::tests {

/// Params, servers, clients and the usual variables have other names.
RandomText renamed(const RandomText& text);

/// Servers and clients stand in the opposite order.
RandomText reordered(const RandomText& text);

/// With a param, a server's cell and a variable that nobody reads.
RandomText with_unused(const RandomText& text);

/// With one client more that waits now and then for a length that has no small common measure with the others.
RandomText with_an_odd_client(const RandomText& text);

/// All durations, those of the faults too, times `numerator / denominator`.
RandomText scaled(const RandomText& text, std::int64_t numerator, std::int64_t denominator);

}  // namespace interlock::tests
