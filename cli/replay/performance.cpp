#include "cli/replay/performance.hpp"

#include "cli/interrupt.hpp"
#include "cli/replay/client_process.hpp"
#include "cli/replay/observer.hpp"
#include "reports/replay/deed.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <thread>
#include <utility>

namespace interlock::cli {
namespace {

using reports::ReplayCall;
using reports::ReplayEvent;
using reports::ReplayRun;
using reports::ReplayState;
using reports::Reply;

constexpr std::int64_t second = 1'000'000;
constexpr std::int64_t preparation = 100'000;        // from the first process to moment 0
constexpr std::int64_t most_before_expiry = 50'000;  // what has to come just before something ends comes so much before

/// Two clocks that show the same in the run have to show the same here, though somebody reads the second one later: so
/// they are coarse, as clocks of a second are, where the run does not say that no two readings are equal.
std::int64_t clock_step(const ReplayRun& run, std::int64_t tick) {
  if (run.distinct_clocks) return 1;
  std::int64_t step = tick / 5;
  for (const ReplayEvent& event : run.events)
    for (const std::int64_t offset : event.after.clock_offsets) {
      const std::int64_t real = std::abs(offset) * tick / second;
      if (real > 0) step = std::min(step, real / 4);
    }
  return std::max<std::int64_t>(step, 1);
}

reports::Staging staging_of(const ReplayRun& run, const Casting& casting) {
  const std::int64_t step = clock_step(run, casting.tick);
  const std::int64_t soon = real_time() + preparation;
  return {.prefix = fmt::format("interlock-replay:{}:{}:", ::getpid(), soon),
          .tick = casting.tick,
          .begins_at = soon - soon % step + step,
          .clock_step = step};
}

/// A write that the server said it made.
struct Written {
  std::size_t server = 0;
  std::string signature;
};

class Stage {
 public:
  Stage(const ReplayRun& run, const Casting& casting, const reports::Staging& staging)
      : run_(run),
        casting_(casting),
        staging_(staging),
        translation_(run, staging),
        observer_(run, translation_, casting.server) {}

  Performance perform() {
    shown_.server = fmt::format("{} at {}", observer_.version(), casting_.server.text());
    observer_.prepare(translation_);
    offsets_ = run_.start.clock_offsets;
    for (std::size_t client = 0; client < run_.clients.size(); ++client) process_of(client);
    const ReplayState* before = &run_.start;
    for (const ReplayEvent& event : run_.events) {
      wait_for(event, *before);
      make(event);
      if (event.kind != EventKind::time) translation_.came_late(real_time() - translation_.real_moment(event.at));
      before = &event.after;
      shown_.latest = translation_.latest();
      if (!shown_.departure.empty()) return std::move(shown_);
    }
    look_at_the_end(*before);
    if (shown_.departure.empty() && run_.kind == "trap") watch(*before);
    return std::move(shown_);
  }

 private:
  // Time.

