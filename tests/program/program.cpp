#include "tests/program/program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace interlock::testing {
namespace {

using Clock = std::chrono::steady_clock;

struct Pipe {
  int read_end = -1;
  int write_end = -1;

  Pipe() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    read_end = ends[0];
    write_end = ends[1];
  }
};

/// What happens in the child; never returns.
[[noreturn]] void become(std::vector<std::string> words, const Setting& setting, int output, int messages) {
  for (const char* name : {"NO_COLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS", "LC_ALL", "LANG"}) ::unsetenv(name);
  ::setenv("INTERLOCK", INTERLOCK_PROGRAM, 1);
  for (const auto& [name, value] : setting.environment) ::setenv(name.c_str(), value.c_str(), 1);
  const int input = ::open("/dev/null", O_RDONLY);
  ::dup2(input, STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(messages, STDERR_FILENO);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // a test that is ended leaves no search behind
  if (::chdir(setting.directory.c_str()) != 0) ::_exit(126);
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execvp(arguments[0], arguments.data());
  ::_exit(127);
}

/// Reads both pipes until they are closed, and sends the interrupt when its time has come.
void collect(Run& run, pid_t child, int output, int messages, std::chrono::milliseconds interrupt_after) {
  std::array<pollfd, 2> open{pollfd{output, POLLIN, 0}, pollfd{messages, POLLIN, 0}};
  std::array<std::string*, 2> texts{&run.output, &run.messages};
  const Clock::time_point start = Clock::now();
  bool interrupt = interrupt_after.count() > 0;
  std::array<char, 4096> buffer{};
  while (open[0].fd >= 0 || open[1].fd >= 0) {
    ::poll(open.data(), open.size(), 20);
    if (interrupt && Clock::now() - start > interrupt_after) {
      ::kill(child, SIGINT);
      interrupt = false;
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (open[i].fd < 0 || open[i].revents == 0) continue;
      const ssize_t count = ::read(open[i].fd, buffer.data(), buffer.size());
      if (count > 0) texts[i]->append(buffer.data(), static_cast<std::size_t>(count));
      if (count == 0) open[i].fd = -1;
    }
  }
}

Run run_words(const std::vector<std::string>& words, const Setting& setting) {
  const Pipe output;
  const Pipe messages;
  int target = output.write_end;
  if (!setting.output_to.empty())
    target = ::open(setting.output_to.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  const pid_t child = ::fork();
  if (child == 0) become(words, setting, target, messages.write_end);
  if (child < 0) throw std::runtime_error("no process");
  if (target != output.write_end) ::close(target);
  ::close(output.write_end);
  ::close(messages.write_end);
  Run run;
  collect(run, child, output.read_end, messages.read_end, setting.interrupt_after);
  ::close(output.read_end);
  ::close(messages.read_end);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  run.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return run;
}

}  // namespace

Run interlock(const std::vector<std::string>& arguments, const Setting& setting) {
  std::vector<std::string> words = setting.before;
  words.emplace_back(INTERLOCK_PROGRAM);
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_words(words, setting);
}

Run shell(const std::string& line, const Setting& setting) { return run_words({"/bin/sh", "-c", line}, setting); }

Directory::Directory() {
  std::string name = (std::filesystem::temp_directory_path() / "interlock.XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no directory");
  path_ = name;
}

Directory::~Directory() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

std::string Directory::write(const std::string& name, const std::string& text) const {
  const std::filesystem::path path = path_ / name;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  return path.string();
}

std::string Directory::read(const std::string& name) const {
  std::ifstream file(path_ / name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace interlock::testing
