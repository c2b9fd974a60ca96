#include "tests/random/client_author.hpp"

#include "tests/random/phrases.hpp"

#include <algorithm>
#include <optional>

namespace interlock::tests {

namespace {

/// A call, and what it answers: nothing where it is no plain value.
struct Asked {
  std::string text;
  std::optional<Sort> answer;
  bool is_none_at_times = false;
  bool is_missing_at_times = false;
};

class ClientAuthor {
 public:
  ClientAuthor(Dice& dice, const Vocabulary& words, std::size_t statements, Lines& lines)
      : dice_(dice), aside_(dice), words_(words), phrases_(dice), lines_(lines), left_(statements) {
    scope_.clock = true;
    scope_.params = words.params;
  }

  void write() {
    if (words_.redis || words_.lease || words_.desk || !words_.cells.empty() || dice_.chance(30)) {
      lines_.add("me = fresh id");
      scope_.variables.emplace_back("me", Sort::name);
    }
    if (dice_.chance(25)) bind("t", Sort::moment, "now");
    if (dice_.chance(20)) declare_counter();
    const bool has_critical = dice_.chance(80);
    const std::size_t before = dice_.below(left_ + 1);
    if (has_critical && dice_.chance(12)) background();
    for (std::size_t i = 0; i < before; ++i) statement(2);
    if (has_critical && words_.redis && dice_.chance(10)) granted("granted on redis.lock");
    if (has_critical) section();
    while (left_ > 0) statement(2);
    if (!makes_step()) busy();
    if (aside_.chance(8)) cleanup();
  }

 private:
  /// Something that is certainly a step. (What is behind a `return` may be refused all the same.)
  bool makes_step() const {
    const std::string& text = lines_.text();
    const std::string body = text.substr(text.rfind("client "));
    const auto has = [&](const char* word) { return body.find(word) != std::string::npos; };
    return has("work ") || has("sleep ") || has("redis.") || has("desk.") || has("m.c") || has("svc.") || has("doc.") ||
           has("res.");
  }

  /// At the end of a round, however it ends: only what is bound before its first step is certainly known there.
  void cleanup() {
    std::erase_if(scope_.variables, [](const auto& variable) { return variable.first != "me"; });
    lines_.block("finally", [&] {
      if (words_.redis && aside_.chance(50))
        return lines_.add("atomic { if redis.GET(lock) == me { redis.DEL(lock) } }");
      const Asked asked = call();
      lines_.add(words_.any_server() ? asked.text + without_answer() : "sleep 1s");
    });
  }

  /// What is done when a call gets no answer.
  std::string without_answer() {
    if (!aside_.chance(20)) return "";
    const std::string limit = aside_.chance(30) ? aside_.word({" within 1s", " within 0s", " within 2s"}) : "";
    return limit + aside_.word({" timeout { }", " timeout { return }", " timeout { sleep 1s }",
                                limit.empty() ? " timeout { }" : ""});
  }

  void bind(const std::string& name, Sort sort, const std::string& text) {
    lines_.add(name + " = " + text);
    know(name, sort);
  }

  void know(const std::string& name, Sort sort) {
    for (const auto& [known, its_sort] : scope_.variables)
      if (known == name) return;
    scope_.variables.emplace_back(name, sort);
  }

  void declare_counter() {
    lines_.add("n : int 0..2 = 0");
    know("n", Sort::number);
  }

  /// What is bound in a block is not known behind it.
  template <typename Inside>
  void block(const std::string& head, Inside&& inside) {
    const Scope outside = scope_;
    lines_.block(head, inside);
    scope_ = outside;
  }

  void statement(unsigned depth) {
    if (left_ > 0) --left_;
    const std::size_t which = dice_.below(100);
    if (which < 42 && words_.any_server()) return step();
    if (which < 52) return busy();
    if (which < 62) return local();
    if (depth == 0) return busy();
    if (which < 72) return branch(depth);
    if (which < 78) return repeat(depth);
    if (which < 84) {
      lines_.add("either {");
      inner(depth);
      lines_.add("} or {");
      inner(depth);
      return lines_.add("}");
    }
    if (which < 89) return mark();
    if (which < 95 && words_.nodes) return for_nodes();
    if (which < 97) return block("section other", [&] { statement(depth - 1); });
    if (which < 98) return lines_.add("return");
    local();
  }

