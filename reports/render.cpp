#include "reports/render.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

extern char** environ;

namespace interlock::reports {
namespace {

/// A file descriptor that closes itself.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close(); }

  int get() const { return number_; }
  void reset(int number) {
    close();
    number_ = number;
  }
  void close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
  }

 private:
  int number_ = -1;
};

struct Pipe {
  Descriptor read;
  Descriptor write;

  bool open() {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    read.reset(ends[0]);
    write.reset(ends[1]);
    return true;
  }
};

/// Runs out once; the system counts, and nothing here reads a clock.
class Timer {
 public:
  explicit Timer(std::chrono::milliseconds limit) : descriptor_(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC)) {
    itimerspec when{};
    const std::chrono::milliseconds at_least = std::max(limit, std::chrono::milliseconds(1));
    when.it_value.tv_sec = static_cast<time_t>(at_least.count() / 1000);
    when.it_value.tv_nsec = static_cast<long>(at_least.count() % 1000) * 1'000'000;
    if (is_running()) ::timerfd_settime(descriptor_.get(), 0, &when, nullptr);
  }

  bool is_running() const { return descriptor_.get() >= 0; }
  int descriptor() const { return descriptor_.get(); }

  /// Waits so long at most, and tells whether the time is over.
  bool is_over(int wait_milliseconds) const {
    pollfd wanted{descriptor_.get(), POLLIN, 0};
    return ::poll(&wanted, 1, wait_milliseconds) > 0;
  }

 private:
  Descriptor descriptor_;
};

/// SIGPIPE held back in this thread while a child may close its end early.
class HeldPipeSignal {
 public:
  HeldPipeSignal() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGPIPE);
    sigset_t pending;
    sigemptyset(&pending);
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &set_, &before_);
  }
  HeldPipeSignal(const HeldPipeSignal&) = delete;
  HeldPipeSignal& operator=(const HeldPipeSignal&) = delete;
  ~HeldPipeSignal() {
    const timespec at_once{};
    if (!was_pending_) {
      while (sigtimedwait(&set_, nullptr, &at_once) == -1 && errno == EINTR) {
      }
    }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }

 private:
  sigset_t set_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

/// What the child is given: its standard streams, a group of its own, no blocked signals.
class SpawnSettings {
 public:
  SpawnSettings(int input, int output, int errors) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, errors, STDERR_FILENO);
    posix_spawnattr_init(&attributes_);
    sigset_t none, usual;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGINT);
    posix_spawnattr_setsigmask(&attributes_, &none);
    posix_spawnattr_setsigdefault(&attributes_, &usual);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnSettings(const SpawnSettings&) = delete;
  SpawnSettings& operator=(const SpawnSettings&) = delete;
  ~SpawnSettings() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }

  int spawn(pid_t& child, const char* program, char* const* arguments) {
    return posix_spawnp(&child, program, &actions_, &attributes_, arguments, environ);
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

/// The child and all that it started end with this value.
class Child {
 public:
  explicit Child(pid_t id) : id_(id) {}
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    if (id_ <= 0) return;
    ::kill(-id_, SIGKILL);
    wait();
  }

  /// Its status; only after its output has ended, or after a kill.
  int wait() {
    int status = 0;
    while (::waitpid(id_, &status, 0) == -1 && errno == EINTR) {
    }
    id_ = 0;
    return status;
  }

  /// Its status if it ends in time.
  std::optional<int> wait_until(const Timer& timer) {
    int status = 0;
    while (true) {
      const pid_t ended = ::waitpid(id_, &status, WNOHANG);
      if (ended == id_) break;
      if (ended == -1 && errno != EINTR) break;
      if (timer.is_over(5)) return std::nullopt;
    }
    id_ = 0;
    return status;
  }

 private:
  pid_t id_;
};

enum class Talk { done, late, failed };

/// Feeds the child and reads what it says until it closes both of its outputs.
class Conversation {
 public:
  Conversation(std::string_view input, Pipe& to, Pipe& from, Pipe& errors)
      : left_(input), to_(to), from_(from), errors_(errors) {
    for (const int end : {to.write.get(), from.read.get(), errors.read.get()})
      ::fcntl(end, F_SETFL, ::fcntl(end, F_GETFL) | O_NONBLOCK);
  }

