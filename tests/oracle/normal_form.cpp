#include "tests/oracle/normal_form.hpp"

#include "tests/oracle/visits.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace interlock::oracle {

using namespace language;
using evaluator::Cell;
using evaluator::CellName;
using evaluator::Client;
using evaluator::Datum;
using evaluator::is_endless;
using evaluator::is_extra;
using evaluator::Member;
using evaluator::never;
using evaluator::Request;
using evaluator::State;
using evaluator::Thread;
using evaluator::Time;
using evaluator::Value;

namespace {

/// Is a moment or a length of time that is not written out part of it?
bool deals_with_time(const Expression& whole) {
  bool found = false;
  visit_expression(whole, [&](const Expression& part) {
    const bool is_span = part.kind.base == Base::duration && part.variable != nothing;
    found = found || part.kind.base == Base::instant || is_span;
  });
  return found;
}

/// Durations that are added to instants or compared with their differences, by way of a variable too. Copies of one
/// place count once.
Time longest_difference(const Model& model, const Scenario& scenario) {
  std::set<std::tuple<const Source*, std::uint32_t, std::uint32_t, Value>> counted;
  Time sum = 0;
  visit_groups(model, [&](const Statement* statement, const std::vector<Expression>& group) {
    const bool is_kept = statement && statement->variable != nothing && statement->op != StatementOp::expire &&
                         model.variables[statement->variable].kind.base == Base::duration;
    for (const auto& whole : group) {
      if (!is_kept && !deals_with_time(whole)) continue;
      visit_expression(whole, [&](const Expression& part) {
        if (part.op != ExpressionOp::literal || part.kind.base != Base::duration || is_extra(part.value)) return;
        const Place& place = part.place;
        if (place.line == 0 || counted.emplace(place.source.get(), place.line, place.column, part.value).second)
          sum += std::abs(part.value);
      });
    }
  });
  for (const auto& fault : scenario.faults)
    if (fault.kind == FaultKind::skew || fault.kind == FaultKind::drift) sum += 2 * fault.amount;
  return sum;
}

/// An instant or a span that comes from itself and a span can get as far from all others as it likes: then no gap may
/// be forgotten.
class Pushes {
 public:
  explicit Pushes(const Model& model) : from_(model.variables.size()) {
    visit_statements(model, [&](const Statement& statement) {
      if (statement.variable == nothing || statement.op == StatementOp::clock) return;
      for (const auto& whole : statement.expressions)
        visit_expression(whole, [&](const Expression& part) {
          if (part.variable != nothing && is_time(part)) from_[statement.variable].insert(part.variable);
          const bool moves = part.op == ExpressionOp::add || part.op == ExpressionOp::subtract;
          if (moves && part.kind.base != Base::integer) moved_.insert(statement.variable);
        });
    });
  }

  bool are_endless() const {
    return std::any_of(moved_.begin(), moved_.end(), [&](VariableIndex moved) { return comes_from(moved, moved); });
  }

 private:
  static bool is_time(const Expression& part) {
    return part.kind.base == Base::instant || part.kind.base == Base::duration || part.op == ExpressionOp::rest;
  }

  bool comes_from(VariableIndex start, VariableIndex wanted) const {
    std::set<VariableIndex> seen;
    std::vector<VariableIndex> open{start};
    while (!open.empty()) {
      const VariableIndex one = open.back();
      open.pop_back();
      for (const VariableIndex source : from_[one]) {
        if (source == wanted) return true;
        if (seen.insert(source).second) open.push_back(source);
      }
    }
    return false;
  }

  std::vector<std::set<VariableIndex>> from_;
  std::set<VariableIndex> moved_;
};

constexpr Time without_end = Time{1} << 50;

/// Written out, by class: what is compared with them counts up to there.
std::map<std::uint32_t, Value> largest_literals(const Model& model, const std::vector<std::uint32_t>& classes) {
  std::map<std::uint32_t, Value> largest;
  const auto take = [&](const std::vector<Expression>& group) {
    Value most = 0;
    std::set<std::uint32_t> met;
    for (const auto& whole : group)
      visit_expression(whole, [&](const Expression& part) {
        if (part.op == ExpressionOp::literal && part.kind.base == Base::token && !is_extra(part.value))
          most = std::max(most, part.value);
        if (part.variable != nothing) met.insert(classes[part.variable]);
      });
    for (const std::uint32_t one : met) largest[one] = std::max(largest[one], most);
  };
  visit_groups(model, [&](const Statement* statement, const std::vector<Expression>& group) {
    take(group);
    if (statement && statement->variable != nothing && !group.empty() && group[0].op == ExpressionOp::literal &&
        group[0].kind.base == Base::token && !is_extra(group[0].value)) {
      Value& most = largest[classes[statement->variable]];
      most = std::max(most, group[0].value);
    }
  });
  return largest;
}

/// Variables whose tokens meet in one statement or property are of one class.
class TokenClasses {
 public:
  explicit TokenClasses(const Model& model) : model_(model), class_(model.variables.size() + 2) {
    std::iota(class_.begin(), class_.end(), 0u);
    visit_groups(model,
                 [&](const Statement* statement, const std::vector<Expression>& group) { unite(statement, group); });
  }

