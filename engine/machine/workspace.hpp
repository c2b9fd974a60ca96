#pragma once
// Scratch memory of one thread: the state that is expanded, and the successor that comes of it.

#include "engine/machine/canonical/normal_form.hpp"
#include "engine/machine/compiled/executor.hpp"
#include "engine/machine/packing.hpp"
#include "engine/machine/step_memory.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace interlock::machine {

/// How the clients of the newest successor were exchanged. Those that were sorted are looked up when asked for.
enum class Exchange : std::uint8_t { none, sorted, known };

class Workspace {
 public:
  /// `registers`: the words of a state and what stands behind them. Keeps a reference to the packing.
  Workspace(const Packing& packing, std::size_t state_words, std::size_t registers, NormalForm form,
            std::size_t most_parts)
      : parent(packing.units()),
        packed(packing.units()),
        unsorted(packing.units()),
        words(registers),
        guarded(registers),
        normal_form(std::move(form)),
        memory(most_parts),
        packing_(packing),
        state_words_(state_words),
        base_(registers) {}

  /// The state that is expanded from now on.
  void take_parent(const std::byte* state) {
    std::memcpy(parent.data(), state, packing_.bytes());
    is_unpacked_ = false;
  }

  /// It, as words. The registers behind them are free.
  Word* base() {
    if (!is_unpacked_) packing_.unpack(parent.data(), base_.data());
    is_unpacked_ = true;
    return base_.data();
  }

  /// It, copied to `words` to be changed there.
  Word* copy() {
    const Word* from = base();
    std::copy(from, from + state_words_, words.begin());
    return words.data();
  }

  std::vector<Unit> parent;    ///< the state that is expanded
  std::vector<Unit> packed;    ///< a successor
  std::vector<Unit> unsorted;  ///< the same before its clients were sorted
  std::vector<Word> words;     ///< a successor, and registers behind it
  std::vector<Word> guarded;   ///< for guards
  Exchange exchange = Exchange::none;
  NormalForm normal_form;
  Renaming renaming{};
  Choices choices;
  StepMemory memory;

 private:
  const Packing& packing_;
  std::size_t state_words_;
  std::vector<Word> base_;  ///< `parent` unpacked, where it is
  bool is_unpacked_ = false;
};

}  // namespace interlock::machine
