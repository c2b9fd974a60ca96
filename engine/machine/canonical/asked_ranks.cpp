#include "engine/machine/canonical/asked_ranks.hpp"

#include "engine/language/walk.hpp"
#include "engine/machine/compiled/opcodes.hpp"
#include "engine/machine/time/instant_flow.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace interlock::machine {

using namespace language;

namespace {

using Words = std::set<Register>;

/// A backward data-flow analysis over the instructions of one client: a word is in the set before an instruction where
/// the rank of what it names may be asked from there on.
class Analysis {
 public:
  Analysis(const Program& program, const Layout& layout, const ClientWords& client, std::uint32_t container)
      : program_(program),
        client_(client),
        first_temporary_(static_cast<Register>(layout.fields.size())),
        container_(static_cast<std::int32_t>(container)) {
    before_.resize(program.code.size() + 1);
    for (std::uint32_t at = 0; at < program.code.size(); ++at)
      for_each_operand(program.code[at], [&](Uses use, Register word) {
        if (is_register(use) && use != Uses::reads && use != Uses::may_read && word != no_register)
          writes_of(word).push_back(at);
      });
  }

  /// What a checked property asks while the client is inside of sections.
  void ask_inside(std::uint64_t sections, Register word) { kept_.emplace_back(sections, word); }

  /// False: it cannot be known.
  bool run() {
    for (std::size_t at = program_.disconnect; at < program_.code.size() && program_.code[at].op != Opcode::stop; ++at)
      is_known_ = is_known_ && !asks(program_.code[at]);
    for (bool changed = true; changed && is_known_;) {
      changed = false;
      for (std::size_t at = program_.code.size(); at-- > 0;) changed = update(at) || changed;
    }
    return is_known_ && (has_one_thread() || names_are_new());
  }

  /// A heartbeat that has not begun yet may ask, too.
  Words at(const Location& location) const {
    Words asked = here(location);
    for (const Location& other : program_.locations)
      if (other.thread != 0 && location.thread == 0) join(asked, here(other));
    return asked;
  }

 private:
  bool asks(const Instruction& instruction) const {
    return instruction.op == Opcode::rank && instruction.immediate == container_;
  }

  bool has_one_thread() const {
    return std::all_of(program_.locations.begin(), program_.locations.end(),
                       [](const Location& location) { return location.thread == 0; });
  }

  /// Several threads may write a word: then it names nothing that anybody else knows, whoever writes it.
  bool names_are_new() {
    Words all;
    for (const Words& asked : before_) join(all, asked);
    for (const auto& [sections, word] : kept_) all.insert(word);
    return std::all_of(all.begin(), all.end(), [&](Register word) {
      const auto& writes = writes_of(word);
      return std::all_of(writes.begin(), writes.end(), [&](std::uint32_t at) { return is_new(program_.code[at]); });
    });
  }

  static void join(Words& into, const Words& from) { into.insert(from.begin(), from.end()); }

  std::vector<std::uint32_t>& writes_of(Register word) {
    if (writes_.size() <= word) writes_.resize(word + std::size_t{1});
    return writes_[word];
  }

  bool is_own(Register word) const {
    return std::find(client_.locals.begin(), client_.locals.end(), word) != client_.locals.end();
  }

  Words here(const Location& location) const {
    Words asked = before_[location.entry];
    if (location.limited) join(asked, before_[location.give_up]);
    if (location.guard != 0) join(asked, before_[location.guard]);
    for (const auto& [sections, word] : kept_)
      if ((sections & location.sections) != 0) asked.insert(word);
    return asked;
  }

  /// Where a word is written once, and not again and again within a step.
  std::optional<std::uint32_t> only_write(Register word) const {
    if (word >= writes_.size() || writes_[word].size() != 1) return std::nullopt;
    const std::uint32_t at = writes_[word].front();
    for (std::uint32_t jump = at; jump < program_.code.size(); ++jump) {
      const Instruction& one = program_.code[jump];
      const bool is_jump = rule_of(one.op).immediate == Means::target;
      if (is_jump && static_cast<std::uint32_t>(one.immediate) <= at) return std::nullopt;
    }
    return at;
  }

  /// The client's own word that a member was copied from; nothing where that is not known.
  std::optional<Register> origin_of(Register word) const {
    const bool is_copied = !is_own(word);
    while (!is_own(word)) {
      const auto at = only_write(word);
      if (word < first_temporary_ || !at || program_.code[*at].op != Opcode::copy) return std::nullopt;
      word = program_.code[*at].b;
    }
    if (is_copied && !only_write(word)) return std::nullopt;
    return word;
  }

  /// The word names an id that nobody else knows, or nothing.
  bool is_new(const Instruction& write) const {
    if (write.op == Opcode::fresh || write.op == Opcode::set) return true;
    if (write.op != Opcode::copy) return false;
    const auto at = write.b < first_temporary_ ? std::nullopt : only_write(write.b);
    return at && (program_.code[*at].op == Opcode::fresh || program_.code[*at].op == Opcode::set);
  }

