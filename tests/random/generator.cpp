#include "tests/random/generator.hpp"

#include "tests/random/client_author.hpp"
#include "tests/random/lines.hpp"
#include "tests/random/phrases.hpp"
#include "tests/random/store_author.hpp"
#include "tests/random/vocabulary.hpp"

namespace interlock::tests {

namespace {

class Author {
 public:
  Author(std::uint32_t seed, unsigned size)
      : dice_(seed), aside_(seed + 1'000'000), size_(size), words_(random_vocabulary(dice_, size)), phrases_(dice_) {}

  RandomText write() {
    RandomText text;
    if (words_.desk) text.store = random_store(dice_, words_);
    lines_.add("protocol random");
    if (words_.params) {
      lines_.add("param ttl = " + dice_.word({"1s", "2s", "3s"}));
      lines_.add("param busy = " + dice_.word({"1s", "0s..1s", "1s..2s"}));
      lines_.add("param few = " + dice_.word({"1", "0..1", "1..2"}));
    }
    servers();
    clients();
    own_fault();
    properties();
    expectation();
    text.protocol = lines_.text();
    return text;
  }

 private:
  std::string how_firm() {
    return dice_.chance(80) ? "" : dice_.word({" durable", " replicated", " replicated", " steady"});
  }

  void servers() {
    if (words_.redis)
      lines_.add("server redis : redis" + how_firm() +
                 " { lock : string  other : string  counter : string  zs : sorted_set }");
    if (words_.nodes) lines_.add("server node[2] : redis { lock : string }");
    if (words_.lease) lines_.add("server svc : lease" + how_firm());
    if (words_.document) lines_.add("server doc : document" + how_firm());
    if (words_.fenced) lines_.add("server res : fenced_document" + how_firm());
    if (words_.desk) lines_.add("server desk : desk" + how_firm() + (words_.slots ? " { mine : slot }" : ""));
    if (!words_.memory) return;
    lines_.block("server m : memory" + how_firm(), [&] {
      for (const Cell& cell : words_.cells) lines_.add(cell.name + " : " + type_text(cell));
    });
  }

  void clients() {
    const std::size_t most = size_ == 0 ? 1 : size_ == 1 ? 2 : 4;
    const std::size_t kinds = size_ > 0 && dice_.chance(30) ? 2 : 1;
    for (std::size_t kind = 0; kind < kinds; ++kind) {
      const std::string name = kind == 0 ? "w" : "z";
      const std::size_t count = kind == 0 && dice_.chance(size_ == 0 ? 40 : 70) ? 2 : 1;
      const std::size_t statements = kind == 0 ? 1 + dice_.below(most) : 1 + dice_.below(2);
      const std::size_t how_often = dice_.below(100);
      const std::string begins = how_often < 10 ? " once" : how_often < 18 ? " daemon" : "";
      const std::size_t how = dice_.below(100);
      const std::string head = "client " + name + "[" + std::to_string(count) + "]";
      if (kind == 1 && how >= 75) {
        lines_.add(head + begins + " like w" + (words_.params ? dice_.word({"(busy = 2s)", "(ttl = 1s)"}) : ""));
        continue;
      }
      const std::string params = words_.params && how >= 75 ? "(ttl = 2s)" : "";
      lines_.block(head + params + begins + (how < 4 ? " steady" : ""),
                   [&] { write_client_body(dice_, words_, statements, lines_); });
    }
  }

  /// What may happen to a cell from outside.
  std::string mishap(const Cell& cell) {
    switch (cell.holder) {
      case Holder::optional:
      case Holder::expiring: return "clear " + cell.path();
      case Holder::queue: return "drop first of " + cell.path();
      case Holder::plain:
        if (cell.sort == Sort::truth) return cell.path() + " = not " + cell.path();
        if (cell.sort == Sort::number) return cell.path() + " = " + dice_.word({"0", "1", "2"});
        if (cell.sort == Sort::mode) return cell.path() + " = red";
        if (cell.sort == Sort::token) return cell.path() + dice_.word({" = 0", " = 1"});
        return "";
      case Holder::set:
      case Holder::map:
      case Holder::ranked: return "";
    }
    return "";
  }

