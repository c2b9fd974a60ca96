#include "engine/assert.hpp"
#include "engine/machine/normal_form.hpp"

#include <cstring>

namespace interlock::machine {

Packing::Packing(const Layout& layout) {
  std::uint32_t index = 0;
  std::uint32_t used = 0;
  for (const Field& field : layout.fields) {
    INTERLOCK_ASSERT(field.bits <= 32, "a word packs into 32 bits");
    if (used + field.bits > 64) {
      ++index;
      used = 0;
    }
    const auto special = static_cast<std::uint8_t>(field.extras + (field.has_unset ? 1 : 0));
    pieces_.push_back({index, static_cast<std::uint8_t>(used), field.bits, special, field.has_unset, field.low});
    used += field.bits;
  }
  bytes_ = 8 * (index + std::size_t{1});
}

void Packing::pack(const Word* words, std::byte* into) const {
  std::uint64_t unit = 0;
  std::uint32_t index = 0;
  for (const Piece& piece : pieces_) {
    if (piece.index != index) {
      std::memcpy(into + 8 * index, &unit, 8);
      unit = 0;
      index = piece.index;
    }
    const Word word = *words++;
    std::uint64_t code = 0;
    if (is_ordinary(word))
      code = static_cast<std::uint64_t>(std::int64_t{word} - piece.low + piece.special);
    else if (word != unset)
      code = static_cast<std::uint64_t>(word - extra_word(0)) + (piece.has_unset ? 1 : 0);
    INTERLOCK_ASSERT(piece.bits == 64 || (code >> piece.bits) == 0, "every value fits its bits");
    if (piece.bits > 0) unit |= code << piece.shift;
  }
  std::memcpy(into + 8 * index, &unit, 8);
}

void Packing::unpack(const std::byte* from, Word* words) const {
  std::uint64_t unit = 0;
  std::memcpy(&unit, from, 8);
  std::uint32_t index = 0;
  for (const Piece& piece : pieces_) {
    if (piece.index != index) {
      index = piece.index;
      std::memcpy(&unit, from + 8 * index, 8);
    }
    const std::uint64_t mask = (std::uint64_t{1} << piece.bits) - 1;
    const std::uint64_t code = piece.bits == 0 ? 0 : unit >> piece.shift & mask;
    if (code >= piece.special)
      *words++ = static_cast<Word>(std::int64_t{piece.low} + static_cast<std::int64_t>(code) - piece.special);
    else
      *words++ = unset + static_cast<Word>(code) + (piece.has_unset ? 0 : 1);
  }
}

}  // namespace interlock::machine
