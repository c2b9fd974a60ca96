// Servers and their cells: those of the store, and those that the protocol names in braces.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

namespace {

struct CellPlan {
  std::string name;
  Place place;
  Scope scope = Scope::server;
  std::uint32_t server = 0;
};

void declare_cell(Resolution& all, const CellPlan& plan, const CellType& type,
                  const std::optional<Expression>& initial) {
  ServerFacts& server = all.servers[plan.server];
  for (const auto& [field, inner] : type.fields) {
    CellPlan part = plan;
    part.name += "." + field;
    server.records.insert(plan.name);
    declare_cell(all, part, inner, std::nullopt);
  }
  if (!type.fields.empty()) return;
  Variable variable;
  variable.name = plan.name;
  variable.place = plan.place;
  variable.scope = plan.scope;
  variable.owner = plan.server;
  variable.shape = type.shape;
  variable.capacity = type.capacity;
  variable.capacity_is_said = type.capacity_is_said;
  VariableFacts facts;
  facts.value = type.value;
  facts.key = type.key;
  facts.range = type.range;
  facts.key_range = type.key_range;
  facts.optional = type.optional;
  facts.initial = initial;
  server.cells[plan.name] = add_variable(all, std::move(variable), std::move(facts));
}

/// Of a connection a server keeps one value under a name, without a deadline.
bool check_connection(Resolution& all, const syntax::Field& field, const CellType& type) {
  Shape shape = type.shape;
  for (const auto& [name, inner] : type.fields)
    if (inner.shape != Shape::scalar) shape = inner.shape;
  if (shape == Shape::scalar) return true;
  report(all, "E0295",
         fmt::format("{} is {}, and a connection has plain values only", field.name, describe_shape(shape, false)),
         field.place,
         {{"declare it in state { }: a cell for each client, or a map whose keys are the ids of the clients"}, {}, ""});
  return false;
}

/// The value behind `=`: a literal of the cell's kind.
std::optional<Expression> initial_value(Resolution& all, const syntax::Field& field, const CellType& type) {
  if (!field.initial) return std::nullopt;
  Body body;
  body.room = Room::property;
  body.is_own = true;
  Expression value = resolve_expression(all, body, *field.initial);
  if (all.kinds.is_poisoned(slot_of(value))) return std::nullopt;
  if (type.shape != Shape::scalar || !type.fields.empty()) {
    report(all, "E0224", fmt::format("{} starts empty: only a plain value has a first value", field.name), field.place);
    return std::nullopt;
  }
  if (value.op != ExpressionOp::literal || is_infinity(value)) {
    report(all, "E0241", "a first value has to be known before the run", field.initial->place);
    return std::nullopt;
  }
  fit(all, body, type.value, value, field.name);
  all.kinds.flow(slot_of(value), type.value);
  return value;
}

void declare_field(Resolution& all, std::uint32_t server, Scope scope, const syntax::Field& field) {
  const syntax::Store* store = all.servers[server].store;
  if (all.servers[server].cells.count(field.name) > 0 || all.servers[server].records.count(field.name) > 0) {
    report(all, "E0203", fmt::format("there are two cells {}", field.name), field.place);
    return;
  }
  const CellType type = resolve_type(all, store, field.type);
  if (scope == Scope::connection && !check_connection(all, field, type)) return;
  declare_cell(all, {field.name, field.place, scope, server}, type, initial_value(all, field, type));
}

void add_server(Resolution& all, const syntax::Server& text, std::int64_t number) {
  const auto index = static_cast<std::uint32_t>(all.model.servers.size());
  Server server;
  server.name = text.is_array ? fmt::format("{}[{}]", text.name, number) : text.name;
  server.store = text.store;
  server.place = text.place;
  server.durable = text.durable;
  server.replicated = text.replicated;
  server.steady = text.steady;
  all.model.servers.push_back(std::move(server));
  all.groups[text.name].servers.push_back(index);
  ServerFacts facts;
  const auto store = all.library.stores.find(text.store);
  if (store != all.library.stores.end()) facts.store = &store->second;
  all.servers.push_back(std::move(facts));
  if (!all.servers[index].store) return;
  for (const auto& field : all.servers[index].store->state) declare_field(all, index, Scope::server, field);
  for (const auto& field : all.servers[index].store->connection) declare_field(all, index, Scope::connection, field);
  const std::size_t before = all.model.variables.size();
  for (const auto& field : all.servers[index].store->remembered) declare_field(all, index, Scope::server, field);
  for (std::size_t cell = before; cell < all.model.variables.size(); ++cell)
    all.model.variables[VariableIndex{static_cast<std::uint32_t>(cell)}].is_remembered = true;
  for (const auto& field : text.cells) declare_field(all, index, Scope::server, field);
}

void check_operations(Resolution& all, const syntax::Store& store) {
  std::map<std::string, Place> known;
  for (const auto& operation : store.operations) {
    const auto [first, is_new] = known.emplace(operation.name, operation.place);
    if (!is_new)
      report(all, "E0203", fmt::format("there are two operations {}", operation.name), operation.place,
             {{}, {{first->second, "here already"}}, ""});
  }
}

void check_store(Resolution& all, const syntax::Server& text) {
  const auto store = all.library.stores.find(text.store);
  if (store != all.library.stores.end()) return check_operations(all, store->second);
  std::vector<std::string> known;
  for (const auto& [name, other] : all.library.stores) known.push_back(name);
  report_unknown(all, "E0205", "store", text.store, text.store_place, known);
}

/// Words that a store's operations answer, and those of `one of`.
void learn_words(Resolution& all, const syntax::Store& store) {
  static const std::set<std::string> kinds{"id",  "token",  "instant", "duration", "bool",
                                           "int", "client", "value",   "none"};
  const auto is_type = [&](const std::string& word) {
    return std::any_of(store.types.begin(), store.types.end(), [&](const auto& type) { return type.name == word; });
  };
  for (const auto& operation : store.operations)
    for (const auto& answer : operation.answers) {
      const std::string word = answer.substr(0, answer.find(' '));
      if (kinds.count(word) == 0 && !is_type(word)) all.known_words.insert(word);
    }
}

void learn_cases(Resolution& all, const syntax::Type& type) {
  if (type.form == syntax::TypeForm::one_of) all.case_lists.push_back(type.cases);
  for (const auto& part : type.parts) learn_cases(all, part);
  for (const auto& field : type.fields) learn_cases(all, field.type);
}

void learn_cases(Resolution& all, const syntax::Block& block) {
  for (const auto& statement : block) {
    if (statement.type) learn_cases(all, *statement.type);
    for (const auto* blocks : {&statement.blocks, &statement.timeout})
      for (const auto& inner : *blocks) learn_cases(all, inner);
  }
}

void learn(Resolution& all) {
  for (const auto& server : all.protocol.servers) {
    for (const auto& field : server.cells) learn_cases(all, field.type);
    const auto store = all.library.stores.find(server.store);
    if (store == all.library.stores.end()) continue;
    learn_words(all, store->second);
    for (const auto& alias : store->second.types) learn_cases(all, alias.type);
    for (const auto& field : store->second.state) learn_cases(all, field.type);
    for (const auto& field : store->second.connection) learn_cases(all, field.type);
    for (const auto& field : store->second.remembered) learn_cases(all, field.type);
    for (const auto& operation : store->second.operations) {
      learn_cases(all, operation.body);
      for (const auto& parameter : operation.parameters)
        if (parameter.type) learn_cases(all, *parameter.type);
    }
  }
  for (const auto& client : all.protocol.clients) learn_cases(all, client.body);
}

}  // namespace

void resolve_servers(Resolution& all) {
  learn(all);
  for (const auto& text : all.protocol.servers) {
    if (all.groups.count(text.name) > 0) {
      report(all, "E0203", fmt::format("there are two servers {}", text.name), text.place);
      continue;
    }
    check_store(all, text);
    all.groups[text.name].is_array = text.is_array;
    if (text.count < 1 || is_too_many(TextLimit::servers, all.servers.size() + static_cast<std::size_t>(text.count))) {
      report(all, "E0245", too_much(TextLimit::servers), text.place);
      continue;
    }
    for (std::int64_t number = 1; number <= text.count; ++number) add_server(all, text, number);
  }
}

void resolve_disconnects(Resolution& all) {
  for (std::uint32_t index = 0; index < all.servers.size(); ++index) {
    const syntax::Store* store = all.servers[index].store;
    if (!store) continue;
    Body body;
    body.room = Room::disconnect;
    body.server = index;
    all.model.servers[index].on_disconnect = resolve_block(all, body, store->on_disconnect);
  }
}

}  // namespace interlock::language
