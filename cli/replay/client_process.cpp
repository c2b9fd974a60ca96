#include "cli/replay/client_process.hpp"

#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <ctime>
#include <set>
#include <utility>

namespace interlock::cli {
namespace {

using reports::Reply;

// The first word of an order.
constexpr const char* order_ask = "ask";
constexpr const char* order_clock = "clock";
constexpr const char* order_set_clock = "set clock";
constexpr const char* order_enter = "enter";
constexpr const char* order_leave = "leave";
constexpr const char* order_leave_all = "leave all";
constexpr const char* order_sections = "sections";

Reply number(std::int64_t value) { return {.form = ':', .number = value}; }
Reply text(std::string value) { return {.form = '$', .text = std::move(value)}; }

/// What runs in the process.
class Client {
 public:
  Client(Connection orders, const Address& server, std::int64_t clock_offset, std::int64_t clock_step)
      : orders_(std::move(orders)), server_(server), clock_offset_(clock_offset), clock_step_(clock_step) {}

  void run() {
    while (true) orders_.answer(obey(orders_.listen()));
  }

 private:
  Reply obey(const std::vector<std::string>& words) {
    const std::string& order = words.at(0);
    if (order == order_ask) return server_.ask({words.begin() + 1, words.end()});
    if (order == order_clock) return number(clock());
    if (order == order_set_clock) clock_offset_ = std::strtoll(words.at(1).c_str(), nullptr, 10);
    if (order == order_enter) sections_.insert(words.at(1));
    if (order == order_leave) sections_.erase(words.at(1));
    if (order == order_leave_all) sections_.clear();
    Reply reply{.form = '*'};
    if (order == order_sections)
      for (const std::string& section : sections_) reply.items.push_back(text(section));
    return reply;
  }

  /// The nearest multiple of its step.
  std::int64_t clock() const {
    const std::int64_t shown = real_time() + clock_offset_ + clock_step_ / 2;
    return shown - shown % clock_step_;
  }

  Connection orders_;
  Connection server_;
  std::int64_t clock_offset_;
  std::int64_t clock_step_;
  std::set<std::string> sections_;
};

/// Ctrl-C is for who gives the orders; without it this process ends, too, even where it is stopped.
void come_to_life(pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  ::setpgid(0, 0);
  ::signal(SIGINT, SIG_DFL);
  ::signal(SIGTERM, SIG_DFL);
}

}  // namespace

std::int64_t real_time() {
  timespec now{};
  ::clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1'000'000 + now.tv_nsec / 1000;
}

ClientProcess::ClientProcess(const Address& server, std::int64_t clock_offset, std::int64_t clock_step) : orders_(-1) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0)
    throw ConnectionError("no sockets for the processes");
  orders_ = Connection(ends[0]);
  const timeval patience{60, 0};
  ::setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
  const pid_t parent = ::getpid();
  id_ = ::fork();
  if (id_ < 0) throw ConnectionError("no process for a client");
  if (id_ > 0) {
    ::close(ends[1]);
    return;
  }
  try {
    come_to_life(parent);
    ::close(ends[0]);
    Client(Connection(ends[1]), server, clock_offset, clock_step).run();
  } catch (const std::exception&) {
    ::_exit(1);  // the server is gone, or who gave the orders
  }
  ::_exit(0);
}

ClientProcess::ClientProcess(ClientProcess&& other) noexcept
    : id_(std::exchange(other.id_, -1)), is_stopped_(other.is_stopped_), orders_(std::move(other.orders_)) {}

ClientProcess& ClientProcess::operator=(ClientProcess&& other) noexcept {
  std::swap(id_, other.id_);
  std::swap(is_stopped_, other.is_stopped_);
  std::swap(orders_, other.orders_);
  return *this;
}

ClientProcess::~ClientProcess() { kill(); }

void ClientProcess::kill() {
  if (id_ <= 0) return;
  ::kill(id_, SIGKILL);
  while (::waitpid(id_, nullptr, 0) < 0 && errno == EINTR) continue;
  id_ = -1;
}

Reply ClientProcess::ask(const std::vector<std::string>& words) {
  std::vector<std::string> order{order_ask};
  order.insert(order.end(), words.begin(), words.end());
  return orders_.ask(order);
}

std::int64_t ClientProcess::clock() { return orders_.ask({order_clock}).number; }
void ClientProcess::set_clock(std::int64_t offset) { orders_.ask({order_set_clock, std::to_string(offset)}); }
void ClientProcess::enter(const std::string& section) { orders_.ask({order_enter, section}); }
void ClientProcess::leave(const std::string& section) { orders_.ask({order_leave, section}); }
void ClientProcess::leave_all() { orders_.ask({order_leave_all}); }

std::vector<std::string> ClientProcess::sections() {
  std::vector<std::string> names;
  for (const Reply& item : orders_.ask({order_sections}).items) names.push_back(item.text);
  return names;
}

void ClientProcess::stop() {
  ::kill(id_, SIGSTOP);
  int status = 0;
  while (::waitpid(id_, &status, WUNTRACED) < 0 && errno == EINTR) continue;
  if (!WIFSTOPPED(status)) id_ = -1;
  is_stopped_ = true;
}

void ClientProcess::go_on() {
  if (is_stopped_) ::kill(id_, SIGCONT);
  is_stopped_ = false;
}

}  // namespace interlock::cli
