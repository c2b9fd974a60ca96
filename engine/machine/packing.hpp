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

/// Writes the bits of a state one behind the other, the first ones highest.
class UnitWriter {
 public:
  explicit UnitWriter(Unit* into) : into_(into) {}

  void put(Unit bits, std::uint32_t length) {
    if (length == 0) return;
    if (length < free_) {
      free_ -= length;
      unit_ |= bits << free_;
      return;
    }
    const std::uint32_t left = length - free_;  // for the next unit
    *into_++ = unit_ | bits >> left;
    free_ = unit_bits - left;
    unit_ = left == 0 ? 0 : bits << free_;
  }
  /// Writes what is left; of no bits at all, a unit of zeros.
  void finish() {
    if (free_ < unit_bits || into_ == first_) *into_ = unit_;
  }

 private:
  Unit* into_;
  const Unit* first_ = into_;
  Unit unit_ = 0;
  std::uint32_t free_ = unit_bits;
};

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

  /// Words that stand one behind the other and fit one unit: they are read and written at once. No strip is of two
  /// clients, or of a server and a client.
  struct Strip {
    Register begin = 0;
    Register end = 0;
    BitRange bits;
  };

  std::size_t units() const { return units_; }
  std::size_t bytes() const { return units_ * sizeof(Unit); }
  BitRange range_of(Register word) const { return {pieces_[word].first, pieces_[word].bits}; }
  /// Of the words from `begin` up to `end`: at most 64 bits.
  BitRange range_of(Register begin, Register end) const;
  const std::vector<Strip>& strips() const { return strips_; }

  /// False when a word does not fit its bits, as may be before a state is brought into normal form; tokens that run
  /// apart without bound may be so even then.
  bool try_pack(const Word* words, Unit* into) const;
  /// The same of words that differ little from `known`, which are packed.
  bool try_pack(const Word* words, const Word* known, const Unit* known_packed, Unit* into) const;
  /// Has a word room for a value?
  bool fits(Register word, Word value) const {
    bool misfits = false;
    code_of(pieces_[word], value, misfits);
    return !misfits;
  }
  void unpack(const Unit* from, Word* words) const {
    for (const Strip& strip : strips_) unpack_strip(bits_at(from, strip.bits), strip, words);
  }
  /// `words` are those of `before`: makes them those of `after`.
  void unpack_changes(const Unit* before, const Unit* after, Word* words) const;
  /// One word of a packed state.
  Word word(const Unit* from, Register which) const {
    const Piece& piece = pieces_[which];
    return decode(piece, static_cast<std::uint32_t>(bits_at(from, {piece.first, piece.bits})));
  }

  /// Changes one word of a packed state. It has to fit.
  void put_word(Unit* into, Register which, Word value) const {
    const Piece& piece = pieces_[which];
    bool misfits = false;
    put_bits(into, {piece.first, piece.bits}, code_of(piece, value, misfits));
  }

  /// A word among the bits of its strip: which of them are its own, and what they are. It has to fit.
  Unit mask_in_strip(Register word) const { return Unit{pieces_[word].mask} << pieces_[word].shift; }
  Unit bits_in_strip(Register word, Word value) const {
    const Piece& piece = pieces_[word];
    bool misfits = false;
    return code_of(piece, value, misfits) << piece.shift;
  }

 private:
  /// The codes of values beside the ordinary ones are the lowest; words that follow each other have codes that do.
  struct Piece {
    std::uint32_t first = 0;  ///< bit of the state
    std::uint32_t mask = 0;
    std::uint32_t low = 0;            ///< the first ordinary word, modulo 2^32
    std::uint32_t ordinary = 0;       ///< how many there are
    std::uint32_t special = 0;        ///< values beside them
    std::uint32_t first_special = 0;  ///< modulo 2^32
    std::uint8_t bits = 0;
    std::uint8_t shift = 0;  ///< bits of its strip behind it
  };

  static Unit code_of(const Piece& piece, Word word, bool& misfits) {
    std::uint32_t code = static_cast<std::uint32_t>(word) - piece.low;
    if (code < piece.ordinary) {  // as most are
      code += piece.special;
    } else {
      code = static_cast<std::uint32_t>(word) - piece.first_special;
      misfits |= code >= piece.special;
    }
    return code;
  }
  static Word decode(const Piece& piece, std::uint32_t code) {
    const std::uint32_t first = code >= piece.special ? piece.low - piece.special : piece.first_special;
    return static_cast<Word>(code + first);
  }
  Unit pack_strip(const Strip& strip, const Word* words, bool& misfits) const {
    Unit bits = 0;
    const Piece* piece = pieces_.data() + strip.begin;
    const Word* const end = words + strip.end;
    for (const Word* word = words + strip.begin; word != end; ++word, ++piece)
      bits |= code_of(*piece, *word, misfits) << piece->shift;
    return bits;
  }
  void unpack_strip(Unit bits, const Strip& strip, Word* words) const {
    const Piece* piece = pieces_.data() + strip.begin;
    const Word* const end = words + strip.end;
    for (Word* word = words + strip.begin; word != end; ++word, ++piece)
      *word = decode(*piece, static_cast<std::uint32_t>(bits >> piece->shift) & piece->mask);
  }
  static Piece piece_of(const Field& field, std::uint32_t first);
  void cut_into_strips(const Layout& layout);

  std::vector<Piece> pieces_;  ///< by word
  std::vector<Strip> strips_;
  std::size_t units_ = 1;
};

}  // namespace interlock::machine
