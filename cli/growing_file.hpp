#pragma once
// A file that only grows, as the states of a search do. How much of it counts, and its checksum, is said elsewhere: in
// a file that is replaced whole once the data is safely on the disk. What stands behind that is from a run that was
// killed, and is written over.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

#include "cli/checksum.hpp"

namespace interlock::cli {

class GrowingFile {
 public:
  explicit GrowingFile(std::filesystem::path path) : path_(std::move(path)) {}
  GrowingFile(const GrowingFile&) = delete;
  GrowingFile& operator=(const GrowingFile&) = delete;
  ~GrowingFile();

  /// Reads the next bytes of the file, from its beginning on; it will go on behind them. Throws UserError when they are
  /// not there.
  void read(std::span<std::byte> bytes);
  /// Throws UserError when what was read has another checksum.
  void compare(std::uint64_t checksum) const;

  /// Writes behind what was read and written before. Throws UserError.
  void append(std::span<const std::byte> bytes);
  /// Waits for the disk. Throws UserError.
  void settle();

  std::uint64_t length() const { return length_; }
  std::uint64_t checksum() const { return checksum_.value(); }

 private:
  void open();

  std::filesystem::path path_;
  int descriptor_ = -1;
  std::uint64_t length_ = 0;
  Checksum checksum_;
};

}  // namespace interlock::cli
