#pragma once
// What a random model may talk about: its servers' cells, its params, the names of its properties.

#include "tests/random/dice.hpp"

#include <string>
#include <vector>

namespace interlock::tests {

enum class Sort { truth, number, name, token, moment, span, mode };

enum class Holder { plain, optional, expiring, set, map, queue, ranked };

/// `m.x`. `key`: of a map; of what is ranked, the score.
struct Cell {
  std::string server;
  std::string name;
  Holder holder = Holder::plain;
  Sort sort = Sort::truth;
  Sort key = Sort::number;

  std::string path() const { return server.empty() ? name : server + "." + name; }
};

/// An operation of the store `desk`: what it takes and what it answers.
struct Operation {
  std::string name;
  std::vector<Sort> takes;
  bool slot = false;     ///< first of all a cell of the caller's, of the type `slot`
  bool hard = false;     ///< the flag HARD
  bool more = false;     ///< the option MORE: a number, but not 2
  bool lasting = false;  ///< the option LASTING: a duration
  bool answers = false;
  Sort answer = Sort::truth;
  bool or_none = false;
  bool or_missing = false;
};

struct Vocabulary {
  bool redis = false;
  bool nodes = false;
  bool lease = false;
  bool document = false;
  bool fenced = false;
  bool memory = false;
  bool desk = false;
  std::vector<Cell> cells;       ///< of `memory`
  std::vector<Cell> desk_cells;  ///< of the store `desk`: without a server, as its operations name them
  std::vector<Cell> connection;  ///< of `desk`, likewise
  std::vector<Operation> operations;
  std::vector<std::string> asserted;
  std::vector<std::string> witnessed;
  bool params = false;  ///< `ttl`, `busy` and `few`
  std::string twin;     ///< of `desk`: the ranked cell beside which there is another, `twin`
  bool slots = false;   ///< `desk` has the type `slot`, and its server a cell `mine` of it

  bool any_server() const { return redis || nodes || lease || document || fenced || memory || desk; }
};

/// How a cell of this sort is declared.
std::string type_text(const Cell& cell);

Vocabulary random_vocabulary(Dice& dice, unsigned size);

/// A duration that is written out: 0s, 1s, 500ms ...
std::string random_span(Dice& dice);

}  // namespace interlock::tests
