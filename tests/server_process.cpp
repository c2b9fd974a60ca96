#include "tests/server_process.hpp"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>

namespace interlock::tests {
namespace {

[[noreturn]] void become(const std::filesystem::path& program, std::vector<std::string> words,
                         const std::filesystem::path& log, const std::function<void()>& before, pid_t parent) {
  const int file = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  ::dup2(file, STDOUT_FILENO);
  ::dup2(file, STDERR_FILENO);
  if (before) before();
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // last: who becomes another user loses it
  if (::getppid() != parent) ::_exit(126);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv(program.c_str(), arguments.data());
  ::_exit(127);
}

}  // namespace

ServerProcess::ServerProcess(std::string name) : name_(std::move(name)) {
  std::string made = (std::filesystem::temp_directory_path() / "interlock.XXXXXX").string();
  if (::mkdtemp(made.data()) == nullptr) throw std::runtime_error("no directory for " + name_);
  directory_ = made;
}

ServerProcess::~ServerProcess() {
  if (process_ > 0) {
    ::kill(process_, end_signal_);
    wait();
  }
  std::error_code ignored;
  std::filesystem::remove_all(directory_, ignored);
}

void ServerProcess::start(const std::filesystem::path& program, std::vector<std::string> words, const How& how) {
  const pid_t parent = ::getpid();
  end_signal_ = how.end_signal;
  process_ = ::fork();
  if (process_ == 0) become(program, std::move(words), directory_ / "log", how.before, parent);
  if (process_ < 0) throw std::runtime_error("no process for " + name_);
}

int ServerProcess::wait() {
  int status = -1;
  while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) continue;
  process_ = -1;
  return status;
}

void ServerProcess::await(const std::function<bool()>& answers) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (process_ > 0 && std::chrono::steady_clock::now() < end) {
    if (answers()) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    if (::waitpid(process_, nullptr, WNOHANG) != 0) process_ = -1;
  }
  throw std::runtime_error(name_ + " does not start");
}

}  // namespace interlock::tests
