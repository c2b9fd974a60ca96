#include "engine/explore/state_store.hpp"

#include <algorithm>

#include "engine/assert.hpp"

namespace interlock::explore {
namespace {

// The index has room for this many candidates that a full store will refuse.
constexpr std::uint64_t most_in_hand = std::uint64_t{1} << 27U;

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

void StateStore::reserve_states(std::uint64_t more) {
  const std::uint64_t wanted = std::min<std::uint64_t>(size_ + more, capacity_);
  states_.commit(wanted * state_bytes_);
  links_.commit(wanted * sizeof(Link));
  const std::size_t fit = std::min(states_.committed() / state_bytes_, links_.committed() / sizeof(Link));
  committed_ = static_cast<StateId>(std::min<std::size_t>(fit, capacity_));
}

void StateStore::load(StateId count, const std::function<void(std::span<std::byte>, std::span<Link>)>& read) {
  INTERLOCK_ASSERT(size_ == 0 && count <= capacity_, "states are loaded into an empty store that has room for them");
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

std::uint64_t StateStore::bytes() const {
  return std::uint64_t{size_} * (state_bytes_ + sizeof(Link)) + table_.bytes();
}

}  // namespace interlock::explore
