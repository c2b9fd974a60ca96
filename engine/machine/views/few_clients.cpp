#include "engine/machine/views/few_clients.hpp"

#include "engine/language/walk.hpp"
#include "engine/machine/limits.hpp"
#include "engine/machine/relevance.hpp"
#include "engine/machine/views/refusal.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace interlock::machine {

using namespace language;

namespace {

/// What is said of a client that is named.
constexpr std::array known_conditions{ExpressionOp::in_section, ExpressionOp::enters,  ExpressionOp::leaves,
                                      ExpressionOp::ends_round, ExpressionOp::waiting, ExpressionOp::idle,
                                      ExpressionOp::alive,      ExpressionOp::paused,  ExpressionOp::holds_lease};

/// How many clients keep a condition true, or false, whatever becomes of all others; none: not known.
struct Few {
  std::optional<std::uint32_t> if_true;
  std::optional<std::uint32_t> if_false;
};

using Number = std::optional<std::uint32_t>;

Number sum(const Number& one, const Number& other) { return one && other ? Number(*one + *other) : std::nullopt; }
Number most(const Number& one, const Number& other) {
  return one && other ? Number(std::max(*one, *other)) : std::nullopt;
}

class Reading {
 public:
  Reading(const Model& model, std::uint32_t kind) : model_(model), kind_(kind) {}

  Few few(const Expression& whole) const {
    if (whole.op == ExpressionOp::and_ || whole.op == ExpressionOp::or_) return few_of_many(whole);
    if (whole.op == ExpressionOp::not_) {
      const Few inner = few(whole.operands[0]);
      return {inner.if_false, inner.if_true};
    }
    const bool counts = std::any_of(whole.operands.begin(), whole.operands.end(),
                                    [](const Expression& one) { return one.op == ExpressionOp::number_of_true; });
    return counts ? few_of_count(whole) : few_of_named(whole);
  }

 private:
  /// Clients of the kind that it names, each once.
  std::vector<ClientIndex> named_in(const Expression& whole) const {
    std::vector<ClientIndex> named;
    for_each_expression(whole, [&](const Expression& part) {
      const bool is_name = part.op == ExpressionOp::literal && part.kind.base == Base::client && part.value >= 0;
      const ClientIndex literal = is_name ? static_cast<ClientIndex>(part.value) : nothing;
      for (const ClientIndex client : {part.client, part.other, literal})
        if (client != nothing && model_.clients[client].kind == kind_ &&
            std::find(named.begin(), named.end(), client) == named.end())
          named.push_back(client);
    });
    return named;
  }

  /// It says something of servers and of a client or two that are named, and nothing of all.
  Few few_of_named(const Expression& whole) const {
    bool is_known = !asks_for_unseen(whole);
    for_each_expression(whole, [&](const Expression& part) {
      is_known = is_known && (is_of_one(part.op) || std::find(known_conditions.begin(), known_conditions.end(),
                                                              part.op) != known_conditions.end());
    });
    const std::size_t named = named_in(whole).size();
    if (!is_known || named > 2) return {};
    const auto number = static_cast<std::uint32_t>(named);
    return {number, number};
  }

  static void flatten(const Expression& whole, ExpressionOp op, std::vector<const Expression*>& parts) {
    if (whole.op != op) return parts.push_back(&whole);
    for (const Expression& operand : whole.operands) flatten(operand, op, parts);
  }

  static bool is_same_of_others(const Expression& one, const Expression& other) {
    const bool is_name = one.op == ExpressionOp::literal && one.kind.base == Base::client;
    if (one.op != other.op || one.operands.size() != other.operands.size()) return false;
    if (one.variable != other.variable || one.section != other.section || one.server != other.server) return false;
    if (!is_name && one.value != other.value) return false;
    for (std::size_t index = 0; index < one.operands.size(); ++index)
      if (!is_same_of_others(one.operands[index], other.operands[index])) return false;
    return true;
  }

  /// Is the same said of every other client in turn?
  bool is_said_of_all(const std::vector<const Expression*>& parts, const Expression& part) const {
    std::vector<std::vector<ClientIndex>> named;
    for (const Expression* other : parts) {
      if (!is_same_of_others(part, *other)) continue;
      std::vector<ClientIndex> clients = named_in(*other);
      if (std::find(named.begin(), named.end(), clients) == named.end()) named.push_back(std::move(clients));
    }
    return named.size() + 1 >= clients_to_read;
  }

  /// `and`, and `or` with true and false exchanged. What is said of all clients in turn stays so where some are not
  /// looked at, if each part of it speaks of those that it names; and one part shows that it is not so.
  Few few_of_many(const Expression& whole) const {
    const bool all = whole.op == ExpressionOp::and_;
    std::vector<const Expression*> parts;
    flatten(whole, whole.op, parts);
    Number together = 0;
    Number one_of_them = 0;
    for (const Expression* part : parts) {
      const Few found = few(*part);
      one_of_them = most(one_of_them, all ? found.if_false : found.if_true);
      const Number holds = all ? found.if_true : found.if_false;
      if (!is_said_of_all(parts, *part))
        together = sum(together, holds);
      else if (!few_of_named(*part).if_true)
        together = std::nullopt;
      else if (named_in(*part).size() > 1)
        together = most(together, 1);  // of all others, beside the one who is named in each
    }
    return all ? Few{together, one_of_them} : Few{one_of_them, together};
  }

  /// How many of all clients there are of whom something is true, compared with a number.
  Few few_of_count(const Expression& whole) const {
    const bool is_left = whole.operands[0].op == ExpressionOp::number_of_true;
    const Expression& count = whole.operands[is_left ? 0 : 1];
    const Expression& number = whole.operands[is_left ? 1 : 0];
    if (count.op != ExpressionOp::number_of_true || number.op != ExpressionOp::literal) return {};
    for (const Expression& one : count.operands)
      if (!few_of_named(one).if_true || named_in(one).size() > 1) return {};
    if (number.value < 0 || number.value >= std::int64_t{most_clients}) return {};
    const auto so_many = static_cast<std::uint32_t>(number.value);
    const bool is_less = whole.op == ExpressionOp::less || whole.op == ExpressionOp::less_equal;
    const bool is_greater = whole.op == ExpressionOp::greater || whole.op == ExpressionOp::greater_equal;
    const bool is_strict = whole.op == ExpressionOp::less || whole.op == ExpressionOp::greater;
    if (is_left ? is_less : is_greater) return {0U, is_strict ? so_many : so_many + 1};
    if (is_left ? is_greater : is_less) return {is_strict ? so_many + 1 : so_many, 0U};
    if (whole.op == ExpressionOp::equal) return {so_many, so_many + 1};
    if (whole.op == ExpressionOp::not_equal) return {so_many + 1, so_many};
    return {};
  }

  const Model& model_;
  std::uint32_t kind_;
};

}  // namespace

std::uint32_t clients_to_break(const Model& model, std::uint32_t kind, const Spec& spec) {
  if (spec.form == PropertyForm::asserted || spec.form == PropertyForm::witnessed) return 1;
  if (!spec.given.empty()) return 0;
  std::uint32_t found = 1;
  for (const Expression& condition : spec.condition) {
    const Few few = Reading(model, kind).few(condition);
    const Number broken = spec.form == PropertyForm::always ? few.if_false : few.if_true;
    if (!broken) return 0;
    found = std::max(found, *broken);
  }
  return found;
}

}  // namespace interlock::machine