  std::vector<std::uint32_t> classes() {
    std::vector<std::uint32_t> result;
    for (std::uint32_t node = 0; node < class_.size(); ++node) result.push_back(root(node));
    return result;
  }

 private:
  std::uint32_t root(std::uint32_t node) const { return class_[node] == node ? node : root(class_[node]); }

  void unite(const Statement* statement, const std::vector<Expression>& group) {
    std::vector<std::uint32_t> met;
    const auto meet = [&](VariableIndex variable) {
      if (variable == nothing) return;
      const Variable& named = model_.variables[variable];
      if (named.kind.base == Base::token || named.key.base == Base::token) met.push_back(variable);
    };
    if (statement)
      for (const VariableIndex variable : {statement->variable, statement->second, statement->third}) meet(variable);
    if (statement && statement->op == StatementOp::fence) met.push_back(static_cast<std::uint32_t>(class_.size()) - 1);
    for (const auto& whole : group)
      visit_expression(whole, [&](const Expression& part) {
        meet(part.variable);
        if (part.op == ExpressionOp::caller_grant) met.push_back(static_cast<std::uint32_t>(class_.size()) - 2);
      });
    for (const std::uint32_t node : met) class_[root(node)] = root(met[0]);
  }

  const Model& model_;
  std::vector<std::uint32_t> class_;
};

}  // namespace

/// Does a client look at its clock? In what a server does, `now` is the server's.
static bool reads_clock(const Block& block) {
  return std::any_of(block.begin(), block.end(), [](const Statement& statement) {
    bool found = statement.op == StatementOp::clock;
    for (const Expression& whole : statement.expressions)
      visit_expression(whole, [&](const Expression& part) { found = found || part.op == ExpressionOp::now; });
    if (statement.op == StatementOp::operation) return found;
    if (statement.op == StatementOp::when)
      return found || (statement.blocks.size() > 1 && reads_clock(statement.blocks[1]));
    return found || std::any_of(statement.blocks.begin(), statement.blocks.end(), reads_clock);
  });
}

static bool reads_clock(const ClientKind& kind) {
  return reads_clock(kind.program) ||
         std::any_of(kind.backgrounds.begin(), kind.backgrounds.end(),
                     [](const Background& background) { return reads_clock(background.body); });
}

/// A counter that is set back may come to what it has given out long ago: then no gap may be forgotten.
static bool goes_back(const Scenario& scenario) {
  return std::any_of(scenario.faults.begin(), scenario.faults.end(), [](const Fault& fault) {
    return fault.kind == FaultKind::restart || fault.kind == FaultKind::failover || is_own(fault.kind);
  });
}

NormalForm::NormalForm(const Model& model, const Scenario& scenario, std::int64_t tick, Memories memories,
                       std::int64_t token_gap)
    : model_(model),
      scenario_(scenario),
      clocks_may_be_off_(std::any_of(
          scenario.faults.begin(), scenario.faults.end(),
          [](const Fault& fault) { return fault.kind == FaultKind::skew || fault.kind == FaultKind::drift; })),
      clocks_are_read_(std::any_of(model.kinds.begin(), model.kinds.end(),
                                   [](const ClientKind& kind) { return reads_clock(kind); })),
      memories_(memories),
      token_gap_(goes_back(scenario) ? without_end : token_gap),
      far_(Pushes(model).are_endless() ? without_end : longest_difference(model, scenario) + tick),
      token_class_(TokenClasses(model).classes()),
      largest_literal_(largest_literals(model, token_class_)) {}

/// Writes one state down. First it looks at all values, to know what each is called; then it writes them.
class Writer {
 public:
  Writer(const NormalForm& form, const State& state)
      : form_(form), model_(form.model_), memories_(form.memories_), state_(state) {
    collect();
    shorten(instants_);
    Value place = 0;
    for (auto& [number, ranked] : readings_) ranked = ++place;
    for (auto& [number, tokens] : tokens_) rank(number, tokens);
    name_ids();
  }

