#include "engine/machine/faults/fault_scene.hpp"

#include <algorithm>
#include <array>

namespace interlock::machine {

const FaultAct& act_of(language::FaultKind kind) {
#define INTERLOCK_ADDRESS_OF_ACT(name) &name##_act,
  static constexpr std::array acts{INTERLOCK_EACH_FAULT(INTERLOCK_ADDRESS_OF_ACT)};
#undef INTERLOCK_ADDRESS_OF_ACT
  return *acts[language::row_of(kind)];
}

bool keeps_sessions(const language::Server& server) {
  return std::any_of(server.on_disconnect.begin(), server.on_disconnect.end(),
                     [](const auto& statement) { return statement.op != language::StatementOp::unwatch; });
}

bool always_spares_idle(const language::Model& model, const Layout& layout, const language::Fault& fault,
                        language::ClientIndex client) {
  if (!act_of(fault.kind).spares_idle) return false;
  const bool is_last = fault.for_ever || model.kinds[model.clients[client].kind].is_once;
  return !is_last && layout.client_names.empty() && layout.watched.empty() &&
         std::none_of(model.servers.begin(), model.servers.end(), keeps_sessions);
}

bool changes_anything(const FaultScene& scene, const Word* before) {
  const Register count = scene.layout.strikes[static_cast<std::size_t>(scene.fault.kind)];
  for (Register word = 0; word < scene.layout.initial.size(); ++word)
    if (word != count && scene.words[word] != before[word]) return true;
  return false;
}

bool strike(const FaultScene& scene) {
  const Register count = scene.layout.strikes[static_cast<std::size_t>(scene.fault.kind)];
  if (count == no_register) return true;
  if (scene.words[count] == static_cast<Word>(scene.fault.times)) return false;
  ++scene.words[count];
  return true;
}

Word choose_offset(const FaultScene& scene) {
  const auto most = static_cast<Word>(scene.fault.amount / scene.ticks.microseconds);
  return static_cast<Word>(scene.choices.take(2 * static_cast<std::uint32_t>(most) + 1)) - most;
}

}  // namespace interlock::machine
