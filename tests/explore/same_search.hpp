#pragma once
// Two searches that found the same, state by state.

#include <cstring>

#include "engine/explore/explore.hpp"
#include "tests/catch.hpp"

namespace interlock::explore::toys {

inline void check_same(const Exploration& a, const Exploration& b) {
  REQUIRE(a.store.size() == b.store.size());
  bool same_states = true;
  bool same_links = true;
  for (StateId id = 0; id < a.store.size(); ++id) {
    same_states &= std::memcmp(a.store.state(id), b.store.state(id), a.store.state_bytes()) == 0;
    same_links &= a.store.parent(id) == b.store.parent(id) && a.store.action(id) == b.store.action(id);
  }
  CHECK(same_states);
  CHECK(same_links);
  CHECK(a.outcome.ending == b.outcome.ending);
  CHECK(a.outcome.edges == b.outcome.edges);
  CHECK(a.outcome.cuts == b.outcome.cuts);
  CHECK(a.outcome.levels == b.outcome.levels);
  CHECK(a.outcome.buckets_finished == b.outcome.buckets_finished);
  CHECK(a.outcome.levels_finished == b.outcome.levels_finished);
  for (std::size_t index = 0; index < a.outcome.findings.size(); ++index) {
    CHECK(a.outcome.findings[index].verdict == b.outcome.findings[index].verdict);
    CHECK(a.outcome.findings[index].places == b.outcome.findings[index].places);
    CHECK(a.outcome.findings[index].faults == b.outcome.findings[index].faults);
    CHECK(a.outcome.findings[index].steps == b.outcome.findings[index].steps);
  }
}

}  // namespace interlock::explore::toys
