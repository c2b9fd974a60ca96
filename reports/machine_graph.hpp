#pragma once
// A protocol's state machines: where its clients stop, and the ways between.

#include "engine/language/model.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace interlock::reports {

enum class StopKind { idle, call, wait, block };

/// A place where a client stops before a step. `section`: the innermost one it is inside.
struct Stop {
  StopKind kind = StopKind::call;
  std::uint32_t client_kind = 0;
  std::uint32_t step = 0;
  std::uint32_t line = 0;  ///< in the protocol's file
  std::string does;        ///< as in the file: "retry until redis.SET(lock, me, NX, PX ttl)"
  std::string comment;
  std::uint32_t section = language::nothing;
  std::uint32_t background = language::nothing;  ///< index of the second thread it belongs to
};

/// A way from one stop to the next, by their indices. `outcome`: what decides that it is taken: "true", "refused",
/// "gives up"; empty when there is no choice.
struct Way {
  std::size_t from = 0;
  std::size_t to = 0;
  std::string outcome;
};

struct MachineGraph {
  std::vector<Stop> stops;  ///< in the order of the file
  std::vector<Way> ways;    ///< in the order of the stops they leave
};

MachineGraph machine_graph(const language::Model& model);

}  // namespace interlock::reports
