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
    if (words_.slots) lines_.add("type slot = expiring id");
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
    for (const Cell& cell : cells) {
      if (cell.name == "pair.left") lines_.add("pair : record { left : int 0..2  right : bool }");
      if (cell.name.find('.') == std::string::npos) lines_.add(cell.name + " : " + type_text(cell));
    }
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
    if (operation.slot) scope.cells.push_back({"", "k", Holder::expiring, Sort::name, Sort::number});
    scope.store = true;
    scope.clock = dice_.chance(30);
    return scope;
  }

  static std::string head_of(const Operation& operation) {
    std::vector<std::string> parameters;
    if (operation.slot) parameters.emplace_back("k: slot");
    for (std::size_t i = 0; i < operation.takes.size(); ++i)
      parameters.push_back("p" + std::to_string(i) + ": " + word_of(operation.takes[i]));
    if (operation.hard) parameters.emplace_back("flag HARD");
    if (operation.more) parameters.emplace_back("option MORE: int");
    if (operation.lasting) parameters.emplace_back("option LASTING: duration");
    std::string head = "op " + operation.name + "(";
    for (std::size_t i = 0; i < parameters.size(); ++i) head += (i > 0 ? ", " : "") + parameters[i];
    head += ")";
    if (operation.answers) head += " -> " + word_of(operation.answer);
    if (operation.or_none) head += " or none";
    if (operation.or_missing) head += " or missing";
    return head;
  }

  void write(const Operation& operation) {
    const Scope scope = scope_of(operation);
    lines_.block(head_of(operation), [&] {
      options(scope, operation);
      if (operation.or_missing) lines_.block("if " + phrases_.condition(scope), [&] { lines_.add("return missing"); });
      const std::size_t count = dice_.below(3) + (operation.answers ? 0 : 1);
      for (std::size_t i = 0; i < count; ++i) statement(scope, operation, 1);
      if (operation.or_none) lines_.block("if " + phrases_.condition(scope), [&] { lines_.add("return none"); });
      if (operation.answers) lines_.add("return " + phrases_.value(scope, operation.answer, 1));
    });
  }

  void options(const Scope& scope, const Operation& operation) {
    if (operation.more) lines_.block("if known MORE and MORE == 2", [&] { lines_.add("reject \"not 2\""); });
    if (operation.more)
      lines_.block("if given MORE and " + phrases_.value(scope, Sort::number, 0) + " >= MORE",
                   [&] { statement(scope, operation, 0); });
    if (operation.hard) lines_.block("if HARD", [&] { statement(scope, operation, 0); });
    if (operation.lasting && operation.slot) {
      lines_.block("if given LASTING and present k", [&] { lines_.add("expire k in LASTING"); });
    } else if (operation.lasting) {
      lines_.block("if given LASTING and " + phrases_.value(scope, Sort::span, 0) + " < round(LASTING, 1s)",
                   [&] { statement(scope, operation, 0); });
    }
  }

  /// Whose it is, who asks, and under which grant.
  std::string of_owners(const Scope& scope) {
    std::vector<std::string> known{"caller grant != 0", "caller grant >= 0", "true time < now + 1s",
                                   "true time < now + 1s"};
    for (const Cell& cell : words_.desk_cells) {
      if (cell.holder == Holder::expiring || cell.holder == Holder::optional || cell.holder == Holder::plain)
        known.push_back("writer of " + cell.name + dice_.word({" == ", " != "}) + "caller");
      if (holds_many(cell)) known.push_back("writer of " + name_in(scope) + " in " + cell.name + " == caller");
    }
    return dice_.one_of(known);
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
      return lines_.add("assert " + dice_.one_of(words_.asserted) + ": " +
                        (dice_.chance(60) ? of_owners(scope) : phrases_.condition(scope)));
    if (which < 29 && !words_.witnessed.empty())
      return lines_.add("witness " + dice_.one_of(words_.witnessed) + ": " + phrases_.condition(scope));
    if (which < 34) {
      const std::string name = dice_.one_of(words_.desk_cells).name;
      return lines_.add(dice_.chance(70) ? "watch " + name : "unwatch");
    }
    if (which < 38 && operation.answers)
      return lines_.block("if touched", [&] { lines_.add("return " + phrases_.value(scope, operation.answer, 0)); });
    if (operation.slot && dice_.chance(40)) return expiring_effect(scope, scope.cells.back());
    const Cell& cell = dice_.one_of(words_.desk_cells);
    if (holds_many(cell) && depth > 0 && dice_.chance(15)) return walk(scope, operation, cell);
    effect(scope, cell);
  }

  static bool holds_many(const Cell& cell) {
    return cell.holder == Holder::set || cell.holder == Holder::queue || cell.holder == Holder::map ||
           cell.holder == Holder::ranked;
  }

  /// Through a set or a map only in ways that show no order.
  void walk(const Scope& scope, const Operation& operation, const Cell& cell) {
    Scope inside = scope;
    inside.variables.emplace_back("one", Sort::name);
    const std::string head = "for one in " + cell.name;
    if (cell.holder == Holder::queue || cell.holder == Holder::ranked)
      return lines_.block(head, [&] {
        statement(inside, operation, 0);
        if (dice_.chance(30)) lines_.add("if one == " + name_in(scope) + " { break }");
      });
    const std::string others = "if one " + dice_.word({"== ", "!= "}) + name_in(scope);
    if (dice_.chance(40)) return lines_.block(head, [&] { lines_.add(others + " { " + removal("one", cell) + " }"); });
    if (operation.answers && operation.answer == Sort::truth && dice_.chance(60))
      return lines_.block(head, [&] { lines_.add(others + " { return " + dice_.word({"true", "false"}) + " }"); });
    lines_.block(head, [&] { lines_.add(others + " { break }"); });
  }

  std::string name_in(const Scope& scope) {
    const std::string name = phrases_.value(scope, Sort::name, 0);
    return name == "none" ? "caller" : name;
  }

  void effect(const Scope& scope, const Cell& cell) {
    if (holds_many(cell) && dice_.chance(5)) return lines_.add("clear " + cell.name);
    const std::string id = name_in(scope);
    switch (cell.holder) {
      case Holder::plain: return lines_.add(cell.name + " = " + phrases_.value(scope, cell.sort));
      case Holder::optional:
        return lines_.add(dice_.chance(70) ? cell.name + " = " + value_of(scope, cell) : "clear " + cell.name);
      case Holder::expiring: return expiring_effect(scope, cell);
      case Holder::set: return lines_.add(dice_.chance(65) ? "add " + id + " to " + cell.name : removal(id, cell));
      case Holder::queue:
        if (dice_.chance(35)) return lines_.add("drop first of " + cell.name);
        return lines_.add(dice_.chance(65) ? "push " + id + " to " + cell.name : removal(id, cell));
      case Holder::map:
        if (dice_.chance(30)) return lines_.add(removal(id, cell));
        return lines_.add(cell.name + "[" + id + "] = " + phrases_.value(scope, cell.sort));
      case Holder::ranked:
        if (dice_.chance(20))
          return lines_.add("remove up to " + phrases_.value(scope, cell.key) + " from " + cell.name);
        if (dice_.chance(20)) return lines_.add(removal(id, cell));
        if (!words_.twin.empty() && dice_.chance(50))
          return lines_.add(words_.twin + " = " + words_.twin + " kept in twin");
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
    if (which < 80) return lines_.add("persist " + cell.name);
    lines_.add(cell.name + " = " + value_of(scope, cell) + (dice_.chance(50) ? " keeping deadline" : ""));
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
