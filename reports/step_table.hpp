#pragma once
// The numbered steps under a picture.

#include "engine/trace/counterexample.hpp"
#include "reports/style.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace interlock::reports {

struct TableLine {
  std::string number;  ///< "3", "5-9", empty for the passing of time
  std::string actor;   ///< "worker 1", "redis", "time"
  std::string does;
  std::string moment;           ///< "10 s": after it; empty where the loop begins or is back
  std::string fault;            ///< "fault 1"
  std::string place;            ///< "set_nx_px.interlock:17"
  std::string comment;          ///< of that line
  std::size_t first_event = 0;  ///< of those that it stands for
  std::size_t event = 0;        ///< the last one
  std::uint32_t last_number = 0;
  bool is_edge = false;  ///< where the loop begins or is back: it stands for no event
  bool is_cause = false;
  bool is_end = false;
};

/// One line for each event; refused polls in a row, and folded steps, that do the same are one line.
std::vector<TableLine> step_table(const trace::Counterexample& story);

/// The table as text, in aligned columns.
std::string step_table_text(const trace::Counterexample& story, std::size_t width, Style style);

}  // namespace interlock::reports
