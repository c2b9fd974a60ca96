// An operation of a store, put in the place of its call.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace interlock::language {

const syntax::Operation* find_operation(Resolution& all, std::uint32_t server, const syntax::Expression& call) {
  const syntax::Store* store = all.servers[server].store;
  if (!store) return nullptr;
  std::vector<std::string> known;
  for (const auto& operation : store->operations) {
    if (operation.name == call.text) return &operation;
    known.push_back(operation.name);
  }
  const Place& place = call.text_place.line == 0 ? call.place : call.text_place;
  Explanation more;
  if (const auto nearest = nearest_name(call.text, known))
    more.help.push_back(fmt::format("a name close to it: {}", *nearest));
  more.help.push_back(fmt::format("all operations: interlock show {}", store->name));
  report(all, "E0230", fmt::format("there is no operation {} in store {}", call.text, store->name), place,
         std::move(more));
  return nullptr;
}

namespace {

std::optional<Base> base_of_word(const std::string& word) {
  if (word == "id") return Base::identity;
  if (word == "token") return Base::token;
  if (word == "instant") return Base::instant;
  if (word == "duration") return Base::duration;
  if (word == "bool") return Base::boolean;
  if (word == "client") return Base::client;
  if (word == "int") return Base::integer;
  return std::nullopt;
}

std::string first_word(const std::string& text) { return text.substr(0, text.find(' ')); }

bool is_word_beside(const Resolution& all, const std::string& word) {
  return word == "none" || all.known_words.count(word) > 0;
}

/// The answer's variable, with what the operation says of its kind. Where several kinds are named
/// (`-> bool or value or none`), it is the options that decide, and what is returned tells.
VariableIndex declare_answer(Resolution& all, const syntax::Operation& operation, const syntax::Expression& call) {
  if (operation.answers.empty()) return nothing;
  const VariableIndex answer = add_scratch(all, fmt::format("({})", call.text), call.place);
  const Slot slot = all.facts[answer].value;
  const auto kinds = std::count_if(operation.answers.begin(), operation.answers.end(),
                                   [&](const auto& text) { return !is_word_beside(all, first_word(text)); });
  if (kinds > 1) return answer;
  for (const auto& text : operation.answers) {
    const std::string word = first_word(text);
    if (const auto base = base_of_word(word))
      all.kinds.unify(slot, all.kinds.known(*base));
    else if (is_word_beside(all, word))
      all.kinds.may_be(slot, word);
  }
  return answer;
}

}  // namespace

VariableIndex instantiate(Resolution& all, Body& caller, Block& out, std::uint32_t server,
                          const syntax::Operation& operation, const syntax::Expression& call,
                          const syntax::Statement& from) {
  Statement statement = make_statement(all, StatementOp::operation, from);
  statement.place = call.place;
  statement.server = server;
  Call shown;
  shown.server = server;
  shown.operation = call.text;
  Block arguments;
  Body body;
  body.room = Room::operation;
  body.kind = caller.kind;
  body.server = server;
  body.operation = &operation;
  body.call_place = call.place;
  const auto bindings = bind_arguments(all, caller, arguments, server, operation, call, shown);
  body.answer = declare_answer(all, operation, call);
  shown.answer = body.answer;
  statement.calls.push_back(std::move(shown));
  if (!bindings) {
    if (body.answer != nothing) all.kinds.poison(all.facts[body.answer].value);
    out.push_back(std::move(statement));
    return body.answer;
  }
  body.parameters = *bindings;
  Block inner = resolve_block(all, body, operation.body);
  if (body.answer != nothing && !always_ends(inner))
    report(all, "E0235", fmt::format("{} may end without an answer", operation.name), operation.place,
           {{"return something on every way through it"}, {}, ""});
  arguments.insert(arguments.end(), std::make_move_iterator(inner.begin()), std::make_move_iterator(inner.end()));
  statement.blocks.push_back(std::move(arguments));
  out.push_back(std::move(statement));
  return body.answer;
}

}  // namespace interlock::language
