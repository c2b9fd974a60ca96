#pragma once
// One move of the evaluator, in plain words and as an event of a story.

#include "engine/evaluator/evaluator.hpp"
#include "engine/language/model.hpp"
#include "engine/run/move.hpp"
#include "engine/trace/counterexample.hpp"

#include <string>

namespace interlock::trace {

/// "redis.SET(lock, a, NX, PX 10s) -> true, enters critical".
std::string event_words(const language::Model& model, const Move& move, const evaluator::Outcome& outcome,
                        const evaluator::State& before, const evaluator::State& after);

/// The event, but for its numbers and its changes.
Event make_event(const language::Model& model, const Move& move, const evaluator::Outcome& outcome,
                 const evaluator::State& before, const evaluator::State& after);

/// Where a client stands at a `when`: its condition as written; else empty.
std::string when_condition(const language::Model& model, const evaluator::State& state, language::ClientIndex client);

}  // namespace interlock::trace
