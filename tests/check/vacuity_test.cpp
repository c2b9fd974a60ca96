// What holds, and proves little: by name.

#include "engine/check/checker.hpp"
#include "tests/catch.hpp"
#include "tests/oracle/agreement.hpp"
#include "tests/random/reading.hpp"

#include <algorithm>
#include <string>

namespace interlock::check {
namespace {

Answer answer_of(const std::string& text, const std::string& spec, const std::string& faults = "") {
  std::string problems;
  const auto model = tests::read({text, ""}, problems);
  INFO(problems);
  REQUIRE(model);
  for (std::uint32_t index = 0; index < model->specs.size(); ++index)
    if (model->specs[index].name == spec) return check(*model, oracle::scenario_of(faults), {index}, {});
  FAIL("no spec " << spec);
  return {};
}

bool has_remark(const Answer& answer, Remark remark) {
  const auto& remarks = answer.verdicts.front().remarks;
  return std::find(remarks.begin(), remarks.end(), remark) != remarks.end();
}

/// Who takes the lock, and what it does behind its section.
std::string protocol(const std::string& attempt, const std::string& behind) {
  return "protocol p\nserver redis : redis { lock : string }\nclient worker[2] {\n  me = fresh id\n  " + attempt +
         "\n  critical { work 1s }\n  " + behind + "\n}\n";
}

}  // namespace

TEST_CASE("two are never inside where no second one ever gets in: that proves nothing") {
  const std::string keeps = protocol("retry until redis.SETNX(lock, me)", "");
  for (const char* faults : {"", "crash", "pause"}) {
    INFO(faults);
    const Answer answer = answer_of(keeps, "mutual_exclusion", faults);
    CHECK(answer.verdicts.front().verdict == Verdict::holds);
    CHECK(answer.verdicts.front().vacuous);
    CHECK(has_remark(answer, Remark::no_contention));
  }
  const Answer gives_back =
      answer_of(protocol("retry until redis.SETNX(lock, me)", "redis.DEL(lock)"), "mutual_exclusion");
  CHECK(gives_back.verdicts.front().verdict == Verdict::holds);
  CHECK_FALSE(gives_back.verdicts.front().vacuous);
}

TEST_CASE("a second client that gets in after a crash only is a second client") {
  const std::string expires = protocol("retry until redis.SET(lock, me, NX, PX 2s)", "redis.PERSIST(lock)");
  CHECK(has_remark(answer_of(protocol("retry until redis.SET(lock, me, NX)", ""), "mutual_exclusion", "crash"),
                   Remark::no_contention));
  const Answer never =
      answer_of(protocol("retry until redis.SET(lock, me, NX, PX 2s)\n  redis.PERSIST(lock)", ""), "mutual_exclusion");
  CHECK(has_remark(never, Remark::no_contention));
  // Between the two calls the owner may crash; then its lease ends.
  const Answer after_a_crash = answer_of(protocol("retry until redis.SET(lock, me, NX, PX 2s)", "redis.PERSIST(lock)"),
                                         "mutual_exclusion", "crash 1 time");
  CHECK(after_a_crash.verdicts.front().verdict == Verdict::holds);
  CHECK_FALSE(has_remark(after_a_crash, Remark::no_contention));
  CHECK(has_remark(answer_of(expires, "mutual_exclusion"), Remark::no_contention));
}

TEST_CASE("what is not about two who are inside is no worse for one who comes alone") {
  const std::string alone =
      "protocol p\nserver m : memory { x : bool }\nclient worker[1] {\n  critical { work 1s }\n}\n"
      "spec mine \"Mine.\" never m.x\n";
  CHECK_FALSE(answer_of(alone, "mine").verdicts.front().vacuous);
  CHECK_FALSE(has_remark(answer_of(alone, "mutual_exclusion"), Remark::no_contention));
}

TEST_CASE("a fault that is allowed and that no run has") {
  const std::string keeps = protocol("retry until redis.SETNX(lock, me)", "redis.DEL(lock)");
  using language::FaultKind;
  CHECK(answer_of(keeps, "mutual_exclusion", "skew 1s").idle_faults.at(0).kind == FaultKind::skew);
  CHECK(answer_of(keeps, "mutual_exclusion", "drift 1s, crash").idle_faults.at(0).kind == FaultKind::drift);
  CHECK(answer_of(keeps, "mutual_exclusion", "crash, pause").idle_faults.empty());
  CHECK(answer_of(keeps, "mutual_exclusion").idle_faults.empty());
}

}  // namespace interlock::check
