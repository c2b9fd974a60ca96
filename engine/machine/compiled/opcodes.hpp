#pragma once
// What each instruction reads and writes, in one table: whoever asks which words a piece of code can see
// (footprint.cpp), what it still needs (forgettable.cpp) or whether it is well formed asks here.

#include "engine/machine/compiled/program.hpp"
#include "engine/machine/layout.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace interlock::machine {

/// What an operand is to its instruction.
enum class Uses : std::uint8_t {
  nothing,
  reads,
  may_read,   // or `no_register`
  writes,     // always, whatever was there before
  changes,    // reads it, writes it or leaves it
  pair,       // changes it and the register behind it
  container,  // the index of a container
  number,     // of a thread, a section or a client
};

/// What the immediate is.
enum class Means : std::uint8_t { nothing, value, target, container, watched, tokens, label, part, location };

/// What an instruction reads or writes beside its operands.
/// `belief`: the clock and the deadlines of the client that operand c names. `checks`: what properties read that are
/// asked of moments within a step.
enum class Beside : std::uint8_t { nothing, identities, client, belief, checks };

struct OpcodeRule {
  Opcode op = Opcode::stop;
  Uses a = Uses::nothing;
  Uses b = Uses::nothing;
  Uses c = Uses::nothing;
  Means immediate = Means::nothing;
  bool goes_on = true;  ///< the next instruction may follow within the step
  Beside beside = Beside::nothing;
};

namespace rules {

constexpr OpcodeRule calculation(Opcode op) {
  return {.op = op, .a = Uses::writes, .b = Uses::reads, .c = Uses::reads};
}
constexpr OpcodeRule with_value(Opcode op) {
  return {.op = op, .a = Uses::writes, .b = Uses::reads, .immediate = Means::value};
}
/// What is asked of a container, about a member or about none.
constexpr OpcodeRule question(Opcode op, Uses member) {
  return {.op = op, .a = Uses::writes, .b = member, .immediate = Means::container};
}
constexpr OpcodeRule change(Opcode op, Uses member = Uses::nothing, Uses second = Uses::nothing) {
  return {.op = op, .b = member, .c = second, .immediate = Means::container};
}

}  // namespace rules

