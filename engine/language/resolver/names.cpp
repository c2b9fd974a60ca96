// What a bare name stands for.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::language {

namespace {

Expression read_param(Resolution& all, Body& body, ParamFacts& facts, const Place& place) {
  facts.is_used = true;
  const Param& param = all.model.params[facts.index];
  if (!param.is_range) return literal(all, param.kind.base, param.value.low, place);
  const bool chosen = (body.room == Room::client || body.room == Room::atomic) && !body.checks;
  if (body.room == Room::property && !body.is_own) {
    if (body.why_not.empty()) body.why_not = fmt::format("its param {} is a range", param.name);
    return poisoned(all, place);
  }
  if (param.kind.base == Base::duration || !chosen) {
    report(all, "E0246", fmt::format("{} is a range: it can be used in work, sleep and every", param.name), place,
           {{fmt::format("here one value is needed: param {} = ...", param.name)}, {}, ""});
    return poisoned(all, place);
  }
  Expression low = literal(all, Base::integer, param.value.low, place);
  Expression high = literal(all, Base::integer, param.value.high, place);
  return with_operands(make(all, ExpressionOp::choose, all.kinds.known(Base::integer), place), {low, high});
}

Expression read_binding(Resolution& all, Body& body, const Binding& binding, const syntax::Expression& name) {
  switch (binding.form) {
    case syntax::ParameterForm::flag: return truth(all, binding.given, name.place);
    case syntax::ParameterForm::cell: {
      const auto cell = find_cell(all, {body.server, binding.cell, name.place});
      return cell ? read_cell(all, body, *cell, name.place) : poisoned(all, name.place);
    }
    default: break;
  }
  if (!binding.given) {
    report(all, "E0226", fmt::format("{} may not have been passed here", name.text), name.place,
           {{fmt::format("ask first: if given {} {{ }}", name.text)}, {}, ""});
    return poisoned(all, name.place);
  }
  if (binding.constant) {
    Expression constant = *binding.constant;
    if (constant.place.line == 0) constant.place = name.place;
    return constant;
  }
  return read(all, binding.variable, name.place);
}

bool is_word_of_model(const Resolution& all, const std::string& name) {
  if (all.known_words.count(name) > 0) return true;
  return std::any_of(all.case_lists.begin(), all.case_lists.end(),
                     [&](const auto& list) { return std::find(list.begin(), list.end(), name) != list.end(); });
}

/// As it is called in the body: `ttl` for worker.ttl.
std::string short_name(const Resolution& all, const Body& body, const std::string& param) {
  const std::string owner = body.kind == nothing ? "" : name_of_own_param(all.model.kinds[body.kind].name, "");
  return !owner.empty() && param.starts_with(owner) ? param.substr(owner.size()) : param;
}

std::vector<std::string> known_names(const Resolution& all, const Body& body) {
  std::vector<std::string> known;
  for (const auto& [name, variable] : body.locals) known.push_back(name);
  for (const auto& [name, binding] : body.parameters) known.push_back(name);
  for (const auto& [name, client] : body.quantified) known.push_back(name);
  known.insert(known.end(), all.known_words.begin(), all.known_words.end());
  for (const auto& list : all.case_lists) known.insert(known.end(), list.begin(), list.end());
  const bool in_store = body.room == Room::operation || body.room == Room::disconnect;
  if (in_store)
    for (const auto& [name, variable] : all.servers[body.server].cells) known.push_back(name);
  else
    for (const auto& [name, param] : all.params) known.push_back(short_name(all, body, name));
  return known;
}

/// The server that has a cell of this name, where a client forgot to say which.
std::string server_with(const Resolution& all, const std::string& cell) {
  for (std::size_t index = 0; index < all.servers.size(); ++index)
    if (all.servers[index].cells.count(cell) > 0) return all.model.servers[index].name;
  return "";
}

Expression unknown_name(Resolution& all, Body& body, const syntax::Expression& name) {
  const Expression result = poisoned(all, name.place);
  if (body.room == Room::property && !body.is_own) {
    if (body.why_not.empty()) body.why_not = fmt::format("it has no param {}", name.text);
    return result;
  }
  if (body.assigned.count(name.text) > 0) {
    report(all, "E0209", fmt::format("{} is used before it has a value", name.text), name.place,
           {{fmt::format("give it one first: {} = ...", name.text)}, {}, ""});
    return result;
  }
  if (all.groups.count(name.text) > 0) {
    const bool array = all.groups.at(name.text).is_array;
    report(all, "E0208", fmt::format("{} is {}, not a value", name.text, array ? "an array of servers" : "a server"),
           name.place);
    return result;
  }
  const std::string server = server_with(all, name.text);
  if (!server.empty() && body.room != Room::operation) {
    report(all, "E0208", fmt::format("{0} is a cell of {1}: {1}.{0}", name.text, server), name.place);
    return result;
  }
  report_unknown(all, "E0201", "name", name.text, name.place, known_names(all, body));
  return result;
}

}  // namespace

std::optional<syntax::Expression> variable_of_server(const Resolution& all, const Body& body,
                                                     const syntax::Expression& text) {
  const bool may_be = text.form == syntax::ExpressionForm::element &&
                      text.operands[0].form == syntax::ExpressionForm::name && !is_store_room(body) &&
                      body.room != Room::property && all.groups.count(text.operands[0].text) == 0;
  const auto server = may_be ? find_server(all, body, text.operands[1]) : std::nullopt;
  if (!server) return std::nullopt;
  syntax::Expression name = text.operands[0];
  name.text += fmt::format("[{}]", all.model.servers[*server].name);
  name.place = text.place;
  return name;
}

std::optional<Expression> resolve_option_value(Resolution& all, Body& body, const syntax::Expression& text) {
  const auto& name = text.operands[0];
  const auto option = body.parameters.find(name.text);
  if (name.form != syntax::ExpressionForm::name || option == body.parameters.end()) return std::nullopt;
  if (option->second.form != syntax::ParameterForm::option) return std::nullopt;
  const auto& index = text.operands[1];
  const auto count = static_cast<std::int64_t>(option->second.further.size()) + 1;
  if (!option->second.given || (index.form == syntax::ExpressionForm::number && index.number == 1))
    return read_binding(all, body, option->second, name);
  if (index.form == syntax::ExpressionForm::number && index.number > 1 && index.number <= count)
    return read_binding(all, body, option->second.further[static_cast<std::size_t>(index.number - 2)], name);
  report_kind(all, "E0229",
              fmt::format("{} has {} here", name.text, count == 1 ? "one value" : fmt::format("{} values", count)),
              text.place, body.call_place);
  return poisoned(all, text.place);
}

Expression resolve_name(Resolution& all, Body& body, const syntax::Expression& name) {
  const auto local = body.locals.find(name.text);
  if (local != body.locals.end()) return read(all, local->second, name.place);
  const auto parameter = body.parameters.find(name.text);
  if (parameter != body.parameters.end()) return read_binding(all, body, parameter->second, name);
  const bool in_store = body.room == Room::operation || body.room == Room::disconnect;
  if (in_store) {
    if (const auto path = cell_path(all, body, name)) {
      const auto cell = find_cell(all, *path);
      return cell ? read_cell(all, body, *cell, name.place) : poisoned(all, name.place);
    }
  } else {
    if (ParamFacts* const param = find_param(all, body, name.text)) return read_param(all, body, *param, name.place);
  }
  if (is_word_of_model(all, name.text)) return word_literal(all, name.text, name.place);
  return unknown_name(all, body, name);
}

}  // namespace interlock::language
