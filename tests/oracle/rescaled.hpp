#pragma once
// A model with other durations and the same in all else.

#include "engine/language/model.hpp"

#include <cstdint>

namespace interlock::oracle {

/// Of a duration in microseconds.
using Rescale = std::int64_t (*)(std::int64_t);

language::Model rescaled(language::Model model, Rescale by);
language::Scenario rescaled(language::Scenario scenario, Rescale by);

}  // namespace interlock::oracle
