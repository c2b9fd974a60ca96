#pragma once
// What all parts of the translation share: the model, what of it matters, and what everything is called.

#include "engine/language/model.hpp"
#include "engine/machine/relevance.hpp"
#include "engine/machine/time/ticks.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace interlock::reports::promela {

/// Thrown where something cannot be said.
struct NotSaid {
  language::Place place;
  std::string sentence;
};

/// Lines of Promela, indented.
class Lines {
 public:
  explicit Lines(std::size_t indent = 0) : indent_(indent) {}

  void add(const std::string& line) { text_ += std::string(indent_, ' ') + line + "\n"; }
  void open(const std::string& line) { add(line), indent_ += 2; }
  void close(const std::string& line) { indent_ -= 2, add(line); }
  /// Of an option of an `if` or `do`.
  void option(const std::string& guard) { add(":: " + guard + " ->"), indent_ += 4; }
  void end_option() { indent_ -= 4; }
  /// The end of an `if`, and of its last option: in all other cases nothing is done.
  void end_or_skip() { end_option(), option("else"), add("skip"), end_option(), add("fi;"); }
  void append(const std::string& lines) { text_ += lines; }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::size_t indent_ = 0;
};

/// Whose variables are meant: a client's kind, its number within that, and that among all clients, as Promela.
struct Who {
  std::uint32_t kind = 0;
  std::string number;
  std::string client;
};

/// A place of a client between two steps. Of a `retry` there are two: before the first attempt, and after it.
struct Spot {
  std::string name;
  const language::Statement* statement = nullptr;
  bool again = false;
  std::set<std::uint32_t> sections;  ///< those that it is in
};

class Draft {
 public:
  Draft(const language::Model& model, const language::Scenario& scenario, const std::vector<std::uint32_t>& specs);

  const language::Model& model;
  const language::Scenario& scenario;
  machine::Relevance relevance;
  machine::Ticks ticks;

  const language::Variable& variable(language::VariableIndex index) const { return model.variables[index]; }
  bool matters(language::VariableIndex index) const;
  const language::Fault* fault(language::FaultKind kind) const;

  /// A name for this that no other has, and that is no word of Promela.
  std::string unique(const std::string& wanted);
  std::string cell(language::VariableIndex index) const { return cells_.at(index); }
  /// A variable as it is read and written: "redis_lock", "worker_me[self]".
  std::string place_of(language::VariableIndex index, const Who& who) const;
  std::string deadline(language::VariableIndex index) const { return cells_.at(index) + "_left"; }
  std::string writer(language::VariableIndex index) const { return cells_.at(index) + "_writer"; }
  /// "worker_timer[self]".
  std::string own(const std::string& what, const Who& who) const;
  std::string kind_name(std::uint32_t kind) const { return kinds_.at(kind); }
  Who who(language::ClientIndex client) const;
  std::uint32_t first_client(std::uint32_t kind) const;

  std::string expression(const language::Expression& expression, const Who& who) const;
  std::string duration(std::int64_t microseconds) const;
  std::string literal(const language::Kind& kind, std::int64_t value) const;

  // What a client has beside its own variables.
  bool waits(std::uint32_t kind) const;     ///< work, sleep, or a retry with `every`
  bool gives_up(std::uint32_t kind) const;  ///< a retry with `within`
  bool is_watched(language::VariableIndex index) const;
  std::vector<language::VariableIndex> watched_of(std::uint32_t server) const;

  /// Chosen values where a step may go several ways: the branch of an `either`, the value of a range.
  std::map<const void*, std::int64_t> choices;
  mutable std::map<const void*, std::int64_t> choices_met;  ///< and how many there are of each

 private:
  void name_all();
  void refuse_what_is_not_said() const;
  std::string comparison(const language::Expression& expression, const Who& who) const;
  std::string logic(const language::Expression& expression, const Who& who) const;
  std::string arithmetic(const language::Expression& expression, const Who& who) const;
  std::string look(const language::Expression& expression, const Who& who) const;
  std::string of_client(const language::Expression& expression) const;
  std::string choice(const language::Expression& expression) const;

  std::map<language::VariableIndex, std::string> cells_;
  std::vector<std::string> kinds_;
  std::set<std::string> taken_;
};

}  // namespace interlock::reports::promela