  /// A call on each; at times what each has answered is kept, and asked for later.
  void for_nodes() {
    if (dice_.chance(60)) return block("for k in node", [&] { lines_.add("k." + node_call()); });
    block("for k in node", [&] { lines_.add("yes[k] = k.SETNX(lock, me)"); });
    block("for k in node", [&] { lines_.add("if yes[k] { k.DEL(lock) }"); });
  }

  void inner(unsigned depth) {
    const Scope outside = scope_;
    statement(depth - 1);
    scope_ = outside;
  }

  void busy() {
    const std::string word = dice_.word({"work ", "work ", "sleep "});
    if (words_.params && dice_.chance(20)) return lines_.add(word + "busy");
    lines_.add(word + dice_.word({"0s", "1s", "1s", "2s", "0s..1s", "1s..2s", "500ms"}));
  }

  bool knows(const std::string& name) const {
    return std::any_of(scope_.variables.begin(), scope_.variables.end(),
                       [&](const auto& variable) { return variable.first == name; });
  }

  void local() {
    if (knows("n") && dice_.chance(40)) return lines_.add(dice_.word({"n += 1", "n -= 1"}));
    if (dice_.chance(6)) {
      lines_.add("mode : one of red, green = " + dice_.word({"red", "green"}));
      return know("mode", Sort::mode);
    }
    if (dice_.chance(5)) return bind("me", Sort::name, "fresh id");
    switch (dice_.below(5)) {
      case 0: return bind(dice_.chance(50) ? "t" : "u", Sort::moment, "now");
      case 1: return bind("v", Sort::moment, phrases_.value(scope_, Sort::moment));
      case 2: return bind("b", Sort::truth, phrases_.condition(scope_));
      case 3: return bind("s", Sort::span, phrases_.value(scope_, Sort::span));
      default: return bind("g", Sort::token, phrases_.value(scope_, Sort::token));
    }
  }

  /// Where a fence counts on the entry, nobody else says when the lock was given.
  void granted(const std::string& line) {
    if (entry_grants_) return lines_.add("queued");
    says_granted_ = true;
    lines_.add(line);
  }

  /// Behind something that gives the lock.
  void fence(const std::string& token) {
    if (is_inside_ && !says_granted_ && aside_.chance(50)) entry_grants_ = true;
    if (!is_inside_ && entry_grants_) return lines_.add("queued");
    if (!entry_grants_) granted("granted");
    lines_.add("fence " + token);
  }

  void mark() {
    const std::size_t which = dice_.below(6);
    if (which == 0) return granted(words_.redis && dice_.chance(85) ? "granted on redis.lock" : "granted");
    if (which == 1) return lines_.add("queued");
    if (which == 2) return fence(phrases_.value(scope_, Sort::token));
    Scope checked = scope_;
    checked.params = false;  // what is checked is not drawn
    if (which < 5 && !words_.asserted.empty()) {
      const bool of_time = knows("t") && dice_.chance(20);
      return lines_.add("assert " + dice_.one_of(words_.asserted) + ": " +
                        (of_time ? "true time - t <= " + phrases_.span(scope_) : phrases_.condition(checked)));
    }
    if (words_.witnessed.empty()) return granted("granted");
    lines_.add("witness " + dice_.one_of(words_.witnessed) + ": " + phrases_.condition(checked));
  }

  void branch(unsigned depth) {
    if (words_.any_server() && dice_.chance(50)) {
      const Asked asked = call();
      if (asked.answer == Sort::truth) {
        const std::string head = std::string("if ") + (dice_.chance(60) ? "not " : "") + asked.text;
        if (dice_.chance(60)) return lines_.add(head + " { return }");
        return block(head, [&] { statement(depth - 1); });
      }
    }
    const std::string head = "if " + phrases_.condition(scope_);
    if (dice_.chance(25)) return lines_.add(head + " { return }");
    lines_.add(head + " {");
    inner(depth);
    if (dice_.chance(15)) {
      lines_.add("} else if " + phrases_.condition(scope_) + " {");
      inner(depth);
    }
    if (dice_.chance(40)) {
      lines_.add("} else {");
      inner(depth);
    }
    lines_.add("}");
  }

