// Requests that stay under way: what they carry, and what comes of them when they arrive.

#include "engine/machine/compiled/compiler.hpp"
#include "engine/machine/compiled/requests.hpp"

#include <algorithm>

namespace interlock::machine {

using namespace language;

/// Puts what the call carries into the first free place, and gives the call a number.
void Compiler::compile_sending(const Statement& statement) {
  const auto call = static_cast<std::uint32_t>(program_->arrivals[0].size());
  std::vector<std::uint32_t> ends;
  for (std::size_t place = 0; place < words().requests.size(); ++place) {
    const RequestWords& request = words().requests[place];
    const std::uint32_t taken = emit(Opcode::jump_if_false, binary(Opcode::equal, request.call, constant(0)));
    for (const VariableIndex variable : sent_with(model_, statement)) {
      const auto into = request.sent.find(variable);
      if (into == request.sent.end()) continue;
      const std::uint32_t copy = emit(Opcode::copy, into->second, words().own.at(variable));
      sendings_.push_back({copy, place, call});
    }
    if (request.grant != no_register) {
      const std::uint32_t copy = emit(Opcode::copy, request.grant, words().grant);
      sendings_.push_back({copy, place, call});
    }
    emit(Opcode::set, request.call, no_register, no_register, static_cast<std::int32_t>(call + 1));
    ends.push_back(emit(Opcode::jump));
    patch(taken);
  }
  emit(Opcode::overflow);
  for (const std::uint32_t end : ends) patch(end);
}

/// The client learns nothing of it. The requests behind it move up.
void Compiler::compile_arrival(const Statement& statement, std::size_t place) {
  const std::vector<RequestWords>& requests = words().requests;
  program_->arrivals[place].push_back(here());
  copies_ = copy_locals(statement);
  for (const auto& [variable, word] : requests[place].sent)
    if (copies_.contains(variable)) copies_[variable] = word;
  sent_grant_ = requests[place].grant;
  compile_unseen(statement);
  sent_grant_ = no_register;
  const auto move = [&](Register into, Register from) {
    if (into == no_register) return;
    if (from != no_register)
      emit(Opcode::copy, into, from);
    else
      emit(Opcode::set, into, no_register, no_register, layout_.initial[into]);
  };
  for (std::size_t into = place; into < requests.size(); ++into) {
    const RequestWords* next = into + 1 < requests.size() ? &requests[into + 1] : nullptr;
    move(requests[into].call, next != nullptr ? next->call : no_register);
    move(requests[into].grant, next != nullptr ? next->grant : no_register);
    for (const auto& [variable, word] : requests[into].sent)
      move(word, next != nullptr ? next->sent.at(variable) : no_register);
  }
  emit(Opcode::stop);
}

/// What a call overwrites before it reads it is not sent.
void Compiler::drop_unread() {
  std::vector<Register> carried;
  for (const RequestWords& request : words().requests) {
    for (const auto& [variable, word] : request.sent) carried.push_back(word);
    if (request.grant != no_register) carried.push_back(request.grant);
  }
  for (std::size_t place = 0; place < program_->arrivals.size(); ++place) {
    const auto read = read_from(*program_, carried, program_->arrivals[place]);
    for (const Sending& sending : sendings_) {
      if (sending.place != place) continue;
      Instruction& copy = program_->code[sending.instruction];
      const auto word = static_cast<std::size_t>(std::find(carried.begin(), carried.end(), copy.a) - carried.begin());
      if (!read[sending.call][word]) copy = {.op = Opcode::set, .a = copy.a, .immediate = layout_.initial[copy.a]};
    }
  }
  sendings_.clear();
}

}  // namespace interlock::machine
