#include "tests/conformance/author.hpp"

#include "tests/random/dice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace interlock::tests {

namespace {

std::string duration(std::int64_t milliseconds) {
  if (milliseconds < 0) return fmt::format("0s - {}ms", -milliseconds);
  return milliseconds % 1000 == 0 ? fmt::format("{}s", milliseconds / 1000) : fmt::format("{}ms", milliseconds);
}

/// What the words of a sequence stand for on the server: tokens are numbers, instants are its milliseconds, names are
/// names.
std::string sent(const std::string& written) {
  const std::string instant = "base + ";
  if (written.starts_with(instant)) {
    const std::int64_t after = reports::microseconds_of(written.substr(instant.size())).value();
    return std::to_string(beginning + after / 1000);
  }
  return written.starts_with('t') ? written.substr(1) : written;
}

/// As `interlock replay` would send it.
Command call(const std::string& operation, const std::vector<std::string>& arguments) {
  const reports::Meaning meaning{
      .key = [](const std::string& key) { return key; },
      .value = sent,
      .milliseconds = [](const std::string& span) { return reports::microseconds_of(span).value() / 1000; }};
  const auto command = reports::redis_command(operation, arguments, meaning);
  return {command.value().words, fmt::format("{}({})", operation, fmt::join(arguments, ", ")), command->answer};
}

/// A word as a server is sent it, and as it stands in a protocol.
struct Word {
  std::string sent;
  std::string written;
};

class Author {
 public:
  explicit Author(std::uint32_t seed) : dice_(seed) {
    sequence_.values = dice_.one_of<Content>({Content::number, Content::name, Content::token});
    sequence_.members = dice_.one_of<Content>({Content::number, Content::name});
    sequence_.scores = dice_.one_of<Content>({Content::number, Content::token, Content::instant});
    is_fine_ = dice_.chance(40);
    connections_ = dice_.chance(30) ? 1 : number_of_connections;
    percent_of_sets_ = dice_.one_of<std::size_t>({0, 50, 100});
  }

  Sequence write() {
    const std::size_t steps = 5 + dice_.below(40);
    while (sequence_.steps.size() < steps) {
      if (dice_.chance(40)) connection_ = dice_.below(connections_);
      sequence_.steps.push_back(step());
      sequence_.steps.back().connection = connection_;
    }
    return std::move(sequence_);
  }

 private:
  Step step() {
    const std::size_t lot = dice_.below(100);
    if (lot < 20) return {.form = Form::time, .milliseconds = pause()};
    if (lot < 32) return {.form = Form::command, .commands = {watch()}};
    if (lot < 46) return {.form = Form::transaction, .commands = commands(dice_.below(4), false)};
    if (lot < 54) return {.form = Form::script, .commands = commands(1 + dice_.below(3), true)};
    if (lot < 60) return guarded_script();
    return {.form = Form::command, .commands = {command(false)}};
  }

  std::int64_t pause() {
    if (is_fine_ && dice_.chance(50)) return dice_.one_of<std::int64_t>({1, 1, 2, 499, 501, 999});
    return dice_.one_of<std::int64_t>({250, 500, 500, 1000, 1000, 1500, 2000});
  }

  Command watch() {
    if (percent_of_sets_ == 100 || dice_.chance(15)) return call("UNWATCH", {});
    return call("WATCH", {string_key()});
  }

  std::vector<Command> commands(std::size_t count, bool inside_script) {
    std::vector<Command> written;
    while (written.size() < count) written.push_back(command(inside_script));
    return written;
  }

  Command command(bool inside_script) {
    return dice_.chance(percent_of_sets_) ? set_command() : string_command(inside_script);
  }

  /// What a script in Lua does with the first answer.
  Step guarded_script() {
    const std::string key = string_key();
    const Word value = this->value();
    Step written{.form = Form::script};
    switch (dice_.below(3)) {
      case 0:
        written.commands = {call("GET", {key}), command(true), command(true)};
        written.guard = {fmt::format("== '{}'", value.sent), "{} == " + value.written};
        break;
      case 1:
        written.commands = {call("SET", {key, value.written, "NX"}), command(true)};
        written.guard = {"", "{}"};
        break;
      default: {
        const std::int64_t more = dice_.chance(50) ? 0 : span();
        const auto flag = dice_.one_of<std::string>({"", "GT", "LT"});
        Command moves{
            {"PEXPIRE", key, std::to_string(more)}, "PEXPIRE(" + key + ", {} + " + duration(more), Answer::truth};
        if (!flag.empty()) moves.words.push_back(flag);
        moves.call += flag.empty() ? ")" : ", " + flag + ")";
        moves.added_to_first = 2;
        written.commands = {call("PTTL", {key}), moves};
        written.guard = {">= 0", "{} != none and {} != missing"};
      }
    }
    return written;
  }

  std::string string_key() { return dice_.chance(75) ? string_keys[0] : string_keys[1]; }