  void repeat(unsigned depth) {
    block("loop", [&] {
      statement(depth - 1);
      if (dice_.chance(80)) lines_.add("if " + phrases_.condition(scope_) + " { break }");
      if (dice_.chance(10)) lines_.add("if " + phrases_.condition(scope_) + " { sleep 1s; continue }");
      lines_.add(std::string("sleep ") + dice_.word({"1s", "1s", "2s", "500ms", "0s..1s"}));
    });
  }

  void section() {
    std::string head = "critical";
    const std::size_t which = dice_.below(100);
    if (which >= 88) head = which < 92 ? "section writing exclusive" : "section reading shared";
    if (which < 35) {
      std::string end = phrases_.value(scope_, Sort::moment);
      if (end.find("now") == std::string::npos && dice_.chance(50)) {
        bind("end", Sort::moment, end);
        end = "end";
      }
      head += " until " + end;
    }
    is_inside_ = head.starts_with("critical");
    block(head, [&] {
      if (dice_.chance(15) && !words_.asserted.empty() && !memory_cells().empty()) {
        Scope look = scope_;
        look.cells = memory_cells();
        look.clock = false;
        lines_.add("keep " + dice_.one_of(words_.asserted) + ": " + phrases_.condition(look));
      }
      const std::size_t count = 1 + dice_.below(2);
      for (std::size_t i = 0; i < count; ++i) statement(1);
    });
    is_inside_ = false;
  }

  void background() {
    block("background while in critical", [&] {
      block(std::string("every ") + dice_.word({"1s", "1s", "2s", "1s..2s"}), [&] {
        if (words_.any_server()) {
          step();
        } else {
          local();
        }
      });
    });
  }

  const std::vector<Cell>& memory_cells() const { return words_.cells; }

  /// Something on a server.
  void step() {
    const std::size_t which = dice_.below(100);
    if (which < 14 && !memory_cells().empty()) return wait_for();
    if (which < 40 && !memory_cells().empty()) return touch(dice_.one_of(memory_cells()));
    if (which < 55) return retry();
    if (which < 70) return script();
    const Asked asked = call();
    if (!asked.answer || dice_.chance(45)) return lines_.add(asked.text + without_answer());
    const std::string name = variable_for(*asked.answer);
    lines_.add(name + " = " + asked.text);
    if (!asked.is_none_at_times) return know(name, *asked.answer);
    if (!dice_.chance(50) || knows(name)) return;
    const std::string also = asked.is_missing_at_times ? " and " + name + " != missing" : "";
    block("if " + name + " != none" + also, [&] {
      know(name, *asked.answer);
      statement(1);
    });
  }

  std::string variable_for(Sort sort) {
    switch (sort) {
      case Sort::truth: return "ok";
      case Sort::number: return "many";
      case Sort::name: return "who";
      case Sort::token: return "g";
      case Sort::moment: return "at";
      case Sort::span: return "left";
      case Sort::mode: return "way";
    }
    return "";
  }

  void touch(const Cell& cell) {
    const bool can_be_read = cell.holder == Holder::plain;
    if (can_be_read && dice_.chance(40)) return bind(variable_for(cell.sort) + "m", cell.sort, cell.path());
    Scope scope = scope_;
    scope.clock = scope_.clock && cell.sort == Sort::moment;
    lines_.add(cell.path() + " = " + phrases_.value(scope, cell.sort));
  }

  /// `when`, and a block on the same server.
  void wait_for() {
    Scope look = scope_;
    look.cells = memory_cells();
    look.clock = false;
    const Scope outside = scope_;
    const bool gives_up = dice_.chance(25);
    const std::string limit = gives_up ? std::string(" within ") + dice_.word({"1s", "2s", "0s"}) : "";
    lines_.block("when " + phrases_.condition(look) + limit, [&] {
      if (!dice_.chance(80)) return;
      const Cell cell = dice_.one_of(look.cells);
      lines_.add(cell.path() + " = " + phrases_.value(look, cell.sort));
    });
    scope_ = outside;
    if (!gives_up || dice_.chance(40)) return;
    lines_.join("else {");
    inner(1);
    lines_.add("}");
  }

