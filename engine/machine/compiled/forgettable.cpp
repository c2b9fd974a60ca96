// Which of a client's own variables are dead at each of its locations: the usual backward data-flow analysis over
// instructions.

#include "engine/machine/compiled/compiler.hpp"
#include "engine/machine/compiled/opcodes.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>
#include <vector>

namespace interlock::machine {

namespace {

using Live = std::vector<bool>;  ///< by index into the list of locals

class Analysis {
 public:
  Analysis(const Program& program, const std::vector<Register>& locals) : program_(program), locals_(locals) {
    before_.assign(program.code.size() + 1, Live(locals.size(), false));
  }

  void run() {
    for (bool changed = true; changed;) {
      changed = false;
      for (std::size_t i = program_.code.size(); i-- > 0;) changed = update(i) || changed;
    }
  }

  bool live_at(std::uint32_t start, std::size_t local) const { return before_[start][local]; }

  bool live_at(const Location& location, std::size_t local) const {
    constexpr std::array struck{&Location::lost, &Location::late, &Location::twice};
    return before_[location.entry][local] || (location.limited && before_[location.give_up][local]) ||
           std::any_of(struck.begin(), struck.end(),
                       [&](auto where) { return location.*where != 0 && before_[location.*where][local]; }) ||
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

  const Program& program_;
  const std::vector<Register>& locals_;
  std::vector<Live> before_;
};

bool is_one_thread(const Program& program) {
  return std::all_of(program.locations.begin(), program.locations.end(),
                     [](const Location& location) { return location.thread == 0; });
}

}  // namespace

std::vector<std::vector<bool>> read_from(const Program& program, const std::vector<Register>& words,
                                         const std::vector<std::uint32_t>& starts) {
  std::vector<std::vector<bool>> found;
  if (words.empty()) return std::vector(starts.size(), Live());
  Analysis analysis(program, words);
  analysis.run();
  for (const std::uint32_t start : starts) {
    found.emplace_back();
    for (std::size_t word = 0; word < words.size(); ++word) found.back().push_back(analysis.live_at(start, word));
  }
  return found;
}

void find_forgettable(Program& program, const Layout& layout, const std::vector<Register>& locals,
                      const std::vector<std::pair<std::uint64_t, Register>>& kept_alive) {
  Analysis analysis(program, locals);
  analysis.run();
  // What several threads may read is looked at where one of them arrives. A heartbeat that has not begun reads at the
  // entry into its section (Opcode::use).
  const bool is_shared = !is_one_thread(program) && locals.size() <= 64;
  for (const Register local : locals)
    if (is_shared) program.shared.emplace_back(local, layout.initial[local]);
  for (auto& location : program.locations) {
    if (location.kind == LocationKind::idle || (location.thread != 0 && !is_shared)) continue;
    for (std::size_t local = 0; local < locals.size(); ++local) {
      const bool elsewhere = std::any_of(kept_alive.begin(), kept_alive.end(), [&](const auto& kept) {
        if (kept.second != locals[local] || location.thread != 0) return false;
        return kept.first == in_all_of_the_round ? !is_shared : (kept.first & location.sections) != 0;
      });
      const bool is_needed = elsewhere || analysis.live_at(location, local);
      if (is_needed && is_shared) location.needed |= std::uint64_t{1} << local;
      if (!is_needed && !is_shared) location.forget.emplace_back(locals[local], layout.initial[locals[local]]);
    }
  }
}

}  // namespace interlock::machine
