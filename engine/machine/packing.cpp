#include "engine/machine/packing.hpp"

#include "engine/assert.hpp"

#include <algorithm>

namespace interlock::machine {

Packing::Packing(const Layout& layout) {
  std::uint32_t first = 0;
  for (const Field& field : layout.fields) {
    INTERLOCK_ASSERT(field.bits <= 32, "a word packs into 32 bits");
    const auto special = static_cast<std::uint8_t>(field.extras + (field.has_unset ? 1 : 0));
    pieces_.push_back({first, field.bits, special, field.has_unset, field.low});
    first += field.bits;
  }
  units_ = std::max<std::size_t>(1, (first + unit_bits - 1) / unit_bits);
}

BitRange Packing::range_of(Register begin, Register end) const {
  if (begin == end) return {0, 0};
  const Piece& last = pieces_[end - 1U];
  return {pieces_[begin].first, last.first + last.bits - pieces_[begin].first};
}

bool Packing::try_pack(const Word* words, Unit* into) const {
  Unit unit = 0;
  std::uint32_t room = unit_bits;
  bool fits = true;
  for (const Piece& piece : pieces_) {
    const Word word = *words++;
    Unit code = 0;
    if (is_ordinary(word))
      code = static_cast<Unit>(std::int64_t{word} - piece.low + piece.special);
    else if (word != unset)
      code = static_cast<Unit>(word - extra_word(0)) + (piece.has_unset ? 1 : 0);
    fits = fits && (code >> piece.bits) == 0;
    if (piece.bits <= room) {
      room -= piece.bits;
      // The last bits of the last unit may be full, and then nothing is left to shift by.
      if (piece.bits != 0) unit |= code << room;
      continue;
    }
    const std::uint32_t left = piece.bits - room;
    *into++ = unit | (room == 0 ? 0 : code >> left);
    room = unit_bits - left;
    unit = code << room;
  }
  *into = unit;
  return fits;
}

void Packing::pack(const Word* words, Unit* into) const {
  const bool fits = try_pack(words, into);
  INTERLOCK_ASSERT(fits, "every value fits its bits");
}

void Packing::unpack(const Unit* from, Word* words) const {
  for (const Piece& piece : pieces_) *words++ = decode(piece, from);
}

}  // namespace interlock::machine
