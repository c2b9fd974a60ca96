#pragma once
// A number of a thing in some list: of a variable, of a client, of an action. Two such numbers of different things are
// different types, so that a client cannot be passed where a variable is meant. An index reads as a plain number, to
// look something up; it is made from one only where that is written out (`ClientIndex{number}`), or from a literal.

#include <compare>
#include <concepts>
#include <cstdint>
#include <utility>

namespace interlock {

/// "No variable", "no client", "no server", "no section": an index of each of them, above all others.
struct Nothing {
  constexpr operator std::uint32_t() const { return 0xffffffff; }  // NOLINT: reads as a number on purpose
};
inline constexpr Nothing nothing{};

/// `Thing` is only a name that keeps the types apart.
template <typename Thing>
class Index {
 public:
  constexpr Index() = default;
  constexpr Index(Nothing none) : number_(none) {}  // NOLINT: every list has it
  consteval Index(int literal)
      : number_(static_cast<std::uint32_t>(literal)) {}  // NOLINT: a number that is written out
  template <std::integral Number>
  constexpr explicit Index(Number number) : number_(static_cast<std::uint32_t>(number)) {}

  constexpr operator std::uint32_t() const { return number_; }  // NOLINT: reads as a number on purpose

  constexpr Index& operator++() {
    ++number_;
    return *this;
  }

  friend constexpr bool operator==(Index, Index) = default;
  friend constexpr auto operator<=>(Index, Index) = default;
  friend constexpr bool operator==(Index left, std::integral auto right) { return std::cmp_equal(left.number_, right); }
  friend constexpr std::strong_ordering operator<=>(Index left, std::integral auto right) {
    if (std::cmp_equal(left.number_, right)) return std::strong_ordering::equal;
    return std::cmp_less(left.number_, right) ? std::strong_ordering::less : std::strong_ordering::greater;
  }

 private:
  std::uint32_t number_ = 0;
};

}  // namespace interlock
