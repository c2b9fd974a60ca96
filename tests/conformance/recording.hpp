#pragma once
// Plays a sequence on a real server.

#include "tests/conformance/redis_server.hpp"
#include "tests/conformance/sequence.hpp"

#include <vector>

namespace interlock::tests {

class Recorder {
 public:
  Recorder();

  /// From empty, at the same moment of the server's clock each time.
  Transcript record(const Sequence& sequence);

  std::string version() const { return server_.version(); }

 private:
  std::vector<std::string> perform(const Step& step);
  std::vector<std::string> transact(Connection& connection, const std::vector<Command>& commands);
  std::vector<std::string> what_is_there();

  RedisServer server_;
  std::vector<Connection> connections_;
};

}  // namespace interlock::tests
