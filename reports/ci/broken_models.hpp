#pragma once
// Models with errors, which have no verdicts: what every CI format says of them instead.

#include "engine/language/syntax/diagnostic.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace interlock::reports {

struct BrokenModel {
  std::string file;
  std::uint32_t line = 0;  ///< of the first error
  std::string first_sentence;
  std::string text;  ///< all its errors, as on a terminal
};

/// In order of the files.
std::vector<BrokenModel> broken_models(const language::Diagnostics& diagnostics);

}  // namespace interlock::reports
