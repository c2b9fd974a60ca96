#pragma once
// Words of one role that stand together: one by itself, or the slots of a container, of which those behind its count
// are empty and need not be looked at.

#include "engine/machine/layout.hpp"

#include <vector>

namespace interlock::machine {

struct Column {
  Register first = 0;
  Register count = no_register;  ///< the word that says how many there are; else it is one

  Register end(const Word* words) const {
    return static_cast<Register>(first + (count == no_register ? 1 : words[count]));
  }
};

/// All words with which `wanted(word)` is true, in order. It is the same for all slots of a column.
template <class Wanted>
std::vector<Column> columns_of(const Layout& layout, const Wanted& wanted) {
  const auto container_at = [&](Register word) -> const Container* {
    for (const Container& container : layout.containers)
      for (const Register column : {container.members, container.seconds, container.writers})
        if (column != no_register && word >= column && word < column + container.capacity) return &container;
    return nullptr;
  };
  std::vector<Column> columns;
  for (std::size_t word = 0; word < layout.fields.size();) {
    const auto first = static_cast<Register>(word);
    const Container* container = container_at(first);
    if (wanted(first)) columns.push_back({first, container == nullptr ? no_register : container->count});
    word += container == nullptr ? 1 : container->capacity;
  }
  return columns;
}

template <class Visit>
void for_each_word(const std::vector<Column>& columns, const Word* words, const Visit& visit) {
  for (const Column& column : columns)
    for (Register word = column.first, end = column.end(words); word < end; ++word) visit(word);
}

}  // namespace interlock::machine
