// The rules themselves, on small bad examples.

#include "tests/tidy/rules.hpp"

#include "tests/catch.hpp"
#include "tests/tidy/scan.hpp"

namespace interlock::tidy {
namespace {

std::string body_of(std::size_t statements) {
  std::string text;
  for (std::size_t i = 0; i < statements; ++i) text += "  step();\n";
  return text;
}

bool says(const Complaints& complaints, std::string_view part) {
  return complaints.size() == 1 && complaints[0].sentence.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("an include against the arrows is found") {
  const std::string include = "#include \"engine/language/model.hpp\"\n";
  CHECK(check_includes({"engine/machine/a.cpp", include}).empty());
  CHECK(check_includes({"tests/explore/a.cpp", include}).empty());
  const Complaints complaints = check_includes({"engine/explore/a.cpp", "\n" + include});
  CHECK(says(complaints, "engine/explore may not include engine/language"));
  CHECK(complaints[0].line == 2);
  CHECK(says(check_includes({"engine/trace/a.cpp", "#include \"reports/text.hpp\"\n"}), "may not include reports"));
  CHECK(says(check_includes({"cli/a.cpp", "#include \"engine/machine/machine.hpp\"\n"}), "may not include"));
  CHECK(check_includes({"engine/explore/a.cpp", "#include \"engine/assert.hpp\"\n"}).empty());
  CHECK(check_includes({"engine/explore/a.cpp", "#include \"engine/index.hpp\"\n"}).empty());
}

TEST_CASE("a name of a room that the arrows do not lead to is found, whatever header it came by") {
  const std::string uses = "const machine::Machine& machine() const;\n";
  CHECK(check_namespaces({"engine/trace/a.hpp", uses}).empty());
  CHECK(check_namespaces({"tests/a.hpp", uses}).empty());
  CHECK(says(check_namespaces({"cli/a.hpp", uses}), "cli may not use what is in engine/machine"));
  CHECK(says(check_namespaces({"engine/evaluator/a.cpp", "using namespace machine;\n"}), "engine/machine"));
  CHECK(check_namespaces({"engine/evaluator/a.cpp", "// machine::Machine\nauto m = my_machine::x;\n"}).empty());
  CHECK(check_namespaces({"engine/check/a.cpp", "namespace interlock::check {\n"}).empty());
}

TEST_CASE("going through an unordered container is found") {
  const std::string declared = "std::unordered_map<int, std::map<int, int>> seen_;\n";
  CHECK(check_order({"engine/a.cpp", declared + "auto x = seen_.find(1);\n"}).empty());
  CHECK(says(check_order({"engine/a.cpp", declared + "for (const auto& one : seen_) use(one);\n"}), "seen_"));
  CHECK(says(check_order({"engine/a.cpp", declared + "std::sort(seen_.begin(), seen_.end());\n"}), "seen_"));
}

TEST_CASE("an include without its room is found") {
  CHECK(says(check_includes({"cli/a.cpp", "#include \"output.hpp\"\n"}), "#include \"cli/output.hpp\""));
}

TEST_CASE("a library outside its file is found") {
  CHECK(check_includes({"cli/options/", "#include <CLI/CLI.hpp>\n"}).empty());
  CHECK(says(check_includes({"cli/check.cpp", "#include <CLI/CLI.hpp>\n"}), "cli/options/"));
  CHECK(says(check_includes({"reports/text.cpp", "#include <nlohmann/json.hpp>\n"}), "reports/json"));
  CHECK(says(check_includes({"engine/machine/a.cpp", "#include <boost/graph/graph_traits.hpp>\n"}), "graph"));
  CHECK(says(check_includes({"engine/machine/a.cpp", "#include <boost/optional.hpp>\n"}), "only Boost.Graph"));
  CHECK(says(check_includes({"tests/cli/a.cpp", "#include <catch2/catch.hpp>\n"}), "tests/catch.hpp"));
}

TEST_CASE("a banned word is found in code, and not in comments and texts") {
  CHECK(says(check_words({"engine/a.cpp", "auto v = x | std::views::filter(f);\n"}), "range-v3"));
  CHECK(says(check_words({"reports/a.cpp", "auto t = std::chrono::steady_clock::now();\n"}), "only cli reads clocks"));
  CHECK(check_words({"cli/a.cpp", "auto t = std::chrono::steady_clock::now();\n"}).empty());
  CHECK(check_words({"engine/a.cpp", "// std::views and \"std::rand\"\nauto s = \"std::rand\";\n"}).empty());
  CHECK(check_words({"engine/a.cpp", "auto s = R\"(\nstd::rand\n)\";\n"}).empty());
  CHECK(check_words({"engine/a.cpp", "const int std_rand = my::std::random;\n"}).empty());
}

TEST_CASE("using namespace is found in headers only") {
  CHECK(says(check_words({"engine/a.hpp", "using namespace std;\n"}), "header"));
  CHECK(check_words({"tests/a.cpp", "using namespace std::chrono_literals;\n"}).empty());
}

TEST_CASE("a long line is found, counted in characters") {
  CHECK(check_lengths({"a.cpp", std::string(longest_line, 'x') + "\n"}, {}).empty());
  CHECK(says(check_lengths({"a.cpp", std::string(longest_line + 1, 'x') + "\n"}, {}), "121 characters"));
  std::string wide;
  for (std::size_t i = 0; i < longest_line; ++i) wide += "\u00e9";
  CHECK(check_lengths({"a.cpp", wide + "\n"}, {}).empty());
}

TEST_CASE("a long function is found, and the exceptions only shrink") {
  const auto file = [](std::size_t statements) {
    return File{"a.cpp",
                "namespace n {\nint Thing::go(int x) const {\n" + body_of(statements) + "}\n}  // namespace n\n"};
  };
  CHECK(check_lengths(file(48), {}).empty());
  const Complaints complaints = check_lengths(file(49), {});
  CHECK(says(complaints, "Thing::go has 51 lines"));
  CHECK(complaints[0].line == 2);
  CHECK(check_lengths(file(49), {{"a.cpp", "Thing::go", 51}}).empty());
  CHECK(says(check_lengths(file(50), {{"a.cpp", "Thing::go", 51}}), "51 are allowed"));
  CHECK(says(check_lengths(file(10), {{"a.cpp", "Thing::go", 51}}), "drop its exception"));
}

TEST_CASE("cases of one line are a table, and do not count") {
  const auto file = [](const std::string& one, std::size_t cases) {
    std::string body = "void go(int x) {\n  switch (x) {\n";
    for (std::size_t i = 0; i < cases; ++i) body += one;
    return File{"a.cpp", body + "  }\n}\n"};
  };
  CHECK(check_lengths(file("    case 1: go_on(2); break;\n", 60), {}).empty());
  CHECK(check_lengths(file("    case 1: return go_on(2);  // why\n", 60), {}).empty());
  CHECK(says(check_lengths(file("    case 1:\n      go_on(2);\n      break;\n", 20), {}), "64 lines"));
  CHECK(says(check_lengths(file("    in_case(x ? 1 : 2);\n", 60), {}), "64 lines"));
}

TEST_CASE("a long file is found") {
  CHECK(check_lengths({"a.cpp", std::string(longest_file, '\n')}, {}).empty());
  CHECK(says(check_lengths({"a.cpp", std::string(longest_file + 1, '\n')}, {}), "the file has 501 lines"));
}

TEST_CASE("a header without #pragma once is found") {
  CHECK(says(check_header({"a.hpp", "// words\n#pragma once\n"}), "#pragma once"));
  CHECK(check_header({"a.hpp", "#pragma once\n"}).empty());
  CHECK(check_header({"a.cpp", "int x;\n"}).empty());
}

TEST_CASE("a protocol without expectations is found") {
  CHECK(says(check_expectations({"models/a.interlock", "protocol a\n"}), "expect"));
  CHECK(check_expectations({"models/a.interlock", "protocol a\nexpect {\n}\n"}).empty());
  CHECK(check_expectations({"models/stores/a.interlock", "store a\n"}).empty());
}

TEST_CASE("functions are told from what only looks like one") {
  const std::string text =
      "#define TWICE(x) { x; \\\n x; }\n"
      "namespace a::b {\n"
      "struct S {\n"
      "  S() : x_{1}, y_(2) {}\n"
      "  int get() const { return x_; }\n"
      "  int x_ = 0;\n"
      "};\n"
      "enum class E { one, two };\n"
      "const std::map<int, int> table{{1, 2}};\n"
      "template <class T>\n"
      "auto size(const T& t) -> int {\n"
      "  if (t) { return 1; }\n"
      "  const auto f = [](int x) { return x; };\n"
      "  return f('{');\n"
      "}\n"
      "}\n";
  const std::vector<Function> functions = functions_of(code_only(text));
  REQUIRE(functions.size() >= 3);
  CHECK(functions[functions.size() - 2].name == "get");
  CHECK(functions.back().name == "size");
  CHECK(functions.back().first_line == 11);
  CHECK(functions.back().lines == 6);
  CHECK(functions_of(code_only("class alignas(64) A {\n  int x;\n};\n")).empty());
}

}  // namespace interlock::tidy
