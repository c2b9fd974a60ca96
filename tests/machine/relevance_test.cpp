// What of a model matters to the chosen specs.

#include "engine/machine/relevance.hpp"
#include "tests/catch.hpp"
#include "tests/random/must_read.hpp"

#include <algorithm>
#include <string>

namespace interlock::machine {
namespace {

std::uint32_t variable_of(const language::Model& model, const std::string& name) {
  const auto found = std::find_if(model.variables.begin(), model.variables.end(),
                                  [&](const auto& variable) { return variable.name == name; });
  REQUIRE(found != model.variables.end());
  return static_cast<std::uint32_t>(found - model.variables.begin());
}

const std::string lock = R"(protocol lock
server redis : redis { lock : string }
server m : memory { told : int 0..3  written : int 0..3 }
client w[2] {
  me = fresh id
  retry until redis.SET(lock, me, NX, PX 2s)
  m.written = 1
  critical {
    count = m.told
    unread = m.written
    if count == 1 { return }
    work 1s
  }
  redis.DEL(lock)
}
)";

TEST_CASE("a variable that decides something is kept, one that nobody reads is not") {
  const language::Model model = tests::must_read(lock);
  const Relevance relevance = find_relevance(model, {}, {tests::spec_named(model, "mutual_exclusion")}, true);
  CHECK(relevance.variable[variable_of(model, "lock")]);
  CHECK(relevance.variable[variable_of(model, "count")]);
  CHECK(relevance.variable[variable_of(model, "told")]);
  CHECK_FALSE(relevance.variable[variable_of(model, "unread")]);
  CHECK_FALSE(relevance.variable[variable_of(model, "written")]);
}

TEST_CASE("with the reduction off everything is kept") {
  const language::Model model = tests::must_read(lock);
  const Relevance relevance = find_relevance(model, {}, {tests::spec_named(model, "mutual_exclusion")}, false);
  CHECK(relevance.variable[variable_of(model, "unread")]);
  CHECK(relevance.variable[variable_of(model, "written")]);
}

TEST_CASE("who wrote a cell is kept where a checked property asks for it") {
  const language::Model model = tests::must_read(lock);
  const auto key = variable_of(model, "lock");
  CHECK(find_relevance(model, {}, {tests::spec_named(model, "owner_releases")}, true).writer[key]);
  CHECK_FALSE(find_relevance(model, {}, {tests::spec_named(model, "mutual_exclusion")}, true).writer[key]);
}

TEST_CASE("grants and leases are kept where a checked property speaks of them") {
  const language::Model model = tests::must_read(lock);
  CHECK(find_relevance(model, {}, {tests::spec_named(model, "exclusive_lease")}, true).lease);
  CHECK_FALSE(find_relevance(model, {}, {tests::spec_named(model, "mutual_exclusion")}, true).lease);
  CHECK_FALSE(find_relevance(model, {}, {tests::spec_named(model, "mutual_exclusion")}, true).grant);
}

TEST_CASE("a cell that only a property reads is kept for that property") {
  const std::string own = lock + "spec never_told \"Chance.\" never m.written == 2\n";
  const language::Model model = tests::must_read(own);
  CHECK(find_relevance(model, {}, {tests::spec_named(model, "never_told")}, true)
            .variable[variable_of(model, "written")]);
}

}  // namespace
}  // namespace interlock::machine
