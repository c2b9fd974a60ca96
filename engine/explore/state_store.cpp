#include "engine/explore/state_store.hpp"

#include <algorithm>
#include <vector>

#include "engine/assert.hpp"

namespace interlock::explore {
namespace {

// The index has room for this many candidates that a full store will refuse.
constexpr std::uint64_t most_in_hand = std::uint64_t{1} << 27U;

// Of stored states so many are handed over, or read, at once.
constexpr StateId part_states = 2048;

}  // namespace

StateStore::StateStore(std::size_t state_bytes, StateId capacity)
    : state_bytes_(state_bytes),
      capacity_(std::min(capacity, most_states)),
      states_(std::size_t{capacity_} * state_bytes),
      links_(std::size_t{capacity_} * sizeof(Link)),
      table_(std::uint64_t{capacity_} + most_in_hand) {
  INTERLOCK_ASSERT(state_bytes >= 8 && state_bytes <= 4096 && state_bytes % 8 == 0,
                   "a packed state is 8 to 4096 bytes, in words");
  const std::size_t fit = std::min(states_.reserved() / state_bytes, links_.reserved() / sizeof(Link));
  capacity_ = static_cast<StateId>(std::min<std::size_t>(capacity_, fit));
}

StateStore::StateStore(std::size_t state_bytes, StateId capacity, Storage& storage, const StorageShares& shares)
    : state_bytes_(state_bytes),
      capacity_(std::min(capacity, most_states)),
      table_(0),
      stored_(std::make_unique<StoredStates>(state_bytes, storage, shares)) {}

StateStore::Claim StateStore::claim_stored(const SuccessorBatch& batch, std::size_t index) {
  const SuccessorBatch::Entry& entry = batch.entry(index);
  if (!stored_->is_new(entry)) return Claim::known;
  if (size_ == capacity_) return Claim::full;
  stored_->add(batch.state(index), entry.hash, {entry.parent, entry.action});
  ++size_;
  return Claim::fresh;
}

void StateStore::reserve_states(std::uint64_t more) {
  const std::uint64_t wanted = std::min<std::uint64_t>(size_ + more, capacity_);
  states_.commit(wanted * state_bytes_);
  links_.commit(wanted * sizeof(Link));
  const std::size_t fit = std::min(states_.committed() / state_bytes_, links_.committed() / sizeof(Link));
  committed_ = static_cast<StateId>(std::min<std::size_t>(fit, capacity_));
}

void StateStore::load(StateId count, const std::function<void(std::span<std::byte>, std::span<Link>)>& read) {
  INTERLOCK_ASSERT(size_ == 0 && count <= capacity_, "states are loaded into an empty store that has room for them");
  if (stored_) return load_stored(count, read);
  reserve_states(count);
  reserve_slots(count);
  read({states_.data(), count * state_bytes_}, {links(), count});
  for (; size_ < count; ++size_) {
    const std::uint32_t tag = tag_of(hash_state(state(size_), state_bytes_));
    std::uint64_t position = table_.home(tag);
    while (!table_.at(position).empty()) position = table_.next(position, tag);
    table_.put(position, tag, size_);
  }
}

void StateStore::load_stored(StateId count, const std::function<void(std::span<std::byte>, std::span<Link>)>& read) {
  std::vector<std::byte> states(part_states * state_bytes_);
  std::vector<Link> links(part_states);
  while (size_ < count) {
    const StateId part = std::min(count - size_, part_states);
    read(std::span(states).first(part * state_bytes_), std::span(links).first(part));
    for (StateId index = 0; index < part; ++index, ++size_) {
      const std::byte* state = states.data() + index * state_bytes_;
      stored_->add(state, hash_state(state, state_bytes_), links[index]);
    }
  }
}

void StateStore::hand_over(StateId first, StateId end,
                           const std::function<void(std::span<const std::byte>, std::span<const Link>)>& take) const {
  if (!stored_) return take({in_memory(first), (end - first) * state_bytes_}, {links() + first, end - first});
  std::vector<std::byte> states(part_states * state_bytes_);
  std::vector<Link> links(part_states);
  while (first < end) {
    const StateId part = std::min(end - first, part_states);
    for (StateId index = 0; index < part; ++index) {
      copy_state(states.data() + index * state_bytes_, state(first + index), state_bytes_);
      links[index] = link(first + index);
    }
    take(std::span(states).first(part * state_bytes_), std::span(links).first(part));
    first += part;
  }
}

std::uint64_t StateStore::bytes() const {
  if (stored_) return stored_->bytes();
  return std::uint64_t{size_} * (state_bytes_ + sizeof(Link)) + table_.bytes();
}

}  // namespace interlock::explore