  void write(Words& asked, const Instruction& instruction) {
    const Register into = instruction.a;
    if (rule_of(instruction.op).a != Uses::writes || asked.erase(into) == 0 || is_new(instruction)) return;
    const auto from = instruction.op == Opcode::copy ? origin_of(instruction.b) : std::nullopt;
    is_known_ = is_known_ && from;
    if (from) asked.insert(*from);
  }

  Words after(std::size_t index) const {
    const Instruction& instruction = program_.code[index];
    const OpcodeRule& rule = rule_of(instruction.op);
    const auto target = static_cast<std::size_t>(instruction.immediate);
    if (rule.immediate == Means::location) {
      // A first call goes on in the same step.
      Words asked = here(program_.locations[target]);
      join(asked, before_[index + 1]);
      return asked;
    }
    Words asked;
    if (rule.immediate == Means::target) join(asked, before_[target]);
    if (rule.goes_on) join(asked, before_[index + 1]);
    return asked;
  }

  bool update(std::size_t index) {
    const Instruction& instruction = program_.code[index];
    Words asked = after(index);
    write(asked, instruction);
    if (instruction.op == Opcode::use)
      for (const auto& [sections, word] : kept_)
        if (word == instruction.a) asked.insert(word);
    if (instruction.op == Opcode::put && instruction.immediate == container_)
      if (const auto member = origin_of(instruction.b)) asked.erase(*member);
    if (asks(instruction)) {
      const auto member = origin_of(instruction.b);
      is_known_ = is_known_ && member;
      if (member) asked.insert(*member);
    }
    if (asked == before_[index]) return false;
    before_[index] = std::move(asked);
    return true;
  }

  const Program& program_;
  const ClientWords& client_;
  Register first_temporary_;
  std::int32_t container_;
  std::vector<Words> before_;                             ///< by instruction
  std::vector<std::vector<std::uint32_t>> writes_;        ///< by word: where it is written
  std::vector<std::pair<std::uint64_t, Register>> kept_;  ///< by sections
  bool is_known_ = true;
};

/// Tells the analysis what a checked `keep` asks of the set. False: it asks in another way than of an own variable.
bool take_kept(const Model& model, const Relevance& relevance, const ClientWords& client, std::uint32_t kind,
               VariableIndex set, Analysis& analysis) {
  bool is_known = true;
  for (const auto& kept : model.kinds[kind].kept) {
    if (!relevance.checked.contains(kept.name)) continue;
    for_each_expression(kept.condition, [&](const Expression& part) {
      if (part.op != ExpressionOp::rank || part.variable != set) return;
      const Expression& member = part.operands[0];
      const auto found = member.op == ExpressionOp::read ? client.own.find(member.variable) : client.own.end();
      is_known = is_known && found != client.own.end();
      if (found != client.own.end()) analysis.ask_inside(std::uint64_t{1} << kept.section, found->second);
    });
  }
  return is_known;
}

bool specs_ask(const Model& model, const Relevance& relevance, VariableIndex set) {
  bool found = false;
  const auto look = [&](const std::vector<Expression>& expressions) {
    for (const Expression& whole : expressions)
      for_each_expression(whole, [&](const Expression& part) {
        found = found || (part.op == ExpressionOp::rank && part.variable == set);
      });
  };
  for (const std::uint32_t spec : relevance.chosen) {
    look(model.specs[spec].given);
    look(model.specs[spec].condition);
  }
  return found;
}

}  // namespace

AskedRanks::AskedRanks(const Model& model, const Relevance& relevance, const Layout& layout,
                       const std::vector<Program>& programs, std::uint32_t container) {
  const VariableIndex set = layout.containers[container].variable;
  if (specs_ask(model, relevance, set)) return;
  for (ClientIndex client{0}; client < programs.size(); ++client) {
    const ClientWords& words = layout.clients[client];
    Analysis analysis(programs[client], layout, words, container);
    if (!take_kept(model, relevance, words, model.clients[client].kind, set, analysis) || !analysis.run()) return;
    asked_.emplace_back();
    for (const Location& location : programs[client].locations) {
      if (location.kind == LocationKind::idle) {
        asked_.back().emplace_back();
        continue;
      }
      const std::set<Register> asked = analysis.at(location);
      asked_.back().emplace_back(asked.begin(), asked.end());
    }
  }
  is_known_ = true;
}

std::uint64_t AskedRanks::ids(const Layout& layout, const Word* words) const {
  std::uint64_t ids = 0;
  for (std::size_t client = 0; client < asked_.size(); ++client)
    for (const Register location : layout.clients[client].location)
      for (const Register word : asked_[client][static_cast<std::size_t>(words[location])])
        if (words[word] > 0) ids |= std::uint64_t{1} << words[word];
  return ids;
}

}  // namespace interlock::machine
