// What the machine has room for, at its edges: just inside works, one more is a sentence.

#include <fmt/format.h>

#include <string>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

Run check_model(const std::string& text, const std::string& faults = "none", const std::string& time = "ticks") {
  const Directory directory;
  return interlock(
      {"check", directory.write("model.interlock", text), "--under", faults, "--max-states", "3000", "--time", time});
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

TEST_CASE("a clock that jumps and is asked is an error") {
  const std::string text =
      "protocol p\nserver r : redis { k : string }\n"
      "client w[1] { left = r.TTL(k)\n if left == none { r.DEL(k) } }\n"
      "spec own \"It is there.\" reachable present r.k\n";
  expect_error(check_model(text, "clock_jump 1s 1 time"), "E0612");
  CHECK(check_model(text, "restart 1 time").exit_code != 2);
}

TEST_CASE("a request of which it is not known what comes of it is an error, and only what asks for it is unknown") {
  const std::string watches =
      "protocol p\nserver r : redis { k : string }\n"
      "client w[1] { r.WATCH(k)\n r.DEL(k) }\nspec own \"It is there.\" reachable present r.k\n";
  const Run kept = check_model(watches, "late 1 time");
  expect_error(kept, "E0613");
  CHECK(contains(kept.messages, "model.interlock:3:15"));
  const std::string locks =
      "protocol p\nserver r : redis { k : string }\nclient w[2] {\nme = fresh id\nretry until r.SET(k, me, NX)\n"
      "critical { }\nr.DEL(k)\n}\n";
  const Run asked = check_model(locks, "duplicate 1 time, crash 1 time");
  expect_error(asked, "E0614");
  CHECK(contains(asked.output, "mutual_exclusion"));
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

TEST_CASE("a client of too many threads is an error at its place") {
  const auto with = [](int blocks) {
    std::string text = "protocol p\nserver m : memory { x : int 0..1 }\nclient w[1] {\n";
    for (int i = 0; i < blocks; ++i) text += "  background while in critical { every 1s { m.x = 1 } }\n";
    return text + "  critical { work 1s }\n}\n";
  };
  CHECK(check_model(with(31)).exit_code == 3);
  const Run run = check_model(with(32));
  expect_error(run, "E0602]: a client has 33 threads: its round and its background blocks; 32 are the most");
  CHECK(contains(run.messages, "model.interlock:3:8"));
}

TEST_CASE("values beside ordinary ones have at most sixty names") {
  const auto check_names = [](int names) {
    std::string store = "store st\nstate { x : int 0..1 }\nop f() -> int or none";
    for (int i = 1; i < names; ++i) store += fmt::format(" or a{}", i);
    store += " {\n";
    for (int i = 1; i < names; ++i) store += fmt::format("  if x == 1 {{ return a{} }}\n", i);
    const Directory directory;
    directory.write("st.interlock", store + "  return 1\n}\n");
    return interlock(
        {"check",
         directory.write("model.interlock",
                         "protocol p\nserver m : st\nclient w[1] {\n  v = m.f()\n  if v == 2 { m.x = 1 }\n}\n"
                         "spec s \"S.\" always m.x == 0\n"),
         "--under", "none"});
  };
  CHECK(check_names(60).exit_code == 0);
  expect_error(check_names(61), "E0604]: the model has 61 names");
}

TEST_CASE("what a state holds and how large it is has a limit") {
  const auto check_sets = [](int servers, int sets) {
    std::string cells;
    std::string calls;
    for (int i = 0; i < sets; ++i) {
      cells += fmt::format("  s{} : set of id up to 64", i);
      calls += fmt::format("    k.E(s{}, me)\n", i);
    }
    const Directory directory;
    directory.write("st.interlock", "store st\ntype bag = set of id up to 64\nop E(k: bag, me: id) { add me to k }\n");
    return interlock(
        {"check",
         directory.write("model.interlock",
                         fmt::format("protocol p\nserver n[{}] : st {{ {} }}\nclient w[1] {{\n  me = fresh "
                                     "id\n  for k in n {{\n{}  }}\n  critical {{ work 1s }}\n}}\n",
                                     servers, cells, calls)),
         "--under", "none", "--max-states", "5"});
  };
  CHECK(check_sets(40, 1).exit_code == 3);
  expect_error(check_sets(64, 1), "E0607]: a state has ");
  expect_error(check_sets(64, 16), "E0605]: a state has 60001 cells");
}

TEST_CASE("a step has at most so many intermediate values") {
  const auto with = [](int lines) {
    std::string text = "protocol p\nserver m : memory { x : int 0..1 }\nclient w[1] {\n  atomic {\n";
    for (int i = 0; i < lines; ++i) text += "    if m.x == 0 { m.x = 1 } else { m.x = 0 }\n";
    return text + "  }\n}\nspec s \"S.\" always m.x <= 1\n";
  };
  CHECK(check_model(with(1000)).exit_code == 0);
  const Run run = check_model(with(18000));
  expect_error(run, "E0606]: a step needs 65001 intermediate values; 65000 are the most");
  CHECK(contains(run.messages, "model.interlock:3:8"));
}

TEST_CASE("a clock that can be off in too many ways is an error") {
  const std::string text =
      "protocol p\nclient w[1] {\n  t = now\n  sleep 1us\n  if t < now { critical { } }\n}\nspec s \"S.\" always "
      "true\n";
  CHECK(check_model(text, "skew 499999us").exit_code == 3);
  expect_error(check_model(text, "skew 500000us"), "E0610]: a clock can be off by 1000001 different spans");
  CHECK(check_model(text, "drift 499999us").exit_code == 3);
  expect_error(check_model(text, "drift 500000us"), "E0610");
}

TEST_CASE("durations that are too many of the steps in which time goes are an error at the longest") {
  const auto with = [](const std::string& span) {
    return "protocol p\nserver m : memory { x : int 0..1 }\nclient w[1] {\n  t = now\n  sleep 1us\n  u = now\n"
           "  if u - t < " +
           span + " { m.x = 1 }\n}\nspec s \"S.\" always true\n";
  };
  CHECK(check_model(with("134217728us")).exit_code == 0);
  const Run run = check_model(with("134217729us"));
  expect_error(run, "E0608]: what is compared lies up to 268435458 of the steps apart");
  CHECK(contains(run.messages, "model.interlock:7:14"));
  CHECK(check_model(with("134217729us"), "none", "auto").exit_code == 0);
}

TEST_CASE("instants that lie too far apart together are an error") {
  const auto with = [](int stamps) {
    std::string text = "protocol p\nserver m : memory { x : int 0..1 }\nclient w[1] {\n";
    for (int i = 0; i < stamps; ++i) text += fmt::format("  t{} = now\n  sleep 100s\n", i);
    text += "  sleep 1us\n  u = now\n";
    for (int i = 0; i < stamps; ++i) text += fmt::format("  if u - t{} < 100s {{ m.x = 1 }}\n", i);
    return text + "}\nspec s \"S.\" always true\n";
  };
  CHECK(check_model(with(3)).exit_code == 0);
  const Run run = check_model(with(4));
  expect_error(run, "E0609]: the instants of a state can be 1200000024 of the steps");
  CHECK(contains(run.messages, "model.interlock:3:8"));
  CHECK(check_model(with(4), "none", "auto").exit_code == 0);
}

TEST_CASE("thirty-two clients are checked, without symmetry too, and one more is an error of the text") {
  const auto with = [](int clients) {
    return fmt::format(
        "protocol p\nserver m : memory {{ x : int 0..1 }}\nclient w[{}] {{\n  m.x = 1\n  critical {{ work 1s }}\n}}\n"
        "spec s \"S.\" always m.x <= 1\n",
        clients);
  };
  const Directory directory;
  const std::string path = directory.write("model.interlock", with(32));
  const Run run = interlock({"check", path, "--under", "none", "--max-states", "50", "--without", "symmetry"});
  INFO(run.output << run.messages);
  CHECK(run.exit_code == 3);
  CHECK_FALSE(contains(run.messages, "error"));
  expect_error(check_model(with(33)), "E0245]: a protocol has from 1 to 32 clients");
  expect_error(interlock({"check", path, "--clients", "w=33"}), "takes a whole number from 1 to 32, not 33");
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
