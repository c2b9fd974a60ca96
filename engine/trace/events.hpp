#pragma once
// One move of the evaluator, in plain words and as an event of a story.

#include "engine/language/model.hpp"
#include "engine/machine/evaluator.hpp"
#include "engine/machine/move.hpp"
#include "engine/trace/counterexample.hpp"

#include <string>

namespace interlock::trace {

/// "redis.SET(lock, a, NX, PX 10s) -> true, enters critical".
std::string event_words(const language::Model& model, const machine::Move& move,
                        const machine::concrete::Outcome& outcome, const machine::concrete::State& before,
                        const machine::concrete::State& after);

/// The event, but for its numbers and its changes.
Event make_event(const language::Model& model, const machine::Move& move, const machine::concrete::Outcome& outcome,
                 const machine::concrete::State& before, const machine::concrete::State& after);

language::FaultKind fault_of(machine::MoveKind kind);

}  // namespace interlock::trace
