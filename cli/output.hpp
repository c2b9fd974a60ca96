#pragma once
// Everything that the program writes goes through here, so that nothing is lost without a word.

#include <filesystem>
#include <string>
#include <string_view>

namespace interlock::cli {

/// A closed pipe is then an error of the write, and not the end of the program.
void ignore_closed_pipes();

/// Writes all of `text` to standard output. Throws UserError when the disk is full or the reader is gone.
void write_output(std::string_view text);

/// Writes to standard error; there is nobody to tell when that fails.
void write_message(std::string_view text);

/// Writes the file whole or not at all: into a file beside it, which then takes its name. Makes the directories that
/// are missing. Throws UserError.
void write_file(const std::filesystem::path& path, std::string_view content);

}  // namespace interlock::cli
