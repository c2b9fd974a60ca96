// Tokens only grow, and a state space that is to end may not hold how large they are: what matters is their order, and
// how far a counter is from what it may still come to. So gaps between them are closed, below the lowest counter.

#include "engine/language/walk.hpp"
#include "reports/promela/machine_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace interlock::reports::promela {

using namespace language;

namespace {

bool is_of(const Variable& variable, Base base) {
  return variable.scope != Scope::scratch && variable.kind.base == base;
}

/// Every copy of a variable.
void add_places(const Draft& draft, VariableIndex index, std::vector<std::string>& places) {
  const Variable& variable = draft.variable(index);
  if (variable.scope == Scope::server) return places.push_back(draft.place_of(index, {}));
  for (ClientIndex client{0}; client < draft.model.clients.size(); ++client)
    if (variable.scope == Scope::connection || draft.model.clients[client].kind == variable.owner)
      places.push_back(draft.place_of(index, draft.who(client)));
}

/// What `next` may raise, and what can come to a low number again.
struct Flow {
  std::set<VariableIndex> raised;
  std::set<VariableIndex> lowered;
  std::vector<std::pair<VariableIndex, VariableIndex>> moves;  ///< into, from

  explicit Flow(const Model& model) {
    for_each_statement(model, [&](const Statement& statement) { take(statement); });
    for (bool grew = true; grew;) {
      grew = false;
      for (const auto& [into, from] : moves) grew = (raised.contains(into) && raised.insert(from).second) || grew;
    }
  }

  void take(const Statement& statement) {
    const VariableIndex into = statement.variable;
    const bool empties = statement.op == StatementOp::clear || statement.op == StatementOp::expire;
    if (empties) lowered.insert(into);
    for (const Expression& whole : statement.expressions) {
      note_raised(whole);
      const bool is_set = into != nothing && whole.kind.base == Base::token;
      if (is_set && whole.op == ExpressionOp::literal) lowered.insert(into);
      for_each_expression(whole, [&](const Expression& part) {
        if (is_set && part.variable != nothing) moves.emplace_back(into, part.variable);
      });
    }
  }

  void note_raised(const Expression& whole) {
    if (machine::is_comparison(whole.op)) return;
    if (whole.op == ExpressionOp::next && whole.operands[0].variable != nothing)
      raised.insert(whole.operands[0].variable);
    for (const Expression& operand : whole.operands) note_raised(operand);
  }
};

std::uint32_t class_of_fenced(const Draft& draft) {
  std::uint32_t found = draft.relevance.grant_class;
  for_each_statement(draft.model, [&](const Statement& statement) {
    if (statement.op != StatementOp::fence) return;
    for_each_expression(statement.expressions[0], [&](const Expression& part) {
      if (part.variable != nothing && part.kind.base == Base::token) found = draft.relevance.token_class[part.variable];
    });
  });
  return found;
}

std::string any_way(const std::vector<std::string>& places, const std::string& line) {
  std::string text;
  for (const std::string& place : places)
    text += fmt::format(fmt::runtime("    if :: " + line + " :: else -> skip fi;\n"), place);
  return text;
}

std::string settle_class(const Draft& draft, std::uint32_t token_class, const std::vector<std::string>& places,
                         const std::vector<std::string>& counters) {
  const int gap = 1 + draft.relevance.token_look;
  std::string text = fmt::format("inline settle_{}() {{\n  lower = {};\n  do\n  :: true ->\n", token_class,
                                 draft.relevance.highest_token);
  text += "    upper = 1000000000;\n";
  text += any_way(places, "{0} > lower && {0} < upper -> upper = {0}");
  text += "    if\n    :: upper == 1000000000 -> break\n    :: else -> skip\n    fi;\n";
  if (!counters.empty()) {
    std::vector<std::string> below;
    for (const std::string& counter : counters) below.push_back(fmt::format("(is_there({0}) && upper > {0})", counter));
    text += fmt::format("    if\n    :: {} -> break\n    :: else -> skip\n    fi;\n", fmt::join(below, " || "));
  }
  text += fmt::format("    gap = (upper - lower > {0} -> upper - lower - {0} : 0);\n", gap);
  text += any_way(places, "{0} > lower -> {0} = {0} - gap");
  return text + "    lower = upper - gap\n  od\n}\n\n";
}

}  // namespace

std::vector<std::string> identity_places(const Draft& draft) {
  std::vector<std::string> places;
  for (VariableIndex index{0}; index < draft.model.variables.size(); ++index)
    if (is_of(draft.variable(index), Base::identity) && draft.matters(index)) add_places(draft, index, places);
  return places;
}

std::vector<std::string> token_places(const Draft& draft, std::uint32_t token_class) {
  std::vector<std::string> places;
  const machine::Relevance& relevance = draft.relevance;
  for (VariableIndex index{0}; index < draft.model.variables.size(); ++index)
    if (is_of(draft.variable(index), Base::token) && draft.matters(index) &&
        relevance.token_class[index] == token_class)
      add_places(draft, index, places);
  const bool is_of_grants = relevance.grant && token_class == relevance.grant_class;
  for (ClientIndex client{0}; is_of_grants && client < draft.model.clients.size(); ++client)
    places.push_back(draft.own("grant", draft.who(client)));
  if (relevance.fence && token_class == relevance.grant_class) places.emplace_back("fenced_grant");
  if (relevance.fence && token_class == class_of_fenced(draft)) places.emplace_back("fenced_token");
  return places;
}

std::string settle_tokens(const Draft& draft) {
  const Flow flow(draft.model);
  std::string text;
  std::string calls;
  for (std::uint32_t token_class = 0; token_class < draft.relevance.token_classes; ++token_class) {
    const std::vector<std::string> places = token_places(draft, token_class);
    if (places.empty()) continue;
    std::vector<std::string> counters;
    for (const VariableIndex index : flow.raised) {
      const Variable& variable = draft.variable(index);
      if (!is_of(variable, Base::token) || !draft.matters(index)) continue;
      if (draft.relevance.token_class[index] != token_class) continue;
      if (variable.scope != Scope::server || flow.lowered.contains(index))
        throw NotSaid{variable.place,
                      fmt::format("{} can begin anew below other tokens, which then may be any distance "
                                  "apart: that has no Promela that ends",
                                  variable.name)};
      counters.push_back(draft.cell(index));
    }
    text += settle_class(draft, token_class, places, counters);
    calls += fmt::format("{}settle_{}()", calls.empty() ? "" : "; ", token_class);
  }
  return text + fmt::format("inline settle() {{ {} }}\n", calls.empty() ? "skip" : calls);
}

}  // namespace interlock::reports::promela
