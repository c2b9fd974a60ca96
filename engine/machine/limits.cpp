#include "engine/machine/limits.hpp"

#include <fmt/format.h>

namespace interlock::machine {

namespace {

constexpr bool stand_in_order() {
  for (std::size_t place = 0; place < limit_rules.size(); ++place)
    if (limit_rules[place].limit != static_cast<Limit>(place)) return false;
  return limit_rules.back().limit == Limit::asked_writers;
}
static_assert(stand_in_order(), "each limit has its rule, in the order of the limits");

}  // namespace

language::Diagnostic TooLarge::diagnostic() const {
  const LimitRule& rule = rule_of(limit);
  language::Diagnostic diagnostic;
  diagnostic.number = rule.number;
  diagnostic.sentence = fmt::format("{}; {} are the most", fmt::format(fmt::runtime(rule.sentence), found), rule.most);
  diagnostic.place = place;
  diagnostic.help.emplace_back(rule.help);
  return diagnostic;
}

void require_within(Limit limit, std::uint64_t found, const language::Place& place) {
  if (found > rule_of(limit).most) throw TooLarge{limit, found, place};
}

}  // namespace interlock::machine
