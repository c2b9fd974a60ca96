#include "tests/random/phrases.hpp"

#include <algorithm>

namespace interlock::tests {

namespace {

bool is_ordered(Sort sort) {
  return sort == Sort::number || sort == Sort::token || sort == Sort::moment || sort == Sort::span;
}

}  // namespace

/// A variable or a plain cell of this sort, if there is one.
std::optional<std::string> Phrases::known(const Scope& scope, Sort sort) {
  std::vector<std::string> found;
  for (const auto& [name, its_sort] : scope.variables)
    if (its_sort == sort) found.push_back(name);
  for (const Cell& cell : scope.cells)
    if (cell.holder == Holder::plain && cell.sort == sort) found.push_back(cell.path());
  if (found.empty()) return std::nullopt;
  return dice_.one_of(found);
}

std::string Phrases::span(const Scope& scope) {
  if (scope.params && dice_.chance(30)) return "ttl";
  return random_span(dice_);
}

std::string Phrases::value(const Scope& scope, Sort sort, unsigned depth) {
  const auto name = dice_.chance(75) ? known(scope, sort) : std::nullopt;
  switch (sort) {
    case Sort::truth:
      if (name && dice_.chance(60)) return *name;
      return depth > 0 && dice_.chance(50) ? condition(scope, depth - 1) : dice_.word({"true", "false"});
    case Sort::number:
      if (name && depth > 0 && dice_.chance(30)) return *name + dice_.word({" + 1", " - 1", " - 1"});
      if (name && depth > 0 && dice_.chance(10)) return "- " + *name;
      if (scope.params && dice_.chance(30)) return "few";
      return name ? *name : dice_.word({"0", "1", "1", "2"});
    case Sort::name: {
      const auto id = known(scope, sort);
      return id ? *id : "none";
    }
    case Sort::token:
      if (name && dice_.chance(40)) return "next " + *name;
      return name ? *name : dice_.word({"0", "0", "next 0", "next next 0"});
    case Sort::moment:
      if (name && depth > 0 && dice_.chance(40)) return *name + dice_.word({" + ", " + ", " - "}) + span(scope);
      if (name) return *name;
      if (scope.clock && depth > 0 && dice_.chance(30)) return "now + " + span(scope);
      return scope.clock ? "now" : known(scope, sort).value_or("now");
    case Sort::span: {
      if (scope.store && depth > 0 && dice_.chance(45)) return "round(" + value(scope, sort, 0) + ", 1s)";
      const auto moment = known(scope, Sort::moment);
      if (name) return *name;
      if (moment && depth > 0 && dice_.chance(30)) return value(scope, Sort::moment, 0) + " - " + *moment;
      return span(scope);
    }
    case Sort::mode: return name ? *name : dice_.word({"red", "green"});
  }
  return "";
}

std::string Phrases::about_cell(const Scope& scope, const Cell& cell) {
  const std::string path = cell.path();
  switch (cell.holder) {
    case Holder::plain: return cell.sort == Sort::truth ? path : path + " == " + value(scope, cell.sort, 0);
    case Holder::optional:
      if (dice_.chance(50)) return dice_.word({"present ", "absent "}) + path;
      return path + dice_.word({" == ", " != "}) + value(scope, cell.sort, 0);
    case Holder::expiring:
      if (dice_.chance(40)) return dice_.word({"present ", "absent "}) + path;
      if (dice_.chance(30)) return "rest of " + path + dice_.word({" == ", " != "}) + dice_.word({"none", "1s", "0s"});
      return path + dice_.word({" == ", " != "}) + value(scope, cell.sort, 0);
    case Holder::set:
    case Holder::map:
    case Holder::ranked:
      if (cell.holder == Holder::ranked && dice_.chance(12)) return at_the_front(scope, path);
      if (cell.holder == Holder::ranked && dice_.chance(40))
        return "rank of " + value(scope, Sort::name, 0) + " in " + path + " == " + dice_.word({"0", "1", "none"});
      if (cell.holder == Holder::ranked && dice_.chance(50))
        return "score of " + value(scope, Sort::name, 0) + " in " + path + dice_.word({" == ", " != "}) +
               value(scope, cell.key, 0);
      if (cell.holder == Holder::map && dice_.chance(60))
        return path + "[" + value(scope, Sort::name, 0) + "] == " + value(scope, cell.sort, 0);
      if (dice_.chance(50)) return value(scope, Sort::name, 0) + " in " + path;
      return "count of " + path + dice_.word({" == 0", " > 1", " <= 1", " == 3"});
    case Holder::queue:
      if (dice_.chance(60)) return at_the_front(scope, path);
      return "count of " + path + dice_.word({" == 0", " > 1", " <= 1"});
  }
  return "";
}

/// Who is in front, of all or of somebody.
std::string Phrases::at_the_front(const Scope& scope, const std::string& path) {
  const std::string id = value(scope, Sort::name, 0);
  if (id == "none" || dice_.chance(45)) return "first of " + path + " == " + id;
  return "before " + id + " in " + path + dice_.word({" == none", " != none"});
}

std::string Phrases::comparison(const Scope& scope, unsigned depth) {
  if (!scope.cells.empty() && dice_.chance(60)) return about_cell(scope, dice_.one_of(scope.cells));
  if (scope.variables.empty()) return dice_.word({"true", "false"});
  const auto& [name, sort] = scope.variables[dice_.below(scope.variables.size())];
  if (sort == Sort::truth) return name;
  const std::string sign =
      is_ordered(sort) ? dice_.word({" == ", " != ", " < ", " <= ", " > ", " >= "}) : dice_.word({" == ", " != "});
  std::string other = value(scope, sort, depth);
  for (int more = 0; more < 3 && other == name; ++more) other = value(scope, sort, depth);  // `me == me` says little
  return name + sign + other;
}

std::string Phrases::condition(const Scope& scope, unsigned depth) {
  if (depth > 0 && dice_.chance(15)) return "not (" + condition(scope, depth - 1) + ")";
  if (depth > 0 && dice_.chance(20))
    return condition(scope, depth - 1) + dice_.word({" and ", " or "}) + condition(scope, depth - 1);
  return comparison(scope, depth);
}

}  // namespace interlock::tests
