// What the machine has room for, at its edges: just inside works, one more is a sentence.

#include <fmt/format.h>

#include <string>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Run check_model(const std::string& text, const std::string& faults = "none") {
  const Directory directory;
  return interlock({"check", directory.write("model.interlock", text), "--under", faults, "--max-states", "3000"});
}

void expect_error(const Run& run, const std::string& error) {
  INFO(run.output << run.messages);
  CHECK(run.exit_code == 2);
  CHECK(contains(run.messages, error));
}

/// A client that stands between two steps at `sleeps` places, idle and inside its section.
std::string long_client(int sleeps) {
  std::string text = "protocol p\nclient w[1] {\n";
  for (int i = 0; i < sleeps; ++i) text += "  sleep 1s\n";
  return text + "  critical { work 1s }\n}\n";
}

}  // namespace

TEST_CASE("a client of too many places is an error at its place") {
  CHECK(check_model(long_client(253)).exit_code == 0);
  const Run run = check_model(long_client(254));
  expect_error(run, "E0603");
  CHECK(contains(run.messages, "model.interlock:2:8"));
  CHECK(contains(run.output, "unknown"));
}

TEST_CASE("specs that need more labels than there are are asked in several searches") {
  for (const int count : {64, 65, 130}) {
    std::string text = "protocol p\nserver m : memory { x : int 0..1 }\nclient w[1] { m.x = 1 }\n";
    for (int i = 0; i < count; ++i)
      text += fmt::format("spec s{} \"It is not 1.\" {}\n", i, i == count - 1 ? "never m.x == 1" : "always m.x <= 1");
    const Run run = check_model(text);
    INFO(run.output << run.messages);
    CHECK(run.exit_code == 1);
    CHECK(contains(run.output, fmt::format("s{} ", count - 1)));
    CHECK(contains(run.output, "fails: 1 step"));
    CHECK(contains(run.output, "s0 "));
  }
  const Run many = interlock({"check", "set_nx_px", "--under", "none", "--without", "symmetry", "--clients",
                              "worker=32", "--max-states", "200"});
  INFO(many.output << many.messages);
  CHECK(many.exit_code == 3);
}

TEST_CASE("a clock that can be off in too many ways is an error") {
  const std::string text =
      "protocol p\nclient w[1] {\n  t = now\n  sleep 1us\n  if t < now { critical { } }\n}\nspec s \"S.\" always "
      "true\n";
  CHECK(check_model(text, "skew 200ms").exit_code == 3);
  expect_error(check_model(text, "skew 600ms"), "E0610");
}

TEST_CASE("durations that are too many of the steps in which time goes are an error at the longest") {
  const auto with = [](const std::string& span) {
    return "protocol p\nserver r : redis { lock : string }\nclient w[2] {\n  if r.SET(lock, 1, NX, PX " + span +
           ") { critical { work 1ms } }\n}\n";
  };
  CHECK(check_model(with("20h")).exit_code == 3);
  const Run run = check_model(with("200h"));
  expect_error(run, "E0608");
  CHECK(contains(run.messages, "model.interlock:4"));
}

TEST_CASE("a step without an end gives its run up") {
  const Run run = check_model(
      "protocol p\nserver m : memory { x : int 0..1 }\nclient w[1] {\n  m.x = 1\n  i = 0\n"
      "  loop {\n    if i > 900000 { break }\n    i = i + 1\n  }\n}\n"
      "spec s \"It is not 2.\" always m.x <= 1\n");
  INFO(run.output << run.messages);
  CHECK(run.exit_code != 134);
}

TEST_CASE("more ids than a state holds give the run up, with the reason") {
  const auto with = [](int ids) {
    std::string text = "protocol p\nserver m : memory { c : optional id }\nclient w[2] {\n";
    for (int i = 0; i < ids; ++i) text += fmt::format("  a{} = fresh id\n", i);
    text += "  m.c = a0\n";
    for (int i = 0; i < ids; ++i) text += fmt::format("  if m.c == a{} {{ m.c = a{} }}\n", i, (i + 1) % ids);
    return text + "}\nspec s \"S.\" always true\n";
  };
  const Run inside = check_model(with(3));
  INFO(inside.output << inside.messages);
  CHECK(inside.exit_code == 0);
  const Run run = check_model(with(40));
  INFO(run.output << run.messages);
  CHECK(run.exit_code != 134);
  CHECK(run.exit_code != 70);
}

}  // namespace interlock::testing
