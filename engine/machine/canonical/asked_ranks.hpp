#pragma once
// Whose rank in a sorted set may still be asked: of the ids that a client knows, those that some step from where it
// stands can look up before it has put them there anew. The ranks of all others do not matter, whoever stands before
// them.

#include "engine/language/model.hpp"
#include "engine/machine/compiled/program.hpp"
#include "engine/machine/layout.hpp"
#include "engine/machine/relevance.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace interlock::machine {

class AskedRanks {
 public:
  /// Knows nothing.
  AskedRanks() = default;
  /// `container`: an index into Layout::containers.
  AskedRanks(const language::Model& model, const Relevance& relevance, const Layout& layout,
             const std::vector<Program>& programs, std::uint32_t container);

  /// Else anybody's rank may be asked.
  bool is_known() const { return is_known_; }
  /// Bit i: the rank of id i may be asked.
  std::uint64_t ids(const Layout& layout, const Word* words) const;

 private:
  using Words = std::vector<Register>;
  std::vector<std::vector<Words>> asked_;  ///< by client, by location: the words that name whose rank may be asked
  bool is_known_ = false;
};

}  // namespace interlock::machine
