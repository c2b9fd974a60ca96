// Which server and which cell a text means.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

namespace interlock::language {

namespace {

using syntax::ExpressionForm;

/// Where the word behind the point stands.
Place word_place(const syntax::Expression& expression) {
  return expression.text_place.line == 0 ? expression.place : expression.text_place;
}

std::optional<CellPath> named_cell(const Resolution& all, const Body& body, const syntax::Expression& expression) {
  const auto parameter = body.parameters.find(expression.text);
  if (parameter != body.parameters.end()) {
    if (parameter->second.form != syntax::ParameterForm::cell) return std::nullopt;
    return CellPath{body.server, parameter->second.cell, expression.place};
  }
  const ServerFacts& server = all.servers[body.server];
  const auto is_field = [&](const syntax::Field& field) { return field.name == expression.text; };
  for (const auto* fields : {&server.store->state, &server.store->connection, &server.store->remembered})
    for (const auto& field : *fields)
      if (is_field(field)) return CellPath{body.server, expression.text, expression.place};
  return std::nullopt;
}

}  // namespace

bool is_store_room(const Body& body) { return body.room == Room::operation || body.room == Room::disconnect; }

std::optional<std::uint32_t> find_server(const Resolution& all, const Body& body,
                                         const syntax::Expression& expression) {
  if (is_store_room(body)) return std::nullopt;
  if (expression.form == ExpressionForm::element && expression.operands[1].form == ExpressionForm::number) {
    const auto group = all.groups.find(expression.operands[0].text);
    if (expression.operands[0].form != ExpressionForm::name || group == all.groups.end()) return std::nullopt;
    const auto number = expression.operands[1].number;
    const auto count = static_cast<std::int64_t>(group->second.servers.size());
    if (!group->second.is_array || number < 1 || number > count) return std::nullopt;
    return group->second.servers[static_cast<std::size_t>(number - 1)];
  }
  if (expression.form != ExpressionForm::name || body.locals.count(expression.text) > 0) return std::nullopt;
  const auto alias = body.aliases.find(expression.text);
  if (alias != body.aliases.end()) return alias->second;
  const auto group = all.groups.find(expression.text);
  if (group == all.groups.end() || group->second.is_array || group->second.servers.empty()) return std::nullopt;
  return group->second.servers[0];
}

std::optional<CellPath> cell_path(const Resolution& all, const Body& body, const syntax::Expression& expression) {
  if (expression.form == ExpressionForm::name && is_store_room(body)) return named_cell(all, body, expression);
  if (expression.form != ExpressionForm::member) return std::nullopt;
  if (const auto server = find_server(all, body, expression.operands[0]))
    return CellPath{*server, expression.text, word_place(expression)};
  auto outer = cell_path(all, body, expression.operands[0]);
  if (outer) outer->name += "." + expression.text;
  return outer;
}

std::optional<VariableIndex> find_cell(Resolution& all, const CellPath& path) {
  const ServerFacts& server = all.servers[path.server];
  const auto found = server.cells.find(path.name);
  if (found != server.cells.end()) return found->second;
  if (!server.store) return std::nullopt;  // its store is unknown: that was said
  if (server.records.count(path.name) > 0) {
    report(all, "E0225", fmt::format("{} is a record: name one of its fields", path.name), path.place);
    return std::nullopt;
  }
  std::vector<std::string> known;
  for (const auto& [name, variable] : server.cells) known.push_back(name);
  report_unknown(all, "E0207", fmt::format("cell in server {} named", all.model.servers[path.server].name), path.name,
                 path.place, known);
  return std::nullopt;
}

std::optional<VariableIndex> expect_cell(Resolution& all, Body& body, const syntax::Expression& expression) {
  const auto path = cell_path(all, body, expression);
  if (path) {
    use_server(all, body, path->server, path->place);
    return find_cell(all, *path);
  }
  const bool in_store = is_store_room(body);
  std::vector<std::string> known;
  if (in_store)
    for (const auto& [name, variable] : all.servers[body.server].cells) known.push_back(name);
  if (in_store)
    for (const auto& [name, binding] : body.parameters) known.push_back(name);
  Explanation more;
  const auto nearest = nearest_name(expression.text, known);
  if (nearest) more.help.push_back(fmt::format("a name close to it: {}", *nearest));
  if (!in_store) more.help.push_back("a cell is named with its server: redis.lock");
  report(all, "E0206", "a cell has to stand here", expression.place, more);
  return std::nullopt;
}

void use_server(Resolution& all, Body& body, std::uint32_t server, const Place& place) {
  if (body.room != Room::atomic && body.room != Room::when && body.room != Room::fault) return;
  if (body.server == nothing) {
    body.server = server;
    body.server_place = place;
    return;
  }
  if (body.server == server) return;
  report(all, "E0213", fmt::format("one {} is on one server", body.room == Room::fault ? "fault" : "atomic step"),
         place,
         {{"servers do not share steps: use a step for each"},
          {{body.server_place, fmt::format("{} is used here", all.model.servers[body.server].name)}},
          fmt::format("and here {}", all.model.servers[server].name)});
}

}  // namespace interlock::language
