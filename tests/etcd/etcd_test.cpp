// The store `etcd` beside a real etcd: random sequences, the same answers. Seeds are fixed.

#include "tests/catch.hpp"
#include "tests/conformance/checked_model.hpp"
#include "tests/etcd/playing.hpp"
#include "tests/skipping_main.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fmt/format.h>

std::string interlock::tests::why_skipped() { return EtcdServer::why_not(); }

namespace interlock::tests::etcd {
namespace {

/// Where the two say something else; empty where they agree.
std::string difference(const Sequence& sequence, const Answers& recorded, const std::string& store) {
  try {
    const Answers played = play_on_store(sequence, store);
    for (std::size_t i = 0; i < sequence.size(); ++i)
      if (recorded[i] != played[i])
        return fmt::format("step {}: the server says {}, the model {}", i, recorded[i], played[i]);
    return "";
  } catch (const std::runtime_error& trouble) {
    return trouble.what();
  }
}

struct Fault {
  const char* what;
  std::string op;
  std::string before;
  std::string after;
};

/// Stores with one thing wrong.
const std::vector<Fault>& faults() {
  static const std::vector<Fault> all{
      {"a lease that is kept alive is not there", "keep_alive", "return true", "return false"},
      {"a lease that has ended is kept alive", "keep_alive", "return false\n}", "return true\n}"},
      {"a lease does not end", "grant", "expire one in ttl; ", ""},
      {"a key does not raise the revision", "put", "revision = next revision; ", ""},
      {"a key of no lease has a revision", "put", "return 0\n}", "return revision\n}"},
      {"whoever asks is the first", "first", "created_one < mine { return none }", "false { return none }"},
      {"nobody is the first", "first", "created_one < mine { return none }", "true { return none }"},
      {"the first is 0", "first", "return mine\n}", "return 0\n}"},
      {"what is revoked was not there", "revoke", "return true", "return false"},
      {"what is not there is revoked", "revoke", "return false\n}", "return true\n}"},
      {"what is revoked stays", "revoke", "clear one; ", ""},
      {"a transaction does not compare", "put_if_created", "{ return false }", "{ }"},
      {"a transaction never succeeds", "put_if_created", "  revision = next revision\n", "  return false\n"},
      {"a put without a condition writes nothing", "put_value", "value = revision", "newest = newest"},
      {"reading answers the revision of all", "get", "return value", "return revision"},
  };
  return all;
}

std::string broken(const Fault& fault) { return broken_store("etcd", fault.op, fault.before, fault.after); }

}  // namespace

TEST_CASE("the store answers as a real etcd does") {
  const EtcdServer server;
  const std::string store = shipped_store("etcd");
  std::size_t answers = 0;
  constexpr std::uint32_t sequences = 200;
  for (std::uint32_t seed = 1; seed <= sequences; ++seed) {
    const Sequence sequence = random_sequence(seed);
    const Answers recorded = play_on_server(sequence, server, seed);
    answers += static_cast<std::size_t>(
        std::count_if(recorded.begin(), recorded.end(), [](const std::string& answer) { return !answer.empty(); }));
    INFO("seed " << seed << "\n" << protocol_of(sequence));
    REQUIRE(difference(sequence, recorded, store) == "");
  }
  WARN(sequences << " sequences, " << answers << " answers of etcd " << server.version() << " compared");
  CHECK(answers > 10 * sequences);
}

TEST_CASE("a store with one thing wrong is seen to differ from a real etcd") {
  const EtcdServer server;
  std::vector<std::pair<Sequence, Answers>> recorded;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    Sequence sequence = random_sequence(seed);
    Answers answers = play_on_server(sequence, server, seed);
    recorded.emplace_back(std::move(sequence), std::move(answers));
  }
  for (const Fault& fault : faults()) {
    INFO(fault.what);
    const std::string store = broken(fault);
    CHECK(std::any_of(recorded.begin(), recorded.end(),
                      [&](const auto& one) { return difference(one.first, one.second, store).starts_with("step "); }));
  }
}

TEST_CASE("a lease of a real etcd ends by itself, and its key with it") {
  const EtcdServer server;
  const auto is_there = [&] { return server.ask("kv/range", {{"key", "YQ=="}}).contains("kvs"); };
  server.ask("lease/grant", {{"TTL", 1}, {"ID", 7}});  // etcd makes that two seconds
  server.ask("kv/put", {{"key", "YQ=="}, {"value", "eA=="}, {"lease", 7}});
  REQUIRE(is_there());
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (is_there() && std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  CHECK_FALSE(is_there());
  CHECK_FALSE(server.ask("lease/keepalive", {{"ID", 7}}).at("result").contains("TTL"));
  CHECK(server.ask("kv/put", {{"key", "YQ=="}, {"value", "eA=="}, {"lease", 7}}).contains("error"));
}

}  // namespace interlock::tests::etcd
