#pragma once
// What a search has learned about single steps. A step of one client looks at a few cells of its servers and at its own
// variables, and changes nothing else: it takes the bits that it can see to other bits. The same bits come up again and
// again, in thousands of states that differ elsewhere; so what came of them is kept, and running the program again is
// replaced by looking it up. What is kept is exact: all that the step can see is compared, not a hash of it. Old
// lessons are overwritten; then the step is run once more.

#include "engine/machine/packing.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace interlock::machine {

/// All bits of a state that a piece of code can see or change.
struct Footprint {
  static constexpr std::size_t most_parts = 4;
  struct Part {
    std::uint32_t unit = 0;
    Unit mask = 0;
  };
  std::array<Part, most_parts> parts{};
  std::uint32_t size = 0;
  bool fits = true;  ///< false: spread over more units; then nothing is kept
};

/// One a thread.
class StepMemory {
 public:
  /// What came of one run: the header, the labels, and for each part the bits before and what changed in them.
  class Lesson {
   public:
    explicit Lesson(const Unit* units) : units_(units) {}
    explicit operator bool() const { return units_ != nullptr; }
    std::uint32_t outcome() const { return static_cast<std::uint32_t>(units_[0] & 15); }
    std::uint64_t labels() const { return units_[1]; }
    Unit change(std::size_t part) const { return units_[3 + 2 * part]; }

   private:
    const Unit* units_;
  };

  /// `most_parts`: of all footprints that will be used.
  explicit StepMemory(std::size_t most_parts) : stride_(2 + 2 * most_parts) {}

  /// `number`: of the piece of code and of the run among its choices; above 0, below 2^60.
  Lesson find(std::uint64_t number, const Footprint& footprint, const Unit* state) const {
    if (entries_.empty()) return Lesson(nullptr);
    const Unit* entry = entries_.data() + place(number, footprint, state);
    if (entry[0] >> 4 != number) return Lesson(nullptr);
    Unit differs = 0;
    for (std::uint32_t part = 0; part < footprint.size; ++part)
      differs |= entry[2 + 2 * part] ^ (state[footprint.parts[part].unit] & footprint.parts[part].mask);
    return Lesson(differs == 0 ? entry : nullptr);
  }

  /// `after` may differ from `before` within the footprint only.
  void put(std::uint64_t number, std::uint32_t outcome, std::uint64_t labels, const Footprint& footprint,
           const Unit* before, const Unit* after);

 private:
  static constexpr std::size_t first_entries = 128;
  static constexpr std::size_t most_units = std::size_t{1} << 17;  ///< 1 MiB: it should stay in a core's own cache

  std::size_t place(std::uint64_t number, const Footprint& footprint, const Unit* state) const {
    constexpr std::uint64_t odd = 0x9e37'79b9'7f4a'7c15U;
    std::uint64_t hash = number;
    for (std::uint32_t part = 0; part < footprint.size; ++part)
      hash = (hash ^ (state[footprint.parts[part].unit] & footprint.parts[part].mask)) * odd;
    hash ^= hash >> 32U;
    return ((hash * odd) >> shift_) * stride_;
  }

  std::size_t stride_;
  std::size_t learned_ = 0;  ///< since it grew
  std::uint32_t shift_ = 64;
  std::vector<Unit> entries_;
};

}  // namespace interlock::machine
