#pragma once
// Sites: the places from which a step, a fault, an expiry or the passing of time can come, and what of a state each of
// them can see. Which of them are to be tried in a state follows from where its clients are.

#include "engine/language/model.hpp"
#include "engine/machine/blueprint.hpp"
#include "engine/machine/compiled/executor.hpp"
#include "engine/machine/compiled/footprint.hpp"
#include "engine/machine/properties.hpp"
#include "engine/machine/step_memory.hpp"
#include "engine/machine/steps.hpp"
#include "engine/machine/time/time.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace interlock::machine {

/// Its index and the number of a choice, counted in the order in which the choices are tried, make an action.
struct Site {
  Way way;
  Footprint footprint{};
};

/// Which site there is follows from the location of one thread; from no bits where there is one for all locations.
struct Spot {
  BitRange location;
  std::vector<std::uint32_t> sites;  ///< by location: an index, or `no_site`
};
inline constexpr std::uint32_t no_site = 0xffff'ffff;

class Sites {
 public:
  /// Throws TooLarge.
  Sites(const Blueprint& blueprint, const Surroundings& around, const Time& time, const Properties& properties);

  static constexpr std::uint32_t passing_of_time = 0;
  const Site& operator[](std::uint32_t index) const { return all_[index]; }
  const std::vector<std::uint32_t>& expiries() const { return expiries_; }
  /// Ends of pauses without a step: of clients with several threads, where there are pauses.
  const std::vector<std::uint32_t>& resumes() const { return resumes_; }
  /// In the order in which their successors are given.
  const std::vector<Spot>& steps() const { return steps_; }
  const std::vector<Spot>& faults() const { return faults_; }

  std::uint32_t action_of(std::uint32_t site, std::uint32_t choice) const { return site << choice_bits_ | choice; }
  std::uint32_t site_of(std::uint32_t action) const { return action >> choice_bits_; }
  std::uint32_t choice_of(std::uint32_t action) const { return action & ((std::uint32_t{1} << choice_bits_) - 1); }

  /// What the checks can see that give states their labels.
  const Footprint& checks() const { return checks_; }
  /// Of all footprints.
  std::size_t most_parts() const { return most_parts_; }

 private:
  void find_steps(language::ClientIndex client);
  FootprintFinder step_finder(language::ClientIndex client, std::uint32_t start, bool begins_round) const;
  void find_arrivals(language::ClientIndex client);
  void find_faults(language::ClientIndex client);
  void find_faults_of_servers();
  void find_losses(language::ClientIndex client, std::size_t fault);
  bool is_steady(language::ClientIndex client) const;
  Spot fault_spot(language::ClientIndex client, std::size_t fault);
  std::uint32_t add(const Way& way);
  std::uint32_t add(const Way& way, const FootprintFinder& finder);
  language::FaultTarget target_of(std::size_t fault) const;

  const Blueprint& blueprint_;
  const Layout& layout_;
  const Surroundings& around_;
  const Properties& properties_;
  std::vector<Site> all_;  ///< the first is the passing of time
  std::vector<std::uint32_t> expiries_;
  std::vector<std::uint32_t> resumes_;
  std::vector<Spot> steps_;
  std::vector<Spot> faults_;
  std::uint32_t choice_bits_ = 0;
  Footprint checks_;
  std::size_t most_parts_ = 1;
};

}  // namespace interlock::machine
