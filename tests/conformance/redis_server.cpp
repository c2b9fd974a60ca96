#include "tests/conformance/redis_server.hpp"

#include "tests/skipping_main.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <utility>

namespace interlock::tests {

namespace {

/// The distributions have one program for all of Redis: what it is depends on the name by which it is called. So the
/// package with the tools is enough, and no server is started on the machine by installing it.
std::filesystem::path find_program() {
  const char* path = std::getenv("PATH");
  const std::string searched = path == nullptr ? "/usr/bin" : path;
  for (const char* name : {"redis-server", "redis-check-rdb"}) {
    for (std::size_t at = 0; at < searched.size();) {
      const std::size_t end = std::min(searched.find(':', at), searched.size());
      const auto program = std::filesystem::path(searched.substr(at, end - at)) / name;
      if (end > at && ::access(program.c_str(), X_OK) == 0) return program;
      at = end + 1;
    }
  }
  return {};
}

[[noreturn]] void become_server(const std::filesystem::path& program, const std::filesystem::path& directory,
                                pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(126);
  const int log = ::open((directory / "log").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  ::setenv("LD_PRELOAD", INTERLOCK_STANDING_CLOCK_LIBRARY, 1);
  ::setenv("INTERLOCK_STANDING_CLOCK", (directory / "clock").c_str(), 1);
  std::vector<std::string> words{"redis-server",
                                 "--port",
                                 "0",
                                 "--unixsocket",
                                 (directory / "socket").string(),
                                 "--save",
                                 "",
                                 "--appendonly",
                                 "no",
                                 "--dir",
                                 directory.string(),
                                 "--daemonize",
                                 "no",
                                 "--databases",
                                 "1"};
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv(program.c_str(), arguments.data());
  ::_exit(127);
}

int open_socket(const std::filesystem::path& path) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = path.string();
  if (name.size() >= sizeof(address.sun_path)) throw std::runtime_error("the socket's path is too long: " + name);
  name.copy(address.sun_path, name.size());
  const int opened = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  const timeval patience{120, 0};
  ::setsockopt(opened, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  if (::connect(opened, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) return opened;
  ::close(opened);
  return -1;
}

std::int64_t* make_clock(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ::ftruncate(file, sizeof(std::int64_t)) != 0) throw std::runtime_error("no file for the clock");
  void* const place = ::mmap(nullptr, sizeof(std::int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (place == MAP_FAILED) throw std::runtime_error("no memory for the clock");
  return static_cast<std::int64_t*>(place);
}

}  // namespace

std::string why_skipped() { return RedisServer::why_not(); }

Connection::Connection(const std::filesystem::path& socket) : socket_(open_socket(socket)) {
  if (socket_ < 0) throw std::runtime_error("no connection to redis-server");
}

Connection::Connection(Connection&& other) noexcept
    : socket_(std::exchange(other.socket_, -1)), read_(std::move(other.read_)) {}

Connection::~Connection() {
  if (socket_ >= 0) ::close(socket_);
}

Reply Connection::ask(const std::vector<std::string>& words) {
  std::string sent = "*" + std::to_string(words.size()) + "\r\n";
  for (const std::string& word : words) sent += "$" + std::to_string(word.size()) + "\r\n" + word + "\r\n";
  for (std::size_t done = 0; done < sent.size();) {
    const ssize_t count = ::send(socket_, sent.data() + done, sent.size() - done, MSG_NOSIGNAL);
    if (count <= 0) throw std::runtime_error("redis-server does not listen any more");
    done += static_cast<std::size_t>(count);
  }
  return reply();
}

void Connection::fill() {
  std::array<char, 4096> buffer{};
  const ssize_t count = ::recv(socket_, buffer.data(), buffer.size(), 0);
  if (count <= 0) throw std::runtime_error("redis-server does not answer");
  read_.append(buffer.data(), static_cast<std::size_t>(count));
}

std::string Connection::line() {
  std::size_t end = read_.find("\r\n");
  for (; end == std::string::npos; end = read_.find("\r\n")) fill();
  const std::string found = read_.substr(0, end);
  read_.erase(0, end + 2);
  return found;
}

std::string Connection::bytes(std::size_t count) {
  while (read_.size() < count + 2) fill();
  const std::string found = read_.substr(0, count);
  read_.erase(0, count + 2);
  return found;
}

Reply Connection::reply() {
  const std::string first = line();
  Reply given;
  given.form = first.at(0);
  given.text = first.substr(1);
  if (given.form == '+' || given.form == '-') return given;
  given.number = std::stoll(given.text);
  given.is_nil = given.form != ':' && given.number < 0;
  if (given.form == '$' && !given.is_nil) given.text = bytes(static_cast<std::size_t>(given.number));
  for (std::int64_t item = 0; given.form == '*' && item < given.number; ++item) given.items.push_back(reply());
  return given;
}

std::string RedisServer::why_not() {
  if (find_program().empty()) return "there is no redis-server here (Debian: redis-tools has it)";
  try {
    RedisServer server;
    server.set_clock(1'700'000'000'123);
    const Reply time = server.connect().ask({"TIME"});
    const bool stands = time.items.size() == 2 && time.items[0].text == "1700000000" && time.items[1].text == "123000";
    return stands ? "" : "the clock of this redis-server cannot be made to stand";
  } catch (const std::runtime_error& trouble) {
    return trouble.what();
  }
}

RedisServer::RedisServer() {
  std::string name = (std::filesystem::temp_directory_path() / "interlock.XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no directory for redis-server");
  directory_ = name;
  clock_ = make_clock(directory_ / "clock");
  set_clock(1'600'000'000'000);
  const pid_t parent = ::getpid();
  process_ = ::fork();
  if (process_ == 0) become_server(find_program(), directory_, parent);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (process_ > 0 && std::chrono::steady_clock::now() < end) {
    const int opened = open_socket(directory_ / "socket");
    if (opened >= 0) {
      ::close(opened);
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (::waitpid(process_, nullptr, WNOHANG) != 0) process_ = -1;
  }
  stop();
  throw std::runtime_error("redis-server does not start");
}

RedisServer::~RedisServer() { stop(); }

void RedisServer::stop() {
  if (process_ > 0) {
    ::kill(process_, SIGKILL);
    while (::waitpid(process_, nullptr, 0) < 0 && errno == EINTR) continue;
  }
  process_ = -1;
  if (clock_ != nullptr) ::munmap(clock_, sizeof(std::int64_t));
  clock_ = nullptr;
  std::error_code ignored;
  std::filesystem::remove_all(directory_, ignored);
}

void RedisServer::set_clock(std::int64_t milliseconds) {
  *static_cast<volatile std::int64_t*>(clock_) = milliseconds * 1000;
}

std::string RedisServer::version() const {
  const std::string told = connect().ask({"INFO", "server"}).text;
  const std::string word = "redis_version:";
  const std::size_t at = told.find(word);
  if (at == std::string::npos) return "unknown";
  return told.substr(at + word.size(), told.find('\r', at) - at - word.size());
}

}  // namespace interlock::tests
