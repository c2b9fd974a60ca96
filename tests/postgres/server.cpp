#include "tests/postgres/server.hpp"

#include "tests/postgres/session.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>
#include <thread>
#include <vector>

namespace interlock::tests {

namespace {

namespace fs = std::filesystem;

constexpr uid_t nobody = 65534;

/// Distributions keep the server's programs where no path leads; of several versions the newest.
fs::path find_programs() {
  std::vector<fs::path> found;
  const fs::path all = "/usr/lib/postgresql";
  std::error_code ignored;
  for (const auto& version : fs::directory_iterator(all, ignored))
    if (::access((version.path() / "bin" / "initdb").c_str(), X_OK) == 0) found.push_back(version.path() / "bin");
  if (found.empty() && ::access("/usr/bin/initdb", X_OK) == 0) return "/usr/bin";
  return found.empty() ? fs::path() : *std::max_element(found.begin(), found.end());
}

/// The server refuses to run as root.
[[noreturn]] void become(const fs::path& log, std::vector<std::string> words, pid_t parent) {
  const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  ::dup2(file, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  if (::geteuid() == 0 && (::setgroups(0, nullptr) != 0 || ::setgid(nobody) != 0 || ::setuid(nobody) != 0))
    ::_exit(126);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(126);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv(arguments[0], arguments.data());
  ::_exit(127);
}

pid_t start(const fs::path& log, const std::vector<std::string>& words) {
  const pid_t parent = ::getpid();
  const pid_t child = ::fork();
  if (child == 0) become(log, words, parent);
  if (child < 0) throw std::runtime_error("no process for PostgreSQL");
  return child;
}

int wait_for(pid_t child) {
  int status = -1;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

}  // namespace

std::string PostgresServer::why_not() {
  if (find_programs().empty()) return "there is no PostgreSQL here (Debian: the package postgresql)";
  try {
    const PostgresServer server;
    return "";
  } catch (const std::runtime_error& trouble) {
    return trouble.what();
  }
}

PostgresServer::PostgresServer() {
  std::string name = (fs::temp_directory_path() / "interlock.XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no directory for PostgreSQL");
  directory_ = name;
  if (::geteuid() == 0 && ::chown(name.c_str(), nobody, nobody) != 0)
    throw std::runtime_error("no user for PostgreSQL");
  const std::string data = (directory_ / "data").string();
  const fs::path programs = find_programs(), log = directory_ / "log";
  const pid_t maker = start(log, {(programs / "initdb").string(), "-D", data, "-A", "trust", "-U", "interlock", "-N",
                                  "--locale=C", "-E", "UTF8"});
  if (wait_for(maker) != 0) {
    stop();
    throw std::runtime_error("initdb of PostgreSQL fails");
  }
  process_ = start(log, {(programs / "postgres").string(), "-D", data, "-k", directory_.string(), "-F", "-c",
                         "listen_addresses=", "-c", "max_connections=20", "-c", "autovacuum=off"});
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (std::chrono::steady_clock::now() < end) {
    try {
      const Session first(socket());
      return;
    } catch (const std::runtime_error&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
  }
  stop();
  throw std::runtime_error("PostgreSQL does not start");
}

PostgresServer::~PostgresServer() { stop(); }

void PostgresServer::stop() {
  if (process_ > 0) {
    ::kill(process_, SIGQUIT);  // at once, and its children with it
    wait_for(process_);
  }
  process_ = -1;
  std::error_code ignored;
  fs::remove_all(directory_, ignored);
}

}  // namespace interlock::tests
