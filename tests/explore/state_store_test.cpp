// The visited set and the memory under it.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <random>
#include <unordered_map>
#include <vector>

#include "engine/explore/reserved_memory.hpp"
#include "engine/explore/state_store.hpp"
#include "tests/catch.hpp"

namespace interlock::explore {
namespace {

void write_state(std::byte* place, std::size_t bytes, std::uint64_t number) {
  std::memset(place, 0, bytes);
  std::memcpy(place + bytes - 8, &number, 8);
}

}  // namespace

TEST_CASE("the store gives one id to every state, while it grows") {
  for (const std::size_t bytes : {8U, 16U, 24U, 32U, 40U, 200U}) {
    INFO(bytes << " bytes");
    StateStore store(bytes, most_states);
    SuccessorBatch batch(bytes);
    std::mt19937_64 chance(bytes);
    std::unordered_map<std::uint64_t, StateId> expected;
    std::size_t wrong = 0;
    for (unsigned round = 0; round < 4000; ++round) {
      batch.start(round, Cost::step);
      for (unsigned turn = 0; turn < 100; ++turn) {
        write_state(batch.place(), bytes, chance() % 200'000);
        batch.commit(Cost::step, ActionId{turn}, 0);
      }
      store.prepare(batch);
      for (std::size_t index = 0; index < batch.size(); ++index) {
        const std::uint64_t number = word_at(batch.state(index), bytes / 8 - 1);
        const bool fresh = expected.emplace(number, store.size()).second;
        wrong += (store.claim(batch, index) == StateStore::Claim::fresh) != fresh ? 1U : 0U;
      }
      batch.clear();
    }
    CHECK(wrong == 0);
    REQUIRE(store.size() == expected.size());
    for (const auto& [number, id] : expected) {
      wrong += word_at(store.state(id), bytes / 8 - 1) != number ? 1U : 0U;
      write_state(batch.place(), bytes, number);
      batch.commit(Cost::step, 0, 0);
      store.prepare_find(batch);
      wrong += store.find(batch, 0) != id ? 1U : 0U;
      batch.clear();
      write_state(batch.place(), bytes, number + 200'000);
      batch.commit(Cost::step, 0, 0);
      store.prepare_find(batch);
      wrong += store.find(batch, 0) != no_state ? 1U : 0U;
      batch.clear();
    }
    CHECK(wrong == 0);
  }
}

TEST_CASE("a full store takes no new state and still knows the others") {
  StateStore store(8, 2);
  SuccessorBatch batch(8);
  batch.start(no_state, Cost::step);
  for (const std::uint64_t number : {5U, 6U, 7U, 5U}) {
    write_state(batch.place(), 8, number);
    batch.commit(Cost::step, 0, 0);
  }
  store.prepare(batch);
  CHECK(store.claim(batch, 0) == StateStore::Claim::fresh);
  CHECK(store.claim(batch, 1) == StateStore::Claim::fresh);
  CHECK(store.claim(batch, 2) == StateStore::Claim::full);
  CHECK(store.claim(batch, 3) == StateStore::Claim::known);
  CHECK(store.size() == 2);
}

TEST_CASE("the index takes at most 16 bytes a state when it is large") {
  SlotTable table(most_states);
  for (std::uint64_t count = 1; count < 20'000'000; count += count / 7 + 1) {
    table.reserve(count);
    if (count > 2'000'000) CHECK(table.bytes() <= count * 16 + 1024);
    CHECK(table.bytes() / 8 * 7 + 100 >= count * 10);
  }
}

TEST_CASE("positions stay in the shard of their tag") {
  SlotTable table(most_states);
  table.reserve(1'000'000);
  REQUIRE(table.shard_bits() > 0);
  const std::uint64_t shard_slots = (table.bytes() / 8) >> table.shard_bits();
  for (std::uint64_t tag = 0; tag < (std::uint64_t{1} << 32U); tag += 99'991) {
    const auto small = static_cast<std::uint32_t>(tag);
    const std::uint64_t home = table.home(small);
    REQUIRE(home / shard_slots == table.shard_of(small));
    REQUIRE(table.next(home, small) / shard_slots == table.shard_of(small));
  }
  CHECK(table.home(~std::uint32_t{0}) == table.bytes() / 8 - 1);
  CHECK(table.next(table.bytes() / 8 - 1, ~std::uint32_t{0}) == table.bytes() / 8 - shard_slots);
}

TEST_CASE("hashes of short states spread over tags") {
  for (const std::size_t bytes : {8U, 16U, 24U}) {
    std::vector<unsigned> counts(1024);
    std::vector<std::byte> state(bytes);
    for (std::uint64_t number = 0; number < 102'400; ++number) {
      write_state(state.data(), bytes, number << (number % 3 * 20));
      ++counts[tag_of(hash_state(state.data(), bytes)) >> 22U];
    }
    for (const unsigned count : counts) CHECK((count > 50 && count < 160));
  }
}

TEST_CASE("memory grows in its place and is zero") {
  ReservedMemory memory(std::size_t{64} << 20U);
  memory.commit(1);
  std::byte* data = memory.data();
  data[0] = std::byte{1};
  memory.commit(std::size_t{40} << 20U);
  CHECK(memory.data() == data);
  CHECK(data[0] == std::byte{1});
  CHECK(data[(std::size_t{40} << 20U) - 1] == std::byte{0});
  CHECK_THROWS_AS(memory.commit(std::size_t{65} << 20U), std::bad_alloc);
  ReservedMemory moved = std::move(memory);
  CHECK(moved.data() == data);
  CHECK(memory.data() == nullptr);  // NOLINT(bugprone-use-after-move): says what moving does
}

TEST_CASE("more addresses than there are: as many as there are") {
  const StateStore store(4096, most_states);
  CHECK(store.capacity() > 1000);
  const ReservedMemory memory(std::size_t{1} << 55U);
  CHECK(memory.reserved() >= (std::size_t{1} << 20U));
}

}  // namespace interlock::explore
