// A told run is executed again as it is: what somebody can see is not left out of it.

#include "engine/trace/story.hpp"

#include "tests/catch.hpp"
#include "tests/real_stories.hpp"

#include <algorithm>
#include <string>
#include <variant>
#include <vector>

using namespace interlock;

namespace {

const std::string slips = R"(store slips
state { slip : expiring id }
op leave(me: id) { slip = me; expire slip in 2s }
op look() -> bool { return present slip }
)";

/// The slip that one client left runs out while it works; then it comes into its critical section.
language::Model model_of(const std::string& after_the_work) {
  language::Diagnostics diagnostics;
  language::Library library = stories::shipped_library(diagnostics);
  library.stores["slips"] = *language::parse(stories::source_of("slips.interlock", slips), diagnostics).store;
  const auto source = stories::source_of("left_out.interlock", R"(protocol left_out
server desk : slips
client worker[1] {
  me = fresh id
  desk.leave(me)
  work 3s
  )" + after_the_work + R"(
  critical { work 1s }
}
spec gone "Nobody comes in."
  never some(c in clients where c in critical)
)");
  const language::syntax::File file = language::parse(source, diagnostics);
  REQUIRE(file.protocol);
  const auto model = language::resolve(*file.protocol, source, library, {}, diagnostics);
  REQUIRE(model);
  return *model;
}

std::uint32_t spec_named(const language::Model& model, const std::string& name) {
  const auto found =
      std::find_if(model.specs.begin(), model.specs.end(), [&](const auto& spec) { return spec.name == name; });
  return static_cast<std::uint32_t>(found - model.specs.begin());
}

/// Why the run is not confirmed; empty: it is. `steps`: behind the work.
std::string refusal(const language::Model& model, bool tells_expiry, int steps) {
  constexpr std::int64_t second = 1'000'000;
  Move step;
  step.client = 0;
  Move time;
  time.kind = MoveKind::time;
  Move expiry;
  expiry.kind = MoveKind::expiry;
  for (language::VariableIndex index{0}; index < model.variables.size(); ++index)
    if (model.variables[index].name == "slip") expiry.variable = index;
  time.ticks = tells_expiry ? 2 : 3;
  std::vector<Move> moves{step, time};
  time.ticks = 1;
  if (tells_expiry) moves.insert(moves.end(), {expiry, time});
  moves.insert(moves.end(), static_cast<std::size_t>(steps), step);
  const std::uint32_t gone = spec_named(model, "gone");
  trace::Claim claim;
  claim.spec = gone;
  const auto told = trace::tell(model, {}, {gone}, second, moves, claim);
  const auto* refused = std::get_if<trace::NotConfirmed>(&told);
  return refused == nullptr ? "" : refused->why;
}

}  // namespace

TEST_CASE("a run that leaves out an expiry which a later step sees is not confirmed") {
  const language::Model reads = model_of("seen = desk.look()\n  if seen { return }");
  CHECK(refusal(reads, true, 2) == "");
  CHECK(refusal(reads, false, 2) == "move 2 of 4 is not possible: a deadline is reached");
  // What nobody looks at is nobody's business.
  const language::Model leaves_it = model_of("");
  CHECK(refusal(leaves_it, false, 1) == "");
  CHECK(refusal(leaves_it, true, 1) == "");
}
