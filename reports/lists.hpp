#pragma once
// What is listed below the steps of a story: in a trap what can still happen, in a loop who could have gone first and
// what a turn does.

#include "engine/trace/counterexample.hpp"

#include <string>
#include <vector>

namespace interlock::reports {

struct ListLine {
  std::string what;
  std::string why;
  std::string place;  ///< "setnx.interlock:11", or empty
};

struct List {
  std::string heading;
  std::vector<ListLine> lines;
};

/// Only lists with lines, in the order in which they are read.
std::vector<List> lists_below(const trace::Counterexample& story);

}  // namespace interlock::reports
