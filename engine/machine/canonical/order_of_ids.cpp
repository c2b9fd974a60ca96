#include "engine/machine/canonical/order_of_ids.hpp"

#include "engine/language/walk.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace interlock::machine {

using namespace language;

namespace {

/// Scores that are tokens come from counters and do not meet.
bool may_tie(const Model& model, const Relevance& relevance, VariableIndex index) {
  const Variable& variable = model.variables[index];
  return variable.shape == Shape::ranked && relevance.variable[index] && variable.kind.base == Base::identity &&
         variable.key.base != Base::token;
}

/// What may be executed more than once in a round.
bool repeats(StatementOp op) { return op == StatementOp::loop || op == StatementOp::retry; }

class Meetings {
 public:
  Meetings(const Model& model, const Relevance& relevance) : model_(model), relevance_(relevance) {}

  bool may_be_repeated() {
    for (const ClientKind& kind : model_.kinds) {
      puts_ = 0;
      for (const Statement& statement : kind.program) visit(statement, false);
      for (const Background& background : kind.backgrounds)
        for (const Statement& statement : background.body) visit(statement, true);
      again_ = again_ || puts_ > 1;
    }
    return !sets_.empty() && (again_ || sets_.size() > 1);
  }

 private:
  void visit(const Statement& statement, bool is_repeated) {
    if (statement.op == StatementOp::put && may_tie(model_, relevance_, statement.variable)) {
      ++puts_;
      sets_.insert(statement.variable);
      again_ = again_ || is_repeated;
    }
    const bool is_name = statement.op == StatementOp::assign && statement.variable != nothing &&
                         model_.variables[statement.variable].scope != Scope::scratch &&
                         model_.variables[statement.variable].kind.base == Base::identity;
    if (is_name && (statement.expressions[0].op != ExpressionOp::fresh_id || is_repeated)) again_ = true;
    for (const Block& block : statement.blocks)
      for (const Statement& inner : block) visit(inner, is_repeated || repeats(statement.op));
  }

  const Model& model_;
  const Relevance& relevance_;
  std::set<VariableIndex> sets_;
  int puts_ = 0;
  bool again_ = false;
};

class Pairs {
 public:
  Pairs(const Layout& layout, Word* words) : layout_(layout), words_(words) {}

  std::uint32_t size() const { return layout_.most_pairs; }
  Word& earlier(std::uint32_t pair) const { return words_[layout_.pairs + 2 * pair]; }
  Word& later(std::uint32_t pair) const { return words_[layout_.pairs + 2 * pair + 1]; }

  bool has(Word one, Word other) const {
    for (std::uint32_t pair = 0; pair < size(); ++pair)
      if (earlier(pair) == one && later(pair) == other) return true;
    return false;
  }

  /// And all that follows from it. False: there is no room.
  bool add(Word one, Word other) const {
    std::vector<Word> before{one};
    std::vector<Word> behind{other};
    for (std::uint32_t pair = 0; pair < size(); ++pair) {
      if (later(pair) == one) before.push_back(earlier(pair));
      if (earlier(pair) == other) behind.push_back(later(pair));
    }
    for (const Word first : before)
      for (const Word second : behind)
        if (!has(first, second) && !put(first, second)) return false;
    return true;
  }

 private:
  bool put(Word one, Word other) const {
    for (std::uint32_t pair = 0; pair < size(); ++pair) {
      if (earlier(pair) != 0) continue;
      earlier(pair) = one;
      later(pair) = other;
      return true;
    }
    return false;
  }

  const Layout& layout_;
  Word* words_;
};

}  // namespace

bool may_meet_again(const Model& model, const Relevance& relevance) {
  return Meetings(model, relevance).may_be_repeated();
}

std::optional<std::uint32_t> place_among_equals(const Layout& layout, const Container& container, Run& run, Word member,
                                                std::uint32_t first, std::uint32_t after) {
  const Word* equals = run.words + container.members + first;
  const std::uint32_t count = after - first;
  if (!container.ties_are_choices) {
    const auto comes_before = [&](Word one) {
      const bool by_digits = container.ties_go_by_digits && is_ordinary(one) && is_ordinary(member);
      return by_digits ? std::to_string(one) < std::to_string(member) : one < member;
    };
    return static_cast<std::uint32_t>(std::count_if(equals, equals + count, comes_before));
  }
  if (!container.keeps_ties) return run.choices->take(count + 1);
  const Pairs pairs(layout, run.words);
  std::uint32_t low = 0;
  std::uint32_t high = count;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (pairs.has(equals[i], member)) low = i + 1;
    if (pairs.has(member, equals[i])) high = std::min(high, i);
  }
  const std::uint32_t place = low < high ? low + run.choices->take(high - low + 1) : low;
  for (std::uint32_t i = 0; i < count; ++i)
    if (!(i < place ? pairs.add(equals[i], member) : pairs.add(member, equals[i]))) return std::nullopt;
  return place;
}

void tidy_pairs(const Layout& layout, const std::vector<Register>& identities, Word* words) {
  const Pairs pairs(layout, words);
  const auto stands_in_set = [&](Register word) {
    return std::any_of(layout.containers.begin(), layout.containers.end(), [&](const Container& container) {
      return word >= container.members && word < container.members + container.capacity;
    });
  };
  std::uint64_t anywhere = 0;
  std::uint64_t named = 0;
  for (const Register word : identities) {
    if (words[word] <= 0 || (word >= layout.pairs && word < layout.pairs + 2 * layout.most_pairs)) continue;
    anywhere |= std::uint64_t{1} << words[word];
    if (!stands_in_set(word)) named |= std::uint64_t{1} << words[word];
  }
  const auto is_in = [](std::uint64_t ids, Word id) { return id > 0 && (ids >> id & 1) != 0; };
  std::vector<std::pair<Word, Word>> kept;
  for (std::uint32_t pair = 0; pair < pairs.size(); ++pair) {
    const Word one = pairs.earlier(pair);
    const Word other = pairs.later(pair);
    if (is_in(anywhere, one) && is_in(anywhere, other) && (is_in(named, one) || is_in(named, other)))
      kept.emplace_back(one, other);
  }
  std::sort(kept.begin(), kept.end());
  kept.resize(pairs.size(), {0, 0});
  for (std::uint32_t pair = 0; pair < pairs.size(); ++pair) {
    pairs.earlier(pair) = kept[pair].first;
    pairs.later(pair) = kept[pair].second;
  }
}

}  // namespace interlock::machine
