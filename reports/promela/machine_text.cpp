#include "reports/promela/machine_text.hpp"

#include "engine/language/first_value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace interlock::reports::promela {

using namespace language;

namespace {

std::string neutral(const Kind& kind) {
  if (kind.base == Base::boolean) return "false";
  return std::to_string(kind.base == Base::integer ? std::max<std::int64_t>(kind.low, 0) : 0);
}

std::string type_of(const Kind& kind) { return kind.base == Base::boolean && kind.extra.empty() ? "bool" : "int"; }

std::uint32_t count_of(const Draft& draft, std::uint32_t kind) { return draft.model.kinds[kind].count; }

bool has_pause(const Draft& draft) { return draft.fault(FaultKind::pause) != nullptr; }
bool is_pause_bounded(const Draft& draft) {
  return has_pause(draft) && draft.fault(FaultKind::pause)->amount != unbounded;
}

std::string any_of(const std::vector<std::string>& parts) {
  return parts.empty() ? "(false)" : fmt::format("({})", fmt::join(parts, " || "));
}

std::string declare_cell(const Draft& draft, VariableIndex index) {
  const Variable& variable = draft.variable(index);
  const std::string name = draft.cell(index);
  std::string text;
  if (variable.shape == Shape::expiring) {
    text =
        fmt::format("int {0} = none;\nint {0}_left = -1;  /* ticks until it expires; below 0: it does not */\n", name);
  } else {
    text = fmt::format("{} {} = {};\n", type_of(variable.kind), name, draft.literal(variable.kind, variable.initial));
  }
  if (draft.relevance.writer[index]) text += fmt::format("int {}_writer = none;\n", name);
  if (draft.is_watched(index)) text += fmt::format("bool {}_watched[{}];\n", name, draft.model.clients.size());
  return text;
}

/// A variable of each client of a kind, and what it is where the client is in no round.
struct Own {
  std::string type;
  std::string name;
  std::string first;
  bool is_forgotten = true;  ///< at the end of a round
};

/// None, where that may be; else any value, since nobody reads it before it has one.
std::string first_value(const Draft& draft, const Variable& variable) {
  return starts_as_extra(variable) ? draft.literal(variable.kind, variable.initial) : neutral(variable.kind);
}

std::vector<Own> own_of(const Draft& draft, std::uint32_t kind) {
  const machine::Relevance& relevance = draft.relevance;
  const std::string prefix = draft.kind_name(kind) + "_";
  std::vector<Own> all{{"byte", prefix + "at", "0"}};
  if (draft.waits(kind)) all.push_back({"int", prefix + "timer", "-1"});
  if (draft.gives_up(kind)) all.push_back({"int", prefix + "limit", "-1"});
  if (has_pause(draft)) all.push_back({"bool", prefix + "paused", "false", false});
  if (is_pause_bounded(draft)) all.push_back({"int", prefix + "pause_left", "-1", false});
  const Fault* crash = draft.fault(FaultKind::crash);
  if (crash && crash->for_ever) all.push_back({"bool", prefix + "gone", "false", false});
  if (relevance.been_critical) all.push_back({"bool", prefix + "been_critical", "false"});
  if (relevance.grant) all.push_back({"int", prefix + "grant", "0"});
  if (relevance.lease)
    for (const char* what : {"lease", "given"}) {
      all.push_back({"byte", prefix + what + "_on", "0"});
      all.push_back({"int", prefix + what + "_end", "-1"});
    }
  for (VariableIndex index{0}; index < draft.model.variables.size(); ++index) {
    const Variable& variable = draft.variable(index);
    if (variable.scope == Scope::local && variable.owner == kind && draft.matters(index))
      all.push_back({type_of(variable.kind), draft.cell(index), first_value(draft, variable)});
  }
  return all;
}

std::string declare_shared(const Draft& draft) {
  std::string text;
  for (VariableIndex index{0}; index < draft.model.variables.size(); ++index) {
    const Variable& variable = draft.variable(index);
    if (variable.scope == Scope::scratch) text += fmt::format("hidden int {};\n", draft.cell(index));
    if (!draft.matters(index)) continue;
    if (variable.scope == Scope::server) text += declare_cell(draft, index);
    if (variable.scope == Scope::connection)
      text += fmt::format("{} {}[{}] = {};\n", type_of(variable.kind), draft.cell(index), draft.model.clients.size(),
                          draft.literal(variable.kind, variable.initial));
  }
  for (std::uint32_t server = 0; server < draft.model.servers.size(); ++server)
    if (!draft.watched_of(server).empty())
      text += fmt::format("bool touched_{}[{}];\n", server, draft.model.clients.size());
  for (const Fault& fault : draft.scenario.faults)
    if (fault.times != unbounded) text += fmt::format("byte {}_strikes;\n", rule_of(fault.kind).name);
  if (draft.relevance.fence) text += "int fenced_grant;\nint fenced_token;\n";
  return text + "hidden int identity; hidden int lower; hidden int upper; hidden int gap; hidden int newest;\n";
}

std::string holds_back_at(const Draft& draft, const Spot& spot, const std::string& prefix, const Who& who) {
  const Statement& here = *spot.statement;
  const std::string at = fmt::format("{}at[c] == {}", prefix, spot.name);
  if (here.op == StatementOp::work || here.op == StatementOp::sleep)
    return fmt::format("({} && {}timer[c] == 0)", at, prefix);
  if (here.op == StatementOp::when) return fmt::format("({} && {})", at, draft.expression(here.expressions[0], who));
  if (!spot.again) return at;
  std::vector<std::string> due;
  if (here.every != unbounded) due.push_back(prefix + "timer[c] == 0");
  if (here.span.low != unbounded) due.push_back(prefix + "limit[c] == 0");
  return due.empty() ? "" : fmt::format("({} && {})", at, any_of(due));
}

std::string situations_of(const Draft& draft, std::uint32_t kind, const ClientText& client) {
  const std::string prefix = draft.kind_name(kind) + "_";
  const std::uint32_t first = draft.first_client(kind);
  const Who who{kind, "c", first == 0 ? "c" : fmt::format("(c + {})", first)};
  std::string text;
  for (std::size_t number = 0; number < client.spots.size(); ++number)
    text += fmt::format("#define {} {}\n", client.spots[number].name, number);
  for (std::uint32_t section = 0; section < draft.model.kinds[kind].sections.size(); ++section) {
    std::vector<std::string> inside;
    for (const Spot& spot : client.spots)
      if (spot.sections.contains(section)) inside.push_back(fmt::format("{}at[c] == {}", prefix, spot.name));
    text += fmt::format("#define {}in_{}(c) {}  /* {} */\n", prefix, section, any_of(inside),
                        draft.model.kinds[kind].sections[section]);
  }
  std::vector<std::string> due;
  for (const Spot& spot : client.spots) {
    const std::string where = spot.statement ? holds_back_at(draft, spot, prefix, who) : "";
    if (!where.empty()) due.push_back(where);
  }
  std::string held_up = "(false)";
  if (has_pause(draft))
    held_up =
        fmt::format("({}paused[c]{})", prefix, is_pause_bounded(draft) ? " && " + prefix + "pause_left[c] != 0" : "");
  text += fmt::format("#define {}held_up(c) {}\n", prefix, held_up);
  return text + fmt::format("#define {0}holds_time_back(c) (!{0}held_up(c) && {1})\n", prefix, any_of(due));
}

std::string touch_and_clear(const Draft& draft, VariableIndex index) {
  const std::string name = draft.cell(index);
  std::string text;
  if (draft.is_watched(index)) {
    text += fmt::format("inline touch_{}() {{\n", name);
    for (ClientIndex client{0}; client < draft.model.clients.size(); ++client)
      text += fmt::format("  if :: {0}_watched[{1}] -> touched_{2}[{1}] = true :: else -> skip fi;\n", name, client,
                          draft.variable(index).owner);
    text += "  skip\n}\n\n";
  }
  if (draft.variable(index).shape != Shape::expiring) return text;
  text += fmt::format("inline clear_{0}() {{\n  if\n  :: {0} != none -> {0} = none; {0}_left = -1", name);
  if (draft.relevance.writer[index]) text += fmt::format("; {}_writer = none", name);
  if (draft.is_watched(index)) text += fmt::format("; touch_{}()", name);
  return text + "\n  :: else -> skip\n  fi\n}\n\n";
}

std::string forgets(const Draft& draft, std::uint32_t kind) {
  std::string text = fmt::format("inline {}_forgets(c) {{\n", draft.kind_name(kind));
  for (const Own& own : own_of(draft, kind))
    if (own.is_forgotten) text += fmt::format("  {}[c] = {};\n", own.name, own.first);
  return text + "  skip\n}\n\n";
}

/// What a lease is: see "exclusive_lease" in ARCHITECTURE.md.
std::string leases(const Draft& draft, std::uint32_t kind) {
  const std::string prefix = draft.kind_name(kind) + "_";
  const std::uint32_t first = draft.first_client(kind);
  const std::string client = first == 0 ? "c" : fmt::format("c + {}", first);
  std::string text;
  for (std::size_t place = 0; draft.relevance.lease && place < draft.relevance.leased.size(); ++place) {
    const std::string cell = draft.cell(draft.relevance.leased[place]);
    text += fmt::format("inline give_{0}{1}(c) {{\n  if\n  :: {1}_writer == {2} ->\n", prefix, cell, client);
    text += fmt::format("    upper = ({0}_left < 0 -> {1} : {0}_left);\n", cell, draft.ticks.longest + 1);
    for (const char* what : {"lease", "given"})
      text += fmt::format(
          "    if :: {0}{1}_end[c] >= 0 && {0}{1}_on[c] == {2} -> {0}{1}_end[c] = upper :: else -> skip fi;\n", prefix,
          what, place);
    text += fmt::format("    if :: {0}_left >= 0 -> {1}given_on[c] = {2}; {1}given_end[c] = upper :: else -> skip fi\n",
                        cell, prefix, place);
    text += "  :: else -> skip\n  fi\n}\n\n";
    text += fmt::format("inline take_back_{0}{1}(c) {{\n  if\n  :: {1} != none ->\n", prefix, cell);
    for (const char* what : {"lease", "given"})
      text += fmt::format("    if :: {0}{1}_on[c] == {2} -> {0}{1}_on[c] = 0; {0}{1}_end[c] = -1 :: else -> skip fi;\n",
                          prefix, what, place);
    text += "    skip\n  :: else -> skip\n  fi\n}\n\n";
  }
  return text;
}

std::string run_down(const std::string& place, const std::string& besides = "") {
  return fmt::format("       if :: {0} > 0{1} -> {0}-- :: else -> skip fi;\n", place, besides);
}

}  // namespace

