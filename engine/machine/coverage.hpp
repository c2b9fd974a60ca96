#pragma once
// What runs have come to so far: which parts of the programs, and why some of them were given up. Marks are only ever
// set, and several threads set them.

#include "engine/language/faults.hpp"
#include "engine/language/model.hpp"
#include "engine/machine/compiled/compiler.hpp"
#include "engine/machine/limits.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace interlock::machine {

class Coverage {
 public:
  /// Keeps a reference to the tables, which are complete.
  Coverage(const Tables& tables, std::size_t variables)
      : tables_(tables),
        first_variable_(tables.parts.size() + all_reasons_to_give_up.size() + language::fault_rules.size() +
                        tables.own_faults),
        marks_(first_variable_ + variables, 0) {}

  void reach(std::size_t part) { set(marks_[part]); }
  void note(GaveUp reason) { set(marks_[place_of(reason)]); }
  /// A run was given up since it would have put more into this container than it may have.
  void overfill(language::VariableIndex container) { set(marks_[first_variable_ + container]); }

  void strike(language::FaultKind fault) { set(marks_[place_of(fault)]); }

  bool gave_up(GaveUp reason) const { return marks_[place_of(reason)] != 0; }
  bool was_overfilled(language::VariableIndex container) const { return marks_[first_variable_ + container] != 0; }
  /// Is there a run so far that has a fault of this kind?
  bool has_struck(language::FaultKind fault) const { return marks_[place_of(fault)] != 0; }
  /// Has any run so far come to an assert of this name? One that says that nobody comes there needs nobody to come.
  bool came_to_assert(const std::string& name) const;
  /// Parts of the clients' programs that no run has reached so far, by line.
  std::vector<language::Place> unreached_parts() const;

  /// All marks: by part, then by reason to give a run up, then by kind of fault, then by variable; and those of an
  /// earlier search.
  const std::vector<std::uint8_t>& marks() const { return marks_; }
  void add(const std::vector<std::uint8_t>& marks);

 private:
  std::size_t place_of(GaveUp reason) const { return tables_.parts.size() + static_cast<std::size_t>(reason); }
  std::size_t place_of(language::FaultKind fault) const {
    return tables_.parts.size() + all_reasons_to_give_up.size() + static_cast<std::size_t>(fault);
  }
  static void set(std::uint8_t& mark) {
    const std::atomic_ref<std::uint8_t> shared(mark);
    if (shared.load(std::memory_order_relaxed) == 0) shared.store(1, std::memory_order_relaxed);
  }

  const Tables& tables_;
  std::size_t first_variable_;
  std::vector<std::uint8_t> marks_;
};

}  // namespace interlock::machine
