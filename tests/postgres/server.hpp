#pragma once
// A real PostgreSQL of this machine's own: a new cluster in a directory that goes away, on a socket there. It ends with
// the object, and with the test program, however that ends.

#include <filesystem>
#include <string>

#include <sys/types.h>

namespace interlock::tests {

class PostgresServer {
 public:
  /// Where there is no such program, or it does not start.
  static std::string why_not();

  PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;
  ~PostgresServer();

  std::filesystem::path socket() const { return directory_ / ".s.PGSQL.5432"; }

 private:
  void stop();

  std::filesystem::path directory_;
  pid_t process_ = -1;
};

}  // namespace interlock::tests
