#include "tests/postgres/sequence.hpp"
#include "tests/random/dice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <map>
#include <utility>

namespace interlock::tests::postgres {

namespace {

const std::vector<std::string> columns{"p", "q"};   // of rows that are always there, and can be locked
const std::vector<std::string> rows{"u", "v"};      // with a unique key
const std::vector<std::string> advisory{"j", "k"};  // keys 1 and 2

enum class State { idle, in_transaction, in_session, gone };

struct Client {
  State state = State::idle;
  std::size_t opened = 0;
  bool is_lost = false;                      // the server has ended what it has open
  std::map<std::string, std::size_t> asked;  // which locks, and in which step
};

Command select(const std::string& name) {
  const bool is_column = name == "p" || name == "q";
  return {fmt::format("SELECT value FROM {} WHERE name = '{}'", is_column ? "fixed" : "unique_rows", name),
          fmt::format("select({})", name), Reading::value};
}

Command lock_row(const std::string& name, std::size_t opened) {
  return {fmt::format("SELECT 1 FROM fixed WHERE name = '{}' FOR UPDATE SKIP LOCKED", name),
          fmt::format("for_update({}_lock, x{})", name, opened), Reading::has_row};
}

Command lock_key(const std::string& name, std::size_t opened) {
  return {fmt::format("SELECT pg_try_advisory_lock({})", name == "j" ? 1 : 2),
          fmt::format("pg_try_advisory_lock({}, x{})", name, opened), Reading::boolean};
}

class Author {
 public:
  explicit Author(std::uint32_t seed) : dice_(seed) {}

  Sequence write() {
    const std::size_t length = 6 + dice_.below(30);
    while (sequence_.size() < length) add_step(dice_.below(number_of_clients));
    probe();
    return std::move(sequence_);
  }

 private:
  void add(Step step) { sequence_.push_back(std::move(step)); }
  void add(std::size_t client, Command command) {
    add({.form = Form::command, .client = client, .commands = {std::move(command)}});
  }

  void add_step(std::size_t number) {
    Client& client = clients_[number];
    if (dice_.chance(4)) return outage();
    if (client.state != State::gone && dice_.chance(4)) {
      client.state = State::gone;
      return add({.form = Form::drop, .client = number});
    }
    switch (client.state) {
      case State::gone: return;
      case State::idle: return idle_step(number);
      case State::in_transaction: return step_in_transaction(number);
      case State::in_session: return step_in_session(number);
    }
  }

  void outage() {
    for (Client& client : clients_) client.is_lost = true;
    add({.form = Form::outage, .client = admin});
  }

  void open(std::size_t number, State state) {
    clients_[number] = {state, sequence_.size(), false, {}};
    add({.form = state == State::in_session ? Form::connect : Form::begin, .client = number});
  }

  void close(std::size_t number, Form form) {
    add({.form = form, .client = number, .opened = clients_[number].opened});
    clients_[number].state = State::idle;
  }

  void idle_step(std::size_t number) {
    const std::size_t lot = dice_.below(10);
    if (lot < 3) return open(number, State::in_transaction);
    if (lot < 6) return open(number, State::in_session);
    add(number, row_command());
  }

  /// Of a row with a unique key, by itself.
  Command row_command() {
    const std::string row = dice_.one_of(rows);
    const std::size_t value = 1 + dice_.below(2), where = 1 + dice_.below(2);
    switch (dice_.below(5)) {
      case 0: return select(row);
      case 1:
        return {fmt::format("INSERT INTO unique_rows VALUES ('{}', {})", row, value),
                fmt::format("insert({}, {})", row, value), Reading::affected};
      case 2:
        return {fmt::format("UPDATE unique_rows SET value = {} WHERE name = '{}' AND value = {}", value, row, where),
                fmt::format("update({}, {}, WHERE {})", row, value, where), Reading::affected};
      case 3:
        return {fmt::format("DELETE FROM unique_rows WHERE name = '{}' AND value = {}", row, where),
                fmt::format("delete({}, WHERE {})", row, where), Reading::affected};
      default:
        return {fmt::format("DELETE FROM unique_rows WHERE name = '{}'", row), fmt::format("delete({})", row),
                Reading::affected};
    }
  }

  void step_in_transaction(std::size_t number) {
    Client& client = clients_[number];
    const std::size_t lot = dice_.below(10);
    if (lot < 5) {
      const std::string column = dice_.one_of(columns);
      client.asked[column] = sequence_.size();
      return add(number, lock_row(column, client.opened));
    }
    if (lot < 7 && !client.is_lost) return add(number, select(dice_.one_of<std::string>({"p", "q", "u", "v"})));
    if (lot == 7) return close(number, Form::rollback);
    commit(number);
  }

