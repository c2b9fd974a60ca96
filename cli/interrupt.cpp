#include "cli/interrupt.hpp"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdint>
#include <ctime>

namespace interlock::cli {
namespace {

// Milliseconds of a clock that only goes forward; 0: no signal so far.
std::atomic<std::int64_t> first_signal = 0;
static_assert(std::atomic<std::int64_t>::is_always_lock_free, "a signal handler must not wait for a lock");

// `timeout` and some shells send the same signal to a process and to its group: that is one wish, not two.
constexpr std::int64_t one_wish = 200;

std::int64_t now() {
  timespec time = {};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return 1 + static_cast<std::int64_t>(time.tv_sec) * 1000 + time.tv_nsec / 1'000'000;
}

void on_signal(int signal) {
  const std::int64_t here = now();
  std::int64_t first = 0;
  if (first_signal.compare_exchange_strong(first, here)) return;
  if (here - first > one_wish) ::_exit(128 + signal);
}

}  // namespace

void listen_for_interrupts() {
  struct sigaction action = {};
  action.sa_handler = on_signal;
  action.sa_flags = 0;  // what waits for the world is to wake up and look
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
}

void end_if_interrupted() {
  if (was_interrupted()) throw Interrupted();
}

bool was_interrupted() { return first_signal.load() != 0; }

}  // namespace interlock::cli
