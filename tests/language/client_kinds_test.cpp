// What may stand behind a client's name, and behind a section's; and what is wrong there.

#include "tests/catch.hpp"
#include "tests/language/resolving.hpp"

#include <string>

namespace interlock::language::tests {

TEST_CASE("a daemon is said behind a client's number, and is not once") {
  const Model model = model_of("protocol p\nclient d[2] steady daemon { sleep 1s }\nclient w { work 1s }");
  CHECK(model.kinds[0].is_daemon);
  CHECK(model.kinds[0].steady);
  CHECK_FALSE(model.kinds[1].is_daemon);
  CHECK(errors_of("protocol p\nclient d once daemon { sleep 1s }").find("error[E0172]") != std::string::npos);
}

TEST_CASE("a daemon whose round may be over without waiting holds time still") {
  const std::string head = "protocol p\nserver redis : redis { lock : string }\nclient d daemon {\n";
  CHECK(complaints_of(head + "redis.DEL(lock)\n}") == "W0503 3:8");
  CHECK(complaints_of(head + "if redis.DEL(lock) { return }\nsleep 1s\n}") == "W0503 3:8");
  CHECK(complaints_of(head + "loop { if redis.DEL(lock) { return }\nsleep 1s }\n}") == "W0503 3:8");
  CHECK(complaints_of(head + "redis.DEL(lock)\nsleep 1s\n}") == "");
  CHECK(complaints_of(head + "retry until redis.DEL(lock)\n}") == "");
}

TEST_CASE("a client has params of its own, beside those of the protocol") {
  const std::string text =
      "protocol p\nparam ttl = 9s\nclient w(ttl = 3s, busy = 1s..2s) { work busy\nsleep ttl }\nclient z { sleep ttl }";
  const Model model = model_of(text);
  CHECK(model.kinds[0].program[1].span.high == 3'000'000);
  CHECK(model.kinds[1].program[0].span.high == 9'000'000);
  Settings settings;
  syntax::Range& ttl = settings.params["w.ttl"];
  ttl.low.form = syntax::ExpressionForm::duration;
  ttl.low.number = 5'000'000;
  CHECK(model_of(text, settings).kinds[0].program[1].span.high == 5'000'000);
  CHECK(model_of(text, settings).kinds[1].program[0].span.high == 9'000'000);
  CHECK(complaints_of("protocol p\nclient w(ttl = 3s, ttl = 4s) { sleep ttl }") == "E0203 2:20");
  CHECK(complaints_of("protocol p\nclient w(ttl = 3s) { ttl = 1s\nsleep ttl }").substr(0, 5) == "E0236");
  CHECK(complaints_of("protocol p\nclient w(ttl = 3s) { work 1s }\nclient z { sleep ttl }").find("E0201 3:18") !=
        std::string::npos);
}

TEST_CASE("a client has the program of another, and other values for its params") {
  const std::string head = "protocol p\nparam ttl = 9s\nclient w(busy = 1s) daemon { work busy\nsleep ttl }\n";
  const Model model = model_of(head + "client slow[3] like w(busy = 4s)\nclient late like w(ttl = 2s)");
  REQUIRE(model.kinds.size() == 3);
  CHECK(model.kinds[1].count == 3);
  CHECK(model.kinds[1].is_daemon);
  CHECK(model.kinds[1].program[0].span.high == 4'000'000);
  CHECK(model.kinds[1].program[0].step == model.kinds[0].program[0].step);
  CHECK(model.kinds[2].program[0].span.high == 1'000'000);
  CHECK(model.kinds[2].program[1].span.high == 2'000'000);
  CHECK(model.steps == 2);
}

TEST_CASE("the two have variables of their own") {
  const std::string text =
      "protocol p\nserver redis : redis { lock : string }\nclient w { t = now\n"
      "critical until t + 1s { work 1s }\nassert old: now > t }\nclient z like w";
  const Model model = model_of(text);
  CHECK(model.kinds[0].deadlines.at(0) != model.kinds[1].deadlines.at(0));
}

TEST_CASE("what is wrong behind like") {
  const std::string head = "protocol p\nclient w(busy = 1s) { work busy }\n";
  CHECK(complaints_of(head + "client z like v").find("E0284 3:15") != std::string::npos);
  CHECK(complaints_of(head + "client z like z").find("E0284 3:15") != std::string::npos);
  CHECK(complaints_of(head + "client z like w\nclient y like z").find("E0284 4:15") != std::string::npos);
  CHECK(complaints_of(head + "client z like w(bussy = 2s)").find("E0284 3:17") != std::string::npos);
  CHECK(errors_of(head + "client z like w { work 1s }").find("error[E0172]") != std::string::npos);
  CHECK(errors_of("protocol p\nclient w(2) { work 1s }").find("client NAME[2]") != std::string::npos);
}

TEST_CASE("a section that is shared or exclusive is critical, with a name") {
  const Model model = model_of("protocol p\nclient r { section reading shared { work 1s } }");
  CHECK(model.kinds[0].has_critical);
  REQUIRE(model.kinds[0].program[0].op == StatementOp::section);
  CHECK(model.kinds[0].program[0].section == 1);
  REQUIRE(model.kinds[0].program[0].blocks[0].size() == 1);
  CHECK(model.kinds[0].program[0].blocks[0][0].section == 0);
  const Model upgraded =
      model_of("protocol p\nclient r { section reading shared { section writing exclusive { work 1s } } }");
  CHECK(upgraded.kinds[0].program[0].blocks[0][0].blocks[0][0].section == 2);
  CHECK(complaints_of("protocol p\nclient r { section reading shared { critical { work 1s } } }").substr(0, 10) ==
        "E0285 2:37");
}

TEST_CASE("critical is not shared without a name") {
  CHECK(errors_of("protocol p\nclient r { critical shared { work 1s } }").find("section NAME shared { ... }") !=
        std::string::npos);
}

TEST_CASE("a name of a section says the same everywhere") {
  const std::string head = "protocol p\nclient r {\nsection a shared { work 1s }\n";
  CHECK(complaints_of(head + "section a shared { work 1s }\n}") == "");
  CHECK(complaints_of(head + "section a { work 1s }\n}") == "E0285 4:1");
  CHECK(complaints_of(head + "section a exclusive { work 1s }\n}") == "E0285 4:1");
  CHECK(complaints_of(head + "critical { section a shared { work 1s } }\n}") == "E0285 4:12");
}

TEST_CASE("a property asks who shares where somebody does") {
  const std::string spec = "spec q \"Q.\" never some(c in clients where c sharing)";
  CHECK(complaints_of("protocol p\nclient r { section reading shared { work 1s } }\n" + spec) == "");
  CHECK(complaints_of("protocol p\nclient r { critical { work 1s } }\n" + spec).substr(0, 5) == "E0401");
}

TEST_CASE("what is to be reached may be expected to be out of reach") {
  const std::string head = "protocol p\nclient w { work 1s\nwitness seen: true }\n";
  CHECK(model_of(head + "expect { seen unreachable }").expectations[0].verdict == ExpectedVerdict::unreachable);
  CHECK(model_of(head + "expect { seen unreachable }").expectations[0].text == "seen unreachable");
  CHECK(complaints_of("protocol p\nclient w { work 1s\nassert ok: true }\nexpect { ok unreachable }").find("E0424") !=
        std::string::npos);
}

}  // namespace interlock::language::tests
