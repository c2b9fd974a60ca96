#include "tests/conformance/modelled.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace interlock::tests {

namespace {

std::vector<std::string> names_of(const Sequence& sequence) {
  std::vector<std::string> names;
  for (const auto& [content, letter] : {std::pair{sequence.values, 'v'}, {sequence.members, 'm'}})
    for (int number = 1; content == Content::name && number <= number_of_names; ++number)
      names.push_back(fmt::format("{}{}", letter, number));
  return names;
}

/// What every client has to know first: the names and the moment that the first one makes, and numbers as tokens. It
/// ends with a step of each client, so that all of them are in their rounds.
std::string opening_of(const Sequence& sequence, std::size_t client) {
  std::string text;
  const std::vector<std::string> names = names_of(sequence);
  const bool has_tokens = sequence.values == Content::token || sequence.scores == Content::token;
  for (int token = 1; has_tokens && token <= 8; ++token)
    text += fmt::format("t{} = next {}\n", token, token == 1 ? "0" : fmt::format("t{}", token - 1));
  if (client == 0) {
    for (const std::string& name : names) text += name + " = fresh id\n";
    text += "base = now\natomic {\nmemory.ready = true\nmemory.base = base\n";
    for (const std::string& name : names) text += fmt::format("memory.{0} = {0}\n", name);
    return text + "}\n";
  }
  text += "atomic {\nready = memory.ready\nbase = memory.base\n";
  for (const std::string& name : names) text += fmt::format("{0} = memory.{0}\n", name);
  text += "}\nif not ready or base == none { return }\n";
  for (const std::string& name : names) text += fmt::format("if {} == none {{ return }}\n", name);
  return text;
}

std::string call_of(const Command& command, const std::string& variable, const std::string& first) {
  const std::string call = "redis." + fmt::format(fmt::runtime(command.call), first);
  return command.answer == Answer::nothing ? call + "\n" : fmt::format("{} = {}\n", variable, call);
}

std::string text_of(const Step& step, std::size_t index) {
  if (step.form == Form::time) return fmt::format("sleep {}ms\n", step.milliseconds);
  const auto variable = [&](std::size_t command) { return fmt::format("r{}_{}", index, command); };
  const std::string first = variable(0);
  if (step.form == Form::command) return call_of(step.commands[0], first, "");
  std::string text = "atomic {\n";
  if (step.form == Form::transaction) text += fmt::format("ran{0} = redis.EXEC()\nif ran{0} {{\n", index);
  for (std::size_t i = 0; i < step.commands.size(); ++i) {
    text += call_of(step.commands[i], variable(i), first);
    if (i == 0 && step.guard)
      text += fmt::format("if {} {{\n", fmt::format(fmt::runtime(step.guard->in_model), first, first));
  }
  if (step.form == Form::transaction || step.guard) text += "}\n";
  return text + "}\n";
}

}  // namespace

std::string protocol_of(const Sequence& sequence) {
  std::string text = "protocol sequence\n";
  text += fmt::format("server redis : redis {{ {} : string  {} : sorted_set }}\n",
                      fmt::join(string_keys, " : string  "), fmt::join(set_keys, " : sorted_set  "));
  text += "server memory : memory { ready : bool  base : optional instant";
  for (const std::string& name : names_of(sequence)) text += fmt::format("  {} : optional id", name);
  text += " }\n";
  for (std::size_t client = 0; client < number_of_connections; ++client) {
    text += fmt::format("client c{} {{\n{}", client + 1, opening_of(sequence, client));
    for (std::size_t i = 0; i < sequence.steps.size(); ++i)
      if (sequence.steps[i].form == Form::time || sequence.steps[i].connection == client)
        text += text_of(sequence.steps[i], i);
    text += "sleep 1000h\n}\n";
  }
  return text;
}

}  // namespace interlock::tests
