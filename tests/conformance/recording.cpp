#include "tests/conformance/recording.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <stdexcept>

namespace interlock::tests {

namespace {

std::string time_left(const Reply& reply) { return reports::answer_text(Answer::milliseconds, reply); }

std::string answer_of(const Command& command, const Reply& reply) {
  if (reply.form == '-') throw std::runtime_error(fmt::format("{}: {}", fmt::join(command.words, " "), reply.text));
  return reports::answer_text(command.answer, reply);
}

std::string in_lua(const Command& command) {
  std::string words;
  for (std::size_t i = 0; i < command.words.size(); ++i) {
    const bool is_sum = i > 0 && i == command.added_to_first;
    words += fmt::format("{}'{}'{}", i == 0 ? "" : ", ", command.words[i], is_sum ? " + first" : "");
  }
  return fmt::format("redis.call({})", words);
}

std::string script_of(const Step& step) {
  std::string text = fmt::format("local first = {}\nlocal all = {{first}}\n", in_lua(step.commands[0]));
  if (step.guard) text += fmt::format("if first {} then\n", step.guard->in_lua);
  for (std::size_t i = 1; i < step.commands.size(); ++i)
    text += fmt::format("all[{}] = {}\n", i + 1, in_lua(step.commands[i]));
  if (step.guard) text += "end\n";
  return text + "return all";
}

}  // namespace

Recorder::Recorder() {
  for (std::size_t count = 0; count < number_of_connections; ++count) connections_.push_back(server_.connect());
}

Transcript Recorder::record(const Sequence& sequence) {
  std::int64_t now = beginning;
  server_.set_clock(now);
  for (Connection& connection : connections_) connection.ask({"UNWATCH"});
  connections_[0].ask({"FLUSHALL"});
  Transcript transcript;
  for (const Step& step : sequence.steps) {
    now += step.milliseconds;
    server_.set_clock(now);
    transcript.answers.push_back(perform(step));
  }
  transcript.end = what_is_there();
  return transcript;
}

std::vector<std::string> Recorder::perform(const Step& step) {
  Connection& connection = connections_[step.connection];
  std::vector<std::string> answers;
  switch (step.form) {
    case Form::time: break;
    case Form::command: answers = {answer_of(step.commands[0], connection.ask(step.commands[0].words))}; break;
    case Form::transaction: return transact(connection, step.commands);
    case Form::script: {
      const Reply reply = connection.ask({"EVAL", script_of(step), "0"});
      if (reply.form == '-') throw std::runtime_error(reply.text + " in\n" + script_of(step));
      for (std::size_t i = 0; i < reply.items.size(); ++i)
        answers.push_back(answer_of(step.commands[i], reply.items[i]));
    }
  }
  return answers;
}

std::vector<std::string> Recorder::transact(Connection& connection, const std::vector<Command>& commands) {
  connection.ask({"MULTI"});
  for (const Command& command : commands) connection.ask(command.words);
  const Reply reply = connection.ask({"EXEC"});
  if (reply.form != '*') throw std::runtime_error("EXEC: " + reply.text);
  std::vector<std::string> answers{reply.is_nil ? "false" : "true"};
  for (std::size_t i = 0; i < reply.items.size(); ++i) answers.push_back(answer_of(commands[i], reply.items[i]));
  return answers;
}

std::vector<std::string> Recorder::what_is_there() {
  std::vector<std::string> lines;
  Connection& connection = connections_[0];
  for (const std::string& key : string_keys) {
    const Reply value = connection.ask({"GET", key});
    if (value.is_nil) continue;
    lines.push_back(fmt::format("{} is {}, ends in {}", key, value.text, time_left(connection.ask({"PTTL", key}))));
  }
  for (const std::string& key : set_keys) {
    const Reply members = connection.ask({"ZRANGE", key, "0", "-1", "WITHSCORES"});
    std::vector<std::string> texts;
    for (std::size_t i = 0; i + 1 < members.items.size(); i += 2)
      texts.push_back(members.items[i].text + " at " +
                      reports::answer_text(reports::Answer::score, members.items[i + 1]));
    if (!texts.empty()) lines.push_back(fmt::format("{} has {}", key, fmt::join(texts, ", ")));
  }
  return lines;
}

}  // namespace interlock::tests
