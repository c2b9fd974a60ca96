#include "tests/postgres/playing.hpp"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace interlock::tests::postgres {

namespace {

std::string read_answer(const QueryResult& result, Reading reading) {
  const bool is_known_error = result.error.empty() || result.error == "57P01" || result.error == "23505";
  if (!is_known_error) throw std::runtime_error("PostgreSQL says " + result.error);
  if (!result.error.empty()) return "false";  // the connection is lost, or the key is there already
  switch (reading) {
    case Reading::affected: return result.tag.ends_with(" 0") ? "false" : "true";
    case Reading::has_row: return result.values.empty() ? "false" : "true";
    case Reading::value: return result.values.empty() ? "none" : result.values[0];
    case Reading::boolean: return result.values.at(0) == "t" ? "true" : "false";
    case Reading::committed: return result.tag == "COMMIT" ? "true" : "false";
  }
  return "";
}

class Player {
 public:
  explicit Player(const std::filesystem::path& socket) : socket_(socket), watcher_(socket) {
    check(watcher_.ask("DROP TABLE IF EXISTS fixed, unique_rows"));
    check(watcher_.ask("CREATE TABLE fixed (name text PRIMARY KEY, value integer)"));
    check(watcher_.ask("CREATE TABLE unique_rows (name text PRIMARY KEY, value integer)"));
    check(watcher_.ask("INSERT INTO fixed VALUES ('p', NULL), ('q', NULL)"));
  }

  Answers play(const Sequence& sequence) {
    for (const Step& step : sequence) answers_.push_back(perform(step));
    return std::move(answers_);
  }

 private:
  static void check(const QueryResult& result) {
    if (!result.error.empty()) throw std::runtime_error("PostgreSQL says " + result.error);
  }

  /// One that has no transaction or session open gets a new connection when it needs one.
  Session& connected(std::size_t client) {
    std::optional<Session>& session = sessions_.at(client);
    const bool is_ended = session && session->has_answer(std::chrono::milliseconds(0));  // nobody has asked
    if (!session || !session->is_alive() || is_ended) session.emplace(socket_);
    return *session;
  }

  std::vector<std::string> perform(const Step& step) {
    std::optional<Session>& session = sessions_.at(step.client);
    switch (step.form) {
      case Form::connect: connected(step.client); return {};
      case Form::begin: check(connected(step.client).ask("BEGIN")); return {};
      case Form::rollback: session->ask("ROLLBACK"); return {};
      case Form::disconnect:
      case Form::drop: leave(session); return {};
      case Form::outage: end_all(); return {};
      case Form::commit: return commit(step, *session);
      case Form::command: break;
    }
    const bool needs_own =
        step.commands[0].call.find("(x") != std::string::npos || step.commands[0].call.find(", x") != std::string::npos;
    Session& asked = needs_own ? *session : connected(step.client);
    return {read_answer(asked.ask(step.commands[0].query), step.commands[0].reading)};
  }

  /// Its writes, and its commit. In the model they come the other way round, in one step.
  std::vector<std::string> commit(const Step& step, Session& session) {
    std::vector<std::string> answers;
    for (std::size_t i = 0; i < step.commands.size(); ++i) {
      const bool is_last = i + 1 == step.commands.size();
      if (is_last && step.last_if && answers_[step.last_if->step].at(0) != "true") continue;
      answers.push_back(read_answer(session.ask(step.commands[i].query), step.commands[i].reading));
    }
    const std::string committed = read_answer(session.ask("COMMIT"), Reading::committed);
    if (committed == "false") return {committed};
    answers.insert(answers.begin(), committed);
    return answers;
  }

  void leave(std::optional<Session>& session) {
    if (!session) return;
    const int process = session->process();
    session.reset();
    wait_until(fmt::format("SELECT 1 FROM pg_stat_activity WHERE pid = {}", process));
  }

  void end_all() {
    const std::string others = "pid <> pg_backend_pid() AND backend_type = 'client backend'";
    check(watcher_.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE " + others));
    wait_until("SELECT 1 FROM pg_stat_activity WHERE " + others);
  }

  /// No row any more.
  void wait_until(const std::string& query) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!watcher_.ask(query).values.empty()) {
      if (std::chrono::steady_clock::now() > end) throw std::runtime_error("PostgreSQL does not end a session");
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  std::filesystem::path socket_;
  Session watcher_;
  std::array<std::optional<Session>, admin + 1> sessions_;
  Answers answers_;
};

}  // namespace

Answers play_on_server(const Sequence& sequence, const std::filesystem::path& socket) {
  return Player(socket).play(sequence);
}

}  // namespace interlock::tests::postgres
