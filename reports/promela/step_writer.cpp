// How a client goes through its program: control. What the statements do to cells is in effects.cpp.

#include "reports/promela/step_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>

namespace interlock::reports::promela {

using namespace language;

namespace {

bool is_one_of(StatementOp op, std::initializer_list<StatementOp> ops) {
  return std::find(ops.begin(), ops.end(), op) != ops.end();
}

/// Does control leave this block on another way than by its end, or stop in it? Within a step nobody stops.
bool goes_elsewhere(const Block& block, bool inside_step) {
  return std::any_of(block.begin(), block.end(), [&](const Statement& statement) {
    const bool jumps =
        is_one_of(statement.op, {StatementOp::leave, StatementOp::break_, StatementOp::continue_, StatementOp::return_,
                                 StatementOp::loop, StatementOp::section, StatementOp::either});
    return jumps || (is_step(statement.op) && !inside_step) ||
           std::any_of(statement.blocks.begin(), statement.blocks.end(),
                       [&](const Block& inner) { return goes_elsewhere(inner, inside_step); });
  });
}

std::string comment_of(const Statement& statement) {
  if (!statement.place.source) return "";
  std::string line = line_text(*statement.place.source, statement.place.line);
  line = line.substr(0, line.find('#'));
  const std::size_t first = line.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  line = line.substr(first, line.find_last_not_of(" \t{") + 1 - first);
  for (std::size_t at = line.find("*/"); at != std::string::npos; at = line.find("*/")) line.replace(at, 2, "* /");
  return fmt::format("  /* {} */", line);
}

}  // namespace

StepWriter::StepWriter(Draft& draft, std::uint32_t kind) : draft_(draft), kind_(kind) {
  const std::uint32_t first = draft.first_client(kind);
  self_ = {kind, "self", first == 0 ? "self" : fmt::format("(self + {})", first)};
  spots_.push_back({draft.kind_name(kind) + "_idle", nullptr, false, {}});
  const Block& program = draft.model.kinds[kind].program;
  find_spots({{&program, 0, nullptr, 0}}, program, {});
}

/// All statements before which a client can stand, in order. Steps within steps are none.
void StepWriter::find_spots(const Frames& frames, const Block& block, std::set<std::uint32_t> sections) {
  Frames here = frames;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const Statement& statement = block[i];
    here.back().next = i + 1;
    const auto add = [&](bool again) {
      const std::string name =
          fmt::format("{}_at_{}{}", draft_.kind_name(kind_), statement.place.line, again ? "_again" : "");
      frames_[spots_.size()] = here;
      spots_.push_back({draft_.unique(name), &statement, again, sections});
    };
    if (is_step(statement.op)) add(false);
    if (statement.op == StatementOp::retry) add(true);
    const bool is_control = !is_step(statement.op) && statement.op != StatementOp::operation;
    for (std::size_t which = 0; which < statement.blocks.size(); ++which) {
      if (!is_control && !(statement.op == StatementOp::retry && which == 1)) continue;
      std::set<std::uint32_t> inside = sections;
      if (statement.op == StatementOp::section) inside.insert(statement.section);
      Frames inner = here;
      inner.push_back({&statement.blocks[which], 0, &statement, which});
      find_spots(inner, statement.blocks[which], inside);
    }
  }
}

std::size_t StepWriter::spot_of(const Statement& statement, bool again) const {
  std::size_t number = 0;
  while (spots_[number].statement != &statement || spots_[number].again != again) ++number;
  return number;
}

/// Where nobody stands, but where somebody is on the way through the sections that it is in here.
std::size_t StepWriter::passing_spot(const Walk& walk) {
  std::set<std::uint32_t> sections;
  for (const Frame& frame : walk.frames)
    if (frame.around && frame.around->op == StatementOp::section) sections.insert(frame.around->section);
  for (std::size_t number = 1; number < spots_.size(); ++number)
    if (!spots_[number].statement && spots_[number].sections == sections) return number;
  spots_.push_back({draft_.unique(draft_.kind_name(kind_) + "_passing"), nullptr, false, sections});
  return spots_.size() - 1;
}

