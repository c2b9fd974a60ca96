#include "reports/replay/redis_command.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace interlock::reports {
namespace {

struct Unit {
  std::string_view name;
  double microseconds;
};

constexpr std::array units{Unit{"us", 1}, Unit{"ms", 1e3}, Unit{"s", 1e6}, Unit{"min", 60e6}, Unit{"h", 3600e6}};

std::optional<double> unit_of(std::string_view name) {
  const auto* const found =
      std::find_if(units.begin(), units.end(), [&](const Unit& unit) { return unit.name == name; });
  if (found == units.end()) return std::nullopt;
  return found->microseconds;
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

class Writer {
 public:
  Writer(const std::vector<std::string>& arguments, const Meaning& meaning)
      : arguments_(arguments), meaning_(meaning) {}

  RedisCommand plain(const std::string& operation, const std::string& kinds, Answer answer) {
    RedisCommand command{{operation}, {}, answer};
    for (std::size_t i = 0; i < kinds.size() && i < arguments_.size(); ++i)
      command.words.push_back(word(kinds[i], arguments_[i]));
    return command;
  }

  /// NX and its like stand as they are; PX and EX bring a span.
  void add_options(RedisCommand& command, std::size_t from) {
    for (std::size_t i = from; i < arguments_.size(); ++i) {
      const std::string& argument = arguments_[i];
      const std::size_t space = argument.find(' ');
      const std::string name = argument.substr(0, space);
      command.words.push_back(name == "EX" && meaning_.in_milliseconds ? "PX" : name);
      if (name == "GET") command.answer = Answer::value;
      if (space != std::string::npos) command.words.push_back(span(argument.substr(space + 1), name == "EX"));
    }
  }

  std::string span(const std::string& text, bool in_seconds) {
    const std::int64_t milliseconds = meaning_.milliseconds(text);
    return std::to_string(in_seconds && !meaning_.in_milliseconds ? milliseconds / 1000 : milliseconds);
  }

  const std::string& argument(std::size_t index) const {
    static const std::string none;
    return index < arguments_.size() ? arguments_[index] : none;
  }

 private:
  std::string word(char kind, const std::string& argument) {
    return kind == 'k' ? meaning_.key(argument) : meaning_.value(argument);
  }

  const std::vector<std::string>& arguments_;
  const Meaning& meaning_;
};

struct Simple {
  std::string_view operation;
  std::string_view kinds;  ///< of its arguments: k a key, v a value
  Answer answer;
};

/// Those that are sent as they are written.
constexpr std::array simple{
    Simple{"SETNX", "kv", Answer::truth},      Simple{"GET", "k", Answer::value},
    Simple{"GETSET", "kv", Answer::value},     Simple{"DEL", "k", Answer::truth},
    Simple{"PERSIST", "k", Answer::truth},     Simple{"TTL", "k", Answer::seconds},
    Simple{"PTTL", "k", Answer::milliseconds}, Simple{"INCR", "k", Answer::number},
    Simple{"EXISTS", "k", Answer::truth},      Simple{"ZREM", "kv", Answer::truth},
    Simple{"ZRANK", "kv", Answer::number},     Simple{"ZCARD", "k", Answer::number},
    Simple{"ZSCORE", "kv", Answer::score},     Simple{"ZREMRANGEBYSCORE", "kvv", Answer::number},
    Simple{"WATCH", "k", Answer::nothing},     Simple{"UNWATCH", "", Answer::nothing},
};

/// Redis 8.4 has it, 7 has a script.
RedisCommand delete_if(Writer& writer, const Meaning& meaning) {
  const std::string key = quoted_lua(meaning.key(writer.argument(0)));
  const std::string& option = writer.argument(1);
  if (!option.starts_with("IFEQ ")) return writer.plain("DEL", "k", Answer::truth);
  RedisCommand command{{}, {}, Answer::truth};
  command.lua = fmt::format(
      "(function() if redis.call('GET', {0}) == {1} then return redis.call('DEL', {0}) else return 0 end end)()", key,
      quoted_lua(meaning.value(option.substr(5))));
  command.words = {"EVAL", "return " + command.lua, "0"};
  return command;
}

std::optional<RedisCommand> command_of(const std::string& operation, Writer& writer, const Meaning& meaning) {
  for (const Simple& one : simple)
    if (one.operation == operation) return writer.plain(operation, std::string(one.kinds), one.answer);
  if (operation == "SET") {
    RedisCommand command = writer.plain(operation, "kv", Answer::ok);
    writer.add_options(command, 2);
    return command;
  }
  if (operation == "EXPIRE" || operation == "PEXPIRE") {
    RedisCommand command = writer.plain(operation, "k", Answer::truth);
    command.words.push_back(writer.span(writer.argument(1), operation == "EXPIRE"));
    writer.add_options(command, 2);
    return command;
  }
  if (operation == "ZADD") {  // Redis writes the score before the member
    RedisCommand command = writer.plain(operation, "kvv", Answer::truth);
    if (command.words.size() == 4) std::swap(command.words[2], command.words[3]);
    return command;
  }
  if (operation == "ZINTERSTORE") {
    RedisCommand command = writer.plain(operation, "kkk", Answer::number);
    command.words.insert(command.words.begin() + 2, "2");
    command.words.insert(command.words.end(), {"WEIGHTS", "1", "0"});
    return command;
  }
  if (operation == "DELEX") return delete_if(writer, meaning);
  return std::nullopt;
}

void count_in_milliseconds(RedisCommand& command) {
  if (command.words[0] == "EXPIRE") command.words[0] = "PEXPIRE";
  if (command.words[0] == "TTL") command.words[0] = "PTTL";
}

std::string time_left(const Reply& reply, std::int64_t unit) {
  if (reply.number == -2) return "missing";
  if (reply.number == -1) return "none";
  return fmt::format("{} ms", reply.number * unit);
}

/// Scores are doubles; all of ours are whole numbers.
std::string score_text(const std::string& text) {
  return std::to_string(static_cast<std::int64_t>(std::strtod(text.c_str(), nullptr)));
}

}  // namespace

std::optional<RedisCommand> redis_command(const std::string& operation, const std::vector<std::string>& arguments,
                                          const Meaning& meaning) {
  Writer writer(arguments, meaning);
  std::optional<RedisCommand> command = command_of(operation, writer, meaning);
  if (!command) return std::nullopt;
  if (meaning.in_milliseconds) count_in_milliseconds(*command);
  if (command->lua.empty()) {
    std::vector<std::string> quoted;
    for (const std::string& word : command->words) quoted.push_back(quoted_lua(word));
    command->lua = fmt::format("redis.call({})", fmt::join(quoted, ", "));
  }
  return command;
}

std::string answer_text(Answer answer, const Reply& reply) {
  if (reply.form == '-') return reply.text;
  switch (answer) {
    case Answer::nothing: return "";
    case Answer::truth: return reply.number == 1 ? "true" : "false";
    case Answer::ok: return reply.form == '+' ? "true" : "false";
    case Answer::seconds: return time_left(reply, 1000);
    case Answer::milliseconds: return time_left(reply, 1);
    case Answer::value:
    case Answer::number: return reply.is_nil ? "none" : reply.text;
    case Answer::score: return reply.is_nil ? "none" : score_text(reply.text);
  }
  return "";
}

std::string quoted_lua(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    if (c == '\n' || c == '\r' || c == '\0') {
      quoted += fmt::format("\\{:03}", static_cast<int>(c));
      continue;
    }
    quoted += c;
  }
  return quoted + "'";
}

std::optional<std::int64_t> microseconds_of(const std::string& text) {
  double sum = 0;
  bool is_minus = false, has_any = false;
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] == ' ' || text[at] == '+') {
      ++at;
    } else if (text[at] == '-') {
      is_minus = true;
      ++at;
    } else {
      const std::size_t begin = at;
      while (at < text.size() && (is_digit(text[at]) || text[at] == '.')) ++at;
      if (at == begin) return std::nullopt;
      const double count = std::strtod(text.substr(begin, at - begin).c_str(), nullptr);
      while (at < text.size() && text[at] == ' ') ++at;
      const std::size_t name = at;
      while (at < text.size() && std::isalpha(static_cast<unsigned char>(text[at])) != 0) ++at;
      const auto unit = unit_of(std::string_view(text).substr(name, at - name));
      if (!unit) return std::nullopt;
      sum += (is_minus ? -count : count) * *unit;
      has_any = true;
    }
  }
  if (!has_any) return std::nullopt;
  return std::llround(sum);
}

}  // namespace interlock::reports
