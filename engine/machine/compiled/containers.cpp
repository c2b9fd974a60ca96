// Sets, maps, queues and ranked sets in the words of a state: `count`, then slots. Sets and maps are kept in order of
// their members, ranked sets in order of score, queues in order of arrival; slots behind `count` are neutral.

#include "engine/machine/compiled/executor.hpp"

#include <algorithm>

namespace interlock::machine {

std::int32_t find_member(const Container& container, const Word* words, Word member) {
  const auto count = static_cast<std::uint32_t>(words[container.count]);
  for (std::uint32_t slot = 0; slot < count; ++slot)
    if (words[container.members + slot] == member) return static_cast<std::int32_t>(slot);
  return -1;
}

/// Or none, where there is no such slot.
Word member_at(const Container& container, const Word* words, std::int32_t slot) {
  const bool is_there = slot >= 0 && slot < words[container.count];
  return is_there ? words[container.members + static_cast<std::uint32_t>(slot)] : none_word;
}

namespace {

template <class Visit>
void each_column(const Container& container, const Visit& visit) {
  visit(container.members);
  if (container.seconds != no_register) visit(container.seconds);
  if (container.writers != no_register) visit(container.writers);
}

std::uint32_t place_for(const Container& container, const Word* words, Word member) {
  const auto count = static_cast<std::uint32_t>(words[container.count]);
  if (container.shape == language::Shape::queue) return count;
  std::uint32_t slot = 0;
  while (slot < count && words[container.members + slot] < member) ++slot;
  return slot;
}

}  // namespace

bool insert_at(const Container& container, Word* words, std::uint32_t slot, Word member, Word second, Word writer) {
  const auto count = static_cast<std::uint32_t>(words[container.count]);
  if (count == container.capacity) return false;
  each_column(container, [&](Register column) {
    for (std::uint32_t i = count; i > slot; --i) words[column + i] = words[column + i - 1];
  });
  words[container.members + slot] = member;
  if (container.seconds != no_register) words[container.seconds + slot] = second;
  if (container.writers != no_register) words[container.writers + slot] = writer;
  ++words[container.count];
  return true;
}

bool insert_member(const Container& container, Word* words, Word member, Word second, Word writer, bool& cut) {
  const std::uint32_t slot = place_for(container, words, member);
  if (!insert_at(container, words, slot, member, second, writer)) cut = true;
  return !cut;
}

void remove_slot(const Container& container, const Layout& layout, Word* words, std::uint32_t slot) {
  const auto count = static_cast<std::uint32_t>(words[container.count]);
  each_column(container, [&](Register column) {
    for (std::uint32_t i = slot; i + 1 < count; ++i) words[column + i] = words[column + i + 1];
    words[column + count - 1] = layout.initial[column];
  });
  --words[container.count];
}

void sort_members(const Container& container, Word* words) {
  const auto count = static_cast<std::uint32_t>(words[container.count]);
  for (std::uint32_t i = 1; i < count; ++i)
    for (std::uint32_t j = i; j > 0 && words[container.members + j] < words[container.members + j - 1]; --j)
      each_column(container, [&](Register column) { std::swap(words[column + j], words[column + j - 1]); });
}

}  // namespace interlock::machine
