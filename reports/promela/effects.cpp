// What statements do to variables and cells, and to what the guarantees remember of it.

#include "engine/machine/compiled/ranges.hpp"
#include "reports/promela/step_writer.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace interlock::reports::promela {

using namespace language;

void StepWriter::effect(Lines& out, const Walk& walk, const Statement& here) {
  const bool is_of_cell = here.variable != nothing && here.op != StatementOp::granted;
  if (is_of_cell && !draft_.matters(here.variable)) return;
  switch (here.op) {
    case StatementOp::assign: return assign(out, here.variable, here.expressions[0]);
    case StatementOp::assert_:
    case StatementOp::witness: return ask(out, here);
    case StatementOp::granted:
      if (!here.flag || walk.called) grant_where(out, here);
      return;
    case StatementOp::fence: return fence(out, here.expressions[0]);
    case StatementOp::write: return write(out, here);
    case StatementOp::clear: return clear(out, here.variable);
    case StatementOp::expire: return expire(out, here);
    case StatementOp::persist: return persist(out, here.variable);
    case StatementOp::watch:
      return out.add(fmt::format("{}_watched[{}] = true;", draft_.cell(here.variable), self_.client));
    case StatementOp::unwatch: return unwatch(out, here.server);
    case StatementOp::clock:
    case StatementOp::call:
    case StatementOp::atomic:
    case StatementOp::when:
    case StatementOp::retry:
    case StatementOp::work:
    case StatementOp::sleep:
    case StatementOp::timeout:
    case StatementOp::finally_:
    case StatementOp::operation:
    case StatementOp::leave:
    case StatementOp::if_:
    case StatementOp::loop:
    case StatementOp::break_:
    case StatementOp::continue_:
    case StatementOp::return_:
    case StatementOp::either:
    case StatementOp::section:
    case StatementOp::queued:
    case StatementOp::add:
    case StatementOp::remove:
    case StatementOp::remove_up_to:
    case StatementOp::put:
    case StatementOp::intersect:
    case StatementOp::map_put:
    case StatementOp::push:
    case StatementOp::drop_first: break;
  }
  throw NotSaid{here.place, "this statement has no Promela yet"};
}

void StepWriter::assign(Lines& out, VariableIndex index, const Expression& value) {
  const std::string place = draft_.place_of(index, self_);
  if (value.op == ExpressionOp::fresh_id) {
    out.add(fmt::format("fresh_identity(); {} = identity;", place));
    return;
  }
  out.add(fmt::format("{} = {};", place, text(value)));
  check_range(out, draft_.variable(index).kind, value.kind, place);
}

/// A number outside of its range is a failure, and is brought back into it.
void StepWriter::check_range(Lines& out, const Kind& into, const Kind& from, const std::string& place) {
  if (!machine::may_leave_range(from, into)) return;
  out.add(fmt::format("keep_in_range({}, {}, {});", place, into.low, into.high));
}

/// An assertion has the name of the guarantee that it belongs to.
void StepWriter::ask(Lines& out, const Statement& here) {
  if (!draft_.relevance.checked.contains(here.name)) return;
  const char* negated = here.op == StatementOp::witness ? "!" : "";
  out.add(fmt::format("holds_{0} = {1}({2}); assert(holds_{0});", here.name, negated, text(here.expressions[0])));
}

void StepWriter::touch(Lines& out, VariableIndex index) {
  if (draft_.is_watched(index)) out.add(fmt::format("touch_{}();", draft_.cell(index)));
}

void StepWriter::write(Lines& out, const Statement& here) {
  const Variable& variable = draft_.variable(here.variable);
  const Expression& value = here.expressions[0];
  const std::string place = draft_.place_of(here.variable, self_);
  out.add(fmt::format("{} = {};", place, text(value)));
  check_range(out, variable.kind, value.kind, place);
  if (variable.scope != Scope::server) return;
  if (variable.shape == Shape::expiring && !here.flag) out.add(draft_.deadline(here.variable) + " = -1;");
  if (draft_.relevance.writer[here.variable])
    out.add(fmt::format("{} = {};", draft_.writer(here.variable), self_.client));
  if (!here.flag) give(out, here.variable);
  touch(out, here.variable);
}

