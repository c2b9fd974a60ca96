#pragma once
// Protocols whose expectations say the opposite: none of them may be met.

#include <filesystem>
#include <string>

namespace interlock::testing {

std::string read_text(const std::filesystem::path& path);

/// `holds` for `fails`, with what it should have used, `reachable` for `unreachable`, and the other way round, in the
/// lines of the expect block.
std::string negated(const std::string& text);

}  // namespace interlock::testing
