#pragma once
// Records of one size outside of the memory, in blocks. The last few, which do not fill a block yet, and the blocks
// that were asked for lately are in memory.

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "engine/explore/ids.hpp"
#include "engine/explore/storage.hpp"

namespace interlock::explore {

class StoredRecords {
 public:
  StoredRecords(std::size_t record_bytes, Storage& storage);

  StateId size() const { return size_; }
  StateId in_a_block() const { return in_a_block_; }
  StateId blocks() const { return size_ / in_a_block_ + (size_ % in_a_block_ == 0 ? 0 : 1); }

  /// Copies the record.
  void append(const std::byte* record);

  /// Stays where it is until a few other blocks were asked for, or something is appended.
  const std::byte* at(StateId index) {
    const StateId block = index / in_a_block_;
    const std::byte* records = block == latest_block_ ? latest_ : find(block);
    return records + std::size_t{index % in_a_block_} * record_bytes_;
  }

  /// All records of a block, until the next call. For those who go over many blocks: what `at` has at hand stays there.
  std::span<const std::byte> pass(StateId block);

  /// Memory in use.
  std::uint64_t bytes() const;

 private:
  static constexpr std::size_t cached_blocks = 16;
  static constexpr StateId no_block = no_state;

  struct Cached {
    StateId block = no_block;
    std::vector<std::byte> records;
  };

  const std::byte* find(StateId block);
  std::span<const std::byte> tail() const { return {tail_.data(), std::size_t{size_ % in_a_block_} * record_bytes_}; }

  std::size_t record_bytes_;
  StateId in_a_block_;
  StateId size_ = 0;
  std::unique_ptr<StoredBlocks> stored_;
  std::vector<std::byte> tail_;    // the block that is not full
  std::vector<std::byte> passed_;  // the block that `pass` gave
  std::array<Cached, cached_blocks> cache_;
  std::size_t next_place_ = 0;
  StateId latest_block_ = no_block;
  const std::byte* latest_ = nullptr;
};

}  // namespace interlock::explore
