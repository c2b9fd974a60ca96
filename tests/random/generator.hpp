#pragma once
// Random models, as text: most of them are well-formed. They make no sense as locks; they are there so that every
// statement meets every other, every container, every property form and every fault.

#include <cstdint>
#include <string>

namespace interlock::tests {

/// The two files of a model: a protocol, and the store `desk` that it may name.
struct RandomText {
  std::string protocol;
  std::string store;
};

/// `size`: 0: one or two statements and hardly anything else; 1: a few; 2: what the obvious checker can just bear.
RandomText random_text(std::uint32_t seed, unsigned size);

}  // namespace interlock::tests
