#pragma once
// A counterexample as it is performed: what its JSON says, as values.

#include "engine/run/view.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::reports {

struct ReplayCell {
  std::size_t server = 0;  ///< index into ReplayRun::servers
  std::string name;
  std::string shape;  ///< as the JSON has it: "scalar", "expiring", "ranked", ...
};

struct ReplayServer {
  std::string name;
  std::string store;  ///< "redis"
};

struct ReplayMember {
  std::string member;
  std::string score;
};

struct ReplayCellState {
  bool present = false;
  std::string value;
  std::optional<std::int64_t> deadline;  ///< microseconds since the start of the run
  std::vector<ReplayMember> members;
};

struct ReplayState {
  std::vector<ReplayCellState> cells;
  std::vector<std::int64_t> clock_offsets;  ///< by client, microseconds
  std::vector<bool> inside;                 ///< by client: in its critical section
};

struct ReplayCall {
  std::size_t server = 0;
  std::string operation;  ///< empty: a plain access to a cell
  std::vector<std::string> arguments;
  std::string text;
  std::string answer;  ///< empty where it answers nothing
};

struct ReplayEvent {
  std::uint32_t number = 0;  ///< 0: time passes
  EventKind kind = EventKind::call;
  std::int64_t at = 0;
  std::optional<std::size_t> client;
  std::string actor;
  std::string does;
  std::vector<ReplayCall> calls;
  bool atomic = false;
  bool reads_clock = false;
  bool ends_round = false;
  std::vector<std::string> enters;
  std::vector<std::string> leaves;
  std::string fault;                 ///< "pause"; empty where it is none
  std::vector<std::string> changed;  ///< cells: "redis.lock"
  ReplayState after;
};

struct ReplayRun {
  std::string spec;
  std::string kind;  ///< "path", "trap", "lasso", "witness"
  std::string headline;
  std::string asked;
  std::string sentence;
  bool distinct_clocks = false;
  std::int64_t longest_duration = 0;  ///< of the params, microseconds
  std::vector<std::string> clients;
  std::vector<ReplayServer> servers;
  std::vector<ReplayCell> cells;
  ReplayState start;
  std::vector<ReplayEvent> events;
  std::vector<std::string> still_possible;  ///< trap: "redis.SETNX(lock, b) -> false; ..."
};

/// All runs of a report in JSON, in its order. Throws std::runtime_error with a sentence where the text is none.
std::vector<ReplayRun> read_runs(std::string_view json);

/// Why this run cannot be performed on one Redis; empty: it can.
std::string why_not_performed(const ReplayRun& run);

}  // namespace interlock::reports