  void retry() {
    std::string line =
        dice_.chance(20) ? "retry every " + dice_.word({"1s", "1s", "500ms"}) + " until " : "retry until ";
    if (!memory_cells().empty() && dice_.chance(30)) return retry_atomic(line);
    const Asked asked = call();
    const bool decides = (asked.answer == Sort::truth || asked.is_none_at_times) && !asked.is_missing_at_times;
    if (!decides) return lines_.add(asked.text);
    const bool binds = asked.is_none_at_times && dice_.chance(70);
    const std::string name = asked.answer ? variable_for(*asked.answer) : "ok";
    line += (binds ? name + " = " : "") + asked.text;
    if (dice_.chance(25)) {
      line += std::string(" within ") + dice_.word({"1s", "2s", "0s"});
      if (dice_.chance(70)) line += " else { return }";
      return lines_.add(line);
    }
    lines_.add(line +
               (dice_.chance(15) ? dice_.word({" timeout { }", " timeout { break }", " timeout { sleep 1s }"}) : ""));
    if (binds) know(name, *asked.answer);
  }

  void retry_atomic(const std::string& head) {
    Scope look = scope_;
    look.cells = memory_cells();
    look.clock = false;
    const Cell cell = dice_.one_of(look.cells);
    lines_.block(head + "atomic", [&] {
      lines_.block("if " + phrases_.condition(look), [&] {
        lines_.add(cell.path() + " = " + phrases_.value(look, cell.sort));
        lines_.add("break");
      });
      if (dice_.chance(30)) lines_.add(cell.path() + " = " + phrases_.value(look, cell.sort));
    });
    if (dice_.chance(30)) lines_.join(std::string("within ") + dice_.word({"1s", "0s"}) + " else { return }");
  }

  /// Several things on one server in one step.
  void script() {
    if (words_.redis && dice_.chance(60))
      return lines_.add(dice_.word({"atomic { if redis.GET(lock) == me { redis.DEL(lock) } }",
                                    "atomic { redis.ZADD(zs, me, 1); rank = redis.ZRANK(zs, me) }",
                                    "atomic { if redis.SETNX(lock, me) { redis.EXPIRE(lock, 2s) } }",
                                    "atomic { if redis.EXEC() { redis.DEL(lock) } }"}) +
                        without_answer());
    if (words_.desk && dice_.chance(50)) {
      const Scope outside = scope_;
      lines_.block("atomic", [&] {
        scope_.clock = false;
        for (int i = 0; i < 2; ++i) lines_.add(desk_call().text);
      });
      scope_ = outside;
      return;
    }
    if (memory_cells().empty()) return busy();
    Scope look = scope_;
    look.cells = memory_cells();
    look.clock = false;
    lines_.block("atomic", [&] {
      const Cell cell = dice_.one_of(look.cells);
      lines_.block("if " + phrases_.condition(look),
                   [&] { lines_.add(cell.path() + " = " + phrases_.value(look, cell.sort)); });
    });
  }

  Asked call() {
    std::vector<int> servers;
    if (words_.redis) servers.insert(servers.end(), {0, 0, 0});
    if (words_.desk) servers.insert(servers.end(), {1, 1, 1});
    if (words_.lease) servers.insert(servers.end(), {2, 2});
    if (words_.document) servers.push_back(3);
    if (words_.fenced) servers.push_back(4);
    if (servers.empty()) return memory_read();
    switch (dice_.one_of(servers)) {
      case 0: return redis_call();
      case 1: return desk_call();
      case 2: return lease_call();
      case 3: return document_call();
      default: return {"res.save(" + phrases_.value(scope_, Sort::token) + ")", Sort::truth};
    }
  }

  Asked memory_read() {
    if (memory_cells().empty()) return {"k0 = 1", std::nullopt};
    const Cell cell = dice_.one_of(memory_cells());
    return {cell.path() + " = " + phrases_.value(scope_, cell.sort), std::nullopt};
  }

  Asked lease_call() {
    switch (dice_.below(3)) {
      case 0: return {"svc.grant(me, " + phrases_.span(scope_) + ")", Sort::token, true};
      case 1: return {"svc.renew(me, " + phrases_.span(scope_) + ")", Sort::truth};
      default: return {"svc.release(me)", Sort::truth};
    }
  }