  void sleep_until(std::int64_t real) {
    while (true) {
      end_if_interrupted();
      const std::int64_t left = real - real_time();
      if (left <= 0) return;
      std::this_thread::sleep_for(std::chrono::microseconds(std::min<std::int64_t>(left, 50'000)));
    }
  }

  /// A key that ends at this very moment is still there for whoever comes before its end.
  void wait_for(const ReplayEvent& event, const ReplayState& before) {
    if (event.kind == EventKind::time) return;
    const bool is_close = std::any_of(before.cells.begin(), before.cells.end(),
                                      [&](const auto& cell) { return cell.deadline && *cell.deadline == event.at; });
    const bool comes_before = is_close && event.kind != EventKind::expiry;
    const std::int64_t earlier = comes_before ? std::min(most_before_expiry, casting_.tick / 12) : 0;
    sleep_until(translation_.real_moment(event.at) - earlier);
  }

  // The processes.

  ClientProcess& process_of(std::size_t client) {
    const auto known = processes_.find(client);
    if (known != processes_.end()) return known->second;
    ClientProcess started(casting_.server, translation_.real_span(offsets_[client]), staging_.clock_step);
    started.sections();  // it is there
    translation_.runs_in(client, started.id());
    return processes_.emplace(client, std::move(started)).first->second;
  }

  std::string name_of(std::size_t client) {
    const auto known = processes_.find(client);
    const std::string& name = run_.clients[client];
    return known == processes_.end() ? name : fmt::format("{} ({})", name, known->second.id());
  }

  // The steps.

  void tell(const ReplayEvent& event, std::string what, std::string said = {}) {
    const std::string who = event.client ? name_of(*event.client) : event.actor;
    shown_.steps.push_back({event.number, real_time() - staging_.begins_at, who, std::move(what), std::move(said)});
  }

  void make(const ReplayEvent& event) {
    switch (event.kind) {
      case EventKind::time: return;
      case EventKind::expiry: return await_end(event);
      case EventKind::fault: return strike(event);
      case EventKind::call:
      case EventKind::poll:
      case EventKind::clock:
      case EventKind::wait_over:
      case EventKind::begins:
      case EventKind::gives_up:
      case EventKind::times_out:
      case EventKind::arrival:
      case EventKind::resume: return step(event);
    }
  }

  void await_end(const ReplayEvent& event) {
    for (const std::string& name : event.changed) {
      for (std::size_t cell = 0; cell < run_.cells.size(); ++cell) {
        if (run_.servers[run_.cells[cell].server].name + "." + run_.cells[cell].name != name) continue;
        const std::int64_t latest = real_time() + casting_.tick + second;
        while (observer_.is_present(cell) && real_time() < latest) sleep_until(real_time() + 1000);
        if (observer_.is_present(cell)) shown_.departure = depart(event, name + " does not end");
      }
    }
    tell(event, event.does);
  }

  void strike(const ReplayEvent& event) {
    const std::size_t client = event.client.value();
    if (event.fault == "pause") {
      process_of(client).stop();
      return tell(event, "is stopped (SIGSTOP)");
    }
    if (event.fault == "crash") {
      process_of(client);
      tell(event, "is killed (SIGKILL)");
      processes_.erase(client);
      forget(client);
      return;
    }
    offsets_ = event.after.clock_offsets;
    process_of(client).set_clock(translation_.real_span(offsets_[client]));
    tell(event, event.does);
  }

  void forget(std::size_t client) {
    for (std::size_t server = 0; server < run_.servers.size(); ++server) loaded_.erase({client, server});
  }

  void step(const ReplayEvent& event) {
    const std::size_t client = event.client.value();
    ClientProcess& process = process_of(client);
    process.go_on();
    if (event.reads_clock) translation_.shows(client, event.at + event.after.clock_offsets[client], process.clock());
    const std::string said = event.calls.empty() ? "" : make_calls(event, process);
    if (shown_.departure.empty()) {
      for (const std::string& section : event.enters) process.enter(section);
      for (const std::string& section : event.leaves) process.leave(section);
      if (event.ends_round) process.leave_all();
      if (event.ends_round) forget(client);
    }
    tell(event, event.does, said);
  }

  /// What the server said, by call.
  std::string make_calls(const ReplayEvent& event, ClientProcess& process) {
    const std::size_t client = event.client.value();
    reports::Writing writing{{}, fmt::format("{} in step {}", run_.clients[client], event.number)};
    const auto read = loaded_.find({client, event.calls.front().server});
    if (read != loaded_.end()) writing.loaded = read->second;
    const reports::Deed deed = deed_of(run_, event, translation_, writing);
    const auto before = observer_.values();
    Reply last;
    for (const std::vector<std::string>& command : deed.commands) last = process.ask(command);
    const std::vector<Reply> replies = replies_to(deed, last);
    std::vector<std::string> said;
    for (std::size_t i = 0; i < event.calls.size() && shown_.departure.empty(); ++i)
      said.push_back(compare(event, i, deed, replies, writing));
    note_removals(event, before);
    return fmt::format("{}", fmt::join(said, "; "));
  }

  std::string compare(const ReplayEvent& event, std::size_t index, const reports::Deed& deed,
                      const std::vector<Reply>& replies, const reports::Writing& writing) {
    const ReplayCall& call = event.calls[index];
    if (index >= replies.size()) {
      shown_.departure = depart(event, "the server did not come to " + call.text);
      return "nothing";
    }
    Reply reply = replies[index];
    if (const auto document = reports::document_in(reply)) {
      loaded_[{*event.client, call.server}] = *document;
      reply = Reply(reply.items[0]);
    }
    const std::string said = translation_.told(answer_text(deed.answers[index], reply));
    if (!translation_.agrees(call.answer, deed.answers[index], reply, event.client)) {
      shown_.departure = depart(event, fmt::format("{} answers {}, and {} in the run", call.text,
                                                   said.empty() ? "nothing" : said, call.answer));
    } else if (run_.servers[call.server].store.ends_with("document")) {
      note_document(event, call, writing);
    }
    return said.empty() ? "OK" : said;
  }

  std::string depart(const ReplayEvent& event, const std::string& what) const {
    return fmt::format("in step {} {}", event.number, what);
  }

  // What is found.

  void note_document(const ReplayEvent& event, const ReplayCall& call, const reports::Writing& writing) {
    const bool is_refused = call.answer == "false" || call.answer == "none";
    if (is_refused) {
      shown_.evidence.push_back(fmt::format("{} refused what {} sent in step {}: {}.", run_.servers[call.server].name,
                                            event.actor, event.number, call.text));
    } else if (call.operation.starts_with("save")) {
      written_.push_back({call.server, writing.signature});
    }
  }

  /// Values that somebody else had put there, and that are gone with this step.
  void note_removals(const ReplayEvent& event, const std::vector<std::optional<std::string>>& before) {
    const auto after = observer_.values();
    for (std::size_t cell = 0; cell < before.size(); ++cell) {
      if (!before[cell] || before[cell] == after[cell]) continue;
      const reports::Maker* const maker = translation_.maker_of(*before[cell]);
      if (maker == nullptr || maker->client.empty() || maker->client == event.actor) continue;
      shown_.evidence.push_back(fmt::format("{} removed in step {} what {} ({}) had put into {}.{}.", event.actor,
                                            event.number, maker->client, maker->process,
                                            run_.servers[run_.cells[cell].server].name, run_.cells[cell].name));
    }
  }

  void look_at_the_end(const ReplayState& told) {
    const std::int64_t at = run_.events.empty() ? 0 : run_.events.back().at;
    shown_.departure = observer_.difference(told, at);
    if (!shown_.departure.empty()) shown_.departure = "at the end " + shown_.departure;
    std::vector<std::string> inside;
    for (std::size_t client = 0; client < run_.clients.size(); ++client) {
      const bool is_inside = find_inside(client, inside);
      if (is_inside != told.inside[client] && shown_.departure.empty())
        shown_.departure = fmt::format("at the end {} is {}inside", run_.clients[client], is_inside ? "" : "not ");
    }
    if (!inside.empty())
      shown_.evidence.push_back(fmt::format("{} {} inside: {}.", inside.size(),
                                            inside.size() == 1 ? "process is" : "processes are",
                                            fmt::join(inside, ", ")));
    find_lost_writes();
  }

  /// It is asked itself; who is stopped goes on, and is where it was.
  bool find_inside(std::size_t client, std::vector<std::string>& inside) {
    const auto known = processes_.find(client);
    if (known == processes_.end()) return false;
    const bool was_stopped = known->second.is_stopped();
    known->second.go_on();
    const std::vector<std::string> sections = known->second.sections();
    if (!sections.empty()) inside.push_back(name_of(client) + (was_stopped ? ", who was stopped" : ""));
    return std::find(sections.begin(), sections.end(), "critical") != sections.end();
  }

  void find_lost_writes() {
    for (const Written& write : written_) {
      const auto text = observer_.document(write.server);
      if (text && text->find(write.signature + "\n") != std::string::npos) continue;
      shown_.evidence.push_back(fmt::format("What {} wrote is not in {} any more: an update is lost.", write.signature,
                                            run_.servers[write.server].name));
    }
  }

  // A trap is watched for as long as anything in the model takes, and knocked at.

  void watch(const ReplayState& told) {
    const std::int64_t at = run_.events.empty() ? 0 : run_.events.back().at;
    const std::int64_t end =
        real_time() + translation_.real_span(std::max(run_.longest_duration, second)) + second / 10;
    const std::optional<ReplayEvent> knock = knock_of();
    ClientProcess newcomer(casting_.server, 0, staging_.clock_step);
    std::size_t knocks = 0;
    for (; real_time() < end; sleep_until(real_time() + casting_.tick / 4)) {
      if (!knock) continue;
      const std::string opened = knock_once(*knock, newcomer, knocks++);
      if (!opened.empty()) shown_.departure = opened;
      if (!opened.empty()) return;
    }
    const std::string difference = observer_.difference(told, at);
    if (!difference.empty()) shown_.departure = "after watching it " + difference;
    const std::string span =
        fmt::format("{} ms", translation_.real_span(std::max(run_.longest_duration, second)) / 1000);
    shown_.evidence.push_back(knocks > 0 ? fmt::format("Shut for {} more: another process tried {} {} times, and was "
                                                       "refused each time.",
                                                       span, knock->calls[0].text, knocks)
                                         : fmt::format("Nothing changed in {} more.", span));
  }

  /// "redis.SETNX(lock, b) -> false; ...", what can still happen and leads nowhere, as a step.
  std::optional<ReplayEvent> knock_of() const {
    for (const std::string& text : run_.still_possible) {
      const std::size_t point = text.find('.'), open = text.find('('), close = text.find(')');
      const bool is_call = point < open && open < close && close != std::string::npos;
      if (!is_call || !text.substr(close).starts_with(") -> false")) continue;
      ReplayEvent knock;
      ReplayCall call;
      for (call.server = 0; call.server < run_.servers.size(); ++call.server)
        if (run_.servers[call.server].name == text.substr(0, point)) break;
      if (call.server == run_.servers.size()) continue;
      call.operation = text.substr(point + 1, open - point - 1);
      call.text = text.substr(point + 1, close - point);
      call.answer = "false";
      std::string rest = text.substr(open + 1, close - open - 1);
      for (std::size_t comma = rest.find(", "); !rest.empty(); comma = rest.find(", ")) {
        call.arguments.push_back(rest.substr(0, comma));
        rest = comma == std::string::npos ? "" : rest.substr(comma + 2);
      }
      if (!reports::why_no_command(run_, call).empty()) continue;
      knock.calls.push_back(std::move(call));
      return knock;
    }
    return std::nullopt;
  }

  std::string knock_once(ReplayEvent knock, ClientProcess& process, std::size_t number) {
    for (std::string& argument : knock.calls[0].arguments)
      if (reports::is_id(argument)) argument = fmt::format("k{}", number);
    const reports::Deed deed = deed_of(run_, knock, translation_, {});
    const Reply reply = process.ask(deed.commands.at(0));
    if (translation_.agrees("false", deed.answers.at(0), reply, std::nullopt)) return {};
    return fmt::format("the {}. try of {} got through", number + 1, knock.calls[0].text);
  }

  const ReplayRun& run_;
  const Casting& casting_;
  const reports::Staging staging_;
  reports::Translation translation_;
  Observer observer_;
  std::map<std::size_t, ClientProcess> processes_;                     // by client
  std::vector<std::int64_t> offsets_;                                  // of their clocks, as in the run
  std::map<std::pair<std::size_t, std::size_t>, std::string> loaded_;  // documents, by client and server
  std::vector<Written> written_;
  Performance shown_;
};

}  // namespace

Performance perform(const ReplayRun& run, const Casting& casting) {
  return Stage(run, casting, staging_of(run, casting)).perform();
}

}  // namespace interlock::cli
