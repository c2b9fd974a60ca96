#include "engine/explore/stored_records.hpp"

#include <algorithm>

#include "engine/assert.hpp"
#include "engine/explore/packed_state.hpp"

namespace interlock::explore {
namespace {

constexpr std::size_t block_bytes = std::size_t{16} << 10U;

}  // namespace

StoredRecords::StoredRecords(std::size_t record_bytes, Storage& storage)
    : record_bytes_(record_bytes),
      in_a_block_(static_cast<StateId>(block_bytes / record_bytes)),
      stored_(storage.make()),
      tail_(in_a_block_ * record_bytes),
      passed_(in_a_block_ * record_bytes) {
  INTERLOCK_ASSERT(in_a_block_ > 0, "a block holds at least one record");
}

void StoredRecords::append(const std::byte* record) {
  const StateId place = size_ % in_a_block_;
  copy_state(tail_.data() + std::size_t{place} * record_bytes_, record, record_bytes_);
  if (place + 1 == in_a_block_) {
    stored_->append(tail_);
    latest_block_ = no_block;  // it may have been the tail
  }
  ++size_;
}

const std::byte* StoredRecords::find(StateId block) {
  latest_block_ = no_block;
  if (block == size_ / in_a_block_) {
    latest_ = tail_.data();
  } else {
    const auto known =
        std::find_if(cache_.begin(), cache_.end(), [&](const Cached& one) { return one.block == block; });
    if (known != cache_.end()) {
      latest_ = known->records.data();
    } else {
      Cached& place = cache_[next_place_];
      next_place_ = (next_place_ + 1) % cached_blocks;
      place.block = no_block;
      place.records.resize(in_a_block_ * record_bytes_);
      stored_->read(block, place.records);
      place.block = block;
      latest_ = place.records.data();
    }
  }
  latest_block_ = block;
  return latest_;
}

std::span<const std::byte> StoredRecords::pass(StateId block) {
  if (block == size_ / in_a_block_) return tail();
  stored_->read(block, passed_);
  return passed_;
}

std::uint64_t StoredRecords::bytes() const { return (cached_blocks + 2) * tail_.size(); }

}  // namespace interlock::explore
