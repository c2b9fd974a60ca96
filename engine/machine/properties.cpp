// The chosen properties as a search sees them: labels of states and of edges, and the code that gives them.

#include "engine/machine/properties.hpp"

#include "engine/assert.hpp"
#include "engine/language/walk.hpp"

#include <algorithm>
#include <optional>
#include <set>

namespace interlock::machine {

using namespace language;

namespace {

bool speaks_of_events(const Expression& whole) {
  bool found = false;
  for_each_expression(whole, [&](const Expression& part) {
    found = found || part.op == ExpressionOp::enters || part.op == ExpressionOp::leaves ||
            part.op == ExpressionOp::ends_round;
  });
  return found;
}

bool changes_with_time(const Expression& whole) {
  bool found = false;
  for_each_expression(whole, [&](const Expression& part) {
    found = found || part.op == ExpressionOp::before_deadline || part.op == ExpressionOp::holds_lease ||
            part.op == ExpressionOp::true_time || part.op == ExpressionOp::now || part.op == ExpressionOp::rest;
  });
  return found;
}

/// What a condition says where nothing happens, if that follows from its form alone: events are false then.
std::optional<bool> without_events(const Expression& condition) {
  const auto operand = [&](std::size_t index) { return without_events(condition.operands[index]); };
  switch (condition.op) {
    case ExpressionOp::enters:
    case ExpressionOp::leaves:
    case ExpressionOp::ends_round: return false;
    case ExpressionOp::literal: return condition.value != 0;
    case ExpressionOp::not_: {
      const auto inner = operand(0);
      return inner ? std::optional<bool>(!*inner) : std::nullopt;
    }
    case ExpressionOp::and_:
    case ExpressionOp::or_: {
      const bool decides = condition.op == ExpressionOp::or_;
      bool all = true;
      for (std::size_t index = 0; index < condition.operands.size(); ++index) {
        const auto inner = operand(index);
        if (inner == decides) return decides;
        all = all && inner.has_value();
      }
      return all ? std::optional<bool>(!decides) : std::nullopt;
    }
    default: return std::nullopt;  // all others say something of the state
  }
}

/// The clients that a property names: all, where it names none.
std::vector<bool> named_clients(const Model& model, const std::vector<const Expression*>& wholes) {
  std::vector<bool> named(model.clients.size(), false);
  for (const Expression* whole : wholes)
    for_each_expression(*whole, [&](const Expression& part) {
      if (part.client != nothing) named[part.client] = true;
      if (part.other != nothing) named[part.other] = true;
    });
  const bool any = std::find(named.begin(), named.end(), true) != named.end();
  return any ? named : std::vector<bool>(named.size(), true);
}

Expression one_alive(const std::vector<bool>& among) {
  Expression any;
  any.op = ExpressionOp::literal;
  for (ClientIndex client{0}; client < among.size(); ++client) {
    if (!among[client]) continue;
    Expression alive;
    alive.op = ExpressionOp::alive;
    alive.client = client;
    Expression either;
    either.op = ExpressionOp::or_;
    either.operands = {any, alive};
    any = any.op == ExpressionOp::literal ? alive : either;
  }
  return any;
}

Expression both(const Expression& left, const Expression& right) {
  Expression both;
  both.op = ExpressionOp::and_;
  both.operands = {left, right};
  return both;
}

/// Where `always possible` is asked: where `given` is so, and somebody is left whom the property names.
Expression where_asked(const Model& model, const Spec& spec, std::size_t which) {
  std::vector<const Expression*> wholes{&spec.condition[which]};
  if (which < spec.given.size()) wholes.push_back(&spec.given[which]);
  const Expression alive = one_alive(named_clients(model, wholes));
  return which < spec.given.size() ? both(spec.given[which], alive) : alive;
}

/// How many labels a spec needs, and hardly ever fewer.
struct LabelCount {
  std::size_t states = 0;
  std::size_t edges = 0;
};

bool looks_ahead(const Spec& spec) {
  return spec.form == PropertyForm::always_possible || spec.form == PropertyForm::leads_to ||
         spec.form == PropertyForm::again_and_again;
}

LabelCount labels_of(const Model& model, const Spec& spec, const Reductions& reductions) {
  if (spec.condition.empty()) return {1, 1};
  std::set<std::uint32_t> kinds;
  for (const ClientIndex client : spec.clients) kinds.insert(model.clients[client].kind);
  const std::size_t copies = !spec.for_each ? 1 : reductions.symmetry ? kinds.size() : spec.clients.size();
  const bool has_events = std::any_of(spec.condition.begin(), spec.condition.end(), speaks_of_events);
  const bool asks_of_events = std::any_of(spec.given.begin(), spec.given.end(), speaks_of_events);
  return {copies * (looks_ahead(spec) ? 2 : 1), copies * ((has_events ? 1 : 0) + (asks_of_events ? 1 : 0))};
}

}  // namespace

std::vector<std::vector<std::uint32_t>> searches_for(const Model& model, const std::vector<std::uint32_t>& specs,
                                                     const Reductions& reductions) {
  // One label of edges says that somebody enters critical, one that a variable left its range.
  constexpr std::size_t most_edges = most_labels - 2;
  std::vector<std::vector<std::uint32_t>> searches;
  LabelCount taken;
  for (const std::uint32_t index : specs) {
    const LabelCount more = labels_of(model, model.specs[index], reductions);
    taken = {taken.states + more.states, taken.edges + more.edges};
    if (searches.empty() || taken.states > most_labels || taken.edges > most_edges) {
      searches.emplace_back();
      taken = more;
    }
    searches.back().push_back(index);
  }
  return searches;
}

std::uint64_t Properties::next_state_bit() {
  require_within(Limit::labels, state_bits_ + 1);
  return std::uint64_t{1} << state_bits_++;
}

std::uint64_t Properties::next_edge_bit() {
  require_within(Limit::labels, edge_bits_ + 1);
  return std::uint64_t{1} << edge_bits_++;
}

Properties::Properties(const Blueprint& blueprint, Tables& tables) : blueprint_(blueprint), model_(blueprint.model) {
  for (const std::uint32_t index : blueprint.specs) add_spec(index, tables);
  const bool can_enter =
      std::any_of(model_.kinds.begin(), model_.kinds.end(), [](const ClientKind& kind) { return kind.has_critical; });
  if (can_enter) entry_label_ = next_edge_bit();
}

void Properties::add_spec(std::uint32_t index, Tables& tables) {
  const Spec& spec = model_.specs[index];
  INTERLOCK_ASSERT(spec.applies, "only specs that can be checked are chosen");
  look_at_time_alone_ =
      look_at_time_alone_ || spec.form == PropertyForm::leads_to || spec.form == PropertyForm::again_and_again;
  if (spec.form == PropertyForm::asserted || spec.form == PropertyForm::witnessed) return add_marked(index, tables);
  PropertyBits bits{.spec = index};
  if (!spec.for_each) return add_condition(spec, 0, bits);
  spotlight_ = true;
  std::set<std::uint32_t> kinds;
  for (std::size_t which = 0; which < spec.clients.size(); ++which) {
    // Interchangeable clients have the same fate; with symmetry one of each kind stands for all.
    const bool is_first = kinds.insert(model_.clients[spec.clients[which]].kind).second;
    if (blueprint_.reductions.symmetry && !is_first) continue;
    bits.client = spec.clients[which];
    add_condition(spec, which, bits);
  }
}

/// Programs set the label themselves, where they come by; what is kept is asked of states, too.
void Properties::add_marked(std::uint32_t index, Tables& tables) {
  const Spec& spec = model_.specs[index];
  PropertyBits bits{.spec = index, .edges = next_edge_bit()};
  (spec.form == PropertyForm::asserted ? tables.assert_labels : tables.witness_labels)[spec.name] = bits.edges;
  const bool kept = std::any_of(model_.kinds.begin(), model_.kinds.end(), [&](const ClientKind& kind) {
    return std::any_of(kind.kept.begin(), kind.kept.end(), [&](const Kept& one) { return one.name == spec.name; });
  });
  if (kept) bits.states = next_state_bit();
  all_.push_back(bits);
}

void Properties::add_condition(const Spec& spec, std::size_t which, PropertyBits bits) {
  const Expression& condition = spec.condition[which];
  const bool has_events = speaks_of_events(condition);
  if (has_events) bits.edges = next_edge_bit();
  // Of a state an event is false; where that alone decides against a hit, states need no label.
  const bool hit = spec.form != PropertyForm::always;
  if (!has_events || without_events(condition) != !hit) bits.states = next_state_bit();
  depend_on_every_moment_ = depend_on_every_moment_ || changes_with_time(condition);
  const bool asks_of_events = which < spec.given.size() && speaks_of_events(spec.given[which]);
  if (asks_of_events) bits.asked_edges = next_edge_bit();
  if (looks_ahead(spec) && !(asks_of_events && without_events(spec.given[which]) == false))
    bits.asked = next_state_bit();
  all_.push_back(bits);
}

void Properties::compile(Compiler& compiler) {
  for (const PropertyBits& bits : all_) compile_spec(compiler, bits);
  for (ClientIndex client{0}; client < model_.clients.size(); ++client)
    for (const Kept& kept : model_.kinds[model_.clients[client].kind].kept) compile_kept(compiler, client, kept);
}

void Properties::compile_spec(Compiler& compiler, const PropertyBits& bits) {
  const Spec& spec = model_.specs[bits.spec];
  if (spec.condition.empty()) return;
  const auto which = spec.for_each
                         ? static_cast<std::size_t>(std::find(spec.clients.begin(), spec.clients.end(), bits.client) -
                                                    spec.clients.begin())
                         : 0;
  Check check;
  check.start = static_cast<std::uint32_t>(code_.code.size());
  check.answer = compiler.compile_property(spec.condition[which], code_);
  check.when = spec.form != PropertyForm::always;
  if ((check.bits = bits.edges) != 0) edge_checks_.push_back(check);
  if ((check.bits = bits.states) != 0) state_checks_.push_back(check);
  if (bits.asked == 0 && bits.asked_edges == 0) return;
  const Expression asked =
      spec.form == PropertyForm::always_possible ? where_asked(model_, spec, which) : spec.given[which];
  check.start = static_cast<std::uint32_t>(code_.code.size());
  check.answer = compiler.compile_property(asked, code_);
  check.when = true;
  if ((check.bits = bits.asked_edges) != 0) edge_checks_.push_back(check);
  if ((check.bits = bits.asked) != 0) state_checks_.push_back(check);
}

void Properties::compile_kept(Compiler& compiler, ClientIndex client, const Kept& kept) {
  for (const PropertyBits& bits : all_) {
    if (model_.specs[bits.spec].name != kept.name || bits.states == 0) continue;
    const auto start = static_cast<std::uint32_t>(code_.code.size());
    state_checks_.push_back({.start = start,
                             .answer = compiler.compile_kept(kept.condition, client, code_),
                             .when = false,
                             .bits = bits.states,
                             .client = client,
                             .sections = std::uint64_t{1} << kept.section});
    depend_on_every_moment_ = true;
  }
}

/// What is asked of every state is also asked of the moment just before a section is left that was entered in the same
/// step, and who wishes to be there has been there. What leads to something, and what has to stay possible, is asked
/// where somebody can stand.
void Properties::ask_while_passing() {
  for (PropertyBits& bits : all_) {
    if (model_.specs[bits.spec].form == PropertyForm::witnessed) continue;
    ask_while_passing(bits.states, bits.edges);
    if (model_.specs[bits.spec].form == PropertyForm::again_and_again) ask_while_passing(bits.asked, bits.asked_edges);
  }
}

/// A step that passes a moment at which states would have a label has one, too.
void Properties::ask_while_passing(std::uint64_t of_states, std::uint64_t& of_edges) {
  if (of_states == 0) return;
  if (of_edges == 0) of_edges = next_edge_bit();
  for (const Check& check : state_checks_) {
    if (check.bits != of_states) continue;
    passing_checks_.push_back(check);
    passing_checks_.back().bits = of_edges;
  }
}

}  // namespace interlock::machine
