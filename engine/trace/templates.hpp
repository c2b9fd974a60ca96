#pragma once
// A spec's own failing sentence, filled from a run: "{at} {those} are {both} inside."

#include <map>
#include <string>
#include <string_view>

namespace interlock::trace {

/// By name, without braces; empty: there is nothing to say.
using Filling = std::map<std::string, std::string, std::less<>>;

/// What stands in [ ] is left out where a word in it is empty; brackets may be nested.
std::string filled(std::string_view sentence, const Filling& words);

}  // namespace interlock::trace
