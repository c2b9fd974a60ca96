#include "engine/explore/search_context.hpp"

namespace interlock::explore {
namespace {

constexpr std::uint64_t expansions_between_questions = std::uint64_t{1} << 16U;

}  // namespace

void Meter::resume(const Checkpoint& from) {
  edges_ = from.edges;
  cuts_ = from.cuts;
  faults_ = from.levels.back().faults;
  for (const Level& level : from.levels) {
    if (level.faults == faults_) pace_.add(level.size());
  }
}

void Meter::start_level(std::uint32_t faults, std::uint32_t steps, std::uint64_t frontier) {
  if (faults != faults_) pace_.restart();
  faults_ = faults;
  steps_ = steps;
  frontier_ = frontier;
  level_first_ = store_.size();
}

void Meter::finish_level() {
  cuts_ += level_cuts_;
  level_cuts_ = 0;
  pace_.add(store_.size() - level_first_);
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
  progress.ratio = pace_.ratio();
  progress.to_come = pace_.to_come();
  return settings_.keep_going(progress);
}

}  // namespace interlock::explore
