#pragma once
// Where the files of a command go, looked at before the command begins: not over each other, and not over what it
// reads.

#include <filesystem>
#include <string>
#include <vector>

#include "cli/inputs.hpp"

namespace interlock::cli {

struct OutputPath {
  std::string option;  ///< that names it: "--junit"
  std::filesystem::path path;
};

/// Throws UserError where two of them are one file, or one of them is a file that was read. Devices and pipes may
/// stand there more than once: what goes there replaces nothing.
void refuse_clashes(const std::vector<OutputPath>& outputs, const std::vector<Input>& inputs);

}  // namespace interlock::cli