std::string StepWriter::steps() {
  Lines out;
  const std::size_t count = spots_.size();
  for (std::size_t number = 0; number < count; ++number) write_spot(out, number);
  return out.text();
}

/// The steps that a client can make from here.
void StepWriter::write_spot(Lines& out, std::size_t number) {
  const Spot spot = spots_[number];  // steps may add spots behind it
  const std::string at = fmt::format("{} == {}", own("at"), spot.name);
  if (number == 0) {
    Walk walk{.frames = {{&draft_.model.kinds[kind_].program, 0, nullptr, 0}}, .begins_round = true};
    const Fault* crash = draft_.fault(FaultKind::crash);
    return write_step(out, at + (crash && crash->for_ever ? " && !" + own("gone") : ""), "  /* a round begins */",
                      walk);
  }
  const Statement& here = *spot.statement;
  Walk walk{.frames = frames_.at(number)};
  std::string guard = at;
  if (here.op == StatementOp::work || here.op == StatementOp::sleep)
    guard += fmt::format(" && {} <= {}", own("timer"), draft_.duration(here.span.high - here.span.low));
  if (spot.again && here.every != unbounded) guard += fmt::format(" && {} == 0", own("timer"));
  if (here.op == StatementOp::when) guard += " && " + guard_of(here);
  if (here.op != StatementOp::work && here.op != StatementOp::sleep) {
    walk.called = true;
    push(walk, here, 0);
  }
  const std::string comment = comment_of(here);
  write_step(out, guard, comment, walk);
  if (!spot.again || here.span.low == unbounded) return;
  Walk end{.frames = frames_.at(number)};
  push(end, here, 1);
  write_step(out, fmt::format("{} && {} == 0", at, own("limit")), "  /* it gives up */", end);
}

std::string StepWriter::guard_of(const Statement& when) const { return text(when.expressions[0]); }

/// Once for each way in which its choices can be made.
void StepWriter::write_step(Lines& out, const std::string& guard, const std::string& comment, const Walk& walk) {
  draft_.choices.clear();
  while (true) {
    draft_.choices_met.clear();
    const std::string body = body_of(walk);
    out.append(fmt::format("  :: d_step {{ {} ->{}\n{}     }}\n", guard, comment, body));
    const auto next = std::find_if(draft_.choices_met.begin(), draft_.choices_met.end(),
                                   [&](const auto& met) { return draft_.choices[met.first] + 1 < met.second; });
    if (next == draft_.choices_met.end()) break;
    for (auto before = draft_.choices_met.begin(); before != next; ++before) draft_.choices[before->first] = 0;
    ++draft_.choices[next->first];
  }
  draft_.choices.clear();
}

std::string StepWriter::body_of(const Walk& walk) {
  Lines body(7);
  if (draft_.fault(FaultKind::pause)) {
    body.add(own("paused") + " = false;");
    if (draft_.fault(FaultKind::pause)->amount != unbounded) body.add(own("pause_left") + " = -1;");
  }
  go(body, walk);
  body.add("settle(); look()");
  return body.text();
}

void StepWriter::go(Lines& out, Walk walk) {
  while (true) {
    Frame& frame = walk.frames.back();
    if (frame.next == frame.block->size()) {
      if (!end_block(out, walk)) return;
    } else {
      const Statement& here = (*frame.block)[frame.next++];
      if (!meet(out, walk, here)) return;
    }
  }
}

/// False: the walk is over.
bool StepWriter::end_block(Lines& out, Walk& walk) {
  const Frame frame = walk.frames.back();
  if (!frame.around) {
    end_round(out, walk);
    return false;
  }
  if (frame.around->op == StatementOp::loop) {
    turn(out, walk, *frame.around);
    return true;
  }
  pop(out, walk);
  if (frame.around->op != StatementOp::retry || frame.which != 0) return true;
  out.add("if");
  out.option(text(frame.around->expressions[0]));
  go(out, walk);
  out.end_option();
  out.option("else");
  arrive(out, spot_of(*frame.around, true));
  out.end_option();
  out.add("fi;");
  return false;
}

