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
  return dice.one_of<Holder>({Holder::optional, Holder::expiring, Holder::set, Holder::map, Holder::map, Holder::queue,
                              Holder::queue, Holder::ranked, Holder::ranked, Holder::plain});
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

Operation random_operation(Dice& dice, const Vocabulary& words, std::size_t index) {
  Operation operation;
  operation.name = "op" + std::to_string(index);
  if (std::any_of(words.desk_cells.begin(), words.desk_cells.end(), holds_names)) operation.takes = {Sort::name};
  const std::size_t taken = dice.below(3);
  for (std::size_t j = 0; j < taken; ++j)
    operation.takes.push_back(
        dice.one_of<Sort>({Sort::name, Sort::number, Sort::token, Sort::moment, Sort::span, Sort::span}));
  operation.slot = words.slots && dice.chance(60);
  operation.hard = dice.chance(15);
  operation.more = dice.chance(20);
  operation.lasting = dice.chance(20);
  operation.answers = dice.chance(70);
  operation.answer =
      dice.one_of<Sort>({Sort::truth, Sort::truth, Sort::number, Sort::token, Sort::span, Sort::moment, Sort::name});
  const bool has_name = !operation.takes.empty() && operation.takes[0] == Sort::name;
  if (operation.answer == Sort::name && !has_name) operation.answer = Sort::number;
  operation.or_none = operation.answers && operation.answer != Sort::truth && dice.chance(40);
  operation.or_missing = operation.or_none && dice.chance(40);
  return operation;
}

/// The store `desk`.
void add_desk(Dice& dice, unsigned size, Vocabulary& words) {
  for (std::size_t i = 0; i < 1 + dice.below(size + 2); ++i) words.desk_cells.push_back(random_cell(dice, "", i, true));
  const auto ranked = std::find_if(words.desk_cells.begin(), words.desk_cells.end(),
                                   [](const Cell& cell) { return cell.holder == Holder::ranked; });
  if (ranked != words.desk_cells.end() && dice.chance(80)) {  // for `kept in`
    words.twin = ranked->name;
    Cell twin = *ranked;
    twin.name = "twin";
    words.desk_cells.push_back(twin);
  }
  if (dice.chance(12)) {  // a record
    words.desk_cells.push_back({"", "pair.left", Holder::plain, Sort::number, Sort::number});
    words.desk_cells.push_back({"", "pair.right", Holder::plain, Sort::truth, Sort::number});
  }
  words.slots = dice.chance(20);
  if (dice.chance(30)) words.connection.push_back({"", "visits", Holder::plain, Sort::number, Sort::number});
  for (std::size_t i = 0; i < 1 + dice.below(size + 2); ++i)
    words.operations.push_back(random_operation(dice, words, i));
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
  words.desk = dice.chance(2 * often + 15);
  words.nodes = size > 0 && dice.chance(15);
  words.lease = dice.chance(often / 2);
  words.document = dice.chance(often / 2);
  words.fenced = words.lease && dice.chance(40);
  words.params = dice.chance(often);
  if (words.memory)
    for (std::size_t i = 0; i < 1 + dice.below(size + 1); ++i) words.cells.push_back(random_cell(dice, "m", i, false));
  if (words.desk) add_desk(dice, size, words);
  for (std::size_t i = 0; i < dice.below(size + 2); ++i) words.asserted.push_back("told" + std::to_string(i));
  for (std::size_t i = 0; i < dice.below(size + 1); ++i) words.witnessed.push_back("seen" + std::to_string(i));
  return words;
}

std::string random_span(Dice& dice) { return dice.word({"0s", "1s", "1s", "1s", "2s", "2s", "3s", "500ms"}); }

}  // namespace interlock::tests
