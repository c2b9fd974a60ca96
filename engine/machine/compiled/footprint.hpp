#pragma once
// Which words a piece of code can see or change, found by following it once.

#include "engine/machine/compiled/executor.hpp"
#include "engine/machine/packing.hpp"
#include "engine/machine/step_memory.hpp"

#include <cstdint>
#include <vector>

namespace interlock::machine {

class FootprintFinder {
 public:
  FootprintFinder(const Surroundings& around, const Packing& packing);

  void add(Register word) {
    if (word < seen_.size()) seen_[word] = true;
  }
  /// All words of a client.
  void add_client(language::ClientIndex client);
  /// All that is seen or changed from an instruction on to the end of a step. The step that begins a round may go on
  /// behind the first location it comes to.
  void add_code(const std::vector<Instruction>& code, std::uint32_t start, bool begins_round = false);

  /// All that a check reads: its code, and the word that its answer is. A bare cell or status is its own answer, and no
  /// instruction reads it.
  void add_check(const std::vector<Instruction>& code, std::uint32_t start, Register answer) {
    add(answer);
    add_code(code, start);
  }

  /// Of a server that may fail over: whoever sees or changes something of it may make a write of it.
  void add_kept();

  void add_checks(const std::vector<Check>& checks);

  Footprint footprint() const;

 private:
  void add_instruction(const Instruction& instruction);
  void add_container(const Container& container);
  void add_touched(std::int32_t watched);

  const Surroundings& around_;
  const Packing& packing_;
  std::vector<bool> seen_;  ///< by word
};

}  // namespace interlock::machine