  Asked document_call() {
    switch (dice_.below(3)) {
      case 0: return {"doc.load()", Sort::token};
      case 1: return {"doc.save(" + phrases_.value(scope_, Sort::token) + ")", std::nullopt};
      default: return {"doc.write(" + phrases_.value(scope_, Sort::token) + ")", std::nullopt};
    }
  }

  Asked desk_call() {
    const Operation& operation = dice_.one_of(words_.operations);
    std::string text = "desk." + operation.name + "(" + (operation.slot ? "mine" : "");
    for (const Sort sort : operation.takes) text += (text.back() == '(' ? "" : ", ") + phrases_.value(scope_, sort);
    const auto and_also = [&](const std::string& argument) { text += (text.back() == '(' ? "" : ", ") + argument; };
    if (operation.hard && dice_.chance(50)) and_also("HARD");
    if (operation.more && dice_.chance(60)) and_also("MORE " + dice_.word({"0", "1"}));
    if (operation.lasting && dice_.chance(60)) and_also("LASTING " + phrases_.span(scope_));
    text += ")";
    if (!operation.answers) return {text, std::nullopt};
    return {text, operation.answer, operation.or_none, operation.or_missing};
  }

  std::string node_call() {
    return dice_.word({"SET(lock, me, NX, PX 2s)", "DEL(lock)", "SETNX(lock, me)", "EXPIRE(lock, 1s)"});
  }

  Asked redis_call() {
    const std::string key = dice_.chance(85) ? "lock" : "other";
    const std::string span = dice_.word({"1s", "2s", "2s", "3s"});
    switch (dice_.below(20)) {
      case 0:
      case 1:
      case 2: return {"redis.SET(" + key + ", me, NX, PX " + span + ")", Sort::truth};
      case 3: return {"redis.SETNX(" + key + ", me)", Sort::truth};
      case 4:
        return {"redis.SET(" + key + ", me" + dice_.word({"", ", XX", ", KEEPTTL", ", XX, PX 2s"}) + ")", Sort::truth};
      case 5: return {"redis.GET(" + key + ")", Sort::name, true};
      case 6: return {"redis.GETSET(" + key + ", me)", Sort::name, true};
      case 7: return {"redis.DEL(" + key + ")", Sort::truth};
      case 8: return {"redis.DELEX(" + key + ", IFEQ me)", Sort::truth};
      case 9:
        return {"redis.EXPIRE(" + key + ", " + span + dice_.word({"", ", NX", ", XX", ", GT", ", LT"}) + ")",
                Sort::truth};
      case 10: return {"redis.PEXPIRE(" + key + ", " + phrases_.value(scope_, Sort::span, 0) + ")", Sort::truth};
      case 11: return {"redis.PERSIST(" + key + ")", Sort::truth};
      case 12: return {dice_.word({"redis.PTTL(", "redis.TTL("}) + key + ")", Sort::span, true, true};
      case 13: return {"redis.INCR(counter)", Sort::token};
      case 14: return {"redis.EXISTS(" + key + ")", Sort::truth};
      case 15: return {"redis.ZADD(zs, me, " + dice_.word({"1", "2"}) + ")", Sort::truth};
      case 16: return {"redis.ZREM(zs, me)", Sort::truth};
      case 17: return {dice_.word({"redis.ZRANK(zs, me)", "redis.ZSCORE(zs, me)"}), Sort::number, true};
      case 18: return {dice_.word({"redis.WATCH(lock)", "redis.UNWATCH()", "redis.ZCARD(zs)"}), std::nullopt};
      default: return {"redis.EXEC()", Sort::truth};
    }
  }

  Dice& dice_;
  Dice aside_;  ///< a second die, for what is newer: the other one falls as it did without it
  const Vocabulary& words_;
  Phrases phrases_;
  Lines& lines_;
  Scope scope_;
  std::size_t left_;
  bool is_inside_ = false;     ///< writing the body of `critical`
  bool says_granted_ = false;  ///< `granted` stands somewhere above
  bool entry_grants_ = false;  ///< and never will
};

}  // namespace

void write_client_body(Dice& dice, const Vocabulary& words, std::size_t statements, Lines& lines) {
  ClientAuthor(dice, words, statements, lines).write();
}

}  // namespace interlock::tests
