// Instants that are moved, kept and compared later, in all small ways there are: a deadline, work, another reading, a
// comparison. The client is punctual, so arithmetic says whether it comes to the line behind the comparison.

#include <array>
#include <functional>
#include <string>

#include <fmt/format.h>

#include "engine/check/checker.hpp"
#include "tests/catch.hpp"
#include "tests/random/reading.hpp"

namespace interlock::check {
namespace {

/// All in seconds: the deadline lies `ahead` of the first reading, the second comes `later`.
struct Numbers {
  int ahead = 0;
  int later = 0;
  int moved = 0;
};

/// How the two are compared: the text of both sides, and their distance, left minus right.
struct Shape {
  const char* left;
  const char* right;
  int (*distance)(const Numbers& numbers);
};

constexpr std::array shapes{
    Shape{"t + {}s", "deadline", [](const Numbers& n) { return n.later + n.moved - n.ahead; }},
    Shape{"t - {}s", "deadline", [](const Numbers& n) { return n.later - n.moved - n.ahead; }},
    Shape{"deadline - {}s", "t", [](const Numbers& n) { return n.ahead - n.moved - n.later; }},
    Shape{"deadline + {}s", "t", [](const Numbers& n) { return n.ahead + n.moved - n.later; }},
    Shape{"deadline - t", "{}s", [](const Numbers& n) { return n.ahead - n.later - n.moved; }},
    Shape{"t - deadline", "{}s", [](const Numbers& n) { return n.later - n.ahead - n.moved; }},
    Shape{"pushed", "t", [](const Numbers& n) { return n.ahead + n.moved - n.later; }},
    Shape{"t", "pulled", [](const Numbers& n) { return n.later - n.ahead + n.moved; }},
};

struct Order {
  const char* text;
  bool (*is_so)(int distance);
};

constexpr std::array orders{
    Order{"<", [](int distance) { return distance < 0; }},   Order{"<=", [](int distance) { return distance <= 0; }},
    Order{"==", [](int distance) { return distance == 0; }}, Order{"!=", [](int distance) { return distance != 0; }},
    Order{">", [](int distance) { return distance > 0; }},   Order{">=", [](int distance) { return distance >= 0; }},
};

std::string text_of(const Numbers& n, const Shape& shape, const Order& order) {
  const auto side = [&](const char* text) { return fmt::format(fmt::runtime(text), n.moved); };
  const std::string condition = side(shape.left) + " " + order.text + " " + side(shape.right);
  const bool pushes = condition.find("pushed") != std::string::npos;
  const bool pulls = condition.find("pulled") != std::string::npos;
  return fmt::format("protocol moved\nclient w {{\n  deadline = now + {}s\n{}{}{}  t = now\n", n.ahead,
                     pushes ? fmt::format("  pushed = deadline + {}s\n", n.moved) : "",
                     pulls ? fmt::format("  pulled = deadline - {}s\n", n.moved) : "",
                     n.later > 0 ? fmt::format("  work {}s\n", n.later) : "") +
         "  if " + condition + " { assert here: false }\n}\nspec here \"Nobody comes here.\" asserted\n";
}

Verdict verdict_of(const std::string& text, const Reductions& reductions) {
  std::string problems;
  const auto model = tests::read({text, ""}, problems);
  INFO(text << problems);
  REQUIRE(model);
  Settings settings;
  settings.reductions = reductions;
  for (std::uint32_t spec = 0; spec < model->specs.size(); ++spec) {
    if (model->specs[spec].name == "here") return check(*model, {}, {spec}, settings).verdicts.at(0).verdict;
  }
  return Verdict::not_applicable;
}

template <class Visit>
void for_each_case(int most, const Visit& visit) {
  for (int ahead = 0; ahead <= most; ++ahead)
    for (int later = 0; later <= most; ++later)
      for (int moved = 0; moved <= most; ++moved)
        for (const Shape& shape : shapes)
          for (const Order& order : orders) visit(Numbers{ahead, later, moved}, shape, order);
}

}  // namespace

TEST_CASE("an instant that is moved, kept and compared later is where arithmetic says") {
  int compared = 0;
  for_each_case(2, [&](const Numbers& numbers, const Shape& shape, const Order& order) {
    const std::string text = text_of(numbers, shape, order);
    const Verdict expected = order.is_so(shape.distance(numbers)) ? Verdict::fails : Verdict::holds;
    INFO(text);
    REQUIRE(verdict_of(text, {}) == expected);
    ++compared;
  });
  CHECK(compared == 3 * 3 * 3 * 8 * 6);
}

TEST_CASE("and it is so without any reduction") {
  const Reductions none{
      .symmetry = false, .dead = false, .ids = false, .time = false, .members = false, .memory = false, .bits = false};
  for_each_case(2, [&](const Numbers& numbers, const Shape& shape, const Order& order) {
    const std::string text = text_of(numbers, shape, order);
    const Verdict expected = order.is_so(shape.distance(numbers)) ? Verdict::fails : Verdict::holds;
    INFO(text);
    REQUIRE(verdict_of(text, none) == expected);
  });
}

}  // namespace interlock::check
