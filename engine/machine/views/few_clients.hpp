#pragma once
// In how few clients it shows that a property is broken.

#include "engine/language/model.hpp"

#include <cstdint>

namespace interlock::machine {

/// With how many clients a protocol is to be read for what is asked here: so many that what is said of all of them
/// cannot be taken for what is said of a few.
inline constexpr std::uint32_t clients_to_read = 8;

/// There are so many clients of the kind, at most, that of these and any others of it a state, or a step, breaks the
/// property, too. 0: not known. `model`: with `clients_to_read` of the kind.
std::uint32_t clients_to_break(const language::Model& model, std::uint32_t kind, const language::Spec& spec);

}  // namespace interlock::machine
