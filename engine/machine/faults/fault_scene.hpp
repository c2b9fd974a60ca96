#pragma once
// What a fault can see and change. Each fault is a file of its own beside this one.

#include "engine/machine/executor.hpp"
#include "engine/machine/layout.hpp"

#include <functional>

namespace interlock::machine {

struct FaultScene {
  const Layout& layout;
  const Ticks& ticks;
  const language::Fault& fault;
  Word* words;
};

/// Counts one more strike of the fault; false where its bound is used up.
bool strike(const FaultScene& scene);

/// `client`, which would hold time back now, does not step for a while.
bool strike_pause(const FaultScene& scene, language::ClientIndex client);

/// `client`, which is in a round, stops and loses all it knew. What its servers do then is the caller's business.
bool strike_crash(const FaultScene& scene, language::ClientIndex client);

/// Before anything else has happened the clock of `client` is set off by `ticks`.
bool strike_skew(const FaultScene& scene, language::ClientIndex client, Word ticks);

/// The clock of `client` is off by `ticks` from now on.
bool strike_drift(const FaultScene& scene, language::ClientIndex client, Word ticks);

}  // namespace interlock::machine
