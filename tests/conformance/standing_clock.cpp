// Loaded into a server before all else (LD_PRELOAD): its wall clock shows the microseconds that stand in the file which
// INTERLOCK_STANDING_CLOCK names, until another process writes another number there. The clock that timers and event
// loops go by (CLOCK_MONOTONIC) is left alone.

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

namespace {

constexpr std::int64_t second = 1'000'000;

const volatile std::int64_t* mapped_clock() {
  const char* path = std::getenv("INTERLOCK_STANDING_CLOCK");
  if (path == nullptr) return nullptr;
  const int file = ::open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return nullptr;
  void* const place = ::mmap(nullptr, sizeof(std::int64_t), PROT_READ, MAP_SHARED, file, 0);
  ::close(file);
  return place == MAP_FAILED ? nullptr : static_cast<const volatile std::int64_t*>(place);
}

/// Null: this process has a clock like any other.
const volatile std::int64_t* standing_clock() {
  static const volatile std::int64_t* const clock = mapped_clock();
  return clock;
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t which, timespec* shown) noexcept {
  const bool is_wall = which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE;
  if (!is_wall || standing_clock() == nullptr) return static_cast<int>(::syscall(SYS_clock_gettime, which, shown));
  const std::int64_t now = *standing_clock();
  shown->tv_sec = now / second;
  shown->tv_nsec = now % second * 1000;
  return 0;
}

int gettimeofday(timeval* __restrict shown, void* __restrict /*zone*/) noexcept {
  timespec precise{};
  const int failed = clock_gettime(CLOCK_REALTIME, &precise);
  *shown = {precise.tv_sec, precise.tv_nsec / 1000};
  return failed;
}

time_t time(time_t* shown) noexcept {
  timespec precise{};
  clock_gettime(CLOCK_REALTIME, &precise);
  if (shown != nullptr) *shown = precise.tv_sec;
  return precise.tv_sec;
}
}
