// `interlock replay`: does a counterexample happen between real processes and a real Redis?

#include "cli/commands.hpp"
#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "cli/option_values.hpp"
#include "cli/output.hpp"
#include "cli/replay/performance.hpp"
#include "cli/user_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace interlock::cli {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 30U;
constexpr std::int64_t shortest_span =
    5'000;  // microseconds; what is shorter is not met by processes of a usual system

std::vector<reports::ReplayRun> runs_in(const ReplayOptions& options) {
  const auto text = read_regular(options.input, most_bytes);
  if (!text) throw UserError(fmt::format("cannot read {}: there is no such file", shown(options.input)));
  try {
    std::vector<reports::ReplayRun> runs = reports::read_runs(*text);
    std::erase_if(runs, [&](const auto& run) { return !options.spec.empty() && run.spec != options.spec; });
    if (!runs.empty()) return runs;
  } catch (const std::runtime_error& problem) {
    throw UserError(fmt::format("cannot perform {}: {}", shown(options.input), problem.what()));
  }
  throw UserError(fmt::format("{} has no run{}", shown(options.input),
                              options.spec.empty() ? "" : " that breaks or shows " + options.spec));
}

/// Spans that are left of the run's, in reality, have to be long enough for processes.
void check_tick(const reports::ReplayRun& run, std::int64_t tick) {
  std::int64_t shortest = INT64_MAX, before = 0;
  for (const reports::ReplayEvent& event : run.events) {
    if (event.at > before) shortest = std::min(shortest, event.at - before);
    before = event.at;
    for (const std::int64_t offset : event.after.clock_offsets)
      if (offset != 0) shortest = std::min(shortest, std::abs(offset));
  }
  if (shortest == INT64_MAX || shortest * tick / 1'000'000 >= shortest_span) return;
  throw UserError(fmt::format("the shortest span of this run, {} ms, would take {} ms: give --tick {}ms or more",
                              static_cast<double>(shortest) / 1000.0,
                              static_cast<double>(shortest * tick / 1'000'000) / 1000.0,
                              (shortest_span * 1'000 + shortest - 1) / shortest));
}

std::string text_of(const reports::ReplayRun& run, const Performance& performance, std::int64_t tick) {
  std::string text = fmt::format("{}\n{}\n{}, a second in {} ms\n\n", run.headline, run.asked, performance.server,
                                 static_cast<double>(tick) / 1000.0);
  std::size_t width = 0;
  for (const PerformedStep& step : performance.steps) width = std::max(width, step.who.size());
  for (const PerformedStep& step : performance.steps) {
    text += fmt::format("{:>3}  {:>8.1f} ms  {:<{}}  {}\n", step.number, static_cast<double>(step.at) / 1000.0,
                        step.who, width, step.what);
  }
  text += fmt::format("\nNo step came more than {:.1f} ms after its moment.\n",
                      static_cast<double>(performance.latest) / 1000.0);
  text += performance.departure.empty() ? "In reality: it happened, every answer as told.\n"
                                        : fmt::format("In reality: it went another way: {}.\n", performance.departure);
  for (const std::string& sentence : performance.evidence) text += sentence + "\n";
  return text;
}

/// Processes may come too late for what ends at a moment: so it is tried a few times.
Performance perform_until_told(const reports::ReplayRun& run, const Casting& casting) {
  constexpr int tries = 5;
  Performance last;
  for (int number = 0; number < tries; ++number) {
    last = perform(run, casting);
    if (last.departure.empty()) break;
  }
  return last;
}

}  // namespace

ReplayOptions read_replay_options(const std::string& input, const std::string& redis, const std::string& tick,
                                  const std::vector<std::string>& specs) {
  if (specs.size() > 1) throw UserError("a replay is of one guarantee, or of all runs: --spec mutual_exclusion");
  ReplayOptions options{.input = input, .redis = redis, .spec = specs.empty() ? "" : specs.front()};
  if (!tick.empty()) options.tick = read_duration("--tick", tick);
  if (options.tick.count() <= 0 || options.tick > std::chrono::hours(24))
    throw UserError("--tick takes a duration from 1ms to 24h");
  return options;
}

ExitCode run(const ReplayOptions& options) {
  const auto server = address_of(options.redis);
  if (!server) throw UserError(fmt::format("--redis takes HOST:PORT or the path of a socket, not {}", options.redis));
  const std::vector<reports::ReplayRun> runs = runs_in(options);
  for (const reports::ReplayRun& run : runs) {
    if (const std::string why = reports::why_not_performed(run); !why.empty())
      throw UserError(fmt::format("{} ({}) cannot be performed: {}", run.spec, run.asked, why));
    check_tick(run, options.tick.count());
  }
  const Casting casting{*server, options.tick.count()};
  ExitCode code = ExitCode::as_expected;
  try {
    for (std::size_t i = 0; i < runs.size(); ++i) {
      const Performance performance = perform_until_told(runs[i], casting);
      write_output((i == 0 ? "" : "\n") + text_of(runs[i], performance, casting.tick));
      if (!performance.departure.empty()) code = ExitCode::failed;
    }
  } catch (const ConnectionError& problem) {
    end_if_interrupted();
    throw UserError(fmt::format("cannot go on with the Redis at {}: {}", server->text(), problem.what()));
  }
  return code;
}

}  // namespace interlock::cli
