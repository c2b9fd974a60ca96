#include "engine/machine/compiled/compiler.hpp"

#include "engine/assert.hpp"
#include "engine/language/walk.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace interlock::machine {

using namespace language;

Compiler::Compiler(const Model& model, const Layout& layout, const Relevance& relevance, const Ticks& ticks,
                   const InstantFlow& flow, Tables& tables)
    : model_(model), layout_(layout), relevance_(relevance), ticks_(ticks), flow_(flow), tables_(tables) {
  tables_.own_faults = model.own_faults.size();
  for_each_statement(model_, [&](const Statement& statement) {
    if (statement.op != StatementOp::operation) return;
    for_each_statement(statement.blocks[0], [&](const Statement& inner) {
      for (const auto& whole : inner.expressions)
        for_each_expression(whole, [&](const Expression& part) {
          servers_read_clocks_ = servers_read_clocks_ || part.op == ExpressionOp::now;
        });
    });
  });
}

void Compiler::begin_code(Program& program, ClientIndex client) {
  program_ = &program;
  client_ = client;
  next_register_ = static_cast<Register>(layout_.fields.size());
  in_operation_ = false;
  server_clock_ = no_register;
  place_ = client == nothing ? Place{} : model_.kinds[model_.clients[client].kind].place;
  scratch_.clear();
}

std::uint32_t Compiler::emit(Opcode op, Register a, Register b, Register c, std::int32_t immediate) {
  program_->code.push_back(Instruction{op, a, b, c, immediate});
  return here() - 1;
}

Register Compiler::temporary() {
  require_within(Limit::registers, next_register_ + 1U, place_);
  const Register answer = next_register_++;
  tables_.registers = std::max<std::uint32_t>(tables_.registers, next_register_);
  return answer;
}

Register Compiler::register_of(VariableIndex variable, ClientIndex client) {
  const Variable& what = model_.variables[variable];
  if (what.scope == Scope::server) return layout_.cells[variable].value;
  if (what.scope != Scope::scratch) {
    const auto copy = client == client_ ? copies_.find(variable) : copies_.end();
    if (copy != copies_.end()) return copy->second;
    const auto found = layout_.clients[client].own.find(variable);
    INTERLOCK_ASSERT(found != layout_.clients[client].own.end(), "a variable that is read is in the state");
    return found->second;
  }
  const auto found = scratch_.find(variable);
  if (found != scratch_.end()) return found->second;
  const Register fresh = temporary();
  scratch_[variable] = fresh;
  return fresh;
}

std::uint32_t Compiler::add_label(std::uint64_t bits) {
  tables_.labels.push_back(bits);
  return static_cast<std::uint32_t>(tables_.labels.size() - 1);
}

std::uint32_t Compiler::mark(const Place& place) {
  const std::string file = place.source == nullptr ? "" : place.source->name;
  const auto [found, is_new] = tables_.part_numbers.emplace(std::tuple{file, place.line, place.column},
                                                            static_cast<std::uint32_t>(tables_.parts.size()));
  if (is_new) tables_.parts.push_back(place);
  emit(Opcode::mark, no_register, no_register, no_register, static_cast<std::int32_t>(found->second));
  return found->second;
}

std::uint32_t Compiler::new_location(LocationKind location_kind, const Statement& statement) {
  Location location;
  location.kind = location_kind;
  location.thread = thread_;
  location.step = statement.step;
  location.sections = sections_;
  location.until = until_;
  location.place = statement.place;
  program_->locations.push_back(location);
  return static_cast<std::uint32_t>(program_->locations.size() - 1);
}

namespace {

/// Words that a property, a kept condition or a heartbeat may read while the client is inside a section.
std::vector<std::pair<std::uint64_t, Register>> read_from_elsewhere(const ClientKind& kind, const ClientWords& words,
                                                                    const std::set<std::string>& checked) {
  std::vector<std::pair<std::uint64_t, Register>> reads;
  const auto take = [&](std::uint64_t sections, const Expression& whole) {
    for_each_expression(whole, [&](const Expression& part) {
      const auto found = part.variable == nothing ? words.own.end() : words.own.find(part.variable);
      if (found != words.own.end()) reads.emplace_back(sections, found->second);
    });
  };
  for (const auto& kept : kind.kept)
    if (checked.contains(kept.name)) take(std::uint64_t{1} << kept.section, kept.condition);
  // A heartbeat may be under way when its section is left.
  for (const auto& background : kind.backgrounds)
    for_each_statement(background.body, [&](const Statement& statement) {
      for (const auto& expression : statement.expressions) take(in_all_of_the_round, expression);
      for (const auto& call : statement.calls)
        for (const auto& argument : call.arguments)
          for (const auto& value : argument.value) take(in_all_of_the_round, value);
    });
  return reads;
}

}  // namespace

