// Who enters a section and leaves it in one step was inside. Where that can be follows from the code.

#include "engine/machine/compiled/compiler.hpp"
#include "engine/machine/compiled/opcodes.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace interlock::machine {

namespace {

/// Follows the code from everywhere that a step can begin, for one section.
class Walk {
 public:
  Walk(const Program& program, Register section)
      : program_(program), section_(section), seen_(program.code.size(), {false, false, false, false}) {}

  /// Marks the instructions that can be reached with the section entered on the way.
  void run(std::vector<bool>& possible) {
    open_.push_back({program_.begin, true, false});
    for (const Location& location : program_.locations) {
      if (location.kind == LocationKind::idle || location.kind == LocationKind::passing) continue;
      open_.push_back({location.entry, location.begins, false});
      if (location.limited) open_.push_back({location.give_up, false, false});
    }
    while (!open_.empty()) {
      const Point point = open_.back();
      open_.pop_back();
      if (!std::exchange(seen_[point.at][(point.may_go_on ? 2U : 0U) + (point.entered ? 1U : 0U)], true))
        look(point, possible);
    }
  }

 private:
  struct Point {
    std::uint32_t at = 0;
    bool may_go_on = false;  ///< behind a location: the step began in idle
    bool entered = false;
  };

  void look(Point point, std::vector<bool>& possible) {
    const Instruction& now = program_.code[point.at];
    const OpcodeRule& rule = rule_of(now.op);
    if (now.op == Opcode::event && now.b == section_)
      point.entered = now.immediate == static_cast<std::int32_t>(Event::enters);
    if (now.op == Opcode::passing && now.b == section_ && point.entered) possible[point.at] = true;
    if (rule.immediate == Means::target)
      open_.push_back({static_cast<std::uint32_t>(now.immediate), point.may_go_on, point.entered});
    if (now.op == Opcode::location) {
      if (!point.may_go_on) return;
      point.may_go_on = false;
    }
    if (rule.goes_on) open_.push_back({point.at + 1, point.may_go_on, point.entered});
  }

  const Program& program_;
  Register section_;
  std::vector<std::array<bool, 4>> seen_;
  std::vector<Point> open_;
};

}  // namespace

bool find_passing(Program& program) {
  std::vector<bool> possible(program.code.size(), false);
  std::vector<Register> sections;
  for (const Instruction& now : program.code)
    if (now.op == Opcode::passing && std::find(sections.begin(), sections.end(), now.b) == sections.end())
      sections.push_back(now.b);
  for (const Register section : sections) Walk(program, section).run(possible);
  for (std::uint32_t at = 0; at < program.code.size(); ++at)
    if (program.code[at].op == Opcode::passing && !possible[at])
      program.code[at] = Instruction{.op = Opcode::jump, .immediate = static_cast<std::int32_t>(at + 1)};
  return std::find(possible.begin(), possible.end(), true) != possible.end();
}

}  // namespace interlock::machine
