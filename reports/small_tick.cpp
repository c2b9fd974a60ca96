#include "reports/small_tick.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "engine/machine/time/small_tick.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>

namespace interlock::reports {
namespace {

/// "10 ms (set_nx_px.interlock:7)", or the fault as it is written.
std::string where(const machine::Duration& duration) {
  if (!duration.fault.empty()) return duration.fault;
  const std::string place = place_text(duration.place);
  const std::string text = language::duration_text(duration.written);
  return place.empty() ? text : fmt::format("{} ({})", text, place);
}

}  // namespace

std::string small_tick_warning(const language::Model& model, const language::Scenario& scenario, bool asked_for_dense) {
  const std::optional<machine::SmallTick> small = machine::find_small_tick(model, scenario);
  if (!small) return "";
  const std::int64_t longest = small->longest.microseconds;
  return fmt::format(
      "warning: {}: {} beside {} makes ticks of {}: {} in {}\n"
      "  help: write it in coarser units, such as {}: then there are {}, and fewer states{}\n",
      model.name, where(small->cause), where(small->longest), language::duration_text(small->tick),
      number_text(static_cast<std::uint64_t>(longest / small->tick)), language::duration_text(longest),
      language::duration_text(small->coarser), number_text(static_cast<std::uint64_t>(longest / small->tick_without)),
      asked_for_dense ? "" : "; or search with --time dense");
}

}  // namespace interlock::reports
