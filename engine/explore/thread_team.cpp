#include "engine/explore/thread_team.hpp"

#include <cstddef>
#include <utility>

namespace interlock::explore {

ThreadTeam::~ThreadTeam() {
  if (threads_.empty()) return;
  call_ = nullptr;
  barrier_->arrive_and_wait();
  threads_.clear();  // joins
}

void ThreadTeam::start_threads() {
  errors_.resize(size_);
  barrier_ = std::make_unique<std::barrier<>>(static_cast<std::ptrdiff_t>(size_));
  for (unsigned worker = 1; worker < size_; ++worker) {
    threads_.emplace_back([this, worker] { work(worker); });
  }
}

void ThreadTeam::run_erased(Call call, void* job) {
  if (threads_.empty()) start_threads();
  call_ = call;
  job_ = job;
  barrier_->arrive_and_wait();
  guarded_call(0);
  barrier_->arrive_and_wait();
  for (std::exception_ptr& error : errors_) {
    if (error) std::rethrow_exception(std::exchange(error, nullptr));
  }
}

void ThreadTeam::work(unsigned worker) {
  for (;;) {
    barrier_->arrive_and_wait();
    if (call_ == nullptr) return;
    guarded_call(worker);
    barrier_->arrive_and_wait();
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
