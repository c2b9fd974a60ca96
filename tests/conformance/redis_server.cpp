#include "tests/conformance/redis_server.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

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
                                ServerClock clock, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(126);
  const int log = ::open((directory / "log").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  ::dup2(log, STDOUT_FILENO);
  ::dup2(log, STDERR_FILENO);
  if (clock == ServerClock::standing) {
    ::setenv("LD_PRELOAD", INTERLOCK_STANDING_CLOCK_LIBRARY, 1);
    ::setenv("INTERLOCK_STANDING_CLOCK", (directory / "clock").c_str(), 1);
  }
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

std::int64_t* make_clock(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ::ftruncate(file, sizeof(std::int64_t)) != 0) throw std::runtime_error("no file for the clock");
  void* const place = ::mmap(nullptr, sizeof(std::int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (place == MAP_FAILED) throw std::runtime_error("no memory for the clock");
  return static_cast<std::int64_t*>(place);
}

}  // namespace

std::string RedisServer::why_not(ServerClock clock) {
  if (find_program().empty()) return "there is no redis-server here (Debian: redis-tools has it)";
  try {
    RedisServer server(clock);
    if (clock == ServerClock::running) return "";
    server.set_clock(1'700'000'000'123);
    const Reply time = server.connect().ask({"TIME"});
    const bool stands = time.items.size() == 2 && time.items[0].text == "1700000000" && time.items[1].text == "123000";
    return stands ? "" : "the clock of this redis-server cannot be made to stand";
  } catch (const std::runtime_error& trouble) {
    return trouble.what();
  }
}

RedisServer::RedisServer(ServerClock clock) {
  std::string name = (std::filesystem::temp_directory_path() / "interlock.XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no directory for redis-server");
  directory_ = name;
  clock_ = make_clock(directory_ / "clock");
  set_clock(1'600'000'000'000);
  const pid_t parent = ::getpid();
  process_ = ::fork();
  if (process_ == 0) become_server(find_program(), directory_, clock, parent);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (process_ > 0 && std::chrono::steady_clock::now() < end) {
    try {
      connect();
      return;
    } catch (const cli::ConnectionError&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
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
