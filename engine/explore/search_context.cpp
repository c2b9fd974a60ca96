#include "engine/explore/search_context.hpp"

namespace interlock::explore {
namespace {

constexpr std::uint64_t expansions_between_questions = std::uint64_t{1} << 16U;

}  // namespace

void Meter::start_level(std::uint32_t faults, std::uint32_t steps, std::uint64_t frontier) {
  faults_ = faults;
  steps_ = steps;
  frontier_ = frontier;
  level_first_ = store_.size();
}

void Meter::finish_level() {
  cuts_ += level_cuts_;
  level_cuts_ = 0;
}

bool Meter::ask() {
  asked_at_ = expanded_ + expansions_between_questions;
  if (!settings_.keep_going) return true;
  Progress progress;
  progress.faults = faults_;
  progress.steps = steps_;
  progress.states = store_.size();
  progress.edges = edges_;
  progress.level_states = store_.size() - level_first_;
  progress.frontier = frontier_;
  progress.bytes = store_.bytes();
  return settings_.keep_going(progress);
}

}  // namespace interlock::explore