  std::vector<std::int64_t> write() {
    for (const auto& [name, cell] : state_.cells) write_cell(name, cell);
    for (const auto& [server, versions] : state_.older) {
      put({static_cast<std::int64_t>(server), static_cast<std::int64_t>(versions.size())});
      for (const auto& cells : versions)
        for (const auto& [name, cell] : cells) write_cell(name, alive(cell));
    }
    for (const auto& [name, touched] : state_.watches)
      put({static_cast<std::int64_t>(name.variable), static_cast<std::int64_t>(name.client), touched ? 1 : 0});
    for (std::uint32_t client = 0; client < state_.clients.size(); ++client) write_client(client);
    write_orders();
    if (memories_.fences) put({token(grants(), state_.fenced_grant), token(grants() + 1, state_.fenced_token)});
    for (const auto& fault : form_.scenario_.faults) {
      const auto strikes = state_.strikes.find(fault.kind);
      if (fault.times != unbounded) put({strikes == state_.strikes.end() ? 0 : strikes->second});
      if (fault.kind == FaultKind::skew && form_.clocks_are_read_) put({state_.begun ? 1 : 0});
    }
    return std::move(written_);
  }

 private:
  void put(std::initializer_list<std::int64_t> numbers) { written_.insert(written_.end(), numbers); }

  std::uint32_t grants() const { return static_cast<std::uint32_t>(model_.variables.size()); }

  const Variable& variable(const CellName& name) const { return model_.variables[name.variable]; }

  static bool has_one(const Variable& variable) {
    return variable.shape == Shape::scalar || variable.shape == Shape::expiring;
  }
  static bool is_unordered(const Variable& variable) {
    return variable.shape == Shape::set || variable.shape == Shape::map;
  }
  /// Of a member of a container: a map has its keys there, all others their members.
  static const Kind& member_kind(const Variable& variable) {
    return variable.shape == Shape::map ? variable.key : variable.kind;
  }
  static const Kind& second_kind(const Variable& variable) {
    return variable.shape == Shape::map ? variable.kind : variable.key;
  }
  static bool has_second(const Variable& variable) {
    return variable.shape == Shape::map || variable.shape == Shape::ranked;
  }

  // Looking

  void collect() {
    instants_[state_.now] = 0;
    for (const auto& [name, cell] : state_.cells) meet(name, cell);
    for (const auto& [server, versions] : state_.older)
      for (const auto& cells : versions)
        for (const auto& [name, cell] : cells) meet(name, alive(cell));
    for (std::uint32_t index = 0; index < state_.clients.size(); ++index)
      for (const Request& request : state_.clients[index].requests) {
        for (const auto& [sent, value] : request.sent)
          meet({sent, ClientIndex{index}}, model_.variables[sent].kind, value);
        if (memories_.grants && asks_for_grant(model_, ClientIndex{index}, request))
          tokens_[class_of(grants())][request.grant] = 0;
      }
    if (memories_.grants)
      for (const Client& client : state_.clients) tokens_[class_of(grants())][client.grant] = 0;
    if (!memories_.fences) return;
    tokens_[class_of(grants())][state_.fenced_grant] = 0;
    if (!is_extra(state_.fenced_token)) tokens_[class_of(grants() + 1)][state_.fenced_token] = 0;
  }

  void meet(const CellName& name, const Cell& cell) {
    if (has_one(variable(name))) meet(name, variable(name).kind, cell.whole());
    for (const Member& member : cell.members) {
      meet(name, member_kind(variable(name)), member.whole_key());
      if (has_second(variable(name))) meet(name, second_kind(variable(name)), member.whole_value());
    }
  }

  /// In an older copy what is over is gone.
  Cell alive(const Cell& cell) const {
    return cell.deadline && *cell.deadline < state_.now ? evaluator::absent_cell() : cell;
  }

  std::uint32_t class_of(std::uint32_t node) const { return form_.token_class_[node]; }

  void meet(const CellName& name, const Kind& kind, const Datum& datum) {
    if (is_extra(datum.value)) return;
    if (datum.reading != 0) readings_[datum.reading] = 0;
    if (kind.base == Base::instant && datum.value != never) instants_[datum.value] = 0;
    if (kind.base == Base::token) tokens_[class_of(name.variable)][datum.value] = 0;
  }

  /// Distances from now, where no gap is longer than `far`.
  void shorten(std::map<Value, Value>& instants) const {
    Value before = instants.begin()->first;
    Value total = 0;
    for (auto& [instant, shortened] : instants) {
      total += std::min(instant - before, form_.far_);
      shortened = total;
      before = instant;
    }
    const Value now = instants.at(state_.now);
    for (auto& [instant, shortened] : instants) shortened -= now;
  }

