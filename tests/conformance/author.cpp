#include "tests/conformance/author.hpp"

#include "tests/random/dice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

namespace interlock::tests {

namespace {

constexpr const char* delete_if_equal =
    "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) else return 0 end";

std::string duration(std::int64_t milliseconds) {
  if (milliseconds < 0) return fmt::format("0s - {}ms", -milliseconds);
  return milliseconds % 1000 == 0 ? fmt::format("{}s", milliseconds / 1000) : fmt::format("{}ms", milliseconds);
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
    if (percent_of_sets_ == 100 || dice_.chance(15)) return {{"UNWATCH"}, "UNWATCH()"};
    const std::string key = string_key();
    return {{"WATCH", key}, fmt::format("WATCH({})", key)};
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
        written.commands = {read("GET", key, Answer::value), command(true), command(true)};
        written.guard = {fmt::format("== '{}'", value.sent), "{} == " + value.written};
        break;
      case 1:
        written.commands = {
            {{"SET", key, value.sent, "NX"}, fmt::format("SET({}, {}, NX)", key, value.written), Answer::ok},
            command(true)};
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
        written.commands = {read("PTTL", key, Answer::milliseconds), moves};
        written.guard = {">= 0", "{} != none and {} != missing"};
      }
    }
    return written;
  }

  static Command read(const std::string& operation, const std::string& key, Answer answer) {
    return {{operation, key}, fmt::format("{}({})", operation, key), answer};
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
    if (sequence_.values == Content::token && dice_.chance(20)) return read("INCR", key, Answer::number);
    const Word set = value();
    switch (dice_.below(16)) {
      case 0: return read("GET", key, Answer::value);
      case 1: return read("TTL", key, Answer::seconds);
      case 2: return read("PTTL", key, Answer::milliseconds);
      case 3: return read("DEL", key, Answer::truth);
      case 4: return read("EXISTS", key, Answer::truth);
      case 5: return read("PERSIST", key, Answer::truth);
      case 6: return {{"SETNX", key, set.sent}, fmt::format("SETNX({}, {})", key, set.written), Answer::truth};
      case 7: return {{"GETSET", key, set.sent}, fmt::format("GETSET({}, {})", key, set.written), Answer::value};
      case 8:
        if (inside_script) return read("DEL", key, Answer::truth);
        return {{"EVAL", delete_if_equal, "1", key, set.sent},
                fmt::format("DELEX({}, IFEQ {})", key, set.written),
                Answer::truth};
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
    std::vector<std::string> sent{operation, key, std::to_string(count)};
    std::vector<std::string> written{key, duration(in_seconds ? 1000 * count : count)};
    sent.insert(sent.end(), flags.begin(), flags.end());
    written.insert(written.end(), flags.begin(), flags.end());
    return {sent, fmt::format("{}({})", operation, fmt::join(written, ", ")), Answer::truth};
  }

  Command full_set(const std::string& key, const Word& set) {
    std::vector<std::string> sent{"SET", key, set.sent};
    std::vector<std::string> written{key, set.written};
    const auto add = [&](const std::string& flag) {
      sent.push_back(flag);
      written.push_back(flag);
    };
    const std::size_t condition = dice_.below(100);
    if (condition < 30) add("NX");
    if (condition >= 85) add("XX");
    const bool gets = dice_.chance(30);
    if (gets) add("GET");
    const std::size_t deadline = dice_.below(100);
    if (deadline >= 80) add("KEEPTTL");
    if (deadline < 50) {
      const bool in_seconds = deadline < 20;
      const std::int64_t count = in_seconds ? number(4) : span();
      const std::string unit = in_seconds ? "EX" : "PX";
      sent.insert(sent.end(), {unit, std::to_string(count)});
      written.push_back(fmt::format("{} {}", unit, duration(in_seconds ? 1000 * count : count)));
    }
    return {sent, fmt::format("SET({})", fmt::join(written, ", ")), gets ? Answer::value : Answer::ok};
  }

  Command set_command() {
    const std::string key = dice_.one_of<std::string>({"z", "z", "y", "x"});
    const Word who = member();
    const Word at = score();
    const auto of_member = [&](const std::string& operation, Answer answer) {
      return Command{{operation, key, who.sent}, fmt::format("{}({}, {})", operation, key, who.written), answer};
    };
    switch (dice_.below(16)) {
      case 0: return of_member("ZREM", Answer::truth);
      case 1:
      case 2: return of_member("ZSCORE", Answer::score);
      case 3:
      case 4:
      case 5: return of_member("ZRANK", Answer::number);
      case 6: return read("ZCARD", key, Answer::number);
      case 7:
        return {{"ZREMRANGEBYSCORE", key, "-inf", at.sent},
                fmt::format("ZREMRANGEBYSCORE({}, -inf, {})", key, at.written),
                Answer::number};
      case 8:
      case 9: {
        const std::string first = dice_.one_of(set_keys);
        const std::string second = dice_.one_of(set_keys);
        return {{"ZINTERSTORE", key, "2", first, second, "WEIGHTS", "1", "0"},
                fmt::format("ZINTERSTORE({}, {}, {}, WEIGHTS 1 0)", key, first, second),
                Answer::number};
      }
      default:
        return {{"ZADD", key, at.sent, who.sent},
                fmt::format("ZADD({}, {}, {})", key, who.written, at.written),
                Answer::truth};
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
