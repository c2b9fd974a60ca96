#include "tests/etcd/server.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <stdexcept>

#include <fmt/format.h>

namespace interlock::tests {

namespace {

namespace fs = std::filesystem;

/// Installed, or unpacked by scripts/install_judges.sh, which starts no service.
fs::path find_program() {
  for (const char* place :
       {"/usr/bin/etcd", "/usr/local/bin/etcd", INTERLOCK_SOURCE_DIR "/build/judges/etcd/usr/bin/etcd"})
    if (::access(place, X_OK) == 0) return place;
  return {};
}

sockaddr_in loopback(std::uint16_t port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port);
  return address;
}

/// One that is free now.
std::uint16_t free_port() {
  const int opened = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address = loopback(0);
  socklen_t size = sizeof(address);
  ::bind(opened, reinterpret_cast<const sockaddr*>(&address), size);
  ::getsockname(opened, reinterpret_cast<sockaddr*>(&address), &size);
  ::close(opened);
  return ntohs(address.sin_port);
}

/// All that comes back to a request; empty where nobody listens.
std::string exchanged(std::uint16_t port, const std::string& request) {
  const int opened = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const timeval patience{60, 0};
  ::setsockopt(opened, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  const sockaddr_in address = loopback(port);
  std::string received;
  if (::connect(opened, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0 &&
      ::send(opened, request.data(), request.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(request.size())) {
    std::array<char, 4096> buffer{};
    for (ssize_t count = 1; count > 0;) {
      count = ::recv(opened, buffer.data(), buffer.size(), 0);
      if (count > 0) received.append(buffer.data(), static_cast<std::size_t>(count));
    }
  }
  ::close(opened);
  return received;
}

}  // namespace

std::string EtcdServer::why_not() {
  if (find_program().empty()) return "there is no etcd here (Debian: the package etcd-server)";
  return why_not_started<EtcdServer>();
}

EtcdServer::EtcdServer() {
  port_ = free_port();
  const std::string clients = fmt::format("http://127.0.0.1:{}", port_);
  const std::string peers = fmt::format("http://127.0.0.1:{}", free_port());
  const fs::path program = find_program();
  process_.start(program,
                 {program.string(), "--data-dir", (process_.directory() / "data").string(), "--listen-client-urls",
                  clients, "--advertise-client-urls", clients, "--listen-peer-urls", peers,
                  "--initial-advertise-peer-urls", peers, "--initial-cluster", "default=" + peers, "--unsafe-no-fsync"},
                 {});
  process_.await([&] {
    try {
      return !ask("kv/range", {{"key", "YQ=="}}).contains("error");
    } catch (const std::runtime_error&) {
      return false;
    }
  });
}

nlohmann::json EtcdServer::ask(const std::string& what, const nlohmann::json& with) const {
  const std::string body = with.dump();
  const std::string answer =
      exchanged(port_, fmt::format("POST /v3/{} HTTP/1.0\r\nContent-Length: {}\r\n\r\n{}", what, body.size(), body));
  const std::size_t begin = answer.find('{'), end = answer.rfind('}');
  if (begin == std::string::npos || end == std::string::npos) throw std::runtime_error("etcd does not answer");
  return nlohmann::json::parse(answer.substr(begin, end + 1 - begin));
}

std::string EtcdServer::version() const {
  const std::string answer = exchanged(port_, "GET /version HTTP/1.0\r\n\r\n");
  const std::size_t begin = answer.find('{');
  if (begin == std::string::npos) return "unknown";
  return nlohmann::json::parse(answer.substr(begin)).value("etcdserver", "unknown");
}

}  // namespace interlock::tests