std::string declarations(const Draft& draft, const std::vector<ClientText>& clients) {
  std::set<std::string> extras{"missing"};
  for (const Variable& variable : draft.model.variables)
    extras.insert(variable.kind.extra.begin(), variable.kind.extra.end());
  extras.erase("none");
  std::string text = "#define none (-2000000000)  /* nothing there: below every other value */\n";
  int below = 0;
  for (const std::string& extra : extras) text += fmt::format("#define {} (-200000000{})\n", extra, ++below);
  text += "#define is_there(x) ((x) > -1000000000)\n\n" + declare_shared(draft);
  for (std::uint32_t kind = 0; kind < clients.size(); ++kind)
    for (const Own& own : own_of(draft, kind))
      text += fmt::format("{} {}[{}] = {};\n", own.type, own.name, count_of(draft, kind), own.first);
  return text;
}

std::string situations(const Draft& draft, const std::vector<ClientText>& clients) {
  std::string text;
  for (std::uint32_t kind = 0; kind < clients.size(); ++kind) text += situations_of(draft, kind, clients[kind]);
  return text;
}

std::string common_parts(const Draft& draft) {
  std::string text;
  for (VariableIndex index{0}; index < draft.model.variables.size(); ++index)
    if (draft.variable(index).scope == Scope::server && draft.matters(index)) text += touch_and_clear(draft, index);
  std::vector<std::string> taken;
  for (const std::string& place : identity_places(draft)) taken.push_back(place + " == identity");
  if (!taken.empty())
    text += fmt::format(
        "/* The first that nobody and nothing has. */\ninline fresh_identity() {{\n  identity = 1;\n  do\n"
        "  :: {} -> identity++\n  :: else -> break\n  od\n}}\n\n",
        any_of(taken));
  for (std::uint32_t kind = 0; kind < draft.model.kinds.size(); ++kind)
    text += forgets(draft, kind) + leases(draft, kind);
  if (draft.relevance.grant) {
    text += "inline newest_grant() {\n  newest = 0;\n";
    for (const std::string& place : token_places(draft, draft.relevance.grant_class))
      text += fmt::format("  if :: {0} > newest -> newest = {0} :: else -> skip fi;\n", place);
    text += "  skip\n}\n\n";
  }
  if (draft.relevance.fence)
    text +=
        "/* Tokens rise with grants: compared with the newest of both so far. */\n"
        "inline check_fence(grant, token) {\n  holds_fence_monotonic = true;\n  upper = (is_there(token) -> token : "
        "0);\n"
        "  if\n  :: grant > fenced_grant -> holds_fence_monotonic = (is_there(token) && (fenced_grant == 0 ||\n"
        "     upper > fenced_token)); fenced_grant = grant;\n"
        "     fenced_token = upper\n  :: grant < fenced_grant -> holds_fence_monotonic = (is_there(token) && upper < "
        "fenced_token)\n"
        "  :: else -> skip\n  fi;\n  assert(holds_fence_monotonic)\n}\n\n";
  text +=
      "inline keep_in_range(x, least, most) {\n  holds_in_range = (least <= x && x <= most); assert(holds_in_range);\n"
      "  x = (x < least -> least : (x > most -> most : x))\n}\n\n";
  return text + settle_tokens(draft);
}

