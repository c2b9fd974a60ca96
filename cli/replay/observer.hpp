#pragma once
// Looks at the server from outside while a run is performed: what is really there.

#include "cli/replay/connection.hpp"
#include "reports/replay/translation.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace interlock::cli {

class Observer {
 public:
  Observer(const reports::ReplayRun& run, const reports::Translation& translation, const Address& server);
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  /// Deletes what the run has left.
  ~Observer();

  std::string version();
  /// Puts there what is there when the run begins.
  void prepare(reports::Translation& translation);
  /// Is there still something in this cell, by its index?
  bool is_present(std::size_t cell);
  /// What is in the cells that hold one value, by cell; nothing where there is nothing.
  std::vector<std::optional<std::string>> values();
  std::optional<std::string> document(std::size_t server);
  /// What is otherwise than in this state of the run, at this moment of it; empty: nothing.
  std::string difference(const reports::ReplayState& told, std::int64_t at);

 private:
  std::string key(std::size_t cell) const;
  std::string difference_in(std::size_t cell, const reports::ReplayCellState& told, std::int64_t at);
  std::string difference_of_members(std::size_t cell, const reports::ReplayCellState& told);
  std::string difference_of_deadline(std::size_t cell, const reports::ReplayCellState& told);

  const reports::ReplayRun& run_;
  const reports::Translation& translation_;
  Connection connection_;
};

}  // namespace interlock::cli
