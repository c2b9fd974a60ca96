// Which of a client's own variables are dead at each of its locations: the usual backward data-flow analysis over
// instructions.

#include "engine/machine/compiled/compiler.hpp"
#include "engine/machine/compiled/opcodes.hpp"

#include <algorithm>

namespace interlock::machine {

namespace {

using Live = std::vector<bool>;  ///< by index into the list of locals

class Analysis {
 public:
  Analysis(Program& program, const std::vector<Register>& locals) : program_(program), locals_(locals) {
    before_.assign(program.code.size() + 1, Live(locals.size(), false));
  }

  void run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = program_.code.size(); i-- > 0;) changed = update(i) || changed;
    }
  }

  bool live_at(const Location& location, std::size_t local) const {
    return before_[location.entry][local] || (location.limited && before_[location.give_up][local]) ||
           (location.guard != 0 && before_[location.guard][local]);
  }

 private:
  void join(Live& into, std::size_t from) const {
    for (std::size_t local = 0; local < locals_.size(); ++local)
      if (before_[from][local]) into[local] = true;
  }

  Live after(std::size_t index) const {
    const Instruction& instruction = program_.code[index];
    Live live(locals_.size(), false);
    const OpcodeRule& rule = rule_of(instruction.op);
    const auto target = static_cast<std::size_t>(instruction.immediate);
    if (rule.immediate == Means::location) return join_location(live, program_.locations[target]), live;
    if (rule.immediate == Means::target) join(live, target);
    if (rule.goes_on) join(live, index + 1);
    return live;
  }

  void join_location(Live& into, const Location& location) const {
    for (std::size_t local = 0; local < locals_.size(); ++local)
      if (live_at(location, local)) into[local] = true;
  }

  bool update(std::size_t index) {
    Live live = after(index);
    const auto is_operand = [&](bool (*applies)(Uses), Register local) {
      bool found = false;
      for_each_operand(program_.code[index],
                       [&](Uses use, Register operand) { found = found || (applies(use) && operand == local); });
      return found;
    };
    for (std::size_t local = 0; local < locals_.size(); ++local) {
      if (is_operand([](Uses use) { return use == Uses::writes; }, locals_[local])) live[local] = false;
      if (is_operand(is_read, locals_[local])) live[local] = true;
    }
    if (live == before_[index]) return false;
    before_[index] = std::move(live);
    return true;
  }

  Program& program_;
  const std::vector<Register>& locals_;
  std::vector<Live> before_;
};

}  // namespace

void find_forgettable(Program& program, const Layout& layout, const std::vector<Register>& locals,
                      const std::vector<std::pair<std::uint64_t, Register>>& kept_alive) {
  Analysis analysis(program, locals);
  analysis.run();
  for (auto& location : program.locations) {
    if (location.kind == LocationKind::idle || location.thread != 0) continue;
    for (std::size_t local = 0; local < locals.size(); ++local) {
      const bool elsewhere = std::any_of(kept_alive.begin(), kept_alive.end(), [&](const auto& kept) {
        return kept.second == locals[local] &&
               ((kept.first & location.sections) != 0 || kept.first == in_all_of_the_round);
      });
      if (!elsewhere && !analysis.live_at(location, local))
        location.forget.emplace_back(locals[local], layout.initial[locals[local]]);
    }
  }
}

}  // namespace interlock::machine
