#include "engine/machine/packing.hpp"

#include "engine/assert.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace interlock::machine {

namespace {

/// Two at a time; a call would take longer than the comparison.
bool are_same(const Word* some, const Word* others, std::ptrdiff_t count) {
  for (; count > 1; count -= 2, some += 2, others += 2) {
    std::uint64_t one = 0;
    std::uint64_t other = 0;
    std::memcpy(&one, some, sizeof one);
    std::memcpy(&other, others, sizeof other);
    if (one != other) return false;
  }
  return count == 0 || *some == *others;
}

}  // namespace

Packing::Packing(const Layout& layout) {
  std::uint32_t first = 0;
  for (const Field& field : layout.fields) {
    INTERLOCK_ASSERT(field.bits <= 32, "a word packs into 32 bits");
    pieces_.push_back(piece_of(field, first));
    first += field.bits;
  }
  units_ = std::max<std::size_t>(1, (first + unit_bits - 1) / unit_bits);
  cut_into_strips(layout);
}

Packing::Piece Packing::piece_of(const Field& field, std::uint32_t first) {
  Piece piece;
  piece.first = first;
  piece.bits = field.bits;
  const std::uint64_t codes = std::uint64_t{1} << field.bits;
  piece.mask = static_cast<std::uint32_t>(codes - 1);
  piece.special = field.extras + (field.has_unset ? 1U : 0U);
  piece.first_special = static_cast<std::uint32_t>(field.has_unset ? unset : extra_word(0));
  INTERLOCK_ASSERT(is_ordinary(field.low), "ordinary words are none of the others");
  piece.low = static_cast<std::uint32_t>(field.low);
  // No word behind the largest one, where they would begin again: there are fewer than 2^32.
  const std::int64_t most = INT32_MAX - std::int64_t{field.low} + 1;
  const std::int64_t ordinary = std::max<std::int64_t>(static_cast<std::int64_t>(codes) - piece.special, 0);
  piece.ordinary = static_cast<std::uint32_t>(std::min(ordinary, most));
  return piece;
}

void Packing::cut_into_strips(const Layout& layout) {
  const auto begins_client = [&](Register word) {
    return std::any_of(layout.clients.begin(), layout.clients.end(),
                       [&](const ClientWords& client) { return client.begin == word; });
  };
  for (Register word = 0; word < pieces_.size(); ++word) {
    const Piece& piece = pieces_[word];
    if (strips_.empty() || begins_client(word) || strips_.back().bits.length + piece.bits > unit_bits)
      strips_.push_back({word, word, {piece.first, 0}});
    strips_.back().end = static_cast<Register>(word + 1);
    strips_.back().bits.length += piece.bits;
  }
  for (const Strip& strip : strips_)
    for (Register word = strip.begin; word < strip.end; ++word) {
      Piece& piece = pieces_[word];
      const std::uint32_t behind = strip.bits.first + strip.bits.length - piece.first - piece.bits;
      piece.shift = static_cast<std::uint8_t>(std::min(behind, unit_bits - 1));  // 64 behind a word of no bits
    }
}

BitRange Packing::range_of(Register begin, Register end) const {
  if (begin == end) return {0, 0};
  const Piece& last = pieces_[end - 1U];
  return {pieces_[begin].first, last.first + last.bits - pieces_[begin].first};
}

bool Packing::try_pack(const Word* words, Unit* into) const {
  bool misfits = false;
  UnitWriter writer(into);
  for (const Strip& strip : strips_) writer.put(pack_strip(strip, words, misfits), strip.bits.length);
  writer.finish();
  return !misfits;
}

bool Packing::try_pack(const Word* words, const Word* known, const Unit* known_packed, Unit* into) const {
  bool misfits = false;
  UnitWriter writer(into);
  for (const Strip& strip : strips_) {
    const bool is_known = are_same(words + strip.begin, known + strip.begin, strip.end - strip.begin);
    writer.put(is_known ? bits_at(known_packed, strip.bits) : pack_strip(strip, words, misfits), strip.bits.length);
  }
  writer.finish();
  return !misfits;
}

void Packing::unpack_changes(const Unit* before, const Unit* after, Word* words) const {
  for (const Strip& strip : strips_) {
    const Unit bits = bits_at(after, strip.bits);
    if (bits != bits_at(before, strip.bits)) unpack_strip(bits, strip, words);
  }
}

}  // namespace interlock::machine
