#pragma once
// Where a search keeps what it does not keep in memory. The engine opens no file: it is handed a place to put blocks.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

namespace interlock::explore {

/// Blocks of one size, numbered from 0 as they come, which never change. What the functions throw ends the search.
class StoredBlocks {
 public:
  StoredBlocks() = default;
  StoredBlocks(const StoredBlocks&) = delete;
  StoredBlocks& operator=(const StoredBlocks&) = delete;
  virtual ~StoredBlocks() = default;

  virtual void append(std::span<const std::byte> block) = 0;

  /// Gives the block as it was appended, or throws.
  virtual void read(std::uint64_t number, std::span<std::byte> block) = 0;
};

class Storage {
 public:
  Storage() = default;
  Storage(const Storage&) = delete;
  Storage& operator=(const Storage&) = delete;
  virtual ~Storage() = default;

  /// A place with nothing in it. What is in it goes when it goes.
  virtual std::unique_ptr<StoredBlocks> make() = 0;
};

}  // namespace interlock::explore
