#include "engine/machine/canonical/client_order.hpp"

#include "engine/machine/compiled/executor.hpp"

#include <algorithm>
#include <array>

namespace interlock::machine {

using language::ClientIndex;

namespace {

bool is_servers(const Layout& layout, Register word) {
  return layout.clients.empty() || word < layout.clients.front().begin;
}

}  // namespace

std::vector<std::uint32_t> containers_by_member(const Layout& layout) {
  std::vector<std::uint32_t> by_member;
  for (std::uint32_t index = 0; index < layout.containers.size(); ++index) {
    const Container& container = layout.containers[index];
    const bool ordered = container.shape == language::Shape::queue || container.shape == language::Shape::ranked;
    if (!ordered && layout.fields[container.members].role == Role::identity) by_member.push_back(index);
  }
  return by_member;
}

std::vector<Column> ordered_identities(const Layout& layout) {
  const std::vector<std::uint32_t> by_member = containers_by_member(layout);
  return columns_of(layout, [&](Register word) {
    const bool is_unordered = std::any_of(by_member.begin(), by_member.end(), [&](std::uint32_t index) {
      const Container& container = layout.containers[index];
      return word >= container.members && word < container.members + container.capacity;
    });
    const bool is_in_pair =
        layout.most_pairs > 0 && word >= layout.pairs && word < layout.pairs + 2 * layout.most_pairs;
    return layout.fields[word].role == Role::identity && is_servers(layout, word) && !is_unordered && !is_in_pair;
  });
}

std::vector<Column> servers_clients(const Layout& layout) {
  return columns_of(
      layout, [&](Register word) { return layout.fields[word].role == Role::client && is_servers(layout, word); });
}

std::vector<ClientBlock> client_blocks(const Layout& layout, const Packing& packing, const Reductions& reductions) {
  std::vector<ClientBlock> blocks;
  for (const ClientWords& client : layout.clients) {
    ClientBlock block;
    for (const Packing::Strip& strip : packing.strips()) {
      if (strip.begin < client.begin || strip.begin >= client.end) continue;
      Unit plain_bits = 0;
      for (Register word = strip.begin; word < strip.end; ++word) {
        const NamedWord name{word, static_cast<std::uint32_t>(block.strips.size())};
        const Role role = layout.fields[word].role;
        const bool is_identity = role == Role::identity && reductions.ids;
        if (is_identity) block.identities.push_back(name);
        if (role == Role::client) block.clients.push_back(name);
        if (is_identity || role == Role::client) continue;
        block.plain.push_back(name);
        plain_bits |= packing.mask_in_strip(word);
      }
      block.strips.push_back(strip.bits);
      block.plain_bits.push_back(plain_bits);
    }
    blocks.push_back(std::move(block));
  }
  return blocks;
}

ClientOrder::ClientOrder(const Layout& layout, const Packing& packing, const NormalFormRules& rules,
                         const std::vector<ClientBlock>& blocks)
    : layout_(layout),
      packing_(packing),
      rules_(rules),
      blocks_(blocks),
      identities_(ordered_identities(layout)),
      clients_(servers_clients(layout)),
      by_member_(containers_by_member(layout)) {
  for (const ClientBlock& block : blocks_) strips_ = std::max(strips_, block.strips.size());
  keys_.resize(strips_ * blocks_.size());
  sights_.resize(blocks_.size());
}

bool ClientOrder::sort(const Word* words, const Unit* packed, Renaming& renaming) {
  bool entangled_ties = false;
  for (const auto& group : rules_.interchangeable) {
    if (group.size() < 2) continue;
    for (const ClientIndex client : group) find_key(words, packed, client);
    entangled_ties = sort_group(group, words, renaming) || entangled_ties;
  }
  return entangled_ties;
}

/// Of other clients it counts whether there is one, not which.
void ClientOrder::find_key(const Word* words, const Unit* packed, ClientIndex client) {
  const ClientBlock& block = blocks_[client];
  Unit* key = keys_.data() + client * strips_;
  if (packed != nullptr) {
    for (std::size_t strip = 0; strip < block.strips.size(); ++strip)
      key[strip] = bits_at(packed, block.strips[strip]) & block.plain_bits[strip];
  } else {
    std::fill(key, key + strips_, 0);
    for (const auto [word, strip] : block.plain) key[strip] |= packing_.bits_in_strip(word, words[word]);
  }
  if (!block.identities.empty()) add_identities(words, block, key);
  for (const auto [word, strip] : block.clients) key[strip] |= packing_.bits_in_strip(word, words[word] >= 0 ? 0 : -1);
  sights_[client].is_whole = false;
}

/// Named in the order in which they are come across.
void ClientOrder::add_identities(const Word* words, const ClientBlock& block, Unit* key) const {
  std::array<Word, 64> names;  // from 1 up to `next`; the rest is never read
  Word next = 1;
  for (const auto [word, strip] : block.identities) {
    Word name = words[word];
    if (name > 0) {
      name = 1;
      while (name < next && names[static_cast<std::size_t>(name)] != words[word]) ++name;
      if (name == next) names[static_cast<std::size_t>(next++)] = words[word];
    }
    key[strip] |= packing_.bits_in_strip(word, name);
  }
}

bool ClientOrder::comes_before(const Word* words, ClientIndex left, ClientIndex right) {
  if (const int order = compare_keys(left, right); order != 0) return order < 0;
  look_at(words, left);
  look_at(words, right);
  return sights_[left].seen < sights_[right].seen;
}

bool ClientOrder::sort_group(const std::vector<ClientIndex>& group, const Word* words, Renaming& renaming) {
  std::array<std::uint8_t, most_clients> order;  // as long as the group
  for (std::size_t place = 0; place < group.size(); ++place) {
    const auto client = static_cast<std::uint8_t>(group[place]);
    std::size_t into = place;
    for (; into > 0 && comes_before(words, ClientIndex{client}, ClientIndex{order[into - 1]}); --into)
      order[into] = order[into - 1];
    order[into] = client;
  }
  bool entangled_ties = false;
  for (std::size_t place = 0; place < group.size(); ++place) {
    renaming[order[place]] = static_cast<std::uint8_t>(group[place]);
    if (place > 0 && are_alike(ClientIndex{order[place]}, ClientIndex{order[place - 1]}) &&
        (sights_[order[place]].entangled || sights_[order[place - 1]].entangled))
      entangled_ties = true;
  }
  return entangled_ties;
}

void ClientOrder::look_at(const Word* words, ClientIndex client) {
  Sight& sight = sights_[client];
  if (sight.is_whole) return;
  sight.is_whole = true;
  sight.seen.clear();
  sight.entangled = false;
  for (const NamedWord& own : blocks_[client].clients)
    if (words[own.word] >= 0 && words[own.word] != static_cast<Word>(client)) sight.entangled = true;
  for (const NamedWord& own : blocks_[client].identities)
    if (words[own.word] > 0) look_for_identity(words, client, words[own.word]);
  for_each_word(clients_, words, [&](Register word) {
    if (words[word] == static_cast<Word>(client)) sight.seen.push_back(word);
  });
  for (std::size_t other = 0; other < blocks_.size(); ++other)
    for (const NamedWord& its : blocks_[other].clients)
      if (other != client && words[its.word] == static_cast<Word>(client)) sight.entangled = true;
}

void ClientOrder::look_for_identity(const Word* words, ClientIndex client, Word identity) {
  Sight& sight = sights_[client];
  for_each_word(identities_, words, [&](Register word) {
    if (words[word] == identity) sight.seen.push_back(word);
  });
  for (std::size_t other = 0; other < blocks_.size(); ++other)
    for (const NamedWord& its : blocks_[other].identities)
      if (other != client && words[its.word] == identity) sight.entangled = true;
  for (const std::uint32_t index : by_member_) {
    const Container& container = layout_.containers[index];
    const std::int32_t slot = find_member(container, words, identity);
    if (slot < 0) continue;
    sight.seen.push_back(-2 - static_cast<Word>(index));
    if (container.seconds != no_register && layout_.fields[container.seconds].role == Role::plain)
      sight.seen.push_back(words[container.seconds + slot]);
  }
  sight.seen.push_back(-1);
}

}  // namespace interlock::machine