  Talk run(const Timer& timer) {
    while (from_.read.get() >= 0 || errors_.read.get() >= 0) {
      std::array<pollfd, 4> wanted = {pollfd{to_.write.get(), POLLOUT, 0}, pollfd{from_.read.get(), POLLIN, 0},
                                      pollfd{errors_.read.get(), POLLIN, 0}, pollfd{timer.descriptor(), POLLIN, 0}};
      const int ready = ::poll(wanted.data(), wanted.size(), -1);
      if (ready < 0 && errno != EINTR) return Talk::failed;
      if (ready <= 0) continue;
      if (wanted[3].revents != 0) return Talk::late;
      if (wanted[0].revents != 0) write_some();
      if (wanted[1].revents != 0) read_some(from_.read, output);
      if (wanted[2].revents != 0) read_some(errors_.read, complaints);
    }
    return Talk::done;
  }

  std::string output;
  std::string complaints;

 private:
  static bool is_passing(int error) { return error == EAGAIN || error == EINTR; }

  void write_some() {
    const ssize_t written = ::write(to_.write.get(), left_.data(), left_.size());
    if (written > 0) left_.remove_prefix(static_cast<std::size_t>(written));
    const bool broken = written < 0 && !is_passing(errno);
    if (left_.empty() || broken) to_.write.close();
  }

  static void read_some(Descriptor& end, std::string& into) {
    std::array<char, 16384> buffer{};
    const ssize_t count = ::read(end.get(), buffer.data(), buffer.size());
    if (count > 0)
      into.append(buffer.data(), static_cast<std::size_t>(count));
    else if (count == 0 || !is_passing(errno))
      end.close();
  }

  std::string_view left_;
  Pipe& to_;
  Pipe& from_;
  Pipe& errors_;
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Rendered refused(std::string sentence) { return {std::nullopt, std::move(sentence)}; }

Rendered result_of(const Conversation& talk, int status, const char* program) {
  const bool ended_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127 && talk.output.empty())
    return refused(fmt::format("Graphviz ({}) was not found on the PATH.", program));
  if (ended_well && !talk.output.empty()) return {talk.output, {}};
  const std::string reason = first_line(talk.complaints);
  return refused(fmt::format("Graphviz ({}) failed{}{}", program, reason.empty() ? "." : ": ", reason));
}

}  // namespace

Rendered render(std::string_view dot, Layout layout, std::string_view format, std::chrono::milliseconds limit) {
  const char* program = layout == Layout::pinned ? "neato" : "dot";
  std::string name = program, kind = fmt::format("-T{}", format), mode = "-n2";
  std::array<char*, 4> arguments = {name.data(), kind.data(), layout == Layout::pinned ? mode.data() : nullptr,
                                    nullptr};
  Pipe to, from, errors;
  if (!to.open() || !from.open() || !errors.open())
    return refused(fmt::format("Graphviz ({}) could not be started: {}", program, std::strerror(errno)));
  const Timer timer(limit);
  if (!timer.is_running())
    return refused(fmt::format("Graphviz ({}) could not be given a time limit: {}", program, std::strerror(errno)));
  const HeldPipeSignal held;
  SpawnSettings settings(to.read.get(), from.write.get(), errors.write.get());
  pid_t id = 0;
  const int error = settings.spawn(id, program, arguments.data());
  if (error == ENOENT) return refused(fmt::format("Graphviz ({}) was not found on the PATH.", program));
  if (error != 0) return refused(fmt::format("Graphviz ({}) could not be started: {}", program, std::strerror(error)));
  Child child(id);
  to.read.close();
  from.write.close();
  errors.write.close();
  Conversation talk(dot, to, from, errors);
  const Talk outcome = talk.run(timer);
  const std::string late =
      fmt::format("Graphviz ({}) took longer than {} s and was stopped.", program, (limit.count() + 999) / 1000);
  if (outcome == Talk::late) return refused(late);
  if (outcome == Talk::failed) return refused(fmt::format("Graphviz ({}) could not be read.", program));
  const std::optional<int> status = child.wait_until(timer);
  return status ? result_of(talk, *status, program) : refused(late);
}

}  // namespace interlock::reports
