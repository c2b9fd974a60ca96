#include "tests/language/tree_text.hpp"

#include <fmt/format.h>

#include <array>
#include <map>

namespace interlock::language::tests {

using syntax::ExpressionForm;
using syntax::StatementForm;

namespace {

template <typename Items>
std::string joined(const Items& items, std::string_view between) {
  std::string result;
  for (const auto& item : items) {
    if (!result.empty()) result += between;
    result += to_text(item);
  }
  return result;
}

std::string with_operands(std::string head, const syntax::Expression& expression) {
  for (const syntax::Expression& operand : expression.operands) head += " " + to_text(operand);
  return "(" + head + ")";
}

std::string arguments_text(const syntax::Expression& call) {
  std::string result;
  for (const syntax::Argument& argument : call.arguments) {
    if (!result.empty()) result += ", ";
    if (!argument.option.empty()) result += argument.option + ":";
    result += joined(argument.value, " ");
  }
  return result;
}

std::string event_text(const syntax::Expression& event) {
  std::string result = "(" + to_text(event.operands.at(0)) + " " + event.text;
  if (!event.variable.empty()) result += " " + event.variable;
  if (event.operands.size() > 1) result += " " + to_text(event.operands[1]);
  return result + ")";
}

}  // namespace

std::string to_text(const syntax::Expression& e) {
  switch (e.form) {
    case ExpressionForm::name: return e.text;
    case ExpressionForm::number: return fmt::format("{}", e.number);
    case ExpressionForm::duration: return fmt::format("{}us", e.number);
    case ExpressionForm::text: return '"' + e.text + '"';
    case ExpressionForm::truth: return e.number != 0 ? "true" : "false";
    case ExpressionForm::none: return "none";
    case ExpressionForm::infinity: return e.number > 0 ? "inf" : "-inf";
    case ExpressionForm::fresh_id: return "fresh-id";
    case ExpressionForm::now: return "now";
    case ExpressionForm::true_time: return "true-time";
    case ExpressionForm::caller: return "caller";
    case ExpressionForm::caller_grant: return "caller-grant";
    case ExpressionForm::touched: return "touched";
    case ExpressionForm::given: return "(given " + e.text + ")";
    case ExpressionForm::known: return "(known " + e.text + ")";
    case ExpressionForm::member: return to_text(e.operands.at(0)) + "." + e.text;
    case ExpressionForm::call: return to_text(e.operands.at(0)) + "." + e.text + "(" + arguments_text(e) + ")";
    case ExpressionForm::element: return to_text(e.operands.at(0)) + "[" + to_text(e.operands.at(1)) + "]";
    case ExpressionForm::round: return with_operands("round", e);
    case ExpressionForm::unary: return with_operands(e.text, e);
    case ExpressionForm::binary: return with_operands(e.text, e);
    case ExpressionForm::quantifier: return with_operands(e.text + " " + e.variable, e);
    case ExpressionForm::client_event: return event_text(e);
  }
  return "?";
}

std::string to_text(const syntax::Range& range) {
  std::string result = to_text(range.low);
  if (range.high) result += ".." + to_text(*range.high);
  return result;
}

std::string to_text(const syntax::Type& type) {
  static const std::map<syntax::TypeForm, std::string> words = {
      {syntax::TypeForm::boolean, "bool"},      {syntax::TypeForm::integer, "int"},
      {syntax::TypeForm::one_of, "one-of"},     {syntax::TypeForm::optional, "optional"},
      {syntax::TypeForm::expiring, "expiring"}, {syntax::TypeForm::set, "set"},
      {syntax::TypeForm::map, "map"},           {syntax::TypeForm::queue, "queue"},
      {syntax::TypeForm::ranked, "ranked"},     {syntax::TypeForm::record, "record"},
  };
  if (type.form == syntax::TypeForm::named) return type.name;
  std::string result = words.at(type.form);
  for (const syntax::Range& range : type.range) result += " " + to_text(range);
  for (const std::string& name : type.cases) result += " " + name;
  for (const syntax::Type& part : type.parts) result += " " + to_text(part);
  if (!type.fields.empty()) result += " {" + joined(type.fields, ", ") + "}";
  if (type.capacity) result += fmt::format(" up-to {}", *type.capacity);
  return "<" + result + ">";
}

std::string to_text(const syntax::Field& field) {
  std::string result = field.name + ":" + to_text(field.type);
  if (field.initial) result += "=" + to_text(*field.initial);
  return result;
}

namespace {

std::string word(StatementForm form) {
  static const std::map<StatementForm, std::string> words = {
      {StatementForm::assign, "assign"},
      {StatementForm::call, "call"},
      {StatementForm::if_, "if"},
      {StatementForm::loop, "loop"},
      {StatementForm::break_, "break"},
      {StatementForm::continue_, "continue"},
      {StatementForm::return_, "return"},
      {StatementForm::for_, "for"},
      {StatementForm::either, "either"},
      {StatementForm::when, "when"},
      {StatementForm::atomic, "atomic"},
      {StatementForm::retry, "retry"},
      {StatementForm::critical, "critical"},
      {StatementForm::section, "section"},
      {StatementForm::background, "background"},
      {StatementForm::every, "every"},
      {StatementForm::finally_, "finally"},
      {StatementForm::work, "work"},
      {StatementForm::sleep, "sleep"},
      {StatementForm::granted, "granted"},
      {StatementForm::queued, "queued"},
      {StatementForm::fence, "fence"},
      {StatementForm::assert_, "assert"},
      {StatementForm::keep, "keep"},
      {StatementForm::witness, "witness"},
      {StatementForm::clear, "clear"},
      {StatementForm::expire, "expire"},
      {StatementForm::persist, "persist"},
      {StatementForm::add, "add"},
      {StatementForm::remove, "remove"},
      {StatementForm::remove_up_to, "remove-up-to"},
      {StatementForm::put, "put"},
      {StatementForm::keep_members, "keep-members"},
      {StatementForm::push, "push"},
      {StatementForm::drop_first, "drop-first"},
      {StatementForm::watch, "watch"},
      {StatementForm::unwatch, "unwatch"},
      {StatementForm::reject, "reject"},
  };
  return words.at(form);
}

}  // namespace

std::string to_text(const syntax::Statement& s) {
  std::string result = word(s.form);
  if (!s.text.empty()) result += " " + s.text;
  if (s.target) result += " " + to_text(*s.target);
  if (s.type) result += " :" + to_text(*s.type);
  for (const auto* part : {&s.value, &s.second, &s.third}) {
    if (*part) result += " " + to_text(**part);
  }
  if (s.within) result += " within " + to_text(*s.within);
  if (s.range) result += " " + to_text(*s.range);
  if (s.flag) result += " keeping";
  for (std::size_t i = 0; i < s.blocks.size(); ++i) {
    if (i < s.conditions.size()) result += " " + to_text(s.conditions[i]);
    result += " {" + to_text(s.blocks[i]) + "}";
  }
  for (const auto& block : s.timeout) result += " timeout {" + to_text(block) + "}";
  if (!s.comment.empty()) result += " #" + s.comment;
  return result;
}

std::string to_text(const syntax::Block& block) {
  std::string result;
  for (const syntax::Statement& statement : block) {
    if (!result.empty()) result += "; ";
    result += to_text(statement);
  }
  return result;
}

std::string to_text(const syntax::Fault& fault) {
  std::string result = fault.name;
  if (fault.amount) result += " " + to_text(*fault.amount);
  if (fault.times) result += fmt::format(" x{}", *fault.times);
  if (fault.for_ever) result += " for-ever";
  return result;
}

std::string to_text(const syntax::Expectation& expectation) {
  static constexpr std::array<std::string_view, 3> verdicts = {"holds", "fails", "reachable"};
  std::string result = expectation.spec + " ";
  result += verdicts.at(static_cast<std::size_t>(expectation.verdict));
  if (expectation.used) result += " using [" + joined(*expectation.used, ", ") + "]";
  result += " under [" + joined(expectation.under, ", ") + "]";
  for (const std::string& name : expectation.assuming) result += " assuming " + name;
  return result;
}

std::string to_text(const syntax::Property& property) {
  static constexpr std::array<std::string_view, 8> forms = {
      "always", "never", "always-possible", "leads-to", "again-and-again", "reachable", "asserted", "witnessed"};
  std::string result(forms.at(static_cast<std::size_t>(property.form)));
  if (!property.each.empty()) result += " each " + property.each;
  if (property.domain) result += " in " + to_text(*property.domain);
  if (property.given) result += " given " + to_text(*property.given);
  if (property.condition) result += ": " + to_text(*property.condition);
  return result;
}

std::string to_text(const syntax::Operation& operation) {
  static constexpr std::array<std::string_view, 4> forms = {"value", "cell", "flag", "option"};
  std::string result = "op " + operation.name + "(";
  for (const syntax::Parameter& parameter : operation.parameters) {
    if (result.back() != '(') result += ", ";
    result += forms.at(static_cast<std::size_t>(parameter.form));
    result += " " + parameter.name;
    if (parameter.type) result += ":" + to_text(*parameter.type);
  }
  result += ")";
  for (const std::string& answer : operation.answers) result += " ->" + answer;
  return result + " {" + to_text(operation.body) + "}";
}

namespace {

std::string spec_text(const syntax::Spec& spec) {
  return fmt::format("spec {} \"{}\" {}\n", spec.name, spec.sentence, to_text(spec.property));
}

std::string protocol_text(const syntax::Protocol& protocol) {
  std::string result = fmt::format("protocol {} \"{}\" <{}>\n", protocol.name, protocol.sentence, protocol.source);
  for (const syntax::Param& param : protocol.params) {
    result += fmt::format("param {} = {}\n", param.name, to_text(param.value));
  }
  for (const syntax::Server& server : protocol.servers) {
    result +=
        fmt::format("server {}{} : {} {{{}}}\n", server.name, server.is_array ? fmt::format("[{}]", server.count) : "",
                    server.store, joined(server.cells, ", "));
  }
  for (const syntax::Client& client : protocol.clients) {
    std::vector<std::string> params;
    for (const syntax::Param& param : client.params)
      params.push_back(fmt::format("{} = {}", param.name, to_text(param.value)));
    const std::string own = params.empty() ? "" : fmt::format("({})", fmt::join(params, ", "));
    result += fmt::format("client {}[{}]", client.name, client.count);
    if (client.is_daemon) result += " daemon";
    result += client.like.empty() ? fmt::format("{} {{{}}}\n", own, to_text(client.body))
                                  : fmt::format(" like {}{}\n", client.like, own);
  }
  for (const syntax::OwnFault& fault : protocol.own_faults) {
    result += fmt::format("fault {} \"{}\" {{{}}}\n", fault.name, fault.sentence, to_text(fault.body));
  }
  for (const syntax::Spec& spec : protocol.specs) result += spec_text(spec);
  for (const syntax::Expectation& expectation : protocol.expectations) {
    result += "expect " + to_text(expectation) + "\n";
  }
  return result;
}

std::string store_text(const syntax::Store& store) {
  std::string result = fmt::format("store {} \"{}\"\n", store.name, store.sentence);
  for (const syntax::TypeName& type : store.types) {
    result += fmt::format("type {} = {}\n", type.name, to_text(type.type));
  }
  if (!store.state.empty()) result += "state " + joined(store.state, ", ") + "\n";
  if (!store.connection.empty()) result += "connection " + joined(store.connection, ", ") + "\n";
  if (!store.on_disconnect.empty()) {
    result += "on disconnect {" + to_text(store.on_disconnect) + "}\n";
  }
  for (const syntax::Operation& operation : store.operations) result += to_text(operation) + "\n";
  return result;
}

}  // namespace

std::string to_text(const syntax::File& file) {
  std::string result;
  if (file.protocol) result += protocol_text(*file.protocol);
  if (file.store) result += store_text(*file.store);
  if (file.spec) result += spec_text(*file.spec);
  return result;
}

}  // namespace interlock::language::tests
