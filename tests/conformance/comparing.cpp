#include "tests/conformance/comparing.hpp"

#include "tests/conformance/modelled.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

namespace interlock::tests {

namespace {

/// The sequence without one of its parts, the `part`-th of all; false where there are no more.
bool leave_out(Sequence& sequence, std::size_t part) {
  auto& steps = sequence.steps;
  if (part < steps.size()) {
    steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(steps.size() - 1 - part));
    return true;
  }
  part -= steps.size();
  for (Step& step : steps) {
    const std::size_t first = step.form == Form::transaction ? 0 : 1;  // a script has a command, and may look at it
    const std::size_t free = step.commands.size() > first ? step.commands.size() - first : 0;
    if (part < free) {
      step.commands.erase(step.commands.begin() + static_cast<std::ptrdiff_t>(first + part));
      return true;
    }
    part -= free;
  }
  return false;
}

}  // namespace

std::string difference(const Sequence& sequence, const Transcript& recorded, const std::string& store) {
  Transcript played;
  try {
    played = play(sequence, store);
  } catch (const std::runtime_error& trouble) {
    return trouble.what();
  }
  for (std::size_t i = 0; i < sequence.steps.size(); ++i) {
    if (recorded.answers[i] == played.answers[i]) continue;
    return fmt::format("step {}: the server says {}, the model {}", i + 1, fmt::join(recorded.answers[i], ", "),
                       fmt::join(played.answers[i], ", "));
  }
  if (recorded.end == played.end) return "";
  return fmt::format("at the end there is {}, in the model {}", fmt::join(recorded.end, "; "),
                     fmt::join(played.end, "; "));
}

Sequence shrunk(Sequence sequence, Recorder& recorder, const std::string& store) {
  for (std::size_t part = 0;;) {
    Sequence smaller = sequence;
    if (!leave_out(smaller, part)) return sequence;
    if (difference(smaller, recorder.record(smaller), store).empty()) {
      ++part;
    } else {
      sequence = std::move(smaller);
      part = 0;
    }
  }
}

}  // namespace interlock::tests
