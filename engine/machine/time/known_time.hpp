#pragma once
// How the executor compares instants and spans where they are known.

#include "engine/machine/compiled/executor.hpp"
#include "engine/machine/compiled/program.hpp"
#include "engine/machine/time/time_operations.hpp"

#include <cstdint>

namespace interlock::machine {

/// Instants and spans that are known: numbers of ticks.
struct KnownTime {
  static bool less(Word left, Word right) { return left < right; }
  static bool less_equal(Word left, Word right) { return left <= right; }
  static bool equal(Word left, Word right) { return left == right; }
  static Word minus(Word left, Word right) { return left - right; }
  static Word rounded(Word value, Word quantum) {
    if (!is_ordinary(value)) return value;
    return (value + quantum / 2) / quantum * quantum;
  }
  static bool is_before(Word offset, Word deadline, std::uint32_t order_bits) {
    return is_ordinary(deadline) && offset < deadline >> order_bits;
  }
  static bool runs(Word timer) { return timer > 0; }
  static bool compares_members(const Layout&, const Container&) { return false; }
  static std::int32_t find(const Container& container, const Word* words, Word member) {
    return find_member(container, words, member);
  }
  static bool operate(const Surroundings& around, const Instruction& now, Word* words) {
    return operate_on_time(around, now, words);
  }
};

}  // namespace interlock::machine
