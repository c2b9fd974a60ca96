// Control: if, loop, for, either, return and their company.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace interlock::language {

namespace {

using syntax::StatementForm;

/// While it lives, the body is inside one more branch.
class Branch {
 public:
  explicit Branch(Body& body) : body_(body) { ++body_.branches, ++body_.section_branches; }
  ~Branch() { --body_.branches, --body_.section_branches; }
  Branch(const Branch&) = delete;
  Branch& operator=(const Branch&) = delete;

 private:
  Body& body_;
};

void append(Block& out, Block block) {
  out.insert(out.end(), std::make_move_iterator(block.begin()), std::make_move_iterator(block.end()));
}

void resolve_if(Resolution& all, Body& body, Block& out, const syntax::Statement& text, std::size_t index);

/// What happens where condition `index` is false.
Block resolve_else(Resolution& all, Body& body, const syntax::Statement& text, std::size_t index) {
  Block other;
  if (index + 1 < text.conditions.size())
    resolve_if(all, body, other, text, index + 1);
  else if (text.blocks.size() > text.conditions.size())
    other = resolve_block(all, body, text.blocks.back());
  return other;
}

void resolve_if(Resolution& all, Body& body, Block& out, const syntax::Statement& text, std::size_t index) {
  const syntax::Expression& asked = text.conditions[index];
  syntax::Statement head;
  head.form = StatementForm::if_;
  head.place = index == 0 ? text.place : asked.place;
  if (index == 0) head.comment = text.comment;
  hoist_calls(all, body, out, {&asked}, head);
  Expression condition = resolve_condition(all, body, asked);
  body.hoisted.clear();
  const auto known = is_store_room(body) ? as_truth(all, condition) : std::nullopt;
  const Branch branch(body);
  if (known) {
    append(out, *known ? resolve_block(all, body, text.blocks[index]) : resolve_else(all, body, text, index));
    return;
  }
  Statement statement = make_statement(all, StatementOp::if_, head);
  const int doubt = is_doubtful(all, condition) ? 1 : 0;
  body.doubts += doubt;
  statement.expressions.push_back(std::move(condition));
  statement.blocks.push_back(resolve_block(all, body, text.blocks[index]));
  statement.blocks.push_back(resolve_else(all, body, text, index));
  body.doubts -= doubt;
  out.push_back(std::move(statement));
}

void resolve_conditional(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  if (text.conditions.empty() || text.blocks.size() < text.conditions.size()) return;
  if (is_too_many(TextLimit::conditions, text.conditions.size())) {
    report(all, "E0257", too_much(TextLimit::conditions), text.place);
    return;
  }
  resolve_if(all, body, out, text, 0);
}

void resolve_loop(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  if (body.room != Room::client) {
    report(all, "E0250", body.room == Room::atomic ? "one atomic step cannot loop" : "only a client can loop",
           text.place);
    return;
  }
  if (body.loops >= most(TextLimit::loops)) {
    report(all, "E0259", too_much(TextLimit::loops), text.place);
    out.push_back(make_statement(all, StatementOp::return_, text));  // so that the loops outside are not blamed
    return;
  }
  const Branch branch(body);
  const bool in_for = std::exchange(body.in_for, false);
  ++body.loops;
  Statement statement = make_statement(all, StatementOp::loop, text);
  statement.blocks.push_back(resolve_block(all, body, text.blocks[0]));
  --body.loops;
  body.in_for = in_for;
  out.push_back(std::move(statement));
}

/// The servers that `for n in DOMAIN` goes over.
std::vector<std::uint32_t> servers_of(Resolution& all, const Body& body, const syntax::Statement& text) {
  const syntax::Expression& domain = *text.value;
  const auto group = all.groups.find(domain.text);
  if (domain.form == syntax::ExpressionForm::name && group != all.groups.end()) return group->second.servers;
  std::vector<std::string> known;
  for (const auto& [name, other] : all.groups) known.push_back(name);
  if (body.locals.count(domain.text) > 0)
    report(all, "E0217", fmt::format("for goes over the servers of an array, and {} is a variable", domain.text),
           domain.place);
  else
    report_unknown(all, "E0202", "server", domain.text, domain.place, known);
  return {};
}

}  // namespace

void make_leavable(Resolution& all, Block& out, Block rounds, const syntax::Statement& text) {
  Statement loop = make_statement(all, StatementOp::loop, text);
  loop.comment.clear();
  rounds.push_back(make_statement(all, StatementOp::break_, text));
  loop.blocks.push_back(std::move(rounds));
  out.push_back(std::move(loop));
}

