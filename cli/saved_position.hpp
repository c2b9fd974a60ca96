#pragma once
// Where a saved search stands, as the text of the small file that says how much of the large ones counts.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/check/checker.hpp"

namespace interlock::cli {

struct SavedPosition {
  std::string search;  ///< the fingerprint of what the search depends on
  std::uint64_t state_bytes = 0;
  std::uint64_t states_checksum = 0;
  std::uint64_t links_checksum = 0;
  explore::Checkpoint checkpoint;
};

std::string to_text(const SavedPosition& position);

/// Nothing where this is not what `to_text` wrote.
std::optional<SavedPosition> read_position(std::string_view text);

/// Lines with a last one that has their checksum; and the lines, if the checksum is right.
std::string sealed(std::string lines);
std::optional<std::string_view> unsealed(std::string_view text);

}  // namespace interlock::cli