  /// Zero stays zero, and what may be compared with a number that is written out stays as it is.
  void rank(std::uint32_t token_class, std::map<Value, Value>& tokens) const {
    const auto found = form_.largest_literal_.find(token_class);
    const Value counted = found == form_.largest_literal_.end() || found->second == 0 ? 0 : found->second + 1;
    Value before = counted;
    Value total = counted;
    for (auto& [value, ranked] : tokens) {
      ranked = value;
      if (value <= counted) continue;
      total += std::min(value - before, form_.token_gap_);
      ranked = total;
      before = value;
    }
  }

  /// In the order in which they are met where there is an order. Those that are only in sets and as keys of maps are
  /// told apart by which ones.
  void name_ids() {
    for (const auto& [name, cell] : state_.cells) {
      if (has_one(variable(name))) name_id(variable(name).kind, cell.value);
      if (is_unordered(variable(name))) continue;
      for (const Member& member : cell.members) name_id(member_kind(variable(name)), member.key);
    }
    for (const Client& client : state_.clients)
      for (const Request& request : client.requests)
        for (const auto& [sent, value] : request.sent) name_id(model_.variables[sent].kind, value.value);
    std::map<Value, std::vector<std::int64_t>> only_inside;
    for (const auto& [name, cell] : state_.cells) {
      if (!is_unordered(variable(name)) || member_kind(variable(name)).base != Base::identity) continue;
      for (const Member& member : cell.members) {
        if (names_.contains(member.key) || is_extra(member.key)) continue;
        auto& places = only_inside[member.key];
        const Value second = has_second(variable(name)) ? told(name, second_kind(variable(name)), member.value) : 0;
        places.insert(places.end(), {static_cast<std::int64_t>(name.variable), static_cast<std::int64_t>(name.client),
                                     second, memories_.writers ? static_cast<std::int64_t>(member.writer) : 0});
      }
    }
    std::vector<std::pair<std::vector<std::int64_t>, Value>> sorted;
    for (const auto& [id, places] : only_inside) sorted.emplace_back(places, id);
    std::sort(sorted.begin(), sorted.end());
    for (const auto& [places, id] : sorted) names_.emplace(id, static_cast<Value>(names_.size()) + 1);
  }

  void name_id(const Kind& kind, Value value) {
    if (kind.base == Base::identity && value > 0) names_.emplace(value, static_cast<Value>(names_.size()) + 1);
  }

  // Writing

  Value token(std::uint32_t node, Value value) const {
    return is_extra(value) ? value : tokens_.at(class_of(node)).at(value);
  }

  Value told(const CellName& name, const Kind& kind, Value value) const {
    if (is_extra(value) || value == never || is_endless(value)) return value;
    switch (kind.base) {
      case Base::identity: return names_.contains(value) ? names_.at(value) : 0;
      case Base::token: return token(name.variable, value);
      case Base::instant: return instants_.at(value);
      case Base::duration: return std::clamp(value, -form_.far_, form_.far_);
      case Base::boolean:
      case Base::integer:
      case Base::cases:
      case Base::client: break;
    }
    return value;
  }

  Value reading(Value number) const { return number == 0 ? 0 : readings_.at(number); }

  void write_cell(const CellName& name, const Cell& cell) {
    if (has_one(variable(name))) put({told(name, variable(name).kind, cell.value), reading(cell.reading)});
    if (variable(name).shape == Shape::expiring) put({cell.deadline ? *cell.deadline - state_.now : -1});
    if (memories_.writers && has_one(variable(name))) put({static_cast<std::int64_t>(cell.writer)});
    if (has_one(variable(name))) return;
    std::vector<std::vector<std::int64_t>> members;
    for (const Member& member : cell.members)
      members.push_back({told(name, member_kind(variable(name)), member.key),
                         has_second(variable(name)) ? told(name, second_kind(variable(name)), member.value) : 0,
                         memories_.writers ? static_cast<std::int64_t>(member.writer) : 0, reading(member.key_reading),
                         reading(member.value_reading)});
    if (is_unordered(variable(name))) std::sort(members.begin(), members.end());
    put({static_cast<std::int64_t>(members.size())});
    for (const auto& member : members) written_.insert(written_.end(), member.begin(), member.end());
  }

