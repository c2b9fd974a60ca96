#include "engine/machine/canonical/packed_form.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace interlock::machine {

PackedForm::PackedForm(const Layout& layout, const Packing& packing, const NormalFormRules& rules,
                       const Reductions& reductions) {
  bool names = false;
  const auto add = [&](std::vector<Unit>& mask, Register word) {
    mask.resize(packing.units(), 0);
    put_bits(mask.data(), packing.range_of(word), ~Unit{0});
  };
  for (Register word = 0; word < layout.fields.size(); ++word) {
    const Field& field = layout.fields[word];
    const bool is_ranked = field.role == Role::token && !rules.true_gaps[field.token_class];
    const bool is_name = field.role == Role::identity && (reductions.ids || layout.most_pairs > 0);
    if (field.role == Role::instant) add(instants_, word);
    if (is_ranked) add(tokens_, word);
    if (is_name) add(ordered_, word);
    names = names || is_name;
  }

  bool sorts = false;
  bool short_blocks = true;
  for (const auto& clients : rules.interchangeable) {
    if (clients.size() < 2 || !reductions.symmetry) continue;
    sorts = true;
    Group group{clients, {}};
    for (const language::ClientIndex client : clients)
      group.blocks.push_back(packing.range_of(layout.clients[client].begin, layout.clients[client].end));
    short_blocks = short_blocks && group.blocks.front().length <= unit_bits;
    groups_.push_back(std::move(group));
  }
  sorts_blocks_ = sorts && !names && layout.client_names.empty() && short_blocks;
  if (!sorts_blocks_) groups_.clear();
  // In sets and maps, what stands beside an identity counts as well.
  always_orders_ = sorts ? !sorts_blocks_ : names && !layout.containers.empty();
}

bool PackedForm::sort_group(Unit* state, const Group& group) {
  std::array<Unit, most_clients> blocks;
  const std::size_t count = group.blocks.size();
  Unit disorder = 0;
  for (std::size_t place = 0; place < count; ++place) {
    blocks[place] = bits_at(state, group.blocks[place]);
    disorder |= static_cast<Unit>(place > 0 && blocks[place] < blocks[place - 1]);
  }
  if (disorder == 0) return false;
  // All but one or two of them stand in order already.
  for (std::size_t place = 1; place < count; ++place) {
    const Unit block = blocks[place];
    std::size_t into = place;
    for (; into > 0 && block < blocks[into - 1]; --into) blocks[into] = blocks[into - 1];
    blocks[into] = block;
  }
  for (std::size_t place = 0; place < count; ++place) put_bits(state, group.blocks[place], blocks[place]);
  return true;
}

Renaming PackedForm::sorting_of(const Unit* state) const {
  Renaming renaming{};
  std::iota(renaming.begin(), renaming.end(), std::uint8_t{0});
  for (const Group& group : groups_) {
    std::vector<std::size_t> order(group.blocks.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t left, std::size_t right) {
      return bits_at(state, group.blocks[left]) < bits_at(state, group.blocks[right]);
    });
    for (std::size_t place = 0; place < order.size(); ++place)
      renaming[group.clients[order[place]]] = static_cast<std::uint8_t>(group.clients[place]);
  }
  return renaming;
}

}  // namespace interlock::machine
