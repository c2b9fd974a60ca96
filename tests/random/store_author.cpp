#include "tests/random/store_author.hpp"

#include "tests/random/lines.hpp"
#include "tests/random/phrases.hpp"

namespace interlock::tests {

namespace {

class StoreAuthor {
 public:
  StoreAuthor(Dice& dice, const Vocabulary& words) : dice_(dice), words_(words), phrases_(dice) {}

  std::string write() {
    lines_.add("store desk");
    lines_.block("state", [&] { declare(words_.desk_cells); });
    if (!words_.connection.empty()) {
      lines_.block("connection", [&] { declare(words_.connection); });
      lines_.block("on disconnect", [&] { lines_.add("visits = 0"); });
    } else if (dice_.chance(30)) {
      lines_.block("on disconnect", [&] { on_disconnect(); });
    }
    for (const Operation& operation : words_.operations) write(operation);
    return lines_.text();
  }

 private:
  void declare(const std::vector<Cell>& cells) {
    for (const Cell& cell : cells) lines_.add(cell.name + " : " + type_text(cell));
  }

  void on_disconnect() {
    for (const Cell& cell : words_.desk_cells)
      if (cell.holder == Holder::optional || cell.holder == Holder::expiring) return lines_.add("clear " + cell.name);
    lines_.add("unwatch");
  }

  Scope scope_of(const Operation& operation) const {
    Scope scope;
    for (std::size_t i = 0; i < operation.takes.size(); ++i)
      scope.variables.emplace_back("p" + std::to_string(i), operation.takes[i]);
    scope.cells = words_.desk_cells;
    scope.cells.insert(scope.cells.end(), words_.connection.begin(), words_.connection.end());
    return scope;
  }

  void write(const Operation& operation) {
    std::string head = "op " + operation.name + "(";
    for (std::size_t i = 0; i < operation.takes.size(); ++i)
      head += std::string(i > 0 ? ", " : "") + "p" + std::to_string(i) + ": " + word_of(operation.takes[i]);
    head += ")";
    if (operation.answers) head += " -> " + word_of(operation.answer);
    const Scope scope = scope_of(operation);
    lines_.block(head, [&] {
      const std::size_t count = dice_.below(3) + (operation.answers ? 0 : 1);
      for (std::size_t i = 0; i < count; ++i) statement(scope, operation, 1);
      if (operation.answers) lines_.add("return " + phrases_.value(scope, operation.answer, 1));
    });
  }

  static std::string word_of(Sort sort) {
    switch (sort) {
      case Sort::truth: return "bool";
      case Sort::number: return "int";
      case Sort::name: return "id";
      case Sort::token: return "token";
      case Sort::moment: return "instant";
      case Sort::span: return "duration";
      case Sort::mode: return "one of red, green";
    }
    return "";
  }

  void statement(const Scope& scope, const Operation& operation, unsigned depth) {
    const std::size_t which = dice_.below(100);
    if (which < 15 && depth > 0)
      return lines_.block("if " + phrases_.condition(scope), [&] { statement(scope, operation, depth - 1); });
    if (which < 22 && !words_.asserted.empty())
      return lines_.add("assert " + dice_.one_of(words_.asserted) + ": " + phrases_.condition(scope));
    if (which < 29 && !words_.witnessed.empty())
      return lines_.add("witness " + dice_.one_of(words_.witnessed) + ": " + phrases_.condition(scope));
    if (which < 34) {
      const std::string name = dice_.one_of(words_.desk_cells).name;
      return lines_.add(dice_.chance(70) ? "watch " + name : "unwatch");
    }
    if (which < 38 && operation.answers)
      return lines_.block("if touched", [&] { lines_.add("return " + phrases_.value(scope, operation.answer, 0)); });
    effect(scope, dice_.one_of(words_.desk_cells));
  }

  std::string name_in(const Scope& scope) {
    const std::string name = phrases_.value(scope, Sort::name, 0);
    return name == "none" ? "caller" : name;
  }

  void effect(const Scope& scope, const Cell& cell) {
    const std::string id = name_in(scope);
    switch (cell.holder) {
      case Holder::plain: return lines_.add(cell.name + " = " + phrases_.value(scope, cell.sort));
      case Holder::optional:
        return lines_.add(dice_.chance(70) ? cell.name + " = " + value_of(scope, cell) : "clear " + cell.name);
      case Holder::expiring: return expiring_effect(scope, cell);
      case Holder::set: return lines_.add(dice_.chance(65) ? "add " + id + " to " + cell.name : removal(id, cell));
      case Holder::queue:
        if (dice_.chance(25)) return lines_.add("drop first of " + cell.name);
        return lines_.add(dice_.chance(65) ? "push " + id + " to " + cell.name : removal(id, cell));
      case Holder::map:
        if (dice_.chance(30)) return lines_.add(removal(id, cell));
        return lines_.add(cell.name + "[" + id + "] = " + phrases_.value(scope, cell.sort));
      case Holder::ranked:
        if (dice_.chance(20))
          return lines_.add("remove up to " + phrases_.value(scope, cell.key) + " from " + cell.name);
        if (dice_.chance(20)) return lines_.add(removal(id, cell));
        return lines_.add("put " + id + " in " + cell.name + " at " + phrases_.value(scope, cell.key));
    }
  }

  std::string value_of(const Scope& scope, const Cell& cell) {
    return cell.sort == Sort::name ? name_in(scope) : phrases_.value(scope, cell.sort);
  }

  void expiring_effect(const Scope& scope, const Cell& cell) {
    const std::size_t which = dice_.below(100);
    if (which < 20) return lines_.add("clear " + cell.name);
    if (which < 50) {
      lines_.add(cell.name + " = " + value_of(scope, cell));
      return lines_.add("expire " + cell.name + " in " + phrases_.value(scope, Sort::span));
    }
    if (which < 65)
      return lines_.block("if present " + cell.name,
                          [&] { lines_.add("expire " + cell.name + " in " + phrases_.value(scope, Sort::span)); });
    if (which < 75) return lines_.add("persist " + cell.name);
    lines_.add(cell.name + " = " + value_of(scope, cell) + (dice_.chance(30) ? " keeping deadline" : ""));
  }

  static std::string removal(const std::string& id, const Cell& cell) { return "remove " + id + " from " + cell.name; }

  Dice& dice_;
  const Vocabulary& words_;
  Phrases phrases_;
  Lines lines_;
};

}  // namespace

std::string random_store(Dice& dice, const Vocabulary& words) { return StoreAuthor(dice, words).write(); }

}  // namespace interlock::tests