/// By opcode.
inline constexpr std::array opcode_rules{
    OpcodeRule{.op = Opcode::set, .a = Uses::writes, .immediate = Means::value},
    OpcodeRule{.op = Opcode::copy, .a = Uses::writes, .b = Uses::reads},
    rules::calculation(Opcode::add),
    rules::with_value(Opcode::add_constant),
    rules::calculation(Opcode::subtract),
    OpcodeRule{.op = Opcode::move, .a = Uses::writes, .b = Uses::reads, .c = Uses::reads, .immediate = Means::value},
    rules::calculation(Opcode::between),
    OpcodeRule{
        .op = Opcode::add_spans, .a = Uses::writes, .b = Uses::reads, .c = Uses::reads, .immediate = Means::value},
    OpcodeRule{.op = Opcode::read_now, .a = Uses::writes, .b = Uses::may_read, .immediate = Means::value},
    OpcodeRule{.op = Opcode::near_span, .a = Uses::reads},
    OpcodeRule{.op = Opcode::far_spans, .b = Uses::reads, .c = Uses::reads},
    OpcodeRule{.op = Opcode::start_timer, .a = Uses::writes, .immediate = Means::value},
    OpcodeRule{.op = Opcode::start_timer_for, .a = Uses::writes, .b = Uses::reads},
    OpcodeRule{.op = Opcode::stop_timer, .a = Uses::writes},
    OpcodeRule{.op = Opcode::timer_started, .a = Uses::writes, .b = Uses::reads},
    OpcodeRule{.op = Opcode::timer_runs, .a = Uses::writes, .b = Uses::reads},
    OpcodeRule{.op = Opcode::timer_rest, .a = Uses::writes, .b = Uses::reads},
    rules::calculation(Opcode::equal),
    rules::calculation(Opcode::not_equal),
    rules::calculation(Opcode::less),
    rules::calculation(Opcode::less_equal),
    rules::calculation(Opcode::and_),
    rules::calculation(Opcode::or_),
    OpcodeRule{.op = Opcode::not_, .a = Uses::writes, .b = Uses::reads},
    rules::with_value(Opcode::round),
    rules::calculation(Opcode::value_or_none),
    OpcodeRule{.op = Opcode::jump, .immediate = Means::target, .goes_on = false},
    OpcodeRule{.op = Opcode::jump_if_false, .a = Uses::reads, .immediate = Means::target},
    OpcodeRule{.op = Opcode::fresh, .a = Uses::writes, .immediate = Means::value, .beside = Beside::identities},
    OpcodeRule{.op = Opcode::choose, .a = Uses::writes, .immediate = Means::value},
    OpcodeRule{
        .op = Opcode::range_check, .a = Uses::changes, .b = Uses::reads, .c = Uses::reads, .immediate = Means::label},
    rules::question(Opcode::contains, Uses::reads),
    rules::question(Opcode::count, Uses::nothing),
    rules::question(Opcode::rank, Uses::reads),
    rules::question(Opcode::score, Uses::reads),
    rules::question(Opcode::first, Uses::nothing),
    rules::question(Opcode::before, Uses::reads),
    rules::question(Opcode::member, Uses::number),
    rules::question(Opcode::at, Uses::reads),
    rules::question(Opcode::writer_of, Uses::reads),
    rules::change(Opcode::insert, Uses::reads),
    rules::change(Opcode::remove, Uses::reads),
    rules::change(Opcode::remove_up_to, Uses::reads),
    rules::change(Opcode::put, Uses::reads, Uses::reads),
    rules::change(Opcode::intersect, Uses::container, Uses::container),
    rules::change(Opcode::map_put, Uses::reads, Uses::reads),
    rules::change(Opcode::push, Uses::reads),
    rules::change(Opcode::drop_first),
    rules::change(Opcode::empty),
    OpcodeRule{.op = Opcode::touch, .immediate = Means::watched},
    OpcodeRule{.op = Opcode::fail_if_false, .a = Uses::reads, .immediate = Means::label},
    OpcodeRule{.op = Opcode::hit_if_true, .a = Uses::reads, .immediate = Means::label},
    OpcodeRule{.op = Opcode::event, .b = Uses::number, .immediate = Means::value},
    OpcodeRule{.op = Opcode::leave_all, .beside = Beside::client},
    OpcodeRule{
        .op = Opcode::event_test, .a = Uses::writes, .b = Uses::number, .c = Uses::number, .immediate = Means::value},
    OpcodeRule{.op = Opcode::inside, .a = Uses::writes, .b = Uses::reads, .c = Uses::number, .immediate = Means::value},
    OpcodeRule{.op = Opcode::newest, .a = Uses::writes, .immediate = Means::tokens},
    OpcodeRule{.op = Opcode::fence, .a = Uses::reads, .b = Uses::reads, .c = Uses::pair, .immediate = Means::label},
    OpcodeRule{
        .op = Opcode::give, .b = Uses::reads, .c = Uses::reads, .immediate = Means::value, .beside = Beside::client},
    OpcodeRule{.op = Opcode::take_back, .immediate = Means::value, .beside = Beside::client},
    OpcodeRule{.op = Opcode::take_lease, .immediate = Means::value, .beside = Beside::client},
    OpcodeRule{.op = Opcode::called, .immediate = Means::value},
    OpcodeRule{.op = Opcode::has_called, .a = Uses::writes},
    OpcodeRule{
        .op = Opcode::believes, .a = Uses::writes, .b = Uses::reads, .c = Uses::number, .beside = Beside::belief},
    OpcodeRule{.op = Opcode::passing, .b = Uses::number, .immediate = Means::value, .beside = Beside::checks},
    OpcodeRule{.op = Opcode::use, .a = Uses::reads},
    OpcodeRule{.op = Opcode::mark, .immediate = Means::part},
    OpcodeRule{.op = Opcode::location, .b = Uses::number, .immediate = Means::location, .beside = Beside::client},
    OpcodeRule{.op = Opcode::guard, .a = Uses::reads},
    OpcodeRule{.op = Opcode::overflow, .goes_on = false},
    OpcodeRule{.op = Opcode::end_round, .goes_on = false, .beside = Beside::client},
    OpcodeRule{.op = Opcode::stop, .goes_on = false},
};

constexpr const OpcodeRule& rule_of(Opcode op) { return opcode_rules[static_cast<std::size_t>(op)]; }

namespace rules {

constexpr bool stand_in_order() {
  for (std::size_t place = 0; place < opcode_rules.size(); ++place)
    if (opcode_rules[place].op != static_cast<Opcode>(place)) return false;
  return opcode_rules.back().op == Opcode::stop;
}
static_assert(stand_in_order(), "each opcode has its rule, in the order of the opcodes; `stop` is the last");

}  // namespace rules

constexpr bool is_read(Uses use) {
  return use == Uses::reads || use == Uses::may_read || use == Uses::changes || use == Uses::pair;
}
constexpr bool is_register(Uses use) { return is_read(use) || use == Uses::writes; }

/// Calls `take(use, operand)` for a, b and c.
template <class Take>
void for_each_operand(const Instruction& instruction, const Take& take) {
  const OpcodeRule& rule = rule_of(instruction.op);
  take(rule.a, instruction.a);
  take(rule.b, instruction.b);
  take(rule.c, instruction.c);
}

/// Does every operand name something that there is?
bool is_well_formed(const Instruction& instruction, const Layout& layout, std::uint32_t registers,
                    std::size_t length_of_code);

}  // namespace interlock::machine
