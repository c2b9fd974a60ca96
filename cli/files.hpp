#pragma once
// Reading whole files, no more than is wanted of them, and not longer than the user wants to wait.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>

namespace interlock::cli {

/// The first bytes of anything that can be read, a pipe as well. Throws UserError; Interrupted where a signal comes
/// while it waits.
std::string read_text(const std::filesystem::path& path, std::size_t most);

/// All of a regular file; nothing where there is none. Throws UserError where there is something else, or more.
std::optional<std::string> read_regular(const std::filesystem::path& path, std::size_t most);

}  // namespace interlock::cli
