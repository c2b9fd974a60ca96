#include "tests/conformance/sequence.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace interlock::tests {

namespace {

std::string words_of(const Command& command) {
  const bool is_script = command.words[0] == "EVAL";
  return is_script ? command.call : fmt::format("{}", fmt::join(command.words, " "));
}

std::string text_of(const Step& step) {
  if (step.form == Form::time) return fmt::format("{} ms pass", step.milliseconds);
  std::vector<std::string> commands;
  for (const Command& command : step.commands) commands.push_back(words_of(command));
  const std::string all = fmt::format("{}", fmt::join(commands, "; "));
  switch (step.form) {
    case Form::transaction: return fmt::format("{}: MULTI; {} EXEC", step.connection + 1, all.empty() ? "" : all + ";");
    case Form::script:
      return fmt::format("{}: script{}: {}", step.connection + 1,
                         step.guard ? " (the rest if " + step.guard->in_model + ")" : "", all);
    case Form::command:
    case Form::time: break;
  }
  return fmt::format("{}: {}", step.connection + 1, all);
}

}  // namespace

std::string text_of(const Sequence& sequence, const Transcript* transcript) {
  std::string text;
  for (std::size_t i = 0; i < sequence.steps.size(); ++i) {
    text += text_of(sequence.steps[i]);
    if (transcript != nullptr && !transcript->answers[i].empty())
      text += fmt::format(" -> {}", fmt::join(transcript->answers[i], ", "));
    text += "\n";
  }
  if (transcript != nullptr) text += fmt::format("at the end: {}\n", fmt::join(transcript->end, "; "));
  return text;
}

}  // namespace interlock::tests