  void own_fault() {
    std::vector<std::string> known;
    for (const Cell& cell : words_.cells)
      if (const std::string mishap_of = mishap(cell); !mishap_of.empty()) known.push_back(mishap_of);
    if (words_.redis) known.emplace_back("clear redis.lock");
    if (known.empty() || !dice_.chance(30)) return;
    declares_fault_ = true;
    lines_.block(std::string("fault mishap") + dice_.word({"", " \"It happens.\""}), [&] {
      if (!dice_.chance(30)) return lines_.add(dice_.one_of(known));
      lines_.block("either", [&] { lines_.add(dice_.one_of(known)); });
      lines_.block("or", [&] { lines_.add(dice_.one_of(known)); });
    });
  }

  bool says(const std::string& words) const { return lines_.text().find(words) != std::string::npos; }

  /// Whom properties speak of: `clients` are those with a critical section.
  std::string group() {
    if (!says("critical") && !says(" shared") && !says(" exclusive")) return "w";
    return dice_.chance(85) ? "clients" : "w";
  }

  /// Of a client `c`: a situation, or (`is_step`) something that happens in a step.
  std::string of_client(bool is_step) {
    const bool has_critical = says("critical") || says(" shared") || says(" exclusive");
    if (is_step && says("section other") && dice_.chance(30)) return dice_.word({"c enters other", "c leaves other"});
    if (is_step && !has_critical) return "c ends round";
    if (is_step) return dice_.word({"c enters critical", "c leaves critical", "c ends round"});
    std::vector<std::string> known{"c idle", "c alive", "c paused", "c waiting"};
    if (has_critical) known.insert(known.end(), {"c in critical", "c in critical", "c in critical"});
    if (says("critical until")) known.emplace_back("c before deadline");
    if (says("redis.SET(")) known.emplace_back("c holds lease");
    if (says("queued\n")) known.insert(known.end(), 3, "some(d in w where c queued before d)");
    if (says("section other")) known.emplace_back("c in other");
    if (says("section reading shared")) known.insert(known.end(), {"c sharing", "c in reading"});
    for (const char* own : {"b", "ok", "mode", "n", "g"})
      if (says("  " + std::string(own) + " ")) known.push_back(about_own(own));
    const std::string found = dice_.one_of(known);
    return dice_.chance(5) ? found + " and not some(e in w where e == c)" : found;
  }

  /// Of a variable of a client's own. Where another kind of client has none of this name, that is refused.
  std::string about_own(const std::string& name) {
    if (name == "mode") return "c.mode == red";
    if (name == "n") return "c.n > 0";
    return name == "g" ? "c.g > 0" : "c." + name;
  }

  std::string over_clients(bool may_step) {
    const std::string inside = of_client(may_step && dice_.chance(30));
    const std::string whom = "(c in " + group() + " where " + inside + ")";
    switch (dice_.below(4)) {
      case 0: return "some" + whom;
      case 1: return "every" + whom;
      default: return "count" + whom + dice_.word({" <= 1", " == 0", " > 1", " == 1"});
    }
  }

  std::string situation(bool may_step) {
    Scope scope;
    scope.cells = words_.cells;
    for (Cell cell : words_.desk_cells) {
      cell.server = "desk";
      if (cell.holder == Holder::plain || cell.holder == Holder::optional) scope.cells.push_back(cell);
    }
    if (!scope.cells.empty() && dice_.chance(45)) return phrases_.condition(scope, 1);
    const std::string first = over_clients(may_step);
    return dice_.chance(20) ? first + dice_.word({" and ", " or "}) + over_clients(may_step) : first;
  }

