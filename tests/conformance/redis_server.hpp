#pragma once
// A real redis-server of this machine's own: on a socket in a directory that goes away, without persistence, with a
// wall clock that stands still until it is set. It ends with the object, and with the test program, however that ends.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace interlock::tests {

/// One reply: '+' status, '-' error, ':' number, '$' text, '*' array. Of the last two there is a nil.
struct Reply {
  char form = '$';
  bool is_nil = false;
  std::string text;
  std::int64_t number = 0;
  std::vector<Reply> items;
};

class Connection {
 public:
  explicit Connection(const std::filesystem::path& socket);
  Connection(Connection&& other) noexcept;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  Reply ask(const std::vector<std::string>& words);

 private:
  std::string line();
  std::string bytes(std::size_t count);
  void fill();
  Reply reply();

  int socket_ = -1;
  std::string read_;  // and not yet used
};

class RedisServer {
 public:
  /// Where there is no such program, or no way to make its clock stand, `why_not` says so.
  static std::string why_not();

  RedisServer();
  RedisServer(const RedisServer&) = delete;
  RedisServer& operator=(const RedisServer&) = delete;
  ~RedisServer();

  Connection connect() const { return Connection(directory_ / "socket"); }
  /// Sets its wall clock, where it stands from now on.
  void set_clock(std::int64_t milliseconds);
  std::string version() const;

 private:
  void stop();

  std::filesystem::path directory_;
  pid_t process_ = -1;
  std::int64_t* clock_ = nullptr;
};

}  // namespace interlock::tests
