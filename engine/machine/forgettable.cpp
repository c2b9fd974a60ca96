// Which of a client's own variables are dead at each of its locations: the usual backward data-flow analysis over
// instructions.

#include "engine/machine/compiler.hpp"

#include <algorithm>

namespace interlock::machine {

namespace {

using Live = std::vector<bool>;  ///< by index into the list of locals

struct Access {
  std::vector<Register> reads;
  Register writes = no_register;
};

Access access_of(const Instruction& instruction) {
  switch (instruction.op) {
    case Opcode::set:
    case Opcode::fresh:
    case Opcode::choose:
    case Opcode::count:
    case Opcode::first:
    case Opcode::newest:
    case Opcode::event_test: return {{}, instruction.a};
    case Opcode::copy:
    case Opcode::add_constant:
    case Opcode::not_:
    case Opcode::round:
    case Opcode::contains:
    case Opcode::rank:
    case Opcode::score:
    case Opcode::at:
    case Opcode::writer_of:
    case Opcode::inside: return {{instruction.b}, instruction.a};
    case Opcode::add:
    case Opcode::subtract:
    case Opcode::move:
    case Opcode::between:
    case Opcode::add_spans:
    case Opcode::equal:
    case Opcode::not_equal:
    case Opcode::less:
    case Opcode::less_equal:
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::value_or_none: return {{instruction.b, instruction.c}, instruction.a};
    case Opcode::intersect: return {{}, no_register};  // b and c are containers there
    default: return {{instruction.a, instruction.b, instruction.c}, no_register};
  }
}

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
    const auto target = static_cast<std::size_t>(instruction.immediate);
    switch (instruction.op) {
      case Opcode::jump: join(live, target); break;
      case Opcode::jump_if_false: join(live, target), join(live, index + 1); break;
      case Opcode::end_round:
      case Opcode::stop: break;
      case Opcode::stay: join_location(live, program_.locations[target]); break;
      case Opcode::location: join_location(live, program_.locations[target]); break;
      default: join(live, index + 1);
    }
    return live;
  }

  void join_location(Live& into, const Location& location) const {
    for (std::size_t local = 0; local < locals_.size(); ++local)
      if (live_at(location, local)) into[local] = true;
  }

  bool update(std::size_t index) {
    Live live = after(index);
    const Access access = access_of(program_.code[index]);
    for (std::size_t local = 0; local < locals_.size(); ++local) {
      if (access.writes == locals_[local]) live[local] = false;
      if (std::find(access.reads.begin(), access.reads.end(), locals_[local]) != access.reads.end()) live[local] = true;
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
        return kept.second == locals[local] && (kept.first & location.sections) != 0;
      });
      if (!elsewhere && !analysis.live_at(location, local))
        location.forget.emplace_back(locals[local], layout.initial[locals[local]]);
    }
  }
}

}  // namespace interlock::machine
