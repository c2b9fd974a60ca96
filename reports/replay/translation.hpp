#pragma once
// Between a told run and a real one: names, moments and spans, both ways. Ids of the model become texts that say whose
// they are; a client's instants are what its own real clock showed; a second of the model takes a tick.

#include "reports/replay/redis_command.hpp"
#include "reports/replay/replay_run.hpp"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace interlock::reports {

/// What is so of one performance.
struct Staging {
  std::string prefix;             ///< of all keys
  std::int64_t tick = 1'000'000;  ///< how long a second of the model takes, microseconds
  std::int64_t begins_at = 0;     ///< microseconds of the real clock at moment 0
  std::int64_t clock_step = 1;    ///< clients' clocks show multiples of it, microseconds
};

/// Who made an id, and in which process.
struct Maker {
  std::string client;
  std::int64_t process = 0;
};

class Translation {
 public:
  Translation(const ReplayRun& run, Staging staging);

  std::int64_t real_span(std::int64_t microseconds) const;
  std::int64_t real_moment(std::int64_t at) const { return staging_.begins_at + real_span(at); }
  std::string key(std::size_t server, const std::string& cell) const;

  /// From here on this client runs in this process; ids that it names first are its own.
  void runs_in(std::size_t client, std::int64_t process) { processes_[client] = process; }
  /// Its clock showed `told` in the run, and `real` now.
  void shows(std::size_t client, std::int64_t told, std::int64_t real) { readings_[client][told] = real; }

  /// A word of the model, as this client sends it.
  std::string real(const std::string& told, std::optional<std::size_t> client);
  Meaning meaning(std::size_t server, std::optional<std::size_t> client);

  /// A step came so much after its moment; what was measured since may be off by as much.
  void came_late(std::int64_t microseconds) { latest_ = std::max(latest_, microseconds); }
  std::int64_t latest() const { return latest_; }

  /// Is this reply what the run says? Spans and moments: within a fifth of a tick, and what came late.
  bool agrees(const std::string& told, Answer answer, const Reply& reply, std::optional<std::size_t> client) const;
  bool agrees(const std::string& told, const std::string& real, std::optional<std::size_t> client) const;
  bool is_near(std::int64_t told, std::int64_t real) const;  ///< two real times

  const Maker* maker_of(const std::string& real) const;
  /// With the names of the model where it can be said.
  std::string told(const std::string& real) const;

 private:
  std::int64_t real_instant(std::int64_t told, std::optional<std::size_t> client) const;
  std::int64_t tolerance() const { return staging_.tick / 5 + latest_; }

  const ReplayRun& run_;
  Staging staging_;
  std::map<std::string, std::size_t> order_;  // of ids, as their bytes have to lie
  std::map<std::string, std::string> real_of_;
  std::map<std::string, std::string> told_of_;
  std::map<std::string, Maker> makers_;
  std::int64_t latest_ = 0;
  std::map<std::size_t, std::int64_t> processes_;
  std::map<std::size_t, std::map<std::int64_t, std::int64_t>> readings_;  // by client: told, real
};

/// Is it an id as reports name them: "a", "b12"?
bool is_id(const std::string& text);

}  // namespace interlock::reports