void Compiler::add_daemon_start(Program& program) const {
  Location start;
  start.kind = LocationKind::call;
  start.begins = true;
  start.place = kind().place;
  program.locations.push_back(start);
}

Program Compiler::compile_client(ClientIndex client) {
  Program program;
  begin_code(program, client);
  program.locations.emplace_back();
  program.locations[0].begins = true;
  if (kind().is_daemon) add_daemon_start(program);
  kept_alive_ = read_from_elsewhere(kind(), words(), relevance_.checked);
  if (relevance_.belief)
    for (const Register deadline : words().believed) kept_alive_.emplace_back(1, deadline);
  program.arrivals.resize(words().requests.size());
  background_waits_.clear();
  for (std::uint32_t index = 0; index < kind().backgrounds.size(); ++index) compile_background(index);
  program.begin = here();
  if (kind().is_daemon) program.locations[daemon_start].entry = program.begin;
  thread_ = 0;
  sections_ = 0;
  compile(kind().program, true);
  emit(Opcode::end_round);
  program.disconnect = compile_disconnects(model_.servers);
  for (const auto& server : model_.servers) program.disconnects.push_back(compile_disconnects({&server, 1}));

  const std::size_t passing = passing_.size();
  for (auto& [instruction, location] : std::exchange(passing_, {})) {
    program.code[instruction].immediate = static_cast<std::int32_t>(program.locations.size());
    program.locations.push_back(std::move(location));
  }
  std::vector<Register> locals;
  for (const auto& [variable, word] : words().own)
    if (model_.variables[variable].scope == Scope::local && !relevance_.shown[variable]) locals.push_back(word);
  drop_unread();
  find_forgettable(program, layout_, locals, kept_alive_);
  require_within(Limit::locations, program.locations.size() - passing, kind().place);
  return program;
}

std::uint32_t Compiler::compile_disconnects(std::span<const Server> servers) {
  const std::uint32_t start = here();
  in_operation_ = true;
  if (layout_.order_bits > 0 && servers_read_clocks_) server_clock_ = read_clock(no_register);
  for (const Server& server : servers) compile(server.on_disconnect, false);
  in_operation_ = false;
  emit(Opcode::stop);
  return start;
}

void Compiler::compile_background(std::uint32_t index) {
  const Background& background = kind().backgrounds[index];
  thread_ = index + 1;
  sections_ = std::uint64_t{1} << background.section;
  Statement wait;
  wait.place = background.place;
  wait.step = background.step;
  const std::uint32_t number = new_location(LocationKind::sleep, wait);
  background_waits_.push_back(number);
  const std::uint32_t start = emit(Opcode::location, no_register, static_cast<Register>(thread_), no_register,
                                   static_cast<std::int32_t>(number));
  Location& location = program_->locations[number];
  location.entry = here();
  location.timer_high = ticks_of(background.every.high);
  location.timer_window = ticks_of(background.every.high - background.every.low);
  mark(background.place);
  compile(background.body, true);
  const Register inside = temporary();
  emit(Opcode::inside, inside, words().location[0], static_cast<Register>(client_),
       static_cast<std::int32_t>(background.section));
  const std::uint32_t over = emit(Opcode::jump_if_false, inside);
  emit(Opcode::jump, no_register, no_register, no_register, static_cast<std::int32_t>(start));
  patch(over);
  end_background(index);
  emit(Opcode::stop);
}

std::vector<std::uint32_t> Compiler::compile_own_faults(Program& into) {
  std::vector<std::uint32_t> starts;
  for (const OwnFault& fault : model_.own_faults) {
    begin_code(into, nothing);
    in_operation_ = true;
    starts.push_back(here());
    compile(fault.body, false);
    emit(Opcode::stop);
  }
  in_operation_ = false;
  return starts;
}

Register Compiler::compile_property(const Expression& expression, Program& into) {
  begin_code(into, ClientIndex{0});
  const Register answer = evaluate(expression);
  emit(Opcode::stop);
  return answer;
}

Register Compiler::compile_kept(const Expression& expression, ClientIndex client, Program& into) {
  begin_code(into, client);
  const Register answer = evaluate(expression);
  emit(Opcode::stop);
  return answer;
}

}  // namespace interlock::machine
