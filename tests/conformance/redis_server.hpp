#pragma once
// A real redis-server of this machine's own: on a socket in a directory that goes away, without persistence, with a
// wall clock that stands still until it is set, or with that of everybody. It ends with the object, and with the test
// program, however that ends.

#include "cli/replay/connection.hpp"
#include "tests/server_process.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

namespace interlock::tests {

using cli::Connection;
using reports::Reply;

enum class ServerClock { standing, running };

class RedisServer {
 public:
  /// Where there is no such program, or no way to make its clock stand, `why_not` says so.
  static std::string why_not(ServerClock clock);

  explicit RedisServer(ServerClock clock = ServerClock::standing);

  Connection connect() const { return Connection(cli::Address{{}, {}, socket().string()}); }
  std::filesystem::path socket() const { return process_.directory() / "socket"; }
  /// Sets its wall clock, where it stands from now on.
  void set_clock(std::int64_t milliseconds);
  std::string version() const;

 private:
  struct Unmap {
    void operator()(std::int64_t* clock) const;
  };

  ServerProcess process_{"redis-server"};
  std::unique_ptr<std::int64_t, Unmap> clock_;
};

}  // namespace interlock::tests
