// States as bits: words that end in one unit and go on in the next, values beside the ordinary ones, and the order of
// blocks.

#include "engine/machine/packing.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <array>
#include <random>
#include <vector>

namespace interlock::machine {
namespace {

/// Bit by bit, as a row of bits is read.
Unit slow_bits(const std::vector<Unit>& units, BitRange range) {
  Unit bits = 0;
  for (std::uint32_t bit = range.first; bit < range.first + range.length; ++bit)
    bits = bits << 1U | (units[bit / unit_bits] >> (unit_bits - 1 - bit % unit_bits) & 1U);
  return bits;
}

TEST_CASE("a run of bits is read and written across units") {
  std::mt19937_64 random(1);
  std::vector<Unit> units(4);
  for (Unit& unit : units) unit = random();
  for (std::uint32_t first = 0; first < 3 * unit_bits; first += 5) {
    for (std::uint32_t length = 0; length <= unit_bits; length += 3) {
      const BitRange range{first, length};
      REQUIRE(bits_at(units.data(), range) == slow_bits(units, range));
      std::vector<Unit> changed = units;
      const Unit bits = length == 0 ? 0 : random() >> (unit_bits - length);
      put_bits(changed.data(), range, bits);
      REQUIRE(bits_at(changed.data(), range) == bits);
      put_bits(changed.data(), range, bits_at(units.data(), range));
      REQUIRE(changed == units);  // nothing beside it was touched
    }
  }
}

Layout layout_of(const std::vector<std::uint8_t>& widths) {
  Layout layout;
  for (const std::uint8_t width : widths) layout.fields.push_back(Field{.role = Role::plain, .bits = width});
  return layout;
}

TEST_CASE("words of all widths come back as they were put in") {
  std::mt19937 random(2);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint8_t> widths;
    for (std::size_t i = 0; i < 1 + random() % 30; ++i) widths.push_back(static_cast<std::uint8_t>(random() % 31));
    const Layout layout = layout_of(widths);
    const Packing packing(layout);
    std::vector<Word> words;
    for (const std::uint8_t width : widths)
      words.push_back(width == 0 ? 0 : static_cast<Word>(random() & ((std::uint32_t{1} << width) - 1)));
    std::vector<Unit> packed(packing.units());
    REQUIRE(packing.try_pack(words.data(), packed.data()));
    std::vector<Word> back(words.size());
    packing.unpack(packed.data(), back.data());
    REQUIRE(back == words);
    for (Register word = 0; word < words.size(); ++word) REQUIRE(packing.word(packed.data(), word) == words[word]);
  }
}

TEST_CASE("what has changed is packed and unpacked beside what has not") {
  std::mt19937 random(4);
  for (int round = 0; round < 300; ++round) {
    std::vector<std::uint8_t> widths;
    for (std::size_t i = 0; i < 1 + random() % 60; ++i) widths.push_back(static_cast<std::uint8_t>(random() % 13));
    Layout layout = layout_of(widths);
    ClientWords client;
    client.begin = static_cast<Register>(random() % widths.size());
    client.end = static_cast<Register>(widths.size());
    layout.clients.push_back(client);
    const Packing packing(layout);
    const auto any = [&](std::size_t word) { return static_cast<Word>(random() & ((1U << widths[word]) - 1)); };
    std::vector<Word> known;
    for (std::size_t word = 0; word < widths.size(); ++word) known.push_back(any(word));
    std::vector<Unit> known_packed(packing.units());
    REQUIRE(packing.try_pack(known.data(), known_packed.data()));
    std::vector<Word> words = known;
    std::vector<Unit> put = known_packed;
    for (std::uint32_t change = random() % 4; change > 0; --change) {
      const std::size_t word = random() % widths.size();
      words[word] = any(word);
      packing.put_word(put.data(), static_cast<Register>(word), words[word]);
    }
    std::vector<Unit> whole(packing.units());
    std::vector<Unit> packed(packing.units());
    REQUIRE(packing.try_pack(words.data(), whole.data()));
    REQUIRE(packing.try_pack(words.data(), known.data(), known_packed.data(), packed.data()));
    REQUIRE(packed == whole);
    REQUIRE(put == whole);
    packing.unpack_changes(known_packed.data(), packed.data(), known.data());
    REQUIRE(known == words);
  }
}

TEST_CASE("strips hold all words, in order, and none is of two clients") {
  Layout layout = layout_of({30, 30, 10, 0, 7, 32, 32, 1, 32, 31, 2});
  for (const Register begin : {Register{4}, Register{8}}) {
    ClientWords client;
    client.begin = begin;
    client.end = begin == 4 ? 8 : 11;
    layout.clients.push_back(client);
  }
  std::vector<Register> begins;
  Register end = 0;
  std::uint32_t bit = 0;
  const Packing packing(layout);
  for (const Packing::Strip& strip : packing.strips()) {
    CHECK(strip.begin == end);
    CHECK(strip.bits.first == bit);
    CHECK(strip.bits.length <= unit_bits);
    begins.push_back(strip.begin);
    end = strip.end;
    bit += strip.bits.length;
  }
  CHECK(end == layout.fields.size());
  CHECK(begins == std::vector<Register>{0, 2, 4, 6, 8, 10});
}

TEST_CASE("a value that its bits cannot hold is not packed in silence") {
  const Layout layout = layout_of({3, 60 - 32, 5});
  const Packing packing(layout);
  std::vector<Unit> packed(packing.units());
  const std::array<Word, 3> most{7, (1 << 28) - 1, 31};
  CHECK(packing.try_pack(most.data(), packed.data()));
  for (std::size_t word = 0; word < most.size(); ++word) {
    std::array<Word, 3> over = most;
    ++over[word];
    CHECK_FALSE(packing.try_pack(over.data(), packed.data()));
    CHECK_FALSE(packing.fits(static_cast<Register>(word), over[word]));
    over[word] = -1;
    CHECK_FALSE(packing.try_pack(over.data(), packed.data()));
  }
}

TEST_CASE("values beside the ordinary ones have codes of their own, and the ordinary ones may begin below zero") {
  Layout layout;
  layout.fields.push_back(Field{.role = Role::plain, .bits = 7});
  Field instant{.role = Role::instant, .bits = 5};
  instant.has_unset = true;
  instant.extras = 2;
  instant.low = -10;
  layout.fields.push_back(instant);
  const Packing packing(layout);
  std::vector<Unit> packed(packing.units());
  std::vector<Word> ordinary;
  for (Word word = -10; word < -10 + 32 - 3; ++word) ordinary.push_back(word);
  ordinary.insert(ordinary.end(), {unset, none_word, extra_word(1)});
  for (const Word value : ordinary) {
    const std::array<Word, 2> words{99, value};
    REQUIRE(packing.try_pack(words.data(), packed.data()));
    std::array<Word, 2> back{};
    packing.unpack(packed.data(), back.data());
    CHECK(back == words);
  }
  CHECK_FALSE(packing.fits(1, -11));
  CHECK_FALSE(packing.fits(1, 19));
  CHECK_FALSE(packing.fits(1, extra_word(29)));
}

TEST_CASE("of two blocks the one with the smaller words is the one with the smaller number") {
  std::mt19937 random(3);
  // Two blocks of three words behind a word of 41 bits' worth: the second block lies across two units.
  const Layout layout = layout_of({20, 21, 6, 7, 8, 6, 7, 8});
  const Packing packing(layout);
  std::vector<Unit> packed(packing.units());
  for (int round = 0; round < 500; ++round) {
    const auto any = [&](std::uint32_t most) { return static_cast<Word>(random() % most); };
    const std::vector<Word> words{any(1 << 20), any(1 << 21), any(3), any(3), any(256), any(3), any(3), any(256)};
    REQUIRE(packing.try_pack(words.data(), packed.data()));
    const Unit first = bits_at(packed.data(), packing.range_of(2, 5));
    const Unit second = bits_at(packed.data(), packing.range_of(5, 8));
    const bool is_less =
        std::lexicographical_compare(words.begin() + 2, words.begin() + 5, words.begin() + 5, words.begin() + 8);
    CHECK((first < second) == is_less);
  }
}

}  // namespace
}  // namespace interlock::machine