bool StepWriter::is_inside_step(const Walk& walk) const {
  return std::any_of(walk.frames.begin(), walk.frames.end(), [](const Frame& frame) {
    return frame.around && is_step(frame.around->op) && !(frame.around->op == StatementOp::retry && frame.which == 1);
  });
}

void StepWriter::push(Walk& walk, const Statement& around, std::size_t which) const {
  if (which < around.blocks.size()) walk.frames.push_back({&around.blocks[which], 0, &around, which});
}

/// From the beginning of the loop again: a second time in one step would be a turn without a step.
void StepWriter::turn(Lines& out, Walk& walk, const Statement& loop) {
  while (walk.frames.back().around != &loop) pop(out, walk);
  if (std::find(walk.turned.begin(), walk.turned.end(), &loop) != walk.turned.end())
    throw NotSaid{loop.place, "a loop whose turn may make no step has no Promela yet"};
  walk.turned.push_back(&loop);
  walk.frames.back().next = 0;
}

void StepWriter::pop(Lines& out, Walk& walk) {
  const Statement* around = walk.frames.back().around;
  if (around && around->op == StatementOp::section) leave(out, walk, *around);
  walk.frames.pop_back();
}

void StepWriter::pop_to(Lines& out, Walk& walk, StatementOp op) {
  while (walk.frames.back().around->op != op) pop(out, walk);
  pop(out, walk);
}

bool StepWriter::meet(Lines& out, Walk& walk, const Statement& here) {
  if (is_step(here.op) && !is_inside_step(walk)) return meet_step(out, walk, here);
  if (is_one_of(here.op, {StatementOp::call, StatementOp::atomic, StatementOp::operation, StatementOp::loop})) {
    push(walk, here, 0);
  } else if (here.op == StatementOp::if_) {
    return branch(out, walk, here);
  } else if (here.op == StatementOp::either) {
    draft_.choices_met[&here] = static_cast<std::int64_t>(here.blocks.size());
    push(walk, here, static_cast<std::size_t>(draft_.choices[&here]));
  } else if (here.op == StatementOp::section) {
    if (!here.expressions.empty()) throw NotSaid{here.place, "`until` has no Promela yet"};
    push(walk, here, 0);
    enter(out, walk, here);
  } else if (here.op == StatementOp::leave) {
    pop_to(out, walk, StatementOp::operation);
  } else if (here.op == StatementOp::break_) {
    pop_to(out, walk, StatementOp::loop);
  } else if (here.op == StatementOp::continue_) {
    const auto loop = std::find_if(walk.frames.rbegin(), walk.frames.rend(), [](const Frame& frame) {
      return frame.around && frame.around->op == StatementOp::loop;
    });
    turn(out, walk, *loop->around);
  } else if (here.op == StatementOp::return_) {
    end_round(out, walk);
    return false;
  } else {
    effect(out, walk, here);
  }
  return true;
}

/// The place before the next step; where a round begins, its first step is made at once.
bool StepWriter::meet_step(Lines& out, Walk& walk, const Statement& here) {
  const bool is_wait = here.op == StatementOp::work || here.op == StatementOp::sleep;
  if (!walk.begins_round || is_wait) {
    arrive(out, spot_of(here, false));
    return false;
  }
  walk.begins_round = false;
  begin_with(out, walk, here);
  return false;
}

void StepWriter::begin_with(Lines& out, Walk& walk, const Statement& here) {
  if (here.op == StatementOp::retry) arrive(out, spot_of(here, false));  // `within` counts from here
  const Walk before = walk;
  walk.called = true;
  push(walk, here, 0);
  if (here.op != StatementOp::when) return go(out, walk);
  out.add("if");
  out.option(guard_of(here));
  go(out, walk);
  out.end_option();
  out.option("else");
  out.add("/* it comes to the door */");
  arrive(out, spot_of(here, false));
  out.end_option();
  out.add("fi;");
}