  /// What is written in a transaction is written in the step of its commit: a row of which it has asked for the lock,
  /// if it was given.
  void commit(std::size_t number) {
    Client& client = clients_[number];
    Step step{.form = Form::commit, .client = number, .opened = client.opened};
    if (dice_.chance(40)) {
      const std::string row = dice_.one_of(rows);
      step.commands.push_back({fmt::format("DELETE FROM unique_rows WHERE name = '{}'", row),
                               fmt::format("delete({})", row), Reading::affected});
    }
    const std::string column = dice_.one_of(columns);
    if (client.asked.contains(column)) {
      const std::size_t value = 1 + dice_.below(2);
      const bool is_conditional = dice_.chance(40);
      step.commands.push_back({fmt::format("UPDATE fixed SET value = {} WHERE name = '{}'{}", value, column,
                                           is_conditional ? " AND value = 1" : ""),
                               fmt::format("update({}, {}{})", column, value, is_conditional ? ", WHERE 1" : ""),
                               Reading::affected});
      step.last_if = Condition{client.asked.at(column)};
    }
    add(std::move(step));
    client.state = State::idle;
  }

  void step_in_session(std::size_t number) {
    Client& client = clients_[number];
    const std::size_t lot = dice_.below(10);
    const std::string key = dice_.one_of(advisory);
    if (lot == 0) return close(number, Form::disconnect);
    if (lot == 1) return add(number, {"SELECT 1", fmt::format("is_open(x{})", client.opened), Reading::has_row});
    if (lot == 2 && !client.is_lost) return add(number, row_command());
    // A lock that is taken twice has to be given back twice, which the store does not know.
    if (client.asked.erase(key) > 0 || lot == 3)
      return add(number, {fmt::format("SELECT pg_advisory_unlock({})", key == "j" ? 1 : 2),
                          fmt::format("pg_advisory_unlock({}, x{})", key, client.opened), Reading::boolean});
    client.asked[key] = sequence_.size();
    add(number, lock_key(key, client.opened));
  }

  /// What is there, and which locks are free.
  void probe() {
    for (const std::string name : {"p", "q", "u", "v"}) add(prober, select(name));
    const std::size_t transaction = sequence_.size();
    add({.form = Form::begin, .client = prober});
    for (const std::string& column : columns) add(prober, lock_row(column, transaction));
    add({.form = Form::rollback, .client = prober, .opened = transaction});
    const std::size_t session = sequence_.size();
    add({.form = Form::connect, .client = prober});
    for (const std::string& key : advisory) add(prober, lock_key(key, session));
  }

  Dice dice_;
  Sequence sequence_;
  std::array<Client, number_of_clients> clients_;
};

std::string text_of_step(const Step& step, std::size_t index) {
  switch (step.form) {
    case Form::connect: return fmt::format("x{0} = fresh id\ndatabase.connect(x{0})\n", index);
    case Form::begin: return fmt::format("x{0} = fresh id\ndatabase.begin(x{0})\n", index);
    case Form::rollback:
    case Form::disconnect: return fmt::format("database.rollback(x{})\n", step.opened);
    case Form::outage: return "database.end_all()\n";
    case Form::drop: return "";
    case Form::command: return fmt::format("r{}_0 = database.{}\n", index, step.commands[0].call);
    case Form::commit: break;
  }
  std::string text = fmt::format("atomic {{\nr{0}_0 = database.commit(x{1})\nif r{0}_0 {{\n", index, step.opened);
  for (std::size_t i = 0; i < step.commands.size(); ++i) {
    const std::string call = fmt::format("r{}_{} = database.{}", index, i + 1, step.commands[i].call);
    const bool has_condition = step.last_if && i + 1 == step.commands.size();
    text += has_condition ? fmt::format("if r{}_0 {{ {} }}\n", step.last_if->step, call) : call + "\n";
  }
  return text + "}\n}\n";
}

}  // namespace

Sequence random_sequence(std::uint32_t seed) { return Author(seed).write(); }

std::string protocol_of(const Sequence& sequence) {
  std::string text = "protocol sequence\nserver database : postgres {\n";
  for (const std::string& column : columns) text += fmt::format("{0} : row  {0}_lock : lock\n", column);
  for (const std::string& row : rows) text += row + " : row\n";
  for (const std::string& key : advisory) text += key + " : lock\n";
  text += "}\n";
  for (std::size_t client = 0; client <= admin; ++client) {
    text += fmt::format("client c{} {{\n", client);
    for (std::size_t i = 0; i < sequence.size(); ++i)
      if (sequence[i].client == client) text += text_of_step(sequence[i], i);
    text += "sleep 1000h\n}\n";
  }
  return text;
}

std::string text_of(const Sequence& sequence) {
  std::string text;
  for (std::size_t i = 0; i < sequence.size(); ++i)
    text += fmt::format("{}: client {}: {}", i, sequence[i].client,
                        sequence[i].form == Form::drop ? "dies\n" : text_of_step(sequence[i], i));
  return text;
}

}  // namespace interlock::tests::postgres
