#pragma once
// A real PostgreSQL of this machine's own: a new cluster in a directory that goes away, on a socket there. It ends with
// the object, and with the test program, however that ends.

#include "tests/server_process.hpp"

#include <filesystem>
#include <string>

namespace interlock::tests {

class PostgresServer {
 public:
  /// Where there is no such program, or it does not start.
  static std::string why_not();

  PostgresServer();

  std::filesystem::path socket() const { return process_.directory() / ".s.PGSQL.5432"; }

 private:
  ServerProcess process_{"PostgreSQL"};
};

}  // namespace interlock::tests
