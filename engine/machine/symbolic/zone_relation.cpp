#include "engine/machine/symbolic/zone_relation.hpp"

#include <vector>

namespace interlock::machine {

Zone ZoneRelation::before(const Zone& after) const {
  Zone both = both_;
  both.meet(after);
  std::vector<MomentSource> moments;
  for (std::size_t moment = 0; moment < before_; ++moment) moments.push_back({first_before() + moment, 0});
  return both.arranged(moments, now_before());
}

Zone ZoneRelation::after() const {
  std::vector<MomentSource> moments;
  for (std::size_t moment = 1; moment < first_before(); ++moment) moments.push_back({moment, 0});
  return both_.arranged(moments);
}

ZoneRelation ZoneRelation::from(const Zone& before) const {
  const auto place = [&](std::size_t moment) {
    return moment == now_moment ? now_before() : first_before() + moment - 1;
  };
  ZoneRelation narrowed = *this;
  for (std::size_t left = 0; left < before.size() && !narrowed.is_empty(); ++left)
    for (std::size_t right = 0; right < before.size(); ++right)
      narrowed.both_.meet(place(left), place(right), before.bound(left, right));
  return narrowed;
}

}  // namespace interlock::machine