namespace {

void resolve_for(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  const bool is_array = text.value->form == syntax::ExpressionForm::name && all.groups.count(text.value->text) > 0;
  if (is_store_room(body) && is_array) {
    report(all, "E0251", "only a client goes over servers", text.place);
    return;
  }
  if (is_store_room(body) || cell_path(all, body, *text.value)) return resolve_walk(all, body, out, text);
  if (body.locals.count(text.text) > 0 || all.groups.count(text.text) > 0 || is_param(all, body, text.text)) {
    report(all, "E0236", fmt::format("{} has a meaning already", text.text),
           text.text_place.line ? text.text_place : text.place, {{"choose another name for the server"}, {}, ""});
    return;
  }
  const Branch branch(body);
  const auto shadowed = body.aliases.find(text.text);
  const auto before = shadowed == body.aliases.end() ? nothing : shadowed->second;
  const bool in_for = std::exchange(body.in_for, true);
  const bool is_left = std::exchange(body.for_is_left, false);
  Block rounds;
  for (const auto server : servers_of(all, body, text)) {
    body.aliases[text.text] = server;
    append(rounds, resolve_block(all, body, text.blocks[0]));
  }
  if (before == nothing)
    body.aliases.erase(text.text);
  else
    body.aliases[text.text] = before;
  if (body.for_is_left)
    make_leavable(all, out, std::move(rounds), text);
  else
    append(out, std::move(rounds));
  body.in_for = in_for;
  body.for_is_left = is_left;
}

void resolve_either(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  if (body.room == Room::disconnect) {
    report(all, "E0258", "on disconnect makes no choice", text.place);
    return;
  }
  const Branch branch(body);
  Statement statement = make_statement(all, StatementOp::either, text);
  for (const auto& block : text.blocks) statement.blocks.push_back(resolve_block(all, body, block));
  out.push_back(std::move(statement));
}

void resolve_jump(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  const bool leaves = text.form == StatementForm::break_;
  if (body.loops == 0 && !body.in_for) {
    report(all, "E0247", fmt::format("{} stands outside a loop", leaves ? "break" : "continue"), text.place);
    return;
  }
  if (body.in_for && !leaves) {
    report(all, "E0248", "continue cannot be used in for", text.place,
           {{"put the rest of the block inside an if"}, {}, ""});
    return;
  }
  if (body.in_for) body.for_is_left = true;
  if (!body.in_for && body.poll_done != nothing) {
    if (!leaves) {
      report(all, "E0248", "continue cannot be used in retry", text.place,
             {{"an attempt that comes to its end without a break is made again"}, {}, ""});
      return;
    }
    out.push_back(assign(all, body, body.poll_done, truth(all, true, text.place), text.place));
  }
  out.push_back(make_statement(all, leaves ? StatementOp::break_ : StatementOp::continue_, text));
}

/// A word has to be one that the operation says it answers.
void check_answer(Resolution& all, const Body& body, const Expression& value) {
  if (!is_word(value) || all.kinds.base(slot_of(value))) return;
  const std::string& word = all.words[static_cast<std::size_t>(value.value)];
  const auto& answers = body.operation->answers;
  if (std::find(answers.begin(), answers.end(), word) != answers.end()) return;
  report(all, "E0240", fmt::format("{} does not say that it answers {}", body.operation->name, word), value.place,
         {{"name it behind ->"}, {}, ""});
}

/// `return V` in an operation: the answer, then out of it.
void resolve_answer(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  if (body.answer != nothing && !text.value)
    report(all, "E0235", fmt::format("{} may end without an answer", body.operation->name), text.place);
  if (body.answer == nothing && text.value)
    report(all, "E0240", "this operation has no answer", text.value->place,
           {{"say its kind: op NAME(...) -> bool"}, {}, ""});
  if (body.answer != nothing && text.value) {
    Expression value = resolve_expression(all, body, *text.value);
    check_answer(all, body, value);
    out.push_back(assign(all, body, body.answer, std::move(value), text.place));
  }
  out.push_back(make_statement(all, StatementOp::leave, text));
}

void resolve_return(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  if (body.room == Room::operation) return resolve_answer(all, body, out, text);
  if (text.value)
    report(all, "E0249", "a round has no answer", text.value->place,
           {{"return ends the round; it stands alone"}, {}, ""});
  if (body.room == Room::disconnect) report(all, "E0251", "on disconnect has no return", text.place);
  out.push_back(make_statement(all, StatementOp::return_, text));
}

}  // namespace

bool resolve_control(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  switch (text.form) {
    case StatementForm::if_: return resolve_conditional(all, body, out, text), true;
    case StatementForm::loop: return resolve_loop(all, body, out, text), true;
    case StatementForm::for_: return resolve_for(all, body, out, text), true;
    case StatementForm::either: return resolve_either(all, body, out, text), true;
    case StatementForm::break_:
    case StatementForm::continue_: return resolve_jump(all, body, out, text), true;
    case StatementForm::return_: return resolve_return(all, body, out, text), true;
    default: return false;
  }
}

}  // namespace interlock::language
