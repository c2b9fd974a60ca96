// Does the generator of random models make everything that the language has? Every enumerator of the syntax tree and of
// the model has to turn up in the models of the fixed seeds, and so must every word and every form of a fault.

#include "engine/language/parser/parser.hpp"
#include "engine/language/walk.hpp"
#include "tests/catch.hpp"
#include "tests/random/generator.hpp"
#include "tests/random/reading.hpp"
#include "tests/random/words.hpp"

#include <cctype>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

using namespace interlock;
using namespace interlock::language;
using namespace interlock::tests;

namespace {

/// The text of a header, without its comments.
std::string code_of(const std::string& header) {
  std::ifstream file(std::string(INTERLOCK_SOURCE_DIR) + "/engine/language/" + header);
  std::string code;
  for (std::string line; std::getline(file, line);) code += line.substr(0, line.find("//")) + "\n";
  return code;
}

/// The enumerators of `enum class NAME { ... }`, as they stand in a header: a new one is known here at once.
std::vector<std::string> enumerators(const std::string& header, const std::string& name) {
  const std::string code = code_of(header);
  const std::string head = "enum class " + name + " {";
  const std::size_t begin = code.find(head);
  if (begin == std::string::npos) return {};
  std::vector<std::string> found;
  for (const std::string& word :
       words_of(code.substr(begin + head.size(), code.find('}', begin) - begin - head.size())))
    if (word.size() > 1 || std::isalpha(static_cast<unsigned char>(word[0])) != 0) found.push_back(word);
  return found;
}

/// What turned up: "ExpressionOp" and the numbers of its enumerators; for words, the words.
struct Seen {
  std::map<std::string, std::set<std::size_t>> numbers;
  std::set<std::string> words;