  void write_client(std::uint32_t index) {
    const Client& client = state_.clients[index];
    for (std::size_t thread = 0; thread < client.threads.size(); ++thread) write_thread(index, thread);
    const bool is_paused = client.is_paused(state_.now);
    put({client.been_critical, client.gone, is_paused, client.offset});
    put({is_paused && client.pause_end ? *client.pause_end - state_.now : -1});
    write_requests(index);
    put({static_cast<std::int64_t>(client.cut_off.size())});
    for (const std::uint32_t server : client.cut_off) put({static_cast<std::int64_t>(server)});
    if (memories_.grants) put({token(grants(), client.grant)});
    if (memories_.leases) write_leases(client);
    if (!memories_.places) return;
    const auto is_earlier = [&](const Client& other) { return other.place < client.place; };
    put({client.place == 0 ? 0 : 1 + std::count_if(state_.clients.begin(), state_.clients.end(), is_earlier)});
  }

  /// Whether it is the first or the second makes no difference to what it does.
  void write_requests(std::uint32_t index) {
    put({static_cast<std::int64_t>(state_.clients[index].requests.size())});
    for (const Request& request : state_.clients[index].requests) {
      put({static_cast<std::int64_t>(request.thread)});
      for (const std::size_t step : request.path) put({static_cast<std::int64_t>(step)});
      for (const auto& [sent, value] : request.sent)
        put({told({sent, ClientIndex{index}}, model_.variables[sent].kind, value.value), reading(value.reading)});
      if (memories_.grants && asks_for_grant(model_, ClientIndex{index}, request))
        put({token(grants(), request.grant)});
    }
  }

  Value time_left(const std::optional<Time>& deadline) const {
    return deadline ? std::max<Time>(*deadline - state_.now, 0) : -1;
  }

  void write_leases(const Client& client) {
    put({client.grant != 0, client.has_lease, static_cast<std::int64_t>(client.lease_cell),
         time_left(client.lease_deadline), static_cast<std::int64_t>(client.last_given)});
    for (const auto& [cell, deadline] : client.given) put({static_cast<std::int64_t>(cell), time_left(deadline)});
  }

  /// What was decided of names that are still there, and what may be decided of readings.
  void write_orders() {
    const auto name = [&](Value one) { return one < 0 ? one : names_.contains(one) ? names_.at(one) : 0; };
    std::vector<std::pair<Value, Value>> known;
    for (const auto& [one, other] : state_.earlier)
      if (name(one) != 0 && name(other) != 0) known.emplace_back(name(one), name(other));
    std::sort(known.begin(), known.end());
    for (const auto& [one, other] : known) put({one, other});
    if (!form_.clocks_may_be_off_) return;
    for (const auto& [number, rank] : readings_) {
      const auto& [moment, shown] = state_.readings.at(number);
      put({rank, moment == state_.now, std::clamp(shown - state_.now, -form_.far_, form_.far_)});
    }
  }

  void write_thread(std::uint32_t client, std::size_t number) {
    const Thread& thread = state_.clients[client].threads[number];
    put({thread.active, static_cast<std::int64_t>(thread.path.size())});
    for (const std::size_t index : thread.path) put({static_cast<std::int64_t>(index)});
    if (!thread.active) return;
    const Block& body = evaluator::body_of(model_, ClientIndex{client}, number);
    const Statement* here = evaluator::statement_at(body, thread.path);
    Time longest = 0;
    if (!here && number > 0) longest = model_.kinds[model_.clients[client].kind].backgrounds[number - 1].every.high;
    if (here && (here->op == StatementOp::work || here->op == StatementOp::sleep)) longest = here->span.high;
    if (here && (here->op == StatementOp::retry || here->op == StatementOp::when)) longest = here->span.low;
    if (thread.lost && evaluator::timeout_around(body, thread.path))
      longest = evaluator::timeout_around(body, thread.path)->span.low;
    put({std::min(state_.now - thread.since, std::max<Time>(longest, 0)), thread.delayed, thread.lost});
    if (here && here->op == StatementOp::retry)
      put({thread.tried, thread.tried ? std::min(state_.now - thread.last_try, std::max<Time>(here->every, 0)) : 0});
  }

  const NormalForm& form_;
  const Model& model_;
  const Memories& memories_;
  const State& state_;
  std::map<Value, Value> instants_;
  std::map<std::uint32_t, std::map<Value, Value>> tokens_;  // by class
  std::map<Value, Value> names_;
  std::map<Value, Value> readings_;  // those that are still there
  std::vector<std::int64_t> written_;
};

std::vector<std::int64_t> NormalForm::of(const State& state) const { return Writer(*this, state).write(); }

}  // namespace interlock::oracle
