#pragma once
// A connection that speaks the protocol of Redis (RESP 2): to a server, or to a process of our own that relays to one.

#include "reports/replay/reply.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace interlock::cli {

/// Where a server listens: a host and a port, or a socket in the file system.
struct Address {
  std::string host;
  std::string port;
  std::string socket;  ///< a path; empty: host and port

  std::string text() const { return socket.empty() ? host + ":" + port : socket; }
};

/// "HOST:PORT", "[::1]:PORT" or "/path/of/a/socket"; nothing where it is none of them.
std::optional<Address> address_of(const std::string& text);

class ConnectionError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// All of its functions throw ConnectionError: where nobody listens or answers, and where a signal comes meanwhile.
class Connection {
 public:
  explicit Connection(const Address& server);
  /// Takes over an open socket.
  explicit Connection(int socket) : socket_(socket) {}
  Connection(Connection&& other) noexcept;
  Connection& operator=(Connection&& other) noexcept;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;
  ~Connection();

  reports::Reply ask(const std::vector<std::string>& words);

  // What the other side of a connection does.
  std::vector<std::string> listen();
  void answer(const reports::Reply& reply);

 private:
  void send(const std::string& bytes);
  std::string line();
  std::string bytes(std::size_t count);
  void fill();
  reports::Reply reply();

  int socket_ = -1;
  std::string read_;  // and not yet used
};

/// "7.0.15", says the server; empty where it does not.
std::string redis_version(Connection& server);

}  // namespace interlock::cli
