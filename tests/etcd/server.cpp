#include "tests/etcd/server.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

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

[[noreturn]] void become(const fs::path& log, std::vector<std::string> words, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(126);
  const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  ::dup2(file, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
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
  try {
    const EtcdServer server;
    return "";
  } catch (const std::runtime_error& trouble) {
    return trouble.what();
  }
}

EtcdServer::EtcdServer() {
  std::string name = (fs::temp_directory_path() / "interlock.XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no directory for etcd");
  directory_ = name;
  port_ = free_port();
  const std::string clients = fmt::format("http://127.0.0.1:{}", port_);
  const std::string peers = fmt::format("http://127.0.0.1:{}", free_port());
  const pid_t parent = ::getpid();
  process_ = ::fork();
  if (process_ == 0)
    become(directory_ / "log",
           {find_program().string(), "--data-dir", (directory_ / "data").string(), "--listen-client-urls", clients,
            "--advertise-client-urls", clients, "--listen-peer-urls", peers, "--initial-advertise-peer-urls", peers,
            "--initial-cluster", "default=" + peers, "--unsafe-no-fsync"},
           parent);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (process_ > 0 && std::chrono::steady_clock::now() < end) {
    try {
      if (!ask("kv/range", {{"key", "YQ=="}}).contains("error")) return;
    } catch (const std::runtime_error&) {
      if (::waitpid(process_, nullptr, WNOHANG) != 0) process_ = -1;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  stop();
  throw std::runtime_error("etcd does not start");
}

EtcdServer::~EtcdServer() { stop(); }

void EtcdServer::stop() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  process_ = -1;
  std::error_code ignored;
  fs::remove_all(directory_, ignored);
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
