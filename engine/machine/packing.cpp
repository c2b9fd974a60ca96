#include "engine/machine/packing.hpp"

#include "engine/assert.hpp"

#include <algorithm>
#include <utility>

namespace interlock::machine {

Packing::Packing(const Layout& layout) {
  std::uint32_t first = 0;
  for (const Field& field : layout.fields) {
    INTERLOCK_ASSERT(field.bits <= 32, "a word packs into 32 bits");
    Piece piece;
    piece.first = first;
    piece.bits = field.bits;
    piece.mask = static_cast<std::uint32_t>((std::uint64_t{1} << field.bits) - 1);
    piece.special = static_cast<std::uint8_t>(field.extras + (field.has_unset ? 1 : 0));
    piece.has_unset = field.has_unset;
    piece.low = field.low - piece.special;
    // A word without bits may stand behind the last unit.
    piece.unit = field.bits == 0 ? 0 : first / unit_bits;
    const std::uint32_t end = first % unit_bits + field.bits;
    piece.spill = static_cast<std::uint8_t>(end > unit_bits ? end - unit_bits : 0);
    piece.right = static_cast<std::uint8_t>(end >= unit_bits || field.bits == 0 ? 0 : unit_bits - end);
    pieces_.push_back(piece);
    first += field.bits;
  }
  units_ = std::max<std::size_t>(1, (first + unit_bits - 1) / unit_bits);
}

BitRange Packing::range_of(Register begin, Register end) const {
  if (begin == end) return {0, 0};
  const Piece& last = pieces_[end - 1U];
  return {pieces_[begin].first, last.first + last.bits - pieces_[begin].first};
}

/// A code too large for any word where the value has none: one below the ordinary ones must not pass for an extra one.
Unit Packing::code_of(const Piece& piece, Word word) {
  constexpr Unit no_code = Unit{1} << 32U;
  if (is_ordinary(word)) {
    const std::int64_t code = std::int64_t{word} - piece.low;
    return code >= piece.special ? static_cast<Unit>(code) : no_code;
  }
  if (word == unset) return piece.has_unset ? 0 : no_code;
  const Unit code = static_cast<Unit>(word - extra_word(0)) + (piece.has_unset ? 1 : 0);
  return code < piece.special ? code : no_code;
}

bool Packing::fits(Register word, Word value) const {
  return (code_of(pieces_[word], value) & ~Unit{pieces_[word].mask}) == 0;
}

bool Packing::try_pack(const Word* words, Unit* into) const {
  Unit unit = 0;  // the one that is being filled; in a register, not in memory
  Unit too_much = 0;
  Unit* const end = into + units_;
  for (const Piece& piece : pieces_) {
    const Word word = *words++;
    const std::int64_t plain = std::int64_t{word} - piece.low;
    const bool is_plain = is_ordinary(word) && plain >= piece.special;  // as most are
    const Unit code = is_plain ? static_cast<Unit>(plain) : code_of(piece, word);
    too_much |= code & ~Unit{piece.mask};
    if (piece.spill != 0) {
      *into++ = unit | code >> piece.spill;
      unit = code << (unit_bits - piece.spill);
    } else {
      unit |= code << piece.right;
      if (piece.right == 0 && piece.bits != 0) *into++ = std::exchange(unit, 0);
    }
  }
  if (into != end) *into = unit;
  return too_much == 0;
}

void Packing::unpack(const Unit* from, Word* words) const {
  for (const Piece& piece : pieces_) *words++ = decode(piece, from);
}

}  // namespace interlock::machine