  static Word word(Content content, int number, const char* letter) {
    switch (content) {
      case Content::number: return {std::to_string(number), std::to_string(number)};
      case Content::name: return {letter + std::to_string(number), letter + std::to_string(number)};
      case Content::token: return {std::to_string(number), fmt::format("t{}", number)};
      case Content::instant: return {std::to_string(beginning + number * 500), "base + " + duration(number * 500)};
    }
    return {};
  }

  int number(int most) { return 1 + static_cast<int>(dice_.below(static_cast<std::size_t>(most))); }
  Word value() { return word(sequence_.values, number(number_of_names), "v"); }
  /// As numbers 8, 9 and 10: bytes are in another order than numbers are.
  Word member() {
    const bool is_number = sequence_.members == Content::number;
    return word(sequence_.members, number(number_of_names) + (is_number ? 7 : 0), "m");
  }
  Word score() { return word(sequence_.scores, number(8), "s"); }

  /// Of a lease, in milliseconds.
  std::int64_t span() {
    if (is_fine_ && dice_.chance(50)) return dice_.one_of<std::int64_t>({1, 2, 499, 500, 501, 999, 1001, 1499});
    return dice_.one_of<std::int64_t>({500, 750, 1000, 1500, 2000, 2500, 3000});
  }

  Command string_command(bool inside_script) {
    const std::string key = string_key();
    if (sequence_.values == Content::token && dice_.chance(20)) return call("INCR", {key});
    const Word set = value();
    switch (dice_.below(16)) {
      case 0: return call("GET", {key});
      case 1: return call("TTL", {key});
      case 2: return call("PTTL", {key});
      case 3: return call("DEL", {key});
      case 4: return call("EXISTS", {key});
      case 5: return call("PERSIST", {key});
      case 6: return call("SETNX", {key, set.written});
      case 7: return call("GETSET", {key, set.written});
      case 8:
        if (inside_script) return call("DEL", {key});
        return call("DELEX", {key, "IFEQ " + set.written});
      case 9:
      case 10:
      case 11: return expire(key);
      default: return full_set(key, set);
    }
  }

  Command expire(const std::string& key) {
    const bool in_seconds = dice_.chance(50);
    const std::int64_t count = dice_.chance(15) ? -static_cast<std::int64_t>(dice_.below(2))
                               : in_seconds     ? number(4)
                                                : span();
    const auto flags =
        dice_.one_of<std::vector<std::string>>({{}, {}, {"NX"}, {"XX"}, {"GT"}, {"LT"}, {"XX", "GT"}, {"XX", "LT"}});
    const std::string operation = in_seconds ? "EXPIRE" : "PEXPIRE";
    std::vector<std::string> arguments{key, duration(in_seconds ? 1000 * count : count)};
    arguments.insert(arguments.end(), flags.begin(), flags.end());
    return call(operation, arguments);
  }

  Command full_set(const std::string& key, const Word& set) {
    std::vector<std::string> arguments{key, set.written};
    const std::size_t condition = dice_.below(100);
    if (condition < 30) arguments.emplace_back("NX");
    if (condition >= 85) arguments.emplace_back("XX");
    if (dice_.chance(30)) arguments.emplace_back("GET");
    const std::size_t deadline = dice_.below(100);
    if (deadline >= 80) arguments.emplace_back("KEEPTTL");
    if (deadline < 50) {
      const bool in_seconds = deadline < 20;
      const std::int64_t count = in_seconds ? number(4) : span();
      arguments.push_back(fmt::format("{} {}", in_seconds ? "EX" : "PX", duration(in_seconds ? 1000 * count : count)));
    }
    return call("SET", arguments);
  }

  Command set_command() {
    const std::string key = dice_.one_of<std::string>({"z", "z", "y", "x"});
    const Word who = member();
    const Word at = score();
    switch (dice_.below(16)) {
      case 0: return call("ZREM", {key, who.written});
      case 1:
      case 2: return call("ZSCORE", {key, who.written});
      case 3:
      case 4:
      case 5: return call("ZRANK", {key, who.written});
      case 6: return call("ZCARD", {key});
      case 7: return call("ZREMRANGEBYSCORE", {key, "-inf", at.written});
      case 8:
      case 9: {
        const std::string first = dice_.one_of(set_keys);
        const std::string second = dice_.one_of(set_keys);
        return call("ZINTERSTORE", {key, first, second, "WEIGHTS 1 0"});
      }
      default: return call("ZADD", {key, who.written, at.written});
    }
  }

  Dice dice_;
  Sequence sequence_;
  bool is_fine_ = false;  // deadlines a millisecond apart
  std::size_t connections_ = 1;
  std::size_t percent_of_sets_ = 0;
  std::size_t connection_ = 0;
};

}  // namespace

Sequence random_sequence(std::uint32_t seed) { return Author(seed).write(); }

}  // namespace interlock::tests
