// `for m in S`: within one step, the members that S has when it begins, one after another. It is written out: a round
// for each member that S can hold.

#include "engine/language/resolver/resolution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace interlock::language {

namespace {

struct Walk {
  Resolution& all;
  Body& body;
  const syntax::Statement& text;
  VariableIndex container;
};

bool has_order(const Walk& walk) {
  const Shape shape = walk.all.model.variables[walk.container].shape;
  return shape == Shape::queue || shape == Shape::ranked;
}

/// The container that is gone through, or none after a complaint.
std::optional<VariableIndex> container_of(Resolution& all, Body& body, const syntax::Statement& text) {
  if (body.room == Room::client) {
    report(all, "E0278", "a server goes through its members in one step", text.place,
           {{"put it in atomic { }, or in an operation of the store"}, {}, ""});
    return std::nullopt;
  }
  const auto cell = expect_cell(all, body, *text.value);
  if (!cell) return std::nullopt;
  const Shape shape = all.model.variables[*cell].shape;
  if (shape != Shape::scalar && shape != Shape::expiring) return cell;
  report_kind(all, "E0313",
              fmt::format("for goes through a set, a map, a queue or a ranked set, and {} is {}",
                          all.model.variables[*cell].name, describe_shape(shape, all.facts[*cell].optional)),
              text.value->place, body.call_place);
  return std::nullopt;
}

bool is_taken(const Resolution& all, const Body& body, const std::string& name) {
  if (body.locals.count(name) > 0 || body.parameters.count(name) > 0) return true;
  if (!is_store_room(body)) return all.groups.count(name) > 0 || is_param(all, body, name);
  return all.servers[body.server].cells.count(name) > 0;
}

Expression about(const Walk& walk, ExpressionOp op, Slot slot) {
  Expression expression = make(walk.all, op, slot, walk.text.value->place);
  expression.variable = walk.container;
  return expression;
}

/// How many members there are when it begins.
VariableIndex count_members(const Walk& walk, Block& out) {
  const VariableIndex number = add_scratch(walk.all, "(number of members)", walk.text.place);
  Expression count = about(walk, ExpressionOp::count, walk.all.kinds.known(Base::integer));
  out.push_back(assign(walk.all, walk.body, number, std::move(count), walk.text.value->place));
  return number;
}

/// `if number > place { block }`
Statement if_there_is(const Walk& walk, VariableIndex number, std::uint32_t place, Block block) {
  const Place& at = walk.text.place;
  Statement statement = make_statement(walk.all, StatementOp::if_, walk.text);
  statement.comment.clear();
  statement.expressions.push_back(make_comparison(walk.all, walk.body, ExpressionOp::greater,
                                                  read(walk.all, number, at),
                                                  literal(walk.all, Base::integer, place, at), at));
  statement.blocks.push_back(std::move(block));
  statement.blocks.emplace_back();
  return statement;
}

/// The variables of the rounds, each with its member in it, if there are so many.
std::vector<VariableIndex> take_members(const Walk& walk, VariableIndex number, Block& out) {
  std::vector<VariableIndex> members;
  const VariableFacts facts = walk.all.facts[walk.container];
  const bool is_map = walk.all.model.variables[walk.container].shape == Shape::map;
  for (std::uint32_t place = 0; place < walk.all.model.variables[walk.container].capacity; ++place) {
    const VariableIndex member = add_scratch(walk.all, fmt::format("({})", walk.text.text), walk.text.text_place);
    Expression taken = about(walk, ExpressionOp::member_at, is_map ? facts.key : facts.value);
    taken.value = place;
    Block take{assign(walk.all, walk.body, member, std::move(taken), walk.text.value->place)};
    out.push_back(if_there_is(walk, number, place, std::move(take)));
    members.push_back(member);
  }
  return members;
}

/// One round; what is bound in it is not known behind it.
Block round_of(const Walk& walk, VariableIndex member) {
  const auto outside = walk.body.locals;
  walk.body.locals[walk.text.text] = member;
  Block round = resolve_block(walk.all, walk.body, walk.text.blocks[0]);
  walk.body.locals = outside;
  return round;
}

bool changes(const Block& block, VariableIndex variable) {
  return std::any_of(block.begin(), block.end(), [&](const Statement& statement) {
    return statement.variable == variable || std::any_of(statement.blocks.begin(), statement.blocks.end(),
                                                         [&](const Block& inner) { return changes(inner, variable); });
  });
}

/// What every round has to keep to is looked at in the first.
void check_round(const Walk& walk, const Block& round, VariableIndex member, std::size_t known) {
  if (changes(round, member))
    report(walk.all, "E0238", fmt::format("{} is whose turn it is: it cannot be changed", walk.text.text),
           walk.text.place);
  if (has_order(walk)) return;
  const auto place = seen_order(round, member, known);
  if (!place) return;
  const Variable& container = walk.all.model.variables[walk.container];
  report(
      walk.all, "E0279",
      fmt::format("{} has no order, and what comes of this may depend on one", describe_shape(container.shape, false)),
      *place,
      {{"in whatever order, the same has to come of it: remove m, S[m] = V, x = the same value each time, x += 1",
        "what has an order is a queue or a ranked set"},
       {{walk.text.place, fmt::format("{} is gone through here", container.name)}},
       ""});
}

}  // namespace

void resolve_walk(Resolution& all, Body& body, Block& out, const syntax::Statement& text) {
  const auto container = container_of(all, body, text);
  if (!container) return;
  if (is_taken(all, body, text.text)) {
    report(all, "E0236", fmt::format("{} has a meaning already", text.text), text.text_place,
           {{"choose another name for the member"}, {}, ""});
    return;
  }
  const Walk walk{all, body, text, *container};
  all.facts[*container].is_read = true;
  ++body.branches, ++body.section_branches;
  const bool in_for = std::exchange(body.in_for, true);
  const bool is_left = std::exchange(body.for_is_left, false);
  const bool in_walk = std::exchange(body.in_walk, true);
  const VariableIndex number = count_members(walk, out);
  Block rounds;
  const std::vector<VariableIndex> members = take_members(walk, number, out);
  for (std::uint32_t place = 0; place < members.size() && !all.is_too_big; ++place) {
    const std::size_t known = all.model.variables.size();
    Block round = round_of(walk, members[place]);
    if (place == 0) check_round(walk, round, members[0], known);
    rounds.push_back(if_there_is(walk, number, place, std::move(round)));
  }
  if (body.for_is_left)
    make_leavable(all, out, std::move(rounds), text);
  else
    out.insert(out.end(), std::make_move_iterator(rounds.begin()), std::make_move_iterator(rounds.end()));
  body.in_for = in_for;
  body.for_is_left = is_left;
  body.in_walk = in_walk;
  --body.branches, --body.section_branches;
}

}  // namespace interlock::language
