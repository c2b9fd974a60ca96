// Counterexamples of protocols that ship, performed by real processes on a real redis-server. Nothing here says what
// happens: the model says it, and the server and the processes say whether it does.

#include "tests/catch.hpp"
#include "tests/conformance/redis_server.hpp"
#include "tests/program/program.hpp"
#include "tests/skipping_main.hpp"

#include <chrono>
#include <filesystem>

using interlock::tests::RedisServer;
using interlock::tests::ServerClock;

std::string interlock::tests::why_skipped() { return RedisServer::why_not(ServerClock::running); }

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The report of this one run, as the program writes it.
std::string report_of(const Directory& directory, const std::string& model, const std::string& spec,
                      const std::string& under) {
  const Run found = interlock({"check", model, "--spec", spec, "--under", under, "--format", "json"});
  REQUIRE(found.exit_code == 1);
  return directory.write("report.json", found.output);
}

/// A second takes 200 ms: long enough for a machine that has other things to do.
Run performed(const std::string& report, const RedisServer& server) {
  return interlock({"replay", report, "--redis", server.socket().string(), "--tick", "200ms"});
}

Run replayed(const std::string& model, const std::string& spec, const std::string& under) {
  const Directory directory;
  const std::string report = report_of(directory, model, spec, under);
  const RedisServer server(ServerClock::running);
  Run run = performed(report, server);
  INFO(run.output << run.messages);
  CHECK(contains(run.output, "In reality: it happened"));
  CHECK(run.exit_code == 0);
  CHECK(server.connect().ask({"DBSIZE"}).number == 0);
  return run;
}

}  // namespace

TEST_CASE("a lease that ends during a pause lets two processes in, and an update is lost") {
  const Run inside = replayed("set_nx_px", "mutual_exclusion", "pause");
  CHECK(contains(inside.output, "is stopped (SIGSTOP)"));
  CHECK(contains(inside.output, "2 processes are inside: worker 1 ("));
  CHECK(contains(inside.output, "), who was stopped, worker 2 ("));
  const Run lost = replayed("set_nx_px", "no_lost_update", "pause");
  CHECK(contains(lost.output, "What worker 2 in step 8 wrote is not in doc any more: an update is lost."));
}

TEST_CASE("a blind DEL removes the lock of another process") {
  const Run run = replayed("set_nx_px_blind_del", "owner_releases", "pause");
  CHECK(contains(run.output, "worker 1 removed in step 8 what worker 2 ("));
  CHECK(contains(run.output, ") had put into redis.lock."));
}

TEST_CASE("a process that is killed between SETNX and EXPIRE leaves a lock that never ends") {
  const Run run = replayed("setnx_expire", "recovers", "crash");
  CHECK(contains(run.output, "is killed (SIGKILL)"));
  CHECK(contains(run.output, "Shut for 2000 ms more: another process tried SETNX(lock, b) "));
}

TEST_CASE("semaphores in sorted sets let in one process too many") {
  CHECK(contains(replayed("clock_semaphore", "at_most_limit", "none").output, "2 processes are inside"));
  CHECK(contains(replayed("fair_semaphore", "at_most_limit", "none").output, "2 processes are inside"));
  CHECK(contains(replayed("locked_semaphore", "at_most_limit", "pause").output, "2 processes are inside"));
}

TEST_CASE("clocks of processes are really off") {
  const Run run = replayed("locked_semaphore", "at_most_limit", "skew 3s");
  CHECK(contains(run.output, "its clock is 3 s ahead"));
  CHECK(contains(run.output, "2 processes are inside"));
}

TEST_CASE("a fence refuses the write of a process that was stopped for too long") {
  const Directory directory;
  const Run found =
      interlock({"check", "lease_fence", "--spec", "fence_refuses", "--under", "pause", "--format", "json"});
  const RedisServer server(ServerClock::running);
  const Run run = performed(directory.write("report.json", found.output), server);
  INFO(run.output << run.messages);
  CHECK(run.exit_code == 0);
  CHECK(contains(run.output, "doc refused what worker 1 sent in step 8: save_newer(1)."));
}

TEST_CASE("a run that is no run of the real server is not taken for one") {
  const Directory directory;
  const std::string report = report_of(directory, "set_nx_px", "mutual_exclusion", "pause");
  std::string text = directory.read("report.json");
  const std::string told = "\"PX 10s\"", longer = "\"PX 30s\"";
  REQUIRE(contains(text, told));
  for (std::size_t at = text.find(told); at != std::string::npos; at = text.find(told, at + told.size()))
    text.replace(at, told.size(), longer);
  const RedisServer server(ServerClock::running);
  const Run run = performed(directory.write("changed.json", text), server);
  INFO(run.output << run.messages);
  CHECK(run.exit_code == 1);
  CHECK(contains(run.output, "In reality: it went another way: in step 3 redis.lock does not end."));
}

TEST_CASE("interrupted, a replay leaves no process and no key behind") {
  const Directory directory;
  const std::string report = report_of(directory, "set_nx_px", "mutual_exclusion", "pause");
  const RedisServer server(ServerClock::running);
  Setting setting;
  setting.interrupt_after = std::chrono::milliseconds(1'500);
  const Run run = interlock({"replay", report, "--redis", server.socket().string(), "--tick", "2s"}, setting);
  CHECK(run.exit_code == 3);
  CHECK(contains(run.messages, "interrupted"));
  CHECK(server.connect().ask({"DBSIZE"}).number == 0);
  // One connection asks this; those of clients, one of them stopped, would be others.
  CHECK_FALSE(contains(server.connect().ask({"INFO", "clients"}).text, "connected_clients:2"));
}

TEST_CASE("what cannot be performed is refused with its reason") {
  const Directory directory;
  const RedisServer server(ServerClock::running);
  const auto refusal = [&](const std::string& name, const std::string& text) {
    const Run run = performed(directory.write(name, text), server);
    CHECK(run.exit_code == 2);
    return run.messages;
  };
  CHECK(contains(refusal("no.json", "{}"), "it is no report of this version"));
  CHECK(contains(refusal("cut.json", "{\"format\": 2, \"results\": [{"), "it is no report in JSON"));
  const Run other = interlock({"check", "row_lock_plain_select", "--spec", "no_lost_update", "--format", "json"});
  CHECK(contains(refusal("other.json", other.output), "in step 1 database is of the store postgres, and only redis"));
  const std::string report = report_of(directory, "set_nx_px", "mutual_exclusion", "pause");
  CHECK(contains(interlock({"replay", report, "--redis", "here"}).messages, "--redis takes HOST:PORT"));
  CHECK(contains(interlock({"replay", report, "--redis", "/nowhere/socket"}).messages, "nobody listens"));
  const Run small = interlock({"replay", report, "--redis", server.socket().string(), "--tick", "0.1ms"});
  CHECK(small.exit_code == 2);
  CHECK(contains(small.messages, "--tick takes a duration"));
}

}  // namespace interlock::testing
