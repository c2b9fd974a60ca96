#include "engine/assert.hpp"
#include "engine/language/walk.hpp"
#include "engine/machine/compiled/compiler.hpp"
#include "engine/machine/compiled/ranges.hpp"

#include <bit>

namespace interlock::machine {

using namespace language;

namespace {

bool stands_before(StatementOp op) { return is_step(op) && op != StatementOp::clock; }

bool branches(StatementOp op) { return op == StatementOp::if_ || op == StatementOp::loop || op == StatementOp::either; }

}  // namespace

void Compiler::compile(const Block& block, bool in_program) {
  bool fresh_part = in_program;
  for (const auto& statement : block) {
    if (fresh_part && !stands_before(statement.op)) mark(statement.place);
    compile(statement);
    fresh_part = in_program && !in_operation_ && (stands_before(statement.op) || branches(statement.op));
  }
}

void Compiler::compile(const Statement& statement) {
  switch (statement.op) {
    case StatementOp::clock: return compile_clock(statement);
    case StatementOp::call:
    case StatementOp::atomic: return compile_step(statement);
    case StatementOp::when: return compile_when(statement);
    case StatementOp::retry: return compile_retry(statement);
    case StatementOp::work:
    case StatementOp::sleep: return compile_wait(statement);
    case StatementOp::operation: return compile_operation(statement);
    case StatementOp::leave: leaves_.back().push_back(emit(Opcode::jump)); return;
    case StatementOp::if_: return compile_if(statement);
    case StatementOp::loop: return compile_loop(statement);
    case StatementOp::timeout: return compile_timeout(statement);
    case StatementOp::finally_: return compile_finally(statement);
    case StatementOp::break_:
      if (lost_ends_ != nullptr && breaks_.size() == lost_loops_) return lost_ends_->push_back(emit(Opcode::jump));
      leave_sections(loop_sections_.back());
      breaks_.back().push_back(emit(Opcode::jump));
      return;
    case StatementOp::continue_:
      if (lost_ends_ != nullptr && breaks_.size() == lost_loops_) return lost_ends_->push_back(emit(Opcode::jump));
      leave_sections(loop_sections_.back());
      emit(Opcode::jump, no_register, no_register, no_register, static_cast<std::int32_t>(loop_starts_.back()));
      return;
    case StatementOp::return_:
      if (lost_ends_ != nullptr) return lost_ends_->push_back(emit(Opcode::jump));
      return end_round();
    case StatementOp::either: return compile_either(statement);
    case StatementOp::section: return compile_section(statement);
    case StatementOp::assign: return assign(statement);
    case StatementOp::assert_:
    case StatementOp::witness: return compile_label(statement);
    case StatementOp::granted: return compile_granted(statement);
    case StatementOp::queued:
      if (relevance_.place)
        emit(Opcode::newest, words().place, no_register, no_register,
             static_cast<std::int32_t>(relevance_.place_class));
      return;
    case StatementOp::fence: {
      if (!relevance_.fence) return;
      const Register token = evaluate(statement.expressions[0]);
      const auto found = tables_.assert_labels.find("fence_monotonic");
      const std::uint64_t bits = found == tables_.assert_labels.end() ? 0 : found->second;
      emit(Opcode::fence, token, words().grant, layout_.newest_fence, static_cast<std::int32_t>(add_label(bits)));
      return;
    }
    default: return compile_effect(statement);
  }
}

/// A step of its own, also where what was read does not matter.
void Compiler::compile_clock(const Statement& statement) {
  const std::uint32_t number = new_location(LocationKind::call, statement);
  emit(Opcode::location, no_register, static_cast<Register>(thread_), no_register, static_cast<std::int32_t>(number));
  program_->locations[number].entry = here();
  mark(statement.place);
  reads_clock_ = true;
  assign(statement);
  reads_clock_ = false;
}

void Compiler::compile_step(const Statement& statement) {
  const std::uint32_t number = new_location(LocationKind::call, statement);
  emit(Opcode::location, no_register, static_cast<Register>(thread_), no_register, static_cast<std::int32_t>(number));
  program_->locations[number].entry = here();
  const std::uint32_t unheard = compile_reach(statement);
  mark(statement.place);
  note_call();
  compile(statement.blocks[0], false);
  compile_faults_of_call(statement, {number}, unheard);
}

void Compiler::compile_when(const Statement& statement) {
  const std::uint32_t number = new_location(LocationKind::when, statement);
  emit(Opcode::location, no_register, static_cast<Register>(thread_), no_register, static_cast<std::int32_t>(number));
  program_->locations[number].entry = here();
  const std::uint32_t unheard = compile_reach(statement);
  in_operation_ = true;
  const Register holds = evaluate(statement.expressions[0]);
  in_operation_ = false;
  emit(Opcode::guard, holds);
  mark(statement.place);
  note_call();
  compile(statement.blocks[0], false);
  const std::uint32_t over = emit(Opcode::jump);
  // The guard alone once more, for the question whether this client would hold time back.
  program_->locations[number].guard = here();
  in_operation_ = true;
  program_->locations[number].guard_answer = evaluate(statement.expressions[0]);
  in_operation_ = false;
  emit(Opcode::stop);
  if (statement.span.low != unbounded) {
    program_->locations[number].limited = true;
    program_->locations[number].limit = ticks_of(statement.span.low);
    program_->locations[number].give_up = here();
    compile(statement.blocks[1], true);
  }
  patch(over);
  compile_faults_of_call(statement, {number}, unheard);
}

/// The first attempt is due at once, as any call; whoever was refused waits in another place.
void Compiler::compile_retry(const Statement& statement) {
  const bool is_limited = statement.span.low != unbounded;
  const std::uint32_t first = new_location(LocationKind::call, statement);
  const std::uint32_t again = new_location(LocationKind::poll, statement);
  if (is_limited) program_->locations[first].limit = ticks_of(statement.span.low);
  if (statement.every != unbounded) {
    program_->locations[again].punctual = true;
    program_->locations[again].timer_high = ticks_of(statement.every);
  }
  emit(Opcode::location, no_register, static_cast<Register>(thread_), no_register, static_cast<std::int32_t>(first));
  program_->locations[first].entry = program_->locations[again].entry = here();
  const std::uint32_t unheard = compile_reach(statement);
  mark(statement.place);
  note_call();
  compile(statement.blocks[0], false);
  const std::uint32_t refused = emit(Opcode::jump_if_false, evaluate(statement.expressions[0]));
  const std::uint32_t granted = emit(Opcode::jump);
  patch(refused);
  emit(Opcode::location, no_register, static_cast<Register>(thread_), no_register, static_cast<std::int32_t>(again));
  if (is_limited) {
    program_->locations[again].limited = true;
    program_->locations[again].give_up = here();
    compile(statement.blocks[1], true);
  }
  patch(granted);
  compile_faults_of_call(statement, {again, first}, unheard);
}

void Compiler::compile_wait(const Statement& statement) {
  const auto how = statement.op == StatementOp::work ? LocationKind::work : LocationKind::sleep;
  const std::uint32_t number = new_location(how, statement);
  emit(Opcode::location, no_register, static_cast<Register>(thread_), no_register, static_cast<std::int32_t>(number));
  Location& location = program_->locations[number];
  location.entry = here();
  location.timer_high = ticks_of(statement.span.high);
  location.timer_window = ticks_of(statement.span.high - statement.span.low);
  mark(statement.place);
}

void Compiler::compile_if(const Statement& statement) {
  const std::uint32_t otherwise = emit(Opcode::jump_if_false, evaluate(statement.expressions[0]));
  compile(statement.blocks[0], !in_operation_);
  if (statement.blocks.size() < 2 || statement.blocks[1].empty()) return patch(otherwise);
  const std::uint32_t end = emit(Opcode::jump);
  patch(otherwise);
  compile(statement.blocks[1], !in_operation_);
  patch(end);
}

void Compiler::compile_loop(const Statement& statement) {
  breaks_.emplace_back();
  loop_starts_.push_back(here());
  loop_sections_.push_back(sections_);
  compile(statement.blocks[0], !in_operation_);
  emit(Opcode::jump, no_register, no_register, no_register, static_cast<std::int32_t>(loop_starts_.back()));
  for (const std::uint32_t jump : breaks_.back()) patch(jump);
  breaks_.pop_back();
  loop_starts_.pop_back();
  loop_sections_.pop_back();
}

void Compiler::compile_either(const Statement& statement) {
  const Register branch = temporary();
  emit(Opcode::choose, branch, no_register, no_register, static_cast<std::int32_t>(statement.blocks.size()));
  std::vector<std::uint32_t> ends;
  for (std::size_t index = 0; index < statement.blocks.size(); ++index) {
    const Register chosen = binary(Opcode::equal, branch, constant(static_cast<Word>(index)));
    const std::uint32_t other = emit(Opcode::jump_if_false, chosen);
    compile(statement.blocks[index], !in_operation_);
    ends.push_back(emit(Opcode::jump));
    patch(other);
  }
  for (const std::uint32_t end : ends) patch(end);
}

void Compiler::compile_operation(const Statement& statement) {
  const bool outer = in_operation_;
  in_operation_ = true;
  leaves_.emplace_back();
  compile(statement.blocks[0], false);
  for (const std::uint32_t jump : leaves_.back()) patch(jump);
  leaves_.pop_back();
  in_operation_ = outer;
}

void Compiler::enter_section(std::uint32_t section, bool unless_given) {
  emit(Opcode::event, no_register, static_cast<Register>(section), no_register,
       static_cast<std::int32_t>(Event::enters));
  if (section == 0) {
    if (words().been_critical != no_register) emit(Opcode::set, words().been_critical, no_register, no_register, 1);
    if (!kind().says_granted) grant_if_called({.unless_given = unless_given, .or_if_there_is_none = true});
  }
  for (const auto& [sections, word] : kept_alive_)
    if ((sections >> section & 1) != 0) emit(Opcode::use, word);
  for (std::uint32_t index = 0; index < kind().backgrounds.size(); ++index)
    if (kind().backgrounds[index].section == section) start_background(index);
}

void Compiler::leave_section(std::uint32_t section) {
  emit(Opcode::event, no_register, static_cast<Register>(section), no_register,
       static_cast<std::int32_t>(Event::leaves));
  // A heartbeat that waits has had its last; what is under way goes on to its end.
  for (std::uint32_t index = 0; index < kind().backgrounds.size(); ++index) {
    if (kind().backgrounds[index].section != section) continue;
    const Register wait = constant(static_cast<Word>(background_waits_[index]));
    const std::uint32_t under_way =
        emit(Opcode::jump_if_false, binary(Opcode::equal, words().location[index + 1], wait));
    end_background(index);
    patch(under_way);
  }
}

void Compiler::end_background(std::uint32_t index) {
  emit(Opcode::set, words().location[index + 1], no_register, no_register, 0);
  if (!words().delayed.empty()) emit(Opcode::set, words().delayed[index + 1], no_register, no_register, 0);
  for (const TimerWord timer : {words().timer[index + 1], words().limit[index + 1]})
    if (timer) emit(Opcode::stop_timer, timer.word());
}

/// The innermost first.
void Compiler::leave_sections(std::uint64_t outside) {
  std::uint64_t sections = sections_;
  for (auto section = open_sections_.rbegin(); section != open_sections_.rend(); ++section) {
    const std::uint64_t bit = std::uint64_t{1} << *section;
    if ((outside & bit) != 0) break;
    note_passing(*section, sections);
    leave_section(*section);
    sections &= ~bit;
  }
}

void Compiler::note_passing(std::uint32_t section, std::uint64_t sections) {
  Location inside;
  inside.kind = LocationKind::passing;
  inside.sections = sections;
  inside.until = until_;
  passing_.emplace_back(emit(Opcode::passing, no_register, static_cast<Register>(section)), inside);
}

void Compiler::start_background(std::uint32_t index) {
  const std::uint32_t number = background_waits_[index];
  // Entered anew while its last block is under way, it goes on with that.
  const Register rests = binary(Opcode::equal, words().location[index + 1], constant(0));
  const std::uint32_t under_way = emit(Opcode::jump_if_false, rests);
  emit(Opcode::set, words().location[index + 1], no_register, no_register, static_cast<std::int32_t>(number));
  emit(Opcode::start_timer, words().timer[index + 1].word(), no_register, no_register,
       program_->locations[number].timer_high);
  patch(under_way);
}

void Compiler::compile_section(const Statement& statement) {
  if (!statement.expressions.empty() && matters(statement.variable))
    put_value(statement.variable, statement.expressions[0]);
  const std::uint64_t outside = sections_;
  const Register until_outside = until_;
  if (statement.section == 0 && statement.variable != nothing && relevance_.belief)
    until_ = register_of(statement.variable, client_);
  INTERLOCK_ASSERT(statement.section < most_sections, "a client kind has at most 64 sections");
  sections_ |= std::uint64_t{1} << statement.section;
  open_sections_.push_back(statement.section);
  enter_section(statement.section, statement.unless_given);
  compile(statement.blocks[0], true);
  note_passing(statement.section, sections_);
  open_sections_.pop_back();
  sections_ = outside;
  until_ = until_outside;
  leave_section(statement.section);
}

/// Heartbeats are given nothing.
void Compiler::note_call() {
  if (relevance_.grant && thread_ == 0) emit(Opcode::called, no_register, no_register, no_register, 1);
  if (layout_.order_bits > 0 && servers_read_clocks_) server_clock_ = read_clock(no_register);
}

/// `on`: the cell that the lock is on; `nothing`: where the round gave a deadline last.
void Compiler::grant(VariableIndex on) {
  if (!relevance_.grant || thread_ != 0) return;
  emit(Opcode::newest, words().grant, no_register, no_register, static_cast<std::int32_t>(relevance_.grant_class));
  emit(Opcode::called, no_register, no_register, no_register, 0);  // one call gives it once
  if (!relevance_.lease) return;
  const std::int32_t cell = on == nothing ? -1 : leased_index(on);
  if (on == nothing || cell >= 0) {
    emit(Opcode::take_lease, no_register, no_register, no_register, cell);
  } else {
    emit(Opcode::set, words().lease.cell, no_register, no_register, 0);
    emit(Opcode::stop_timer, words().lease.end.word());
  }
}

/// The lock was given by the call that this step has made, if it has made one.
void Compiler::grant_if_called(GrantWhere where) {
  if (!relevance_.grant || thread_ != 0) return;
  const auto none_yet = [&] { return binary(Opcode::equal, words().grant, constant(0)); };
  Register counts = temporary();
  emit(Opcode::has_called, counts);
  if (where.unless_given) counts = binary(Opcode::and_, counts, none_yet());
  if (where.or_if_there_is_none) counts = binary(Opcode::or_, counts, none_yet());
  const std::uint32_t otherwise = emit(Opcode::jump_if_false, counts);
  grant(nothing);
  patch(otherwise);
}

void Compiler::compile_granted(const Statement& statement) {
  if (!statement.flag) return grant(statement.variable);
  if (!relevance_.grant || thread_ != 0) return;
  const GrantWhere where{.unless_given = statement.unless_given};
  if (statement.expressions.empty()) return grant_if_called(where);
  const std::uint32_t otherwise = emit(Opcode::jump_if_false, evaluate(statement.expressions[0]));
  grant_if_called(where);
  patch(otherwise);
}

void Compiler::compile_label(const Statement& statement) {
  const bool is_assert = statement.op == StatementOp::assert_;
  const auto& labels = is_assert ? tables_.assert_labels : tables_.witness_labels;
  const auto found = labels.find(statement.name);
  if (found == labels.end()) return;
  if (is_assert) tables_.assert_parts.emplace(statement.name, mark(statement.place));
  const Expression& condition = statement.expressions[0];
  if (is_assert && condition.op == ExpressionOp::literal && condition.value == 0)
    tables_.forbidden.insert(statement.name);
  const Register holds = evaluate(statement.expressions[0]);
  emit(is_assert ? Opcode::fail_if_false : Opcode::hit_if_true, holds, no_register, no_register,
       static_cast<std::int32_t>(add_label(found->second)));
}

void Compiler::check_range(const Kind& into, const Kind& from, Register value) {
  if (!may_leave_range(from, into)) return;
  const auto found = tables_.assert_labels.find("in_range");
  const std::uint32_t label = add_label(found == tables_.assert_labels.end() ? 0 : found->second);
  const Register low = constant(word_of(into.low));
  const Register high = constant(word_of(into.high));
  emit(Opcode::range_check, value, low, high, static_cast<std::int32_t>(label));
}

void Compiler::put_value(VariableIndex variable, const Expression& value) {
  const Register from = evaluate(value);
  const Register into = register_of(variable, client_);
  emit(Opcode::copy, into, from);
  check_range(model_.variables[variable].kind, value.kind, into);
}

void Compiler::assign(const Statement& statement) {
  if (!matters(statement.variable)) return draw_choices(statement);
  put_value(statement.variable, statement.expressions[0]);
}

/// What does not matter is left out, but not the choices in it: they belong to the step, and a run is told with them.
void Compiler::draw_choices(const Statement& statement) {
  for (const Expression& whole : statement.expressions)
    for_each_expression(whole, [this](const Expression& part) {
      if (part.op == ExpressionOp::choose) evaluate_choice(part);
    });
}

}  // namespace interlock::machine
