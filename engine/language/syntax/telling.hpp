#pragma once
// The words that a spec's own failing sentence may leave open: `when broken "{at} {those} are {both} inside."`. They
// are filled from the run that breaks it (engine/trace/templates.cpp). What stands in [ ] is left out where a word in
// it has nothing to say.

#include <array>
#include <string_view>

namespace interlock::language {

inline constexpr std::array<std::string_view, 17> placeholders = {
    "at",        // "At 10 s"
    "on",        // "From then on", "It can go on like this for ever:"
    "who",       // who makes the last step
    "call",      // what it calls in it: "doc.save(0)"
    "does",      // all of that step in words
    "those",     // the clients that make the condition false: "worker 1 and worker 2"
    "both",      // "both" of two, "all" of more
    "number",    // how many they are
    "limit",     // how many there may be
    "others",    // clients that the condition names beside them
    "client",    // of a property `for each`: whose turn it is; of a `keep`: who was to keep it
    "thief",     // of a `keep`: who makes the last step, where it is somebody else
    "token",     // the token of who makes the last step
    "cell",      // what the property looks at: "doc.version"
    "value",     // what stood there before the last step
    "owner",     // who had put it there, where it is somebody else
    "compared",  // what was so where the check asked for its opposite: "1 < 2"
};

}  // namespace interlock::language
