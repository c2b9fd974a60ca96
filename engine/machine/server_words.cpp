// A server as a whole: as another one, as in the beginning, as it was before one of its last writes.

#include "engine/assert.hpp"
#include "engine/machine/layout.hpp"

#include <algorithm>

namespace interlock::machine {

using language::VariableIndex;

void copy_server(const Layout& layout, Word* words, std::uint32_t from, std::uint32_t to) {
  const WordBlock& source = layout.servers[from].block;
  const WordBlock& target = layout.servers[to].block;
  INTERLOCK_ASSERT(source.size() == target.size(), "what is copied has the same cells");
  std::copy(words + source.begin, words + source.end, words + target.begin);
}

void reset_server(const Layout& layout, Word* words, std::uint32_t server) {
  const WordBlock& block = layout.servers[server].stored;
  std::copy(layout.initial.begin() + block.begin, layout.initial.begin() + block.end, words + block.begin);
}

bool changes_server(const Layout& layout, const Word* before, const Word* words, std::uint32_t server) {
  const auto changes = [&](Register word, Register size) {
    return word != no_register && !std::equal(before + word, before + word + size, words + word);
  };
  return std::any_of(
      layout.servers[server].cells.begin(), layout.servers[server].cells.end(), [&](VariableIndex variable) {
        const Cell& cell = layout.cells[variable];
        const std::int32_t index = layout.container_of[variable];
        if (index < 0) return changes(cell.value, 1) || changes(cell.present, 1) || changes(cell.deadline.word(), 1);
        const Container& container = layout.containers[static_cast<std::size_t>(index)];
        const auto slots = static_cast<Register>(container.capacity);
        return changes(container.count, 1) || changes(container.members, slots) || changes(container.seconds, slots);
      });
}

namespace {

void copy_block(Word* words, const WordBlock& from, const WordBlock& into) {
  std::copy(words + from.begin, words + from.end, words + into.begin);
}

}  // namespace

void keep_up(const Layout& layout, Word* words, std::uint32_t server) {
  const ServerWords& all = layout.servers[server];
  if (all.writes == no_register) return;
  const auto writes = static_cast<std::size_t>(words[all.writes]);
  for (std::size_t older = writes; older < all.kept.size(); ++older)
    copy_block(words, writes == 0 ? all.stored : all.kept[writes - 1], all.kept[older]);
}

void keep_write(const Layout& layout, const Word* before, Word* words, std::uint32_t server) {
  const ServerWords& all = layout.servers[server];
  if (all.writes == no_register) return;
  if (!changes_server(layout, before, words, server)) return keep_up(layout, words, server);
  for (std::size_t older = all.kept.size(); older-- > 1;) copy_block(words, all.kept[older - 1], all.kept[older]);
  std::copy(before + all.stored.begin, before + all.stored.end, words + all.kept[0].begin);
  words[all.writes] = std::min(words[all.writes] + 1, static_cast<Word>(all.kept.size()));
  keep_up(layout, words, server);
}

void go_back(const Layout& layout, Word* words, std::uint32_t server, std::uint32_t writes) {
  const ServerWords& all = layout.servers[server];
  if (writes > 0) copy_block(words, all.kept[writes - 1], all.stored);
  words[all.writes] = 0;
  keep_up(layout, words, server);
}

Word Layout::extra(const std::string& name) const {
  const auto found = std::find(extras.begin(), extras.end(), name);
  INTERLOCK_ASSERT(found != extras.end(), "every extra name of the model is in the layout");
  return extra_word(static_cast<std::uint32_t>(found - extras.begin()));
}

}  // namespace interlock::machine
