// owner_releases where a client writes a cell itself, past the operations of its store.

#include "engine/check/checker.hpp"

#include "tests/catch.hpp"
#include "tests/random/must_read.hpp"
#include "tests/real_stories.hpp"

namespace interlock::check {
namespace {

/// Two clients that take a lock, or do not, and then do this.
Verdict owner_releases(const std::string& taking, const std::string& behind,
                       const std::string& server = "redis { lock : string }") {
  const language::Model model =
      stories::read("protocol over\nserver r : " + server + "\nclient worker[2] {\n  me = fresh id\n" + taking +
                    "  critical { work 1s }\n" + behind + "}\n");
  const std::uint32_t spec = interlock::tests::spec_named(model, "owner_releases");
  if (!model.specs[spec].applies) return Verdict::not_applicable;
  const Answer answer = check(model, {}, {spec}, {});
  REQUIRE(answer.not_reproduced.empty());
  return answer.verdicts.at(0).verdict;
}

const std::string acquire = "  retry until r.SET(lock, me, NX, PX 5s)\n";
const std::string release = "  r.DEL(lock)\n";

TEST_CASE("writing over what another client put there is a release of it, in one step of a client or in many") {
  CHECK(owner_releases("", "  r.lock = me\n" + release) == Verdict::fails);
  CHECK(owner_releases("", "  atomic { r.lock = me }\n" + release) == Verdict::fails);
  CHECK(owner_releases("  when absent r.lock { r.lock = me }\n", release) == Verdict::holds);
  CHECK(owner_releases("  atomic { if present r.lock { r.lock = me } }\n", acquire + release) == Verdict::fails);
}

TEST_CASE("writing over one's own, or over nothing, removes nothing of another") {
  CHECK(owner_releases(acquire, "  r.lock = me\n" + release) == Verdict::holds);
  CHECK(owner_releases("  atomic { if absent r.lock { r.lock = me } else { return } }\n", release) == Verdict::holds);
}

TEST_CASE("cells of a store that does not ask whose they are belong to nobody") {
  CHECK(owner_releases("  r.lock = me\n", "  r.lock = none\n", "memory { lock : optional id }") ==
        Verdict::not_applicable);
}

}  // namespace
}  // namespace interlock::check
