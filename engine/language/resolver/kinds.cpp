#include "engine/language/resolver/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

Slot Kinds::add(Node node) {
  const auto slot = static_cast<Slot>(nodes_.size());
  node.parent = slot;
  nodes_.push_back(std::move(node));
  return slot;
}

Slot Kinds::root(Slot slot) const {
  while (nodes_[slot].parent != slot) slot = nodes_[slot].parent;
  return slot;
}

Slot Kinds::unknown() { return add({}); }

Slot Kinds::number() {
  Node node;
  node.number = true;
  return add(std::move(node));
}

Slot Kinds::known(Base base) {
  Node node;
  node.base = base;
  return add(std::move(node));
}

Slot Kinds::cases(const std::vector<std::string>& names) {
  Node node;
  node.base = Base::cases;
  node.names = names;
  return add(std::move(node));
}

Slot Kinds::poisoned() {
  Node node;
  node.poisoned = true;
  return add(std::move(node));
}

void Kinds::poison(Slot slot) { nodes_[root(slot)].poisoned = true; }

namespace {
bool counts(Base base) { return base == Base::integer || base == Base::token; }
}  // namespace

bool Kinds::unify(Slot left, Slot right) {
  Slot a = root(left);
  Slot b = root(right);
  if (a == b) return true;
  if (nodes_[a].poisoned || nodes_[b].poisoned) {
    for (const Slot one : {a, b})
      nodes_[one].poisoned |= !nodes_[one].base.has_value();  // what it is, is not known now
    return true;
  }
  nodes_[left].parent = a;  // shortens the way for the next one
  nodes_[right].parent = b;
  if (!nodes_[a].base) std::swap(a, b);  // `a` is the one that is known, if one is
  const Node& strong = nodes_[a];
  const Node& weak = nodes_[b];
  if (strong.base && weak.base && (*strong.base != *weak.base || strong.names != weak.names)) return false;
  if (strong.base && weak.number && !counts(*strong.base)) return false;
  const bool number = strong.number || weak.number;
  nodes_[a].number = number;
  nodes_[b].parent = a;
  return true;
}

void Kinds::flow(Slot from, Slot to) {
  if (from != to) nodes_[from].flows.push_back(to);
}

std::uint32_t Kinds::word(const std::string& text) {
  const auto found = std::find(words_.begin(), words_.end(), text);
  if (found != words_.end()) return static_cast<std::uint32_t>(found - words_.begin());
  words_.push_back(text);
  return static_cast<std::uint32_t>(words_.size() - 1);
}

void Kinds::may_be(Slot slot, const std::string& text) { nodes_[slot].extra.insert(word(text)); }

bool Kinds::is_poisoned(Slot slot) const { return nodes_[root(slot)].poisoned; }

bool Kinds::is_number(Slot slot) const {
  const Node& node = nodes_[root(slot)];
  return node.base ? *node.base == Base::integer : node.number;
}

std::optional<Base> Kinds::base(Slot slot) const { return nodes_[root(slot)].base; }

const std::vector<std::string>& Kinds::names(Slot slot) const { return nodes_[root(slot)].names; }

void Kinds::settle() {
  std::vector<Slot> open;
  for (Slot slot = 0; slot < nodes_.size(); ++slot)
    if (!nodes_[slot].extra.empty()) open.push_back(slot);
  while (!open.empty()) {
    const Slot from = open.back();
    open.pop_back();
    for (const Slot to : nodes_[from].flows) {
      const auto before = nodes_[to].extra.size();
      nodes_[to].extra.insert(nodes_[from].extra.begin(), nodes_[from].extra.end());
      if (nodes_[to].extra.size() != before) open.push_back(to);
    }
  }
}

bool Kinds::has(Slot slot, const std::string& text) const {
  const auto found = std::find(words_.begin(), words_.end(), text);
  return found != words_.end() && nodes_[slot].extra.count(static_cast<std::uint32_t>(found - words_.begin())) > 0;
}

Kind Kinds::kind(Slot slot) const {
  const Node& node = nodes_[root(slot)];
  Kind kind;
  kind.base = node.base ? *node.base : node.number ? Base::integer : Base::boolean;
  kind.names = node.names;
  const auto& extra = nodes_[slot].extra;
  if (!extra.empty()) kind.extra.assign(words_.begin(), words_.begin() + *extra.rbegin() + 1);
  return kind;
}

std::string Kinds::describe(Slot slot) const {
  const Node& node = nodes_[root(slot)];
  if (!node.base) return node.number ? "a number" : "a value";
  switch (*node.base) {
    case Base::boolean: return "true or false";
    case Base::integer: return "a number";
    case Base::cases: return fmt::format("one of {}", fmt::join(node.names, ", "));
    case Base::identity: return "an id";
    case Base::client: return "a client";
    case Base::token: return "a token";
    case Base::instant: return "an instant";
    case Base::duration: return "a duration";
  }
  return "a value";
}

}  // namespace interlock::language