std::string time_process(const Draft& draft, const std::vector<ClientText>& clients) {
  if (draft.ticks.longest == 0) return "";
  std::string guard;
  std::string passing;
  std::string ends;
  for (VariableIndex index{0}; index < draft.model.variables.size(); ++index) {
    const Variable& variable = draft.variable(index);
    if (variable.scope != Scope::server || variable.shape != Shape::expiring || !draft.matters(index)) continue;
    const std::string left = draft.deadline(index);
    guard += fmt::format("{}{} != 0", guard.empty() ? "" : " && ", left);
    passing += run_down(left);
    ends += fmt::format("  :: d_step {{ {} == 0 ->  /* {} expires */\n       clear_{}(); settle(); look()\n     }}\n",
                        left, variable.name, draft.cell(index));
  }
  for (ClientIndex client{0}; client < draft.model.clients.size(); ++client) {
    const Who who = draft.who(client);
    const std::string prefix = draft.kind_name(who.kind) + "_";
    guard += fmt::format("{}!{}holds_time_back({})", guard.empty() ? "" : " && ", prefix, who.number);
    std::vector<std::string> works;
    for (const Spot& spot : clients[who.kind].spots)
      if (spot.statement && spot.statement->op == StatementOp::work)
        works.push_back(fmt::format("{} == {}", draft.own("at", who), spot.name));
    const std::string stands = has_pause(draft) && !works.empty()
                                   ? fmt::format(" && !({} && {})", draft.own("paused", who), any_of(works))
                                   : "";
    if (draft.waits(who.kind)) passing += run_down(draft.own("timer", who), stands);
    if (draft.gives_up(who.kind)) passing += run_down(draft.own("limit", who));
    if (is_pause_bounded(draft)) passing += run_down(draft.own("pause_left", who));
    for (const char* what : {"lease_end", "given_end"})
      if (draft.relevance.lease)
        passing +=
            run_down(draft.own(what, who), fmt::format(" && {} != {}", draft.own(what, who), draft.ticks.longest + 1));
  }
  return fmt::format(
      "/* A tick passes where nobody has to step first. What ends, ends before more time passes. */\n"
      "active proctype time() {{\nend:\n  do\n  :: d_step {{ {} ->\n{}       settle(); look()\n     }}\n{}  od\n}}\n",
      guard, passing, ends);
}

}  // namespace interlock::reports::promela
