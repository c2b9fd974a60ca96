#pragma once
// The obvious checker, to hold the engine against. Read this first to learn what Interlock decides.
//
// It makes every move from every state (with the evaluator, engine/evaluator), nearest states first, until no
// state is new; then it looks at the whole graph and answers each spec. No reductions, no threads, no packing.

#include "engine/evaluator/evaluator.hpp"

#include <compare>
#include <cstdint>
#include <vector>

namespace interlock::oracle {

/// How far a state is from the start: what a counterexample is kept small in, the number of faults first.
struct Distance {
  std::uint32_t faults = 0;
  std::uint32_t steps = 0;  ///< faults and expiries are steps, time passing is none

  auto operator<=>(const Distance&) const = default;
};

enum class Verdict { holds, fails, reachable, unreachable, does_not_apply, unknown };

struct Answer {
  Verdict verdict = Verdict::unknown;
  Distance
      nearest;  ///< fails, reachable: of the nearest place where it shows. leads_to: of the nearest state in a loop
};

struct Options {
  std::size_t most_states = 1'000'000;
  std::int64_t token_gap = 1;           ///< see normal_form.hpp
  std::int64_t most_parts = 2;          ///< see ticks.hpp
  bool every_expiry_is_a_step = false;  ///< also where nobody can see it
};

struct Answers {
  std::vector<Answer> specs;  ///< as asked
  std::size_t states = 0;
  bool is_cut = false;         ///< a run would have exceeded the capacity of a container
  bool ticks_are_fine = true;  ///< false: what happens between two ticks was not looked at; a nearer place may be there
  bool passed_unseen = false;  ///< a key expired that nobody could see: no step
  bool is_complete = true;     ///< false: there were more states than allowed; what is not found near by is `unknown`
};

/// `specs`: indices into Model::specs. In ticks of its own (ticks.hpp).
Answers ask(const language::Model& model, const language::Scenario& scenario, const std::vector<std::uint32_t>& specs,
            const Options& options = {});

/// In these ticks.
Answers ask(const language::Model& model, const language::Scenario& scenario, std::int64_t tick_microseconds,
            const std::vector<std::uint32_t>& specs, const Options& options = {});

}  // namespace interlock::oracle
