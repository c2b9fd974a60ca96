// The brute-force checker on models built by hand, whose answers are known.

#include "tests/oracle/oracle.hpp"
#include "tests/catch.hpp"
#include "tests/evaluator/small_model.hpp"

using namespace interlock;
using namespace interlock::test;
using interlock::oracle::Answers;
using interlock::oracle::ask;
using interlock::oracle::Distance;
using interlock::oracle::Verdict;

namespace {

Spec spec(std::string name, PropertyForm form, std::vector<Expression> condition) {
  Spec made;
  made.name = std::move(name);
  made.form = form;
  made.condition = std::move(condition);
  return made;
}

/// 0 mutual_exclusion, 1 owner_releases, 2 recovers, 3 no_starvation, 4 someone enters.
SmallModel with_specs(SmallModel model) {
  std::vector<Expression> inside;
  std::vector<Expression> enters;
  Spec starvation = spec("no_starvation", PropertyForm::leads_to, {});
  starvation.for_each = true;
  for (ClientIndex client{0}; client < model.clients.size(); ++client) {
    inside.push_back(of_client(ExpressionOp::in_section, client));
    enters.push_back(of_client(ExpressionOp::enters, client));
    starvation.clients.push_back(client);
    starvation.given.push_back(of_client(ExpressionOp::waiting, client));
    starvation.condition.push_back(on(ExpressionOp::or_, {enters.back(), of_client(ExpressionOp::ends_round, client)}));
  }
  const Expression some_enters = on(ExpressionOp::or_, enters);
  model.specs = {spec("mutual_exclusion", PropertyForm::always,
                      {on(ExpressionOp::less_equal, {on(ExpressionOp::number_of_true, inside), number(1)})}),
                 spec("owner_releases", PropertyForm::asserted, {}),
                 spec("recovers", PropertyForm::always_possible, {some_enters}), starvation,
                 spec("enters", PropertyForm::reachable, {some_enters})};
  return model;
}

Answers ask_all(const Model& model, const Scenario& scenario) { return ask(model, scenario, second, {0, 1, 2, 3, 4}); }

}  // namespace

TEST_CASE("a lease that outlasts the work holds without faults, and starves") {
  const SmallModel model = with_specs(lease_lock(2));
  const Answers answers = ask_all(model, {});
  REQUIRE(answers.is_complete);
  CHECK_FALSE(answers.is_cut);
  CHECK(answers.specs[0].verdict == Verdict::holds);
  CHECK(answers.specs[1].verdict == Verdict::holds);
  CHECK(answers.specs[2].verdict == Verdict::holds);
  CHECK(answers.specs[3].verdict == Verdict::fails);  // the other is always faster
  CHECK(answers.specs[4].verdict == Verdict::reachable);
  CHECK(answers.specs[4].nearest == Distance{0, 1});
}

TEST_CASE("one pause lets two in, and a crash is recovered from") {
  const SmallModel model = with_specs(lease_lock(2));
  const Answers paused = ask_all(model, under({fault(FaultKind::pause)}));
  CHECK(paused.specs[0].verdict == Verdict::fails);
  CHECK(paused.specs[0].nearest == Distance{1, 4});  // SET, pause, expiry, SET
  CHECK(paused.specs[1].verdict == Verdict::holds);
  CHECK(paused.specs[2].verdict == Verdict::holds);
  const Answers bounded = ask_all(model, under({fault(FaultKind::pause, 4 * second)}));
  CHECK(bounded.specs[0].verdict == Verdict::holds);
  const Answers crashed = ask_all(model, under({fault(FaultKind::crash)}));
  CHECK(crashed.specs[0].verdict == Verdict::holds);
  CHECK(crashed.specs[2].verdict == Verdict::holds);
}

TEST_CASE("without a deadline a crash closes the lock for ever") {
  SmallModel model = with_specs(lease_lock(2));
  Block& set = model.program()[1].blocks[0][0].blocks[0];
  set.erase(set.begin() + 2);  // expire
  const Answers answers = ask_all(model, under({fault(FaultKind::crash)}));
  CHECK(answers.specs[0].verdict == Verdict::holds);
  CHECK(answers.specs[2].verdict == Verdict::fails);
  CHECK(answers.specs[2].nearest == Distance{1, 2});  // SET, crash
}

TEST_CASE("more states than allowed: nothing is known") {
  const SmallModel model = with_specs(lease_lock(2));
  oracle::Options options;
  options.most_states = 5;
  const Answers answers = ask(model, {}, second, {0}, options);
  CHECK_FALSE(answers.is_complete);
  CHECK(answers.specs[0].verdict == Verdict::unknown);
}
