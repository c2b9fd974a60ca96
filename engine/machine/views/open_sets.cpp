#include "engine/machine/views/open_sets.hpp"

#include "engine/machine/compiled/executor.hpp"

#include <set>

namespace interlock::machine {

bool can_be_open(const Layout& layout, const Container& container) {
  if (container.shape != language::Shape::set || container.writers != no_register || container.watched >= 0)
    return false;
  const Role role = layout.fields[container.members].role;
  return role == Role::identity || role == Role::plain;
}

OpenSets::OpenSets(const Layout& layout) : is_slot_(layout.fields.size(), false) {
  for (std::uint32_t index = 0; index < layout.containers.size(); ++index) {
    const Container& container = layout.containers[index];
    if (!can_be_open(layout, container) || layout.fields[container.members].role != Role::identity) continue;
    of_ids_.push_back(index);
    for (std::uint32_t slot = 0; slot < container.capacity; ++slot) is_slot_[container.members + slot] = true;
  }
  for (Register word = 0; word < layout.fields.size(); ++word)
    if (layout.fields[word].role == Role::identity && !is_slot_[word]) names_.push_back(word);
}

void OpenSets::drop_unnamed(const Layout& layout, std::vector<Word>& words) const {
  if (of_ids_.empty()) return;
  std::set<Word> named;
  for (const Register word : names_) named.insert(words[word]);
  for (const std::uint32_t index : of_ids_) {
    const Container& container = layout.containers[index];
    for (auto slot = static_cast<std::uint32_t>(words[container.count]); slot-- > 0;) {
      const Word member = words[container.members + slot];
      if (member > 0 && !named.contains(member)) remove_slot(container, layout, words.data(), slot);
    }
  }
}

}  // namespace interlock::machine
