#include "cli/graphviz.hpp"

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

namespace interlock::cli {
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
  std::optional<int> wait_until(const Timer& timer, const std::function<bool()>& may_go_on) {
    int status = 0;
    while (true) {
      const pid_t ended = ::waitpid(id_, &status, WNOHANG);
      if (ended == id_) break;
      if (ended == -1 && errno != EINTR) break;
      if (timer.is_over(5) || (may_go_on && !may_go_on())) return std::nullopt;
    }
    id_ = 0;
    return status;
  }

 private:
  pid_t id_;
};

enum class Talk { done, late, stopped, too_much, failed };

/// Feeds the child and reads what it says until it closes both of its outputs.
class Conversation {
 public:
  Conversation(std::string_view input, Pipe& to, Pipe& from, Pipe& errors, const Patience& patience)
      : left_(input), to_(to), from_(from), errors_(errors), patience_(patience) {
    for (const int end : {to.write.get(), from.read.get(), errors.read.get()})
      ::fcntl(end, F_SETFL, ::fcntl(end, F_GETFL) | O_NONBLOCK);
  }

  Talk run(const Timer& timer) {
    while (from_.read.get() >= 0 || errors_.read.get() >= 0) {
      std::array<pollfd, 4> wanted = {pollfd{to_.write.get(), POLLOUT, 0}, pollfd{from_.read.get(), POLLIN, 0},
                                      pollfd{errors_.read.get(), POLLIN, 0}, pollfd{timer.descriptor(), POLLIN, 0}};
      const int ready = ::poll(wanted.data(), wanted.size(), milliseconds_between_questions);
      if (ready < 0 && errno != EINTR) return Talk::failed;
      if (patience_.may_go_on && !patience_.may_go_on()) return Talk::stopped;
      if (ready <= 0) continue;
      if (wanted[3].revents != 0) return Talk::late;
      if (wanted[0].revents != 0) write_some();
      if (wanted[1].revents != 0) read_some(from_.read, output);
      if (wanted[2].revents != 0) read_some(errors_.read, complaints);
      if (complaints.size() > most_complaints) complaints.resize(most_complaints);
      if (output.size() > patience_.most_bytes) return Talk::too_much;
    }
    return Talk::done;
  }

  std::string output;
  std::string complaints;

 private:
  static constexpr int milliseconds_between_questions = 100;
  static constexpr std::size_t most_complaints = 16384;

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
  const Patience& patience_;
};

/// Does it begin and end as such a file does?
bool is_picture(std::string_view bytes, std::string_view format) {
  constexpr std::size_t head = 4096;
  const std::size_t last = bytes.find_last_not_of(" \t\r\n");
  const std::string_view trimmed = bytes.substr(0, last == std::string_view::npos ? 0 : last + 1);
  if (format == "svg")
    return bytes.substr(0, head).find("<svg") != std::string_view::npos && trimmed.ends_with("</svg>");
  if (format == "png") return bytes.starts_with("\x89PNG\r\n");
  return bytes.starts_with("%PDF") && trimmed.ends_with("%%EOF");
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

Rendered refused(std::string sentence) { return {std::nullopt, std::move(sentence)}; }

Rendered result_of(const Conversation& talk, int status, const char* program, std::string_view format) {
  const bool ended_well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 127 && talk.output.empty())
    return refused(fmt::format("Graphviz ({}) was not found on the PATH.", program));
  if (ended_well && is_picture(talk.output, format)) return {talk.output, {}};
  if (ended_well) return refused(fmt::format("Graphviz ({}) printed something that is no {}.", program, format));
  const std::string reason = first_line(talk.complaints);
  return refused(fmt::format("Graphviz ({}) failed{}{}", program, reason.empty() ? "." : ": ", reason));
}

std::string why_no_end(Talk outcome, const char* program, const Patience& patience) {
  switch (outcome) {
    case Talk::late:
      return fmt::format("Graphviz ({}) took longer than {} s and was stopped.", program,
                         (patience.limit.count() + 999) / 1000);
    case Talk::stopped: return fmt::format("Graphviz ({}) was stopped before it was done.", program);
    case Talk::too_much:
      return fmt::format("Graphviz ({}) printed more than {} MB and was stopped.", program, patience.most_bytes >> 20U);
    case Talk::failed: return fmt::format("Graphviz ({}) could not be read.", program);
    case Talk::done: break;
  }
  return {};
}

}  // namespace

Rendered render(std::string_view dot, Layout layout, std::string_view format, const Patience& patience) {
  const char* program = layout == Layout::pinned ? "neato" : "dot";
  std::string name = program, kind = fmt::format("-T{}", format), mode = "-n2";
  std::array<char*, 4> arguments = {name.data(), kind.data(), layout == Layout::pinned ? mode.data() : nullptr,
                                    nullptr};
  Pipe to, from, errors;
  if (!to.open() || !from.open() || !errors.open())
    return refused(fmt::format("Graphviz ({}) could not be started: {}", program, std::strerror(errno)));
  const Timer timer(patience.limit);
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
  Conversation talk(dot, to, from, errors, patience);
  const Talk outcome = talk.run(timer);
  if (outcome != Talk::done) return refused(why_no_end(outcome, program, patience));
  const std::optional<int> status = child.wait_until(timer, patience.may_go_on);
  if (status) return result_of(talk, *status, program, format);
  const bool is_stopped = patience.may_go_on && !patience.may_go_on();
  return refused(why_no_end(is_stopped ? Talk::stopped : Talk::late, program, patience));
}

}  // namespace interlock::cli
