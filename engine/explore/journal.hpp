#pragma once
// A search that is saved while it runs, and goes on later. The engine opens no file: it hands over what there is to
// save, and asks for it back. A search that goes on takes the same steps as one that was never interrupted.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/explore/ids.hpp"
#include "engine/explore/outcome.hpp"

namespace interlock::explore {

/// How a state was found first.
struct Link {
  StateId parent;
  ActionId action;
};

/// Where a search stands after a finished level: all of it but the states and their links, which only grow.
struct Checkpoint {
  std::vector<Level> levels;  ///< the finished ones
  std::uint64_t edges = 0;
  std::uint64_t cuts = 0;
  std::vector<Finding> findings;       ///< one an obligation; with places where it is decided
  std::vector<std::uint8_t> observed;  ///< what the system has observed: see transition_system.hpp

  StateId states() const { return levels.empty() ? 0 : levels.back().end; }
};

/// Where checkpoints go to and come from. All is called by the thread that called `explore`. What the functions throw
/// ends the search.
class Journal {
 public:
  Journal() = default;
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;
  virtual ~Journal() = default;

  /// What to go on from, of the same system and obligations; null: nothing was saved. The limits allow `capacity`
  /// states; what is given must not have more.
  virtual const Checkpoint* start(StateId capacity) = 0;

  /// Gives the next states and links of what `start` gave, in order of their ids, until all were asked for.
  virtual void read(std::span<std::byte> states, std::span<Link> links) = 0;

  /// After each finished level but the last: is it worth saving? The last one is always saved.
  virtual bool wants(StateId states) = 0;

  /// The next states and links, in order of their ids, behind those that were read or added before.
  virtual void add(std::span<const std::byte> states, std::span<const Link> links) = 0;

  /// Saves a checkpoint; all its states were read or added.
  virtual void save(const Checkpoint& checkpoint) = 0;
};

}  // namespace interlock::explore
