#pragma once
// A symbolic machine as the search wants to see it.

#include "engine/explore/covering_search.hpp"
#include "engine/machine/symbolic/symbolic_machine.hpp"

#include <cstdint>
#include <string_view>
#include <utility>

namespace interlock::check {

class SearchedZones {
 public:
  using State = machine::SymbolicState;

  explicit SearchedZones(machine::SymbolicMachine& machine) : machine_(machine) {}

  State initial() { return machine_.initial().state; }
  std::uint64_t labels(const State& state) { return machine_.labels(state); }
  static std::string_view key(const State& state) {
    return {reinterpret_cast<const char*>(state.words.data()), state.words.size() * sizeof(machine::Word)};
  }
  static bool covers(const State& older, const State& newer) { return older.zone.includes(newer.zone); }
  static std::uint64_t bytes(const State& state) {
    constexpr std::uint64_t beside = 256;
    const std::uint64_t moments = state.zone.size();
    return state.words.size() * sizeof(machine::Word) + moments * moments * sizeof(machine::Bound) + beside;
  }

  template <class Sink, class Cut>
  void successors(const State& state, explore::Cost cost, const Sink& sink, const Cut& cut) {
    auto successors = machine_.successors(state, cost == explore::Cost::fault);
    for (auto& next : successors.found) sink(std::move(next.state), next.labels);
    for (std::uint32_t runs = 0; runs < successors.cuts; ++runs) cut();
  }

 private:
  machine::SymbolicMachine& machine_;
};

using ZoneSearch = explore::CoveringSearch<SearchedZones>;

}  // namespace interlock::check
