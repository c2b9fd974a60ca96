#include "reports/replay/deed.hpp"

#include "reports/replay/stand_ins.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace interlock::reports {
namespace {

constexpr std::array performed_faults{"pause", "crash", "skew", "drift"};

bool is_performed(const ReplayServer& server) { return server.store == "redis" || has_stand_in(server.store); }

/// A cell of a server that a client's step changes, and no operation does: variables that clients share.
std::string changed_by_itself(const ReplayRun& run, const ReplayEvent& event) {
  if (event.kind == EventKind::expiry || event.kind == EventKind::fault) return {};
  for (const ReplayCell& cell : run.cells) {
    const bool is_variable = run.servers[cell.server].store == "redis" && cell.shape == "scalar";
    if (!event.calls.empty() && !is_variable) continue;
    const std::string name = run.servers[cell.server].name + "." + cell.name;
    if (std::find(event.changed.begin(), event.changed.end(), name) != event.changed.end()) return name;
  }
  return {};
}

bool is_exec(const ReplayCall& call) { return call.operation == "EXEC"; }

std::optional<RedisCommand> command_of(const ReplayRun& run, const ReplayCall& call, Translation& translation,
                                       std::optional<std::size_t> client, const Writing& writing) {
  const std::string& store = run.servers.at(call.server).store;
  if (call.operation.empty()) return std::nullopt;
  if (store == "redis") return redis_command(call.operation, call.arguments, translation.meaning(call.server, client));
  return stand_in(store, call, translation, client, writing);
}

/// In Lua: is `reply` what the run says, so that the block goes on? Moments and spans are looked at afterwards.
std::string as_told(const std::string& told, Answer answer, const std::string& reply, Translation& translation,
                    std::optional<std::size_t> client) {
  if (told.empty() || microseconds_of(told)) return "true";
  switch (answer) {
    case Answer::nothing:
    case Answer::seconds:
    case Answer::milliseconds: return "true";
    case Answer::truth: return fmt::format("{} == {}", reply, told == "true" ? 1 : 0);
    case Answer::ok: return fmt::format("{}(type({}) == 'table')", told == "true" ? "" : "not ", reply);
    case Answer::value:
    case Answer::number:
    case Answer::score:
      if (told == "none") return fmt::format("{} == false", reply);
      return fmt::format("(type({0}) == 'table' or tostring({0}) == {1})", reply,
                         quoted_lua(translation.real(told, client)));
  }
  return "true";
}

Deed script_of(const ReplayEvent& event, const std::vector<RedisCommand>& commands, Translation& translation) {
  Deed deed{DeedForm::script, {}, {}};
  std::string text = "local all = {}\n";
  for (std::size_t i = 0; i < commands.size(); ++i) {
    const std::string reply = fmt::format("all[{}]", i + 1);
    text += fmt::format("{} = {}\n", reply, commands[i].lua);
    text += fmt::format("if not ({}) then return all end\n",
                        as_told(event.calls[i].answer, commands[i].answer, reply, translation, event.client));
    deed.answers.push_back(commands[i].answer);
  }
  deed.commands.push_back({"EVAL", text + "return all", "0"});
  return deed;
}

Deed transaction_of(const std::vector<RedisCommand>& commands) {
  Deed deed{DeedForm::transaction, {{"MULTI"}}, {Answer::truth}};
  for (const RedisCommand& command : commands) {
    deed.commands.push_back(command.words);
    deed.answers.push_back(command.answer);
  }
  deed.commands.push_back({"EXEC"});
  return deed;
}

}  // namespace

std::string why_no_command(const ReplayRun& run, const ReplayCall& call) {
  const ReplayServer& server = run.servers.at(call.server);
  if (!is_performed(server))
    return fmt::format("{} is of the store {}, and only redis, document, fenced_document and lease can be performed",
                       server.name, server.store);
  if (is_exec(call)) return {};
  Translation translation(run, {});
  if (command_of(run, call, translation, std::nullopt, {})) return {};
  return fmt::format("{}.{} is no operation that can be performed", server.name, call.text);
}

std::string why_not_performed(const ReplayRun& run) {
  for (const ReplayEvent& event : run.events) {
    if (!event.fault.empty() &&
        std::find(performed_faults.begin(), performed_faults.end(), event.fault) == performed_faults.end())
      return fmt::format("step {} is the fault {}, and only pause, crash, skew and drift can be performed",
                         event.number, event.fault);
    for (const ReplayCall& call : event.calls)
      if (const std::string why = why_no_command(run, call); !why.empty())
        return fmt::format("in step {} {}", event.number, why);
    if (const std::string cell = changed_by_itself(run, event); !cell.empty())
      return fmt::format("step {} writes {} without an operation of a server", event.number, cell);
  }
  return {};
}

Deed deed_of(const ReplayRun& run, const ReplayEvent& event, Translation& translation, const Writing& writing) {
  if (event.calls.empty()) return {};
  const bool is_transaction = is_exec(event.calls.front());
  std::vector<RedisCommand> commands;
  for (const ReplayCall& call : event.calls)
    if (!is_exec(call)) commands.push_back(*command_of(run, call, translation, event.client, writing));
  if (is_transaction) return transaction_of(commands);
  if (commands.size() == 1) return {DeedForm::command, {commands[0].words}, {commands[0].answer}};
  return script_of(event, commands, translation);
}

std::vector<Reply> replies_to(const Deed& deed, const Reply& last) {
  if (deed.form == DeedForm::nothing) return {};
  if (deed.form == DeedForm::command || last.form != '*') return {last};
  if (deed.form == DeedForm::script) return last.items;
  std::vector<Reply> replies{{.form = ':', .number = last.is_nil ? 0 : 1}};
  replies.insert(replies.end(), last.items.begin(), last.items.end());
  return replies;
}

std::optional<std::string> document_in(const Reply& reply) {
  if (reply.form != '*' || reply.items.size() != 2) return std::nullopt;
  return reply.items[1].text;
}

bool is_kept(const ReplayRun& run, const ReplayCell& cell) {
  const ReplayServer& server = run.servers[cell.server];
  // What a store remembers for properties, no server has.
  const bool is_remembered = cell.name == "newest" || cell.name == "writes" || cell.name == "accepted";
  return is_performed(server) && (!is_remembered || server.store == "redis");
}

}  // namespace interlock::reports
