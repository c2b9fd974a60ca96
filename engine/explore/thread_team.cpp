#include "engine/explore/thread_team.hpp"

#include <utility>

namespace interlock::explore {
namespace {

constexpr unsigned looks_before_sleep = 500;  // 20 microseconds or so

void pause() {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

}  // namespace

void Meeting::expect(unsigned threads) {
  threads_ = threads;
  // With more threads than cores, looking would keep those that are waited for from running.
  looks_ = threads <= std::thread::hardware_concurrency() ? looks_before_sleep : 0;
}

void Meeting::arrive_and_wait() {
  const unsigned turn = turn_.load(std::memory_order_relaxed);
  if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
    arrived_.store(0, std::memory_order_relaxed);
    turn_.store(turn + 1, std::memory_order_release);
    turn_.notify_all();
    return;
  }
  for (unsigned look = 0; look < looks_; ++look) {
    if (turn_.load(std::memory_order_acquire) != turn) return;
    pause();
  }
  turn_.wait(turn, std::memory_order_acquire);
}

ThreadTeam::~ThreadTeam() {
  if (threads_.empty()) return;
  call_ = nullptr;
  meeting_.arrive_and_wait();
  threads_.clear();  // joins
}

void ThreadTeam::start_threads() {
  errors_.resize(size_);
  meeting_.expect(size_);
  for (unsigned worker = 1; worker < size_; ++worker) {
    threads_.emplace_back([this, worker] { work(worker); });
  }
}

void ThreadTeam::run_erased(Call call, void* job) {
  if (threads_.empty()) start_threads();
  call_ = call;
  job_ = job;
  meeting_.arrive_and_wait();
  guarded_call(0);
  meeting_.arrive_and_wait();
  for (std::exception_ptr& error : errors_) {
    if (error) std::rethrow_exception(std::exchange(error, nullptr));
  }
}

void ThreadTeam::work(unsigned worker) {
  for (;;) {
    meeting_.arrive_and_wait();
    if (call_ == nullptr) return;
    guarded_call(worker);
    meeting_.arrive_and_wait();
  }
}

void ThreadTeam::guarded_call(unsigned worker) {
  try {
    call_(job_, worker);
  } catch (...) {
    errors_[worker] = std::current_exception();
  }
}

}  // namespace interlock::explore
