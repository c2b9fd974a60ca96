#pragma once
// A client whose round begins with a `when` that is false may come to the door and wait there (semantics.md, 12). Where
// nothing that is asked can tell it from one that idles, it idles: fewer states, and the same verdicts.

#include "engine/language/model.hpp"
#include "engine/machine/compiled/program.hpp"
#include "engine/machine/relevance.hpp"

#include <cstdint>
#include <vector>

namespace interlock::machine {

/// Can a chosen spec, or what a crash leaves behind, tell who stands at the door? Without one of those every state with
/// somebody there is matched by the state in which it idles: what it can do from there it can do in the other as well,
/// and where it holds time back at the door it may pass in the other, too, into the same state.
bool shows_who_waits(const language::Model& model, const language::Scenario& scenario, const Relevance& relevance,
                     const std::vector<std::uint32_t>& specs, const std::vector<Program>& programs);

}  // namespace interlock::machine
