#pragma once
// A state as bits: the words one behind the other without gaps, the first word in the highest bits. So a client's block
// is one run of bits, and of two blocks of the same shape the one with the smaller number is the one with the smaller
// words: clients can be sorted without being unpacked.

#include "engine/machine/layout.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace interlock::machine {

/// A packed state is a row of these. Bit 0 of a state is the highest bit of its first unit.
using Unit = std::uint64_t;
inline constexpr std::uint32_t unit_bits = 64;

/// A run of at most 64 bits of a state.
struct BitRange {
  std::uint32_t first = 0;
  std::uint32_t length = 0;
};

inline Unit bits_at(const Unit* units, BitRange range) {
  if (range.length == 0) return 0;
  const std::uint32_t index = range.first / unit_bits;
  const std::uint32_t within = range.first % unit_bits;
  Unit bits = units[index] << within;
  if (within + range.length > unit_bits) bits |= units[index + 1] >> (unit_bits - within);
  return bits >> (unit_bits - range.length);
}

inline void put_bits(Unit* units, BitRange range, Unit bits) {
  if (range.length == 0) return;
  const std::uint32_t index = range.first / unit_bits;
  const std::uint32_t within = range.first % unit_bits;
  const Unit mask = ~Unit{0} << (unit_bits - range.length);
  const Unit aligned = bits << (unit_bits - range.length);
  units[index] = (units[index] & ~(mask >> within)) | aligned >> within;
  if (within + range.length <= unit_bits) return;
  const std::uint32_t done = unit_bits - within;
  units[index + 1] = (units[index + 1] & ~(mask << done)) | aligned << done;
}

/// Most states are a few units: then a call of memcpy takes longer than what it does.
inline void copy_units(Unit* to, const Unit* from, std::size_t count) {
  switch (count) {
    case 3: to[2] = from[2]; [[fallthrough]];
    case 2: to[1] = from[1]; [[fallthrough]];
    case 1: to[0] = from[0]; break;
    default: std::memcpy(to, from, count * sizeof(Unit)); break;
  }
}

/// Packs words into units and back.
class Packing {
 public:
  explicit Packing(const Layout& layout);

  std::size_t units() const { return units_; }
  std::size_t bytes() const { return units_ * sizeof(Unit); }
  BitRange range_of(Register word) const { return {pieces_[word].first, pieces_[word].bits}; }
  /// Of the words from `begin` up to `end`: at most 64 bits.
  BitRange range_of(Register begin, Register end) const;

  /// False when a word does not fit its bits, as may be before a state is brought into normal form; tokens that run
  /// apart without bound may be so even then.
  bool try_pack(const Word* words, Unit* into) const;
  /// Has a word room for a value?
  bool fits(Register word, Word value) const;
  void unpack(const Unit* from, Word* words) const;
  /// One word of a packed state.
  Word word(const Unit* from, Register which) const { return decode(pieces_[which], from); }

 private:
  struct Piece {
    std::uint32_t first = 0;  ///< bit
    std::uint32_t unit = 0;
    std::uint32_t mask = 0;
    Word low = 0;  ///< the ordinary word of code 0, if all codes were ordinary
    std::uint8_t bits = 0;
    std::uint8_t right = 0;    ///< bits of the unit behind it
    std::uint8_t spill = 0;    ///< bits of it that stand in the next unit
    std::uint8_t special = 0;  ///< codes below this one are not ordinary
    bool has_unset = false;
  };

  static Unit code_of(const Piece& piece, Word word);
  static Word decode(const Piece& piece, const Unit* from) {
    Unit bits = from[piece.unit] >> piece.right;
    if (piece.spill != 0) bits = bits << piece.spill | from[piece.unit + 1] >> (unit_bits - piece.spill);
    const auto code = static_cast<std::uint32_t>(bits) & piece.mask;
    if (code >= piece.special) return static_cast<Word>(code + static_cast<std::uint32_t>(piece.low));
    return unset + static_cast<Word>(code) + (piece.has_unset ? 0 : 1);
  }

  std::vector<Piece> pieces_;  ///< by word
  std::size_t units_ = 1;
};

}  // namespace interlock::machine
