#pragma once
// A few threads that do the same job together, again and again. They start with the first job, so
// a search of a small model starts none.

#include <atomic>
#include <exception>
#include <thread>
#include <type_traits>
#include <vector>

namespace interlock::explore {

/// Where threads wait for each other. Parts of a round end at nearly the same time, and waking a thread takes longer
/// than most waits: so a thread looks for some microseconds whether the others have come before it sleeps.
class Meeting {
 public:
  void expect(unsigned threads);
  void arrive_and_wait();

 private:
  unsigned threads_ = 1;
  unsigned looks_ = 0;
  std::atomic<unsigned> arrived_{0};
  std::atomic<unsigned> turn_{0};
};

class ThreadTeam {
 public:
  /// `threads` counts the caller of `run`; 0 counts as 1.
  explicit ThreadTeam(unsigned threads) : size_(threads == 0 ? 1 : threads) {}
  ~ThreadTeam();
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;

  unsigned size() const { return size_; }

  /// Calls `job(worker)` once a worker, 0 being the caller, and returns when all are done. What
  /// one wrote, all see afterwards. An exception of a job is thrown again here (the one of the
  /// first worker that has one).
  template <class Job>
  void run(Job&& job) {
    if (size_ == 1) return job(0U);
    using Plain = std::remove_reference_t<Job>;
    run_erased([](void* data, unsigned worker) { (*static_cast<Plain*>(data))(worker); }, &job);
  }

 private:
  using Call = void (*)(void* job, unsigned worker);
  void run_erased(Call call, void* job);
  void start_threads();
  void work(unsigned worker);
  void guarded_call(unsigned worker);

  unsigned size_;
  Call call_ = nullptr;  // null when the threads wake up: they end
  void* job_ = nullptr;
  std::vector<std::exception_ptr> errors_;
  Meeting meeting_;  // passed twice a job: at its start and at its end
  std::vector<std::jthread> threads_;
};

}  // namespace interlock::explore
