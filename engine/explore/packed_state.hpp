#pragma once
// Copying, comparing and hashing packed states: runs of 8-byte words, as short as one word.
// Sizes are only known when the program runs, but short ones deserve straight code.

#include <cstddef>
#include <cstdint>
#include <cstring>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace interlock::explore {

inline void copy_state(std::byte* to, const std::byte* from, std::size_t bytes) {
  // Hides from GCC where `from` points: of a state of known size it takes the cases for larger
  // ones, which never run, for mistakes.
  __asm__("" : "+r"(from));
  switch (bytes) {
    case 8: std::memcpy(to, from, 8); break;
    case 16: std::memcpy(to, from, 16); break;
    case 24: std::memcpy(to, from, 24); break;
    case 32: std::memcpy(to, from, 32); break;
    default: std::memcpy(to, from, bytes); break;
  }
}

inline std::uint64_t word_at(const std::byte* state, std::size_t index) {
  std::uint64_t word = 0;
  std::memcpy(&word, state + index * 8, 8);
  return word;
}

inline bool equal_states(const std::byte* a, const std::byte* b, std::size_t bytes) {
  switch (bytes) {
    case 8: return word_at(a, 0) == word_at(b, 0);
    case 16: return ((word_at(a, 0) ^ word_at(b, 0)) | (word_at(a, 1) ^ word_at(b, 1))) == 0;
    case 24:
      return ((word_at(a, 0) ^ word_at(b, 0)) | (word_at(a, 1) ^ word_at(b, 1)) | (word_at(a, 2) ^ word_at(b, 2))) == 0;
    default: return std::memcmp(a, b, bytes) == 0;
  }
}

/// Both halves of a 128-bit product, folded: the mixing step of wyhash.
inline std::uint64_t fold_product(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

/// One or two words: two rounds of wyhash's mixing (public domain, Wang Yi). Longer: XXH3.
/// The same on every machine of the same byte order, and no order of ids depends on it.
inline std::uint64_t hash_state(const std::byte* state, std::size_t bytes) {
  constexpr std::uint64_t secret_a = 0xa076'1d64'78bd'642fU;
  constexpr std::uint64_t secret_b = 0xe703'7ed1'a0b4'28dbU;
  constexpr std::uint64_t secret_c = 0x8ebc'6af0'9c88'c6e3U;
  if (bytes > 16) return XXH3_64bits(state, bytes);
  const std::uint64_t first = word_at(state, 0);
  const std::uint64_t second = bytes == 16 ? word_at(state, 1) : 0;
  return fold_product(fold_product(first ^ secret_a, second ^ secret_b) ^ secret_c, secret_b);
}

}  // namespace interlock::explore
