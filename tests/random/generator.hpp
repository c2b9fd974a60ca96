#pragma once
// Random models, as text: most of them are well-formed. They make no sense as locks; they are there so that every
// statement meets every other, every container, every property form and every fault.

#include <array>
#include <cstdint>
#include <string>

namespace interlock::tests {

/// The two files of a model: a protocol, and the store `desk` that it may name.
struct RandomText {
  std::string protocol;
  std::string store;
};

/// How many models of each size, from seed 1 on, every run of the tests looks at.
inline constexpr std::array<std::uint32_t, 3> fixed_seeds{200, 100, 50};

/// `size`: 0: one or two statements and hardly anything else; 1: a few; 2: what the obvious checker can just bear.
RandomText random_text(std::uint32_t seed, unsigned size);

}  // namespace interlock::tests
