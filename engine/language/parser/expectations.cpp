// What a protocol file says about itself: `expect { }`, with lists of faults.

#include "engine/language/parser/state.hpp"

#include <fmt/format.h>

namespace interlock::language {

using syntax::ExpectedVerdict;

void Parser::expectations(std::vector<syntax::Expectation>& result) {
  const std::size_t open = position_;
  if (!open_block("expect")) return;
  while (!at_end() && !at("}") && !next_item_starts()) {
    const std::size_t first = position_;
    syntax::Expectation next = expectation();
    if (!failed_) result.push_back(std::move(next));
    if (!failed_ && !at("}") && !peek().first_on_line && !take(";")) {
      fail_expected("the end of the expectation", {"behind the verdict may stand: using FAULTS, under FAULTS, assuming "
                                                   "distinct_clocks"});
    }
    if (failed_) recover_statement(first);
  }
  close_block(open);
}

syntax::Expectation Parser::expectation() {
  syntax::Expectation result;
  operators_ = 0;
  if (peek().form == TokenForm::name) join_line();
  const bool goes_on = at_any({"under", "using", "assuming"}) && name_follows(1) && !at("holds", 1) &&
                       !at("fails", 1) && !at("reachable", 1) && !at("unreachable", 1);
  if (goes_on) {
    fail("E0166", fmt::format("{} stands on the line of its expectation", peek().text), place_of(peek()));
    return result;
  }
  result.spec = take_name("the name of a spec", &result.place);
  if (take_following("fails")) {
    result.verdict = ExpectedVerdict::fails;
  } else if (take_following("reachable")) {
    result.verdict = ExpectedVerdict::reachable;
  } else if (take_following("unreachable")) {
    result.verdict = ExpectedVerdict::unreachable;
  } else if (!take_following("holds") && !failed_) {
    Help help = {"write NAME holds, NAME fails, NAME reachable or NAME unreachable"};
    if (name_follows()) help = near(peek().text, {"holds", "fails", "reachable", "unreachable"});
    fail("E0166", fmt::format("expected holds, fails, reachable or unreachable, found {}", found()), here(), "",
         std::move(help));
  }
  expectation_options(result);
  return result;
}

void Parser::expectation_options(syntax::Expectation& result) {
  bool has_under = false;
  while (!failed_ && name_follows()) {
    const Place place = place_of(peek());
    const bool repeated =
        (at("using") && result.used) || (at("under") && has_under) || (at("assuming") && !result.assuming.empty());
    if (repeated) {
      return fail("E0166", fmt::format("{} stands here twice", peek().text), place, "",
                  {"faults are separated by a comma: under pause, crash"});
    }
    if (take("using")) {
      if (result.verdict != ExpectedVerdict::fails) {
        complain("E0166", "using belongs to fails: it tells of the counterexample", place);
      }
      result.used = faults(true);
    } else if (take("under")) {
      has_under = true;
      result.under = faults(false);
    } else if (take("assuming")) {
      do {
        Place assumed;
        result.assuming.push_back(take_name("an assumption: distinct_clocks", &assumed));
        result.assuming_places.push_back(assumed);
      } while (take_following(","));
    } else {
      return;
    }
  }
}

std::vector<syntax::Fault> Parser::only_faults() {
  join_line();
  std::vector<syntax::Fault> result = faults(false);
  if (!failed_ && !at_end()) fail_expected("',' or the end of the faults");
  return result;
}

/// `none` is an empty list.
std::vector<syntax::Fault> Parser::faults(bool counts_first) {
  std::vector<syntax::Fault> result;
  if (at("none") && !peek().first_on_line) {
    advance();
    if (follows(",")) {
      fail("E0167", "none stands alone", place_of(lexed_.tokens[position_ - 1]), "",
           {"leave it out, or leave out the others"});
    }
    return result;
  }
  do {
    syntax::Fault next = fault(counts_first);
    if (!failed_) result.push_back(std::move(next));
    if (!failed_ && at_any({"and", "or"})) {
      complain("E0167", "faults are separated by a comma", place_of(peek()), "", {"write ,"});
      advance();
      continue;
    }
    if (!take_following(",")) break;
  } while (!failed_);
  return result;
}

syntax::Fault Parser::fault(bool counts_first) {
  syntax::Fault result;
  const std::size_t first = position_;
  if (!failed_ && peek().form == TokenForm::number && !peek().first_on_line) {
    result.times = peek().number;
    const Place place = place_of(peek());
    advance();
    if (!counts_first) {
      complain("E0168", "behind under, the number of times follows the fault", place, "",
               {fmt::format("write {} {} {}", name_follows() ? peek().text : "pause", *result.times,
                            *result.times == 1 ? "time" : "times")});
    }
  }
  result.name = take_name("a fault, such as pause or crash");
  if (result.name == "session" && follows("end") && take("end")) result.name = "session end";
  fault_details(result, counts_first);
  result.place = span_from(first);
  return result;
}

void Parser::fault_details(syntax::Fault& result, bool counts_first) {
  if (at("<") && !peek().first_on_line && !failed_) {
    complain("E0167", "a bound belongs to what it allows", place_of(peek()), "", {"write <="});
    advance();
    result.amount = postfix();
  } else if (take_following("<=")) {
    result.amount = postfix();
  } else if (!failed_ && peek().form == TokenForm::duration && !peek().first_on_line) {
    result.amount = postfix();
  }
  while (!failed_ && !peek().first_on_line) {
    if (take("lag")) {
      if (!take_following("<=") || peek().form != TokenForm::number) {
        fail_expected("how many writes", {"write failover lag <= 3 writes"});
        return;
      }
      result.lag = peek().number;
      advance();
      if (!take_following("writes") && !take_following("write"))
        fail_expected("'writes'", {"write failover lag <= 3 writes"});
    } else if (follows("forever")) {
      complain("E0167", "for ever is two words", place_of(peek()), "", {"write for ever"});
      advance();
      result.for_ever = true;
    } else if (take("for")) {
      if (peek().form == TokenForm::duration)
        return fail_expected("'ever'", {fmt::format("how long it may last: {} <= {}", result.name, peek().text)});
      result.for_ever = expect_words({"ever"}, "crash for ever");
    } else if (peek().form == TokenForm::number) {
      result.times = peek().number;
      advance();
      if (!take_following("time") && !take_following("times")) {
        fail_expected("'time' or 'times'",
                      {fmt::format("how often: {0} {1} {2}; how much: {0} {1}s, or {1}ms", result.name, *result.times,
                                   *result.times == 1 ? "time" : "times")});
      } else if (counts_first) {
        complain("E0168", "behind using, the number stands in front of the fault",
                 place_of(lexed_.tokens[position_ - 2]), "", {fmt::format("write {} {}", *result.times, result.name)});
      }
    } else {
      return;
    }
  }
}

}  // namespace interlock::language