void StepWriter::clear(Lines& out, VariableIndex index) {
  if (draft_.variable(index).shape != Shape::expiring) {
    out.add(draft_.place_of(index, self_) + " = none;");
    return touch(out, index);
  }
  if (leased_index(index) >= 0)
    out.add(fmt::format("take_back_{}_{}({});", draft_.kind_name(kind_), draft_.cell(index), self_.number));
  out.add(fmt::format("clear_{}();", draft_.cell(index)));
}

void StepWriter::expire(Lines& out, const Statement& here) {
  const std::string span = text(here.expressions[0]);
  out.add("if");
  out.option(fmt::format("{} == none", draft_.cell(here.variable)));
  out.add("skip");
  out.end_option();
  out.option(fmt::format("{} != none && {} > 0", draft_.cell(here.variable), span));
  out.add(fmt::format("{} = {};", draft_.deadline(here.variable), span));
  give(out, here.variable);
  touch(out, here.variable);
  out.end_option();
  out.option("else");
  clear(out, here.variable);
  out.end_option();
  out.add("fi;");
}

void StepWriter::persist(Lines& out, VariableIndex index) {
  out.add("if");
  out.option(draft_.deadline(index) + " >= 0");
  out.add(draft_.deadline(index) + " = -1;");
  give(out, index);
  touch(out, index);
  out.end_or_skip();
}

void StepWriter::unwatch(Lines& out, std::uint32_t server) {
  const std::vector<VariableIndex> watched = draft_.watched_of(server);
  for (const VariableIndex index : watched)
    out.add(fmt::format("{}_watched[{}] = false;", draft_.cell(index), self_.client));
  if (!watched.empty()) out.add(fmt::format("touched_{}[{}] = false;", server, self_.client));
}

void StepWriter::grant_where(Lines& out, const Statement& here) {
  if (!draft_.relevance.grant) return;
  if (here.expressions.empty() && !here.unless_given) return grant(out, here.variable);
  const std::string first = here.unless_given ? own("grant") + " == 0" : "true";
  out.add("if");
  out.option(here.expressions.empty() ? first : first + " && " + text(here.expressions[0]));
  grant(out, here.variable);
  out.end_or_skip();
}

void StepWriter::grant(Lines& out, VariableIndex on) {
  if (!draft_.relevance.grant) return;
  out.add(fmt::format("newest_grant(); {} = newest + 1;", own("grant")));
  if (!draft_.relevance.lease) return;
  if (on != nothing) throw NotSaid{draft_.variable(on).place, "`granted on` has no Promela yet"};
  out.add(fmt::format("{} = {}; {} = ({} < 0 -> 0 : {});", own("lease_end"), own("given_end"), own("lease_on"),
                      own("lease_end"), own("given_on")));
}

/// Of all grants that were fenced the newest and its token are remembered: tokens rise with grants.
void StepWriter::fence(Lines& out, const Expression& token) {
  if (!draft_.relevance.fence) return;
  out.add(fmt::format("check_fence({}, {});", own("grant"), text(token)));
}

int StepWriter::leased_index(VariableIndex index) const {
  const auto& leased = draft_.relevance.leased;
  const auto found = std::find(leased.begin(), leased.end(), index);
  return !draft_.relevance.lease || found == leased.end() ? -1 : static_cast<int>(found - leased.begin());
}

/// The deadline of an entry of its own is what its lease is.
void StepWriter::give(Lines& out, VariableIndex index) {
  if (leased_index(index) < 0) return;
  out.add(fmt::format("give_{}_{}({});", draft_.kind_name(kind_), draft_.cell(index), self_.number));
}

}  // namespace interlock::reports::promela