/// Where both branches come to their ends, what is behind them is written once.
bool StepWriter::branch(Lines& out, Walk& walk, const Statement& here) {
  const std::string condition = text(here.expressions[0]);
  if (condition == "true" || condition == "false") {
    push(walk, here, condition == "true" ? 0 : 1);
    return true;
  }
  const bool is_inside = is_inside_step(walk);
  const bool is_plain = std::none_of(here.blocks.begin(), here.blocks.end(),
                                     [&](const Block& block) { return goes_elsewhere(block, is_inside); });
  out.add("if");
  for (const std::size_t which : {std::size_t{0}, std::size_t{1}}) {
    out.option(which == 0 ? condition : "else");
    Walk inner = walk;
    if (is_plain && which < here.blocks.size()) {
      const std::string before = out.text();
      for (const Statement& statement : here.blocks[which]) plain(out, walk, statement);
      if (out.text() == before) out.add("skip");
    } else if (is_plain) {
      out.add("skip");
    } else {
      push(inner, here, which);
      go(out, inner);
    }
    out.end_option();
  }
  out.add("fi;");
  return is_plain;
}

/// Without leaving it on another way than by its end.
void StepWriter::plain(Lines& out, Walk& walk, const Statement& here) {
  if (here.op == StatementOp::if_) {
    const std::string condition = text(here.expressions[0]);
    const std::size_t known = condition == "true" ? 0 : 1;
    if (condition != "true" && condition != "false") {
      branch(out, walk, here);
    } else if (known < here.blocks.size()) {
      for (const Statement& inner : here.blocks[known]) plain(out, walk, inner);
    }
  } else if (here.blocks.empty()) {
    effect(out, walk, here);
  } else {
    for (const Statement& inner : here.blocks[0]) plain(out, walk, inner);
  }
}

void StepWriter::arrive(Lines& out, std::size_t number) {
  const Spot& spot = spots_[number];
  const Statement& here = *spot.statement;
  out.add(fmt::format("{} = {};", own("at"), spot.name));
  const bool is_wait = here.op == StatementOp::work || here.op == StatementOp::sleep;
  const bool is_punctual = spot.again && here.every != unbounded;
  if (draft_.waits(kind_))
    out.add(fmt::format("{} = {};", own("timer"),
                        is_wait       ? draft_.duration(here.span.high)
                        : is_punctual ? draft_.duration(here.every)
                                      : "-1"));
  if (!draft_.gives_up(kind_) || spot.again) return;
  const bool has_limit = here.op == StatementOp::retry && here.span.low != unbounded;
  out.add(fmt::format("{} = {};", own("limit"), has_limit ? draft_.duration(here.span.low) : "-1"));
}

void StepWriter::enter(Lines& out, Walk& walk, const Statement& section) {
  walk.entered.push_back(section.section);
  if (section.section != 0) return;
  if (draft_.relevance.been_critical) out.add(own("been_critical") + " = true;");
  if (!draft_.relevance.grant || draft_.model.kinds[kind_].says_granted) return;
  if (walk.called && !section.unless_given) return grant(out, nothing);
  out.add("if");
  out.option(own("grant") + " == 0");
  grant(out, nothing);
  out.end_or_skip();
}

/// Who entered it in this same step was inside: whatever must always be so is asked of that moment.
void StepWriter::leave(Lines& out, Walk& walk, const Statement& section) {
  const auto entered = std::find(walk.entered.begin(), walk.entered.end(), section.section);
  if (entered == walk.entered.end()) return;
  walk.entered.erase(entered);
  const std::size_t spot = passing_spot(walk);
  out.add(fmt::format("{} = {}; look();", own("at"), spots_[spot].name));
}

void StepWriter::end_round(Lines& out, Walk& walk) {
  while (walk.frames.back().around) pop(out, walk);
  out.add(fmt::format("{}_forgets({});", draft_.kind_name(kind_), self_.number));
}

std::string StepWriter::disconnect(const Server& server) {
  Lines out(7);
  Walk walk;
  for (const Statement& statement : server.on_disconnect) plain(out, walk, statement);
  return out.text();
}

}  // namespace interlock::reports::promela
