#include "tests/random/vocabulary.hpp"

#include <algorithm>

namespace interlock::tests {

namespace {

std::string sort_text(Sort sort) {
  switch (sort) {
    case Sort::truth: return "bool";
    case Sort::number: return "int 0..2";
    case Sort::name: return "id";
    case Sort::token: return "token";
    case Sort::moment: return "instant";
    case Sort::span: return "duration";
    case Sort::mode: return "one of red, green";
  }
  return "";
}

Sort random_sort(Dice& dice) {
  return dice.one_of<Sort>({Sort::truth, Sort::truth, Sort::number, Sort::number, Sort::name, Sort::token, Sort::moment,
                            Sort::mode, Sort::span});
}

Holder random_holder(Dice& dice) {
  return dice.one_of<Holder>(
      {Holder::optional, Holder::expiring, Holder::set, Holder::map, Holder::queue, Holder::ranked, Holder::plain});
}

Cell random_cell(Dice& dice, const std::string& server, std::size_t index, bool any_holder) {
  Cell cell;
  cell.server = server;
  cell.name = std::string(server.empty() ? "d" : "c") + std::to_string(index);
  cell.holder = any_holder ? random_holder(dice)
                           : dice.one_of<Holder>({Holder::plain, Holder::plain, Holder::optional, Holder::expiring});
  cell.sort = random_sort(dice);
  switch (cell.holder) {
    case Holder::plain:
      if (cell.sort == Sort::name) cell.holder = Holder::optional;
      break;
    case Holder::optional:
    case Holder::expiring: break;
    case Holder::set:
    case Holder::queue: cell.sort = Sort::name; break;
    case Holder::map:
      cell.key = Sort::name;
      cell.sort = dice.one_of<Sort>({Sort::number, Sort::truth, Sort::token});
      break;
    case Holder::ranked:
      cell.sort = Sort::name;
      cell.key = dice.one_of<Sort>({Sort::number, Sort::token, Sort::moment});
      break;
  }
  return cell;
}

bool holds_names(const Cell& cell) {
  return cell.sort == Sort::name || cell.holder == Holder::map || cell.holder == Holder::ranked;
}

}  // namespace

std::string type_text(const Cell& cell) {
  const std::string room = " up to 3";
  switch (cell.holder) {
    case Holder::plain: return sort_text(cell.sort);
    case Holder::optional: return "optional " + sort_text(cell.sort);
    case Holder::expiring: return "expiring " + sort_text(cell.sort);
    case Holder::set: return "set of " + sort_text(cell.sort) + room;
    case Holder::queue: return "queue of " + sort_text(cell.sort) + room;
    case Holder::map: return "map from " + sort_text(cell.key) + " to " + sort_text(cell.sort) + room;
    case Holder::ranked: return "ranked " + sort_text(cell.sort) + " by " + sort_text(cell.key) + room;
  }
  return "";
}

Vocabulary random_vocabulary(Dice& dice, unsigned size) {
  Vocabulary words;
  const std::size_t often = size == 0 ? 12 : size == 1 ? 25 : 30;
  words.redis = dice.chance(2 * often);
  words.memory = dice.chance(2 * often);
  words.desk = dice.chance(2 * often);
  words.nodes = size > 1 && dice.chance(8);
  words.lease = dice.chance(often / 2);
  words.document = dice.chance(often / 2);
  words.fenced = words.lease && dice.chance(40);
  words.params = dice.chance(often);
  if (words.memory)
    for (std::size_t i = 0; i < 1 + dice.below(size + 1); ++i) words.cells.push_back(random_cell(dice, "m", i, false));
  if (words.desk) {
    for (std::size_t i = 0; i < 1 + dice.below(size + 2); ++i)
      words.desk_cells.push_back(random_cell(dice, "", i, true));
    if (dice.chance(30)) words.connection.push_back({"", "visits", Holder::plain, Sort::number, Sort::number});
    for (std::size_t i = 0; i < 1 + dice.below(size + 2); ++i) {
      Operation operation;
      operation.name = "op" + std::to_string(i);
      if (std::any_of(words.desk_cells.begin(), words.desk_cells.end(), holds_names)) operation.takes = {Sort::name};
      const std::size_t taken = dice.below(3);
      for (std::size_t j = 0; j < taken; ++j)
        operation.takes.push_back(dice.one_of<Sort>({Sort::name, Sort::number, Sort::token, Sort::moment, Sort::span}));
      operation.answers = dice.chance(60);
      operation.answer = dice.one_of<Sort>({Sort::truth, Sort::truth, Sort::number, Sort::token});
      words.operations.push_back(operation);
    }
  }
  for (std::size_t i = 0; i < dice.below(size + 2); ++i) words.asserted.push_back("told" + std::to_string(i));
  for (std::size_t i = 0; i < dice.below(size + 1); ++i) words.witnessed.push_back("seen" + std::to_string(i));
  return words;
}

std::string random_span(Dice& dice) { return dice.word({"0s", "1s", "1s", "1s", "2s", "2s", "3s", "500ms"}); }

}  // namespace interlock::tests