  std::string property() {
    switch (dice_.below(10)) {
      case 9: return situation(false) + " again and again leads to " + situation(true);
      case 0: return "always " + situation(true);
      case 1:
      case 2: return "never " + situation(true);
      case 3: return "reachable " + situation(true);
      case 4: return "always possible " + situation(true);
      case 5: return "for each c in " + group() + " where " + of_client(false) + ": always possible " + of_client(true);
      case 6: return "for each c in " + group() + ": " + of_client(false) + " leads to " + of_client(true);
      case 7:
        return "for each c in " + group() + ": " + dice_.word({"always ", "never "}) + of_client(dice_.chance(30));
      default: return situation(false) + " leads to " + situation(true);
    }
  }

  void properties() {
    for (const std::string& name : words_.asserted) lines_.add("spec " + name + " \"It is kept.\" asserted");
    for (const std::string& name : words_.witnessed) lines_.add("spec " + name + " \"It is seen.\" witnessed");
    const std::size_t count = 1 + dice_.below(3);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string text = property();
      if (i == 0) first_is_wish_ = text.rfind("reachable", 0) == 0;
      lines_.add("spec own" + std::to_string(i) + " \"Chance.\" " + text);
    }
  }

  std::string fault() {
    if (declares_fault_ && dice_.chance(50)) return dice_.chance(70) ? "mishap 1 time" : "mishap";
    if (!words_.connection.empty() && dice_.chance(30)) return dice_.chance(70) ? "session end 1 time" : "session end";
    const bool asks = words_.any_server() || words_.nodes;
    if (asks && aside_.chance(says("timeout {") || says("finally {") ? 50 : 12))
      return aside_.word({"loss 1 time", "loss 1 time", "loss"});
    if (asks && aside_.chance(12)) return aside_.word({"late 1 time", "duplicate 1 time", "late", "duplicate"});
    if (asks && aside_.chance(8)) return aside_.word({"partition 1 time", "partition 1 time", "partition"});
    if (says(" replicated") && dice_.chance(40))
      return dice_.word({"failover lag <= 1 write 1 time", "failover 1 time", "failover lag <= 2 writes", "failover"});
    if (!words_.desk && !says("TTL(") && words_.any_server() && dice_.chance(12))
      return dice_.word({"clock_jump 1s 1 time", "clock_jump 1s 1 time", "clock_jump 1s"});
    switch (dice_.below(11)) {
      case 9: return "restart 1 time";
      case 10: return dice_.chance(70) ? "restart 1 time" : "restart";
      case 0: return "pause 1 time";
      case 1: return dice_.chance(50) ? "pause <= 1s 1 time" : "pause <= 2s";
      case 2: return "pause";
      case 3: return "crash 1 time";
      case 4: return "crash";
      case 5: return "crash for ever";
      case 6: return dice_.chance(50) ? "skew 1s 1 time" : "skew 500ms";
      case 7: return dice_.chance(60) ? "drift 1s 1 time" : "drift 500ms";
      default: return "pause 2 times";
    }
  }

  void expectation() {
    std::string faults;
    if (dice_.chance(65)) faults = fault();
    if (!faults.empty() && dice_.chance(25)) {
      const std::string second = fault();
      if (second.substr(0, 4) != faults.substr(0, 4)) faults += ", " + second;
    }
    std::string line = first_is_wish_ ? "own0 reachable" : "own0 holds";
    if (!faults.empty()) line += " under " + faults;
    if (dice_.chance(10)) line += " assuming distinct_clocks";
    lines_.block("expect", [&] { lines_.add(line); });
  }

  Dice dice_;
  Dice aside_;  ///< a second die, for what is newer
  unsigned size_;
  Vocabulary words_;
  Phrases phrases_;
  Lines lines_;
  bool first_is_wish_ = false;
  bool declares_fault_ = false;
};

}  // namespace

RandomText random_text(std::uint32_t seed, unsigned size) { return Author(seed, size).write(); }

}  // namespace interlock::tests
