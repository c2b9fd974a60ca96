// The store `postgres` beside a real PostgreSQL: random sequences, the same answers and the same end. Seeds are fixed.

#include "tests/catch.hpp"
#include "tests/conformance/checked_model.hpp"
#include "tests/postgres/playing.hpp"
#include "tests/postgres/server.hpp"
#include "tests/skipping_main.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <stdexcept>

std::string interlock::tests::why_skipped() { return PostgresServer::why_not(); }

namespace interlock::tests::postgres {
namespace {

/// Where the two say something else; empty where they agree.
std::string difference(const Sequence& sequence, const Answers& recorded, const std::string& store) {
  try {
    const Answers played = play_on_store(sequence, store);
    for (std::size_t i = 0; i < sequence.size(); ++i)
      if (recorded[i] != played[i])
        return fmt::format("step {}: the server says {}, the model {}", i, fmt::join(recorded[i], ", "),
                           fmt::join(played[i], ", "));
    return "";
  } catch (const std::runtime_error& trouble) {
    return trouble.what();
  }
}

std::size_t number_of_answers(const Answers& answers) {
  std::size_t number = 0;
  for (const std::vector<std::string>& step : answers) number += step.size();
  return number;
}

struct Fault {
  const char* what;
  std::string before;
  std::string after;
};

/// Stores with one thing wrong.
const std::vector<Fault>& faults() {
  static const std::vector<Fault> all{
      {"FOR UPDATE takes what another transaction has", "if present row and row != transaction and row in open",
       "if false"},
      {"FOR UPDATE is refused by what has ended", "and row in open { return false }", "{ return false }"},
      {"an advisory lock is taken from who has it", "if present key and key != session and key in open", "if false"},
      {"an advisory lock stays when its session ends", "and key in open { return false }", "{ return false }"},
      {"unlocking does not ask whose it is", "if not session in open or key != session { return false }",
       "if not session in open { return false }"},
      {"unlocking leaves it", "caller\n  clear key", "caller"},
      {"INSERT writes over what is there", "if present row { return false }", ""},
      {"INSERT answers true where it does nothing", "if present row { return false }",
       "if present row { return true }"},
      {"UPDATE does not look at its WHERE", "if given WHERE and row != WHERE { return false }\n  row = value",
       "row = value"},
      {"DELETE does not look at its WHERE", "if given WHERE and row != WHERE { return false }\n  assert", "assert"},
      {"DELETE of nothing answers true", "if absent row { return false }", "if absent row { return true }"},
      {"COMMIT does not notice a lost connection", "if not transaction in open { return false }\n  remove", "remove"},
      {"ROLLBACK leaves it open", "if transaction in open { remove transaction from open }\n  clear its_transaction",
       "clear its_transaction"},
      {"who dies keeps its locks", "if present its_session { remove its_session from open }", ""},
      {"who dies keeps its row locks", "if present its_transaction { remove its_transaction from open }", ""},
      {"an outage ends nothing", "op end_all() { clear open }", "op end_all() { }"},
  };
  return all;
}

std::string broken(const Fault& fault) { return broken_store("postgres", "", fault.before, fault.after); }

}  // namespace

TEST_CASE("the store answers as a real PostgreSQL does") {
  const PostgresServer server;
  const std::string store = shipped_store("postgres");
  std::size_t answers = 0;
  constexpr std::uint32_t sequences = 300;
  for (std::uint32_t seed = 1; seed <= sequences; ++seed) {
    const Sequence sequence = random_sequence(seed);
    const Answers recorded = play_on_server(sequence, server.socket());
    answers += number_of_answers(recorded);
    INFO("seed " << seed << "\n" << text_of(sequence));
    REQUIRE(difference(sequence, recorded, store) == "");
  }
  WARN(sequences << " sequences, " << answers << " answers of a PostgreSQL compared");
  CHECK(answers > 10 * sequences);
}

TEST_CASE("a store with one thing wrong is seen to differ from a real PostgreSQL") {
  const PostgresServer server;
  std::vector<std::pair<Sequence, Answers>> recorded;
  for (std::uint32_t seed = 1; seed <= 100; ++seed) {
    Sequence sequence = random_sequence(seed);
    Answers answers = play_on_server(sequence, server.socket());
    recorded.emplace_back(std::move(sequence), std::move(answers));
  }
  for (const Fault& fault : faults()) {
    INFO(fault.what);
    const std::string store = broken(fault);
    CHECK(std::any_of(recorded.begin(), recorded.end(), [&](const auto& one) {
      const std::string found = difference(one.first, one.second, store);
      return found.starts_with("step ");
    }));
  }
}

TEST_CASE("FOR UPDATE waits for as long as the model says that it is refused") {
  const PostgresServer server;
  const std::vector<std::string> endings{"COMMIT", "ROLLBACK", "dies", "is ended"};
  for (const std::string& ending : endings) {
    INFO(ending);
    Session first(server.socket()), second(server.socket()), watcher(server.socket());
    watcher.ask("DROP TABLE IF EXISTS fixed");
    watcher.ask("CREATE TABLE fixed (name text PRIMARY KEY, value integer)");
    watcher.ask("INSERT INTO fixed VALUES ('p', 0)");
    const std::string lock = "SELECT value FROM fixed WHERE name = 'p' FOR UPDATE";
    first.ask("BEGIN");
    CHECK(first.ask(lock).values == std::vector<std::string>{"0"});
    first.ask("UPDATE fixed SET value = 1 WHERE name = 'p'");
    second.ask("BEGIN");
    second.send(lock);
    CHECK_FALSE(second.has_answer(std::chrono::milliseconds(50)));
    const std::string blocker = fmt::format("SELECT unnest(pg_blocking_pids({}))", second.process());
    CHECK(watcher.ask(blocker).values == std::vector<std::string>{std::to_string(first.process())});
    const int process = first.process();
    if (ending == "dies") {
      const Session gone = std::move(first);
    } else if (ending == "is ended") {
      watcher.ask(fmt::format("SELECT pg_terminate_backend({})", process));
    } else {
      first.ask(ending);
    }
    REQUIRE(second.has_answer(std::chrono::seconds(60)));
    // What was written is seen from the commit on, and otherwise never was.
    CHECK(second.receive().values == std::vector<std::string>{ending == "COMMIT" ? "1" : "0"});
  }
}

}  // namespace interlock::tests::postgres
