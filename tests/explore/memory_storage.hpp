#pragma once
// A storage for tests: it is in memory, counts what it is asked for, and may be full after so many blocks.

#include <cstddef>
#include <limits>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "engine/explore/storage.hpp"
#include "tests/catch.hpp"

namespace interlock::explore::toys {

class StorageFull : public std::runtime_error {
 public:
  StorageFull() : std::runtime_error("full") {}
};

class MemoryStorage : public Storage {
 public:
  explicit MemoryStorage(std::size_t most_blocks = std::numeric_limits<std::size_t>::max()) : left_(most_blocks) {}

  std::unique_ptr<StoredBlocks> make() override { return std::make_unique<Blocks>(*this); }

  std::size_t written() const { return written_; }
  std::size_t read() const { return read_; }

 private:
  class Blocks : public StoredBlocks {
   public:
    explicit Blocks(MemoryStorage& storage) : storage_(storage) {}

    void append(std::span<const std::byte> block) override {
      if (storage_.left_ == 0) throw StorageFull();
      --storage_.left_;
      ++storage_.written_;
      blocks_.emplace_back(block.begin(), block.end());
    }
    void read(std::uint64_t number, std::span<std::byte> block) override {
      REQUIRE(number < blocks_.size());
      REQUIRE(block.size() == blocks_[number].size());
      ++storage_.read_;
      std::copy(blocks_[number].begin(), blocks_[number].end(), block.begin());
    }

   private:
    MemoryStorage& storage_;
    std::vector<std::vector<std::byte>> blocks_;
  };

  std::size_t left_;
  std::size_t written_ = 0;
  std::size_t read_ = 0;
};

}  // namespace interlock::explore::toys
