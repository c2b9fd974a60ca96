// Types of cells: what a server keeps under one name.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace interlock::language {

namespace {

using syntax::TypeForm;

constexpr std::uint32_t usual_capacity = 6;
constexpr int deepest_type = 16;

std::optional<Base> base_named(const std::string& name) {
  if (name == "id") return Base::identity;
  if (name == "token") return Base::token;
  if (name == "instant") return Base::instant;
  if (name == "duration") return Base::duration;
  if (name == "client") return Base::client;
  return std::nullopt;
}

CellType plain(Slot slot) {
  CellType type;
  type.value = slot;
  return type;
}

CellType named_type(Resolution& all, const syntax::Store* store, const syntax::Type& type, int depth) {
  if (const auto base = base_named(type.name)) return plain(all.kinds.known(*base));
  if (type.name == "value") return plain(all.kinds.unknown());
  std::vector<std::string> known{"id", "token", "instant", "duration", "bool", "int", "value", "client"};
  if (store) {
    for (const auto& alias : store->types) {
      known.push_back(alias.name);
      if (alias.name == type.name && depth < deepest_type) return resolve_type(all, store, alias.type, depth + 1);
    }
  }
  report_unknown(all, "E0221", store ? fmt::format("type in store {} named", store->name) : "kind", type.name,
                 type.place, known);
  return plain(all.kinds.poisoned());
}

CellType integer_type(Resolution& all, const syntax::Type& type) {
  CellType cell = plain(all.kinds.known(Base::integer));
  Body body;
  body.room = Room::property;
  body.is_own = true;
  if (!type.range.empty()) cell.range = constant_range(all, body, type.range[0], Base::integer, "the range of an int");
  return cell;
}

/// A part of a container: one plain value.
CellType part(Resolution& all, const syntax::Store* store, const syntax::Type& type, std::size_t index, int depth) {
  if (index >= type.parts.size()) return plain(all.kinds.poisoned());
  const CellType cell = resolve_type(all, store, type.parts[index], depth + 1);
  if (cell.shape == Shape::scalar && !cell.optional && cell.fields.empty()) return cell;
  report(all, "E0222", "only plain values go into a container, an optional or an expiring cell",
         type.parts[index].place, {{"give each part a cell of its own"}, {}, ""});
  return plain(all.kinds.poisoned());
}

std::uint32_t capacity_of(Resolution& all, const syntax::Type& type) {
  if (!type.capacity) return usual_capacity;
  if (*type.capacity >= 1 && *type.capacity <= most(TextLimit::members))
    return static_cast<std::uint32_t>(*type.capacity);
  report(all, "E0223", too_much(TextLimit::members), type.place);
  return usual_capacity;
}

CellType container(Resolution& all, const syntax::Store* store, const syntax::Type& type, int depth) {
  CellType cell = part(all, store, type, 0, depth);
  const bool keyed = type.form == TypeForm::map || type.form == TypeForm::ranked;
  if (keyed) {
    CellType other = part(all, store, type, 1, depth);
    if (type.form == TypeForm::map) std::swap(cell, other);  // written key first, but the value is the value
    cell.key = other.value;
    cell.key_range = other.range;
  }
  cell.shape = type.form == TypeForm::set   ? Shape::set
               : type.form == TypeForm::map ? Shape::map
               : keyed                      ? Shape::ranked
                                            : Shape::queue;
  cell.capacity = capacity_of(all, type);
  cell.capacity_is_said = type.capacity.has_value();
  return cell;
}

CellType record(Resolution& all, const syntax::Store* store, const syntax::Type& type, int depth) {
  CellType cell;
  for (const auto& field : type.fields)
    cell.fields.push_back({field.name, resolve_type(all, store, field.type, depth + 1)});
  return cell;
}

}  // namespace

CellType resolve_type(Resolution& all, const syntax::Store* store, const syntax::Type& type, int depth) {
  switch (type.form) {
    case TypeForm::named: return named_type(all, store, type, depth);
    case TypeForm::boolean: return plain(all.kinds.known(Base::boolean));
    case TypeForm::integer: return integer_type(all, type);
    case TypeForm::one_of: return plain(all.kinds.cases(type.cases));
    case TypeForm::record: return record(all, store, type, depth);
    case TypeForm::optional: {
      CellType cell = part(all, store, type, 0, depth);
      cell.optional = true;
      all.kinds.may_be(cell.value, "none");
      return cell;
    }
    case TypeForm::expiring: {
      CellType cell = part(all, store, type, 0, depth);
      cell.shape = Shape::expiring;
      return cell;
    }
    default: return container(all, store, type, depth);
  }
}

bool is_cell_type(const syntax::Store& store, const syntax::Type& type) {
  switch (type.form) {
    case TypeForm::boolean:
    case TypeForm::integer:
    case TypeForm::one_of: return false;
    case TypeForm::named:
      for (const auto& alias : store.types)
        if (alias.name == type.name) return true;
      return false;
    default: return true;
  }
}

std::string describe_shape(Shape shape, bool optional) {
  static constexpr std::array<const char*, 6> names{"a plain value", "an expiring value", "a set",
                                                    "a map",         "a queue",           "a ranked set"};
  return optional ? "an optional value" : names.at(static_cast<std::size_t>(shape));
}

}  // namespace interlock::language
