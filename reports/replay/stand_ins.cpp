#include "reports/replay/stand_ins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace interlock::reports {
namespace {

struct StandIn {
  std::string_view store;
  std::string_view operation;
  std::string_view lua;  ///< {name}: a key; $1, $2: arguments; $TEXT: what is to stand in the document
  Answer answer;
};

constexpr std::string_view stores[] = {"document", "fenced_document", "lease"};

constexpr const char* read_document = "return {redis.call('GET', {version}), redis.call('GET', {content}) or ''}";
constexpr const char* write_whole = "redis.call('SET', {content}, $TEXT) redis.call('INCR', {version}) ";

constexpr std::array operations{
    StandIn{"document", "load", "$READ", Answer::value},
    StandIn{"document", "save", "$WRITE return 1", Answer::nothing},
    StandIn{"document", "write", "redis.call('SET', {highest}, $1) return 1", Answer::nothing},
    StandIn{"fenced_document", "load", "$READ", Answer::value},
    StandIn{"fenced_document", "load_fenced",
            "if tonumber($1) < tonumber(redis.call('GET', {highest})) then return false end "
            "redis.call('SET', {highest}, $1) $READ",
            Answer::value},
    StandIn{"fenced_document", "save",
            "if tonumber($1) < tonumber(redis.call('GET', {highest})) then return 0 end "
            "redis.call('SET', {highest}, $1) $WRITE return 1",
            Answer::truth},
    StandIn{"fenced_document", "save_newer",
            "if tonumber($1) <= tonumber(redis.call('GET', {highest})) then return 0 end "
            "redis.call('SET', {highest}, $1) $WRITE return 1",
            Answer::truth},
    StandIn{"fenced_document", "read_fence", "return redis.call('GET', {highest})", Answer::value},
    StandIn{"fenced_document", "write", "redis.call('SET', {highest}, $1) $WRITE return 1", Answer::nothing},
    StandIn{"lease", "grant",
            "if not redis.call('SET', {holder}, $1, 'NX', 'PX', $SPAN2) then return false end "
            "return redis.call('INCR', {last})",
            Answer::number},
    StandIn{"lease", "renew",
            "if redis.call('GET', {holder}) ~= $1 then return 0 end "
            "return redis.call('PEXPIRE', {holder}, $SPAN2)",
            Answer::truth},
    StandIn{"lease", "release",
            "if redis.call('GET', {holder}) ~= $1 then return 0 end return redis.call('DEL', {holder})", Answer::truth},
};

void replace_all(std::string& text, std::string_view what, const std::string& by) {
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size()))
    text.replace(at, what.size(), by);
}

RedisCommand script(std::string body, Answer answer) {
  RedisCommand command;
  command.lua = "(function() " + std::move(body) + " end)()";
  command.words = {"EVAL", "return " + command.lua, "0"};
  command.answer = answer;
  return command;
}

std::string filled(const StandIn& one, const ReplayCall& call, const Meaning& meaning, const Writing& writing) {
  std::string text(one.lua);
  replace_all(text, "$READ", read_document);
  replace_all(text, "$WRITE", write_whole);
  for (const char* cell : {"version", "highest", "content", "holder", "last"})
    replace_all(text, fmt::format("{{{}}}", cell), quoted_lua(meaning.key(cell)));
  const auto argument = [&](std::size_t index) {
    return index < call.arguments.size() ? call.arguments[index] : std::string();
  };
  replace_all(text, "$SPAN2", quoted_lua(std::to_string(meaning.milliseconds(argument(1)))));
  replace_all(text, "$1", quoted_lua(meaning.value(argument(0))));
  const std::string line = quoted_lua(writing.signature + "\n");
  const std::string before = writing.loaded ? quoted_lua(*writing.loaded)
                                            : "(redis.call('GET', " + quoted_lua(meaning.key("content")) + ") or '')";
  replace_all(text, "$TEXT", before + " .. " + line);
  return text;
}

}  // namespace

std::optional<RedisCommand> stand_in(const std::string& store, const ReplayCall& call, Translation& translation,
                                     std::optional<std::size_t> client, const Writing& writing) {
  const Meaning meaning = translation.meaning(call.server, client);
  const auto* const found = std::find_if(operations.begin(), operations.end(), [&](const StandIn& one) {
    return one.store == store && one.operation == call.operation;
  });
  if (found == operations.end()) return std::nullopt;
  return script(filled(*found, call, meaning, writing), found->answer);
}

bool has_stand_in(const std::string& store) {
  return std::find(std::begin(stores), std::end(stores), store) != std::end(stores);
}

}  // namespace interlock::reports
