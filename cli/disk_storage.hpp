#pragma once
// A place on a disk for the states of searches: files without names, so that nothing is left of them when the program
// ends, however it ends.

#include <filesystem>
#include <memory>

#include "engine/explore/storage.hpp"

namespace interlock::cli {

class DiskStorage : public explore::Storage {
 public:
  /// Makes the directory where it is missing. Throws UserError where it cannot be made or written to.
  explicit DiskStorage(std::filesystem::path directory);

  /// Each block is read back with its checksum. What cannot be written, or read back as it was, is a UserError.
  std::unique_ptr<explore::StoredBlocks> make() override;

 private:
  std::filesystem::path directory_;
};

}  // namespace interlock::cli