  template <typename Enum>
  void add(const std::string& name, Enum value) {
    numbers[name].insert(static_cast<std::size_t>(value));
  }
};

void look(const syntax::Expression& expression, Seen& seen) {
  seen.add("ExpressionForm", expression.form);
  const bool is_word =
      expression.form == syntax::ExpressionForm::unary || expression.form == syntax::ExpressionForm::binary ||
      expression.form == syntax::ExpressionForm::quantifier || expression.form == syntax::ExpressionForm::client_event;
  if (is_word) seen.words.insert(expression.text);
  for (const auto& operand : expression.operands) look(operand, seen);
  for (const auto& argument : expression.arguments)
    for (const auto& value : argument.value) look(value, seen);
}

void look(const std::optional<syntax::Expression>& expression, Seen& seen) {
  if (expression) look(*expression, seen);
}

void look(const syntax::Type& type, Seen& seen) {
  seen.add("TypeForm", type.form);
  for (const auto& part : type.parts) look(part, seen);
  for (const auto& field : type.fields) look(field.type, seen);
}

void look(const syntax::Block& block, Seen& seen) {
  for (const auto& statement : block) {
    seen.add("StatementForm", statement.form);
    if (statement.form == syntax::StatementForm::assign) seen.words.insert(statement.text);
    if (statement.form == syntax::StatementForm::assign && statement.flag) seen.words.insert("keeping deadline");
    if (statement.form == syntax::StatementForm::retry) {
      if (statement.second) seen.words.insert("retry every");
      if (statement.within) seen.words.insert("within");
      if (statement.flag) seen.words.insert("retry until atomic");
      if (statement.target) seen.words.insert("retry until NAME =");
    }
    if (statement.form == syntax::StatementForm::when && statement.within) seen.words.insert("when within");
    if (statement.form == syntax::StatementForm::for_ && statement.value)
      seen.words.insert(statement.value->text == "node" ? "for k in node" : "for one in S");
    if (statement.form == syntax::StatementForm::assign && statement.target &&
        statement.target->form == syntax::ExpressionForm::element && statement.target->operands[0].text == "yes")
      seen.words.insert("yes[k]");
    if (statement.sharing == syntax::Sharing::shared) seen.words.insert("shared");
    if (statement.sharing == syntax::Sharing::exclusive) seen.words.insert("exclusive");
    if (statement.form == syntax::StatementForm::critical && statement.value) seen.words.insert("critical until");
    if (statement.form == syntax::StatementForm::granted && statement.value) seen.words.insert("granted on");
    if (statement.type) look(*statement.type, seen);
    for (const auto* part :
         {&statement.target, &statement.value, &statement.second, &statement.third, &statement.within})
      look(*part, seen);
    for (const auto& condition : statement.conditions) look(condition, seen);
    for (const auto& inner : statement.blocks) look(inner, seen);
    for (const auto& inner : statement.timeout) look(inner, seen);
    if (!statement.timeout.empty()) seen.words.insert(statement.within ? "within timeout" : "timeout");
  }
}

void look(const syntax::Store& store, Seen& seen) {
  for (const auto& type : store.types) look(type.type, seen);
  for (const auto* fields : {&store.state, &store.connection})
    for (const auto& field : *fields) look(field.type, seen);
  if (!store.on_disconnect.empty()) seen.words.insert("on disconnect");
  look(store.on_disconnect, seen);
  for (const auto& operation : store.operations) {
    for (const auto& parameter : operation.parameters) {
      seen.add("ParameterForm", parameter.form);
      if (parameter.type) look(*parameter.type, seen);
    }
    if (operation.answers.size() == 2) seen.words.insert("two answers");
    if (operation.answers.size() == 3) seen.words.insert("three answers");
    look(operation.body, seen);
  }
}

void look(const syntax::Protocol& protocol, Seen& seen) {
  for (const auto& server : protocol.servers) {
    if (server.is_array) seen.words.insert("an array of servers");
    if (server.durable) seen.words.insert("durable");
    if (server.replicated) seen.words.insert("replicated");
    if (server.steady) seen.words.insert("steady");
    for (const auto& field : server.cells) look(field.type, seen);
  }
  for (const auto& client : protocol.clients) {
    if (client.is_once) seen.words.insert("once");
    if (client.is_daemon) seen.words.insert("daemon");
    if (!client.like.empty()) seen.words.insert(client.params.empty() ? "like" : "like with params");
    if (client.like.empty() && !client.params.empty()) seen.words.insert("own params");
    if (client.steady) seen.words.insert("a steady client");
    look(client.body, seen);
  }
  for (const auto& fault : protocol.own_faults) {
    seen.words.insert("fault");
    look(fault.body, seen);
  }
  for (const auto& spec : protocol.specs) {
    seen.add("PropertyForm", spec.property.form);
    if (!spec.property.each.empty()) seen.words.insert("for each");
    if (spec.property.domain && spec.property.given) seen.words.insert("for each ... where");
    look(spec.property.domain, seen);
    look(spec.property.given, seen);
    look(spec.property.condition, seen);
  }
}

/// A fault with what was said of it: "pause longest times".
std::string form_of(const Fault& fault) {
  std::string form(rule_of(fault.kind).name);
  if (fault.amount != unbounded) form += " amount";
  if (fault.times != unbounded) form += " times";
  return form + (fault.for_ever ? " for ever" : "");
}

void look(const Model& model, Seen& seen) {
  for_each_statement(model, [&](const Statement& statement) { seen.add("StatementOp", statement.op); });
  for_each_expression(model, [&](const Expression& expression) {
    seen.add("ExpressionOp", expression.op);
    if (expression.op == ExpressionOp::read && expression.client != nothing) seen.words.insert("c.own");
  });
  for (const Variable& variable : model.variables) {
    seen.add("Shape", variable.shape);
    seen.add("Scope", variable.scope);
    seen.add("Base", variable.kind.base);
  }
  for (const Fault& fault : model.expectations.front().scenario.faults) {
    seen.words.insert(form_of(fault));
  }
  if (model.expectations.front().scenario.distinct_clocks) seen.words.insert("distinct_clocks");
}

void look(const RandomText& text, Seen& seen) {
  std::string problems;
  const auto model = read(text, problems);
  if (!model || model->expectations.empty()) return;  // what is refused counts for nothing
  look(*model, seen);
  Diagnostics diagnostics;
  for (const std::string& part : {text.protocol, text.store}) {
    const auto file = parse(std::make_shared<const Source>(Source{"random.interlock", part}), diagnostics);
    if (file.protocol) look(*file.protocol, seen);
    if (file.store) look(*file.store, seen);
  }
}

Seen all_seen() {
  Seen seen;
  for (unsigned size = 0; size < fixed_seeds.size(); ++size)
    for (std::uint32_t seed = 1; seed <= fixed_seeds[size]; ++seed) look(random_text(seed, size), seen);
  return seen;
}

struct Asked {
  const char* header;
  const char* name;
  std::set<std::string> except;  ///< with the reason beside it
};

const std::vector<Asked>& asked_enumerators() {
  static const std::vector<Asked> all{
      {"syntax/syntax.hpp",
       "ExpressionForm",
       {
           "text",      // is refused wherever a value stands
           "infinity",  // a bound of ZREMRANGEBYSCORE: tests/stores
       }},
      {"syntax/syntax.hpp", "StatementForm", {}},
      {"syntax/syntax.hpp", "TypeForm", {}},
      {"syntax/syntax.hpp", "PropertyForm", {}},
      {"syntax/syntax.hpp", "ParameterForm", {}},
      {"model.hpp", "StatementOp", {}},
      {"model.hpp", "ExpressionOp", {}},
      {"model.hpp", "Shape", {}},
      {"model.hpp", "Scope", {}},
      {"model.hpp",
       "Base",
       {
           "client",  // no variable has it: what `caller` and `writer of` give is only compared
       }},
  };
  return all;
}

/// One a comma.
constexpr const char* asked_words =
    "and, or, not, ==, !=, <, <=, >, >=, +, -, in, next, present, absent, rest of, count of, first of, rank of, "
    "before, "
    "score of, writer of, count, some, every, enters, leaves, ends round, waiting, idle, alive, paused, "
    "before deadline, holds lease, queued before, =, +=, -=, keeping deadline, retry every, within, "
    "retry until NAME =, critical until, granted on, on disconnect, two answers, three answers, an array of servers, "
    "for each, for each ... where, distinct_clocks, retry until atomic, when within, for k in node, for one in S, "
    "yes[k], once, c.own, daemon, like, like with params, own params, shared, exclusive, sharing, "
    "timeout, within timeout, "
    "durable, replicated, steady, a steady client, fault, ";

/// Every form that the table of faults allows.
std::vector<std::string> forms_of_faults() {
  std::vector<std::string> forms;
  for (const FaultRule& rule : fault_rules) {
    const std::string name(rule.name);
    const bool has_duration = rule.amount == FaultAmount::longest || rule.amount == FaultAmount::offset;
    if (rule.amount != FaultAmount::offset) forms.insert(forms.end(), {name, name + " times"});
    if (has_duration) forms.insert(forms.end(), {name + " amount", name + " amount times"});
    if (rule.may_be_for_ever) forms.push_back(name + " for ever");
  }
  return forms;
}

}  // namespace

TEST_CASE("the random models of the fixed seeds have everything that the language has") {
  const Seen seen = all_seen();
  std::string missing;
  for (const auto& [header, name, except] : asked_enumerators()) {
    const auto names = enumerators(header, name);
    REQUIRE(names.size() > 2);
    const auto found = seen.numbers.find(name);
    REQUIRE(found != seen.numbers.end());
    for (std::size_t number = 0; number < names.size(); ++number) {
      const bool is_there = found->second.count(number) > 0;
      if (!is_there && except.count(names[number]) == 0) missing += std::string(name) + "::" + names[number] + "\n";
      if (is_there && except.count(names[number]) > 0) missing += "an exception for nothing: " + names[number] + "\n";
    }
  }
  const std::string words = asked_words;
  for (std::size_t at = 0; at < words.size(); at = words.find(", ", at) + 2) {
    const std::string word = words.substr(at, words.find(", ", at) - at);
    if (seen.words.count(word) == 0) missing += word + "\n";
  }
  for (const std::string& form : forms_of_faults())
    if (seen.words.count(form) == 0) missing += form + "\n";
  CHECK(missing == "");
}
