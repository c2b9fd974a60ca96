#include "engine/machine/layout.hpp"

#include "engine/assert.hpp"
#include "engine/language/first_value.hpp"
#include "engine/language/walk.hpp"
#include "engine/machine/canonical/order_of_ids.hpp"
#include "engine/machine/compiled/requests.hpp"
#include "engine/machine/faults/fault_scene.hpp"
#include "engine/machine/limits.hpp"
#include "engine/machine/places.hpp"

#include <algorithm>
#include <bit>
#include <set>

namespace interlock::machine {

using namespace language;

namespace {

std::uint8_t bits_for(std::uint64_t codes) {
  return static_cast<std::uint8_t>(codes <= 1 ? 0 : std::bit_width(codes - 1));
}

bool is_cell_of(const Variable& variable, std::uint32_t server, bool remembered) {
  return variable.scope == Scope::server && variable.owner == server && variable.is_remembered == remembered;
}

/// Lays words out one after the other.
class Planner {
 public:
  Planner(const Model& model, const Scenario& scenario, const Ticks& ticks, const Relevance& relevance)
      : model_(model), scenario_(scenario), ticks_(ticks), relevance_(relevance) {
    collect_extras();
    collect_watched();
    count_tokens_and_ids();
  }

  Layout plan() {
    layout_.most_requests = most_requests(scenario_);
    layout_.longest_deadline = ticks_.longest + longest_jump(scenario_, ticks_);
    layout_.loses_calls = may_lose_calls(scenario_);
    layout_.cells.resize(model_.variables.size());
    layout_.container_of.assign(model_.variables.size(), -1);
    layout_.watched.resize(watched_.size());
    if (scenario_.distinct_clocks) layout_.order_bits = static_cast<std::uint32_t>(std::bit_width(instants() + 1));
    for (std::size_t i = 0; i < watched_.size(); ++i) layout_.watched[i].variable = watched_[i];
    for (std::uint32_t server = 0; server < model_.servers.size(); ++server) plan_server(server);
    if (relevance_.lease) layout_.leased = relevance_.leased;
    plan_shared();
    layout_.touched.resize(model_.servers.size());
    for (ClientIndex client{0}; client < model_.clients.size(); ++client) plan_client(client);
    layout_.token_classes = relevance_.token_classes;
    return std::move(layout_);
  }

 private:
  void take_extras(const Kind& kind) {
    for (const auto& name : kind.extra)
      if (std::find(layout_.extras.begin(), layout_.extras.end(), name) == layout_.extras.end())
        layout_.extras.push_back(name);
  }

  void collect_extras() {
    layout_.extras.emplace_back("none");
    for (const auto& variable : model_.variables) take_extras(variable.kind), take_extras(variable.key);
    for_each_expression(model_, [&](const Expression& expression) { take_extras(expression.kind); });
    require_within(Limit::extra_names, layout_.extras.size());
  }

  void collect_watched() {
    std::set<VariableIndex> watched;
    for_each_statement(model_, [&](const Statement& statement) {
      if (statement.op == StatementOp::watch) watched.insert(statement.variable);
    });
    watched_.assign(watched.begin(), watched.end());
  }

  std::uint32_t copies(const Variable& variable) const {
    const auto clients = static_cast<std::uint32_t>(model_.clients.size());
    const std::uint32_t each = variable.scope == Scope::server       ? 1
                               : variable.scope == Scope::local      ? model_.kinds[variable.owner].count
                               : variable.scope == Scope::connection ? clients
                                                                     : 0;
    if (variable.scope == Scope::local) return (1 + most_requests(scenario_)) * each;
    const bool is_kept = variable.scope == Scope::server && keeps_writes(model_, scenario_, variable.owner);
    return (is_kept ? 1 + lag_of(scenario_) : 1) * (variable.capacity > 0 ? each * variable.capacity : each);
  }

  void count_tokens_and_ids() {
    tokens_.assign(relevance_.token_classes, 0);
    for (VariableIndex index{0}; index < model_.variables.size(); ++index) {
      const Variable& variable = model_.variables[index];
      if (!relevance_.variable[index]) continue;
      if (variable.kind.base == Base::identity || variable.key.base == Base::identity) identities_ += copies(variable);
      if (variable.kind.base == Base::token || variable.key.base == Base::token)
        tokens_[relevance_.token_class[index]] += 2 * copies(variable);
    }
    const auto clients = static_cast<std::uint32_t>(model_.clients.size());
    if (relevance_.grant) tokens_[relevance_.grant_class] += (1 + most_requests(scenario_)) * clients + 2;
    if (relevance_.fence) tokens_[relevance_.grant_class] += 2;
    if (relevance_.place) tokens_[relevance_.place_class] += clients;
  }

  std::uint32_t token_codes(std::uint32_t token_class) const {
    const auto gap = static_cast<std::uint32_t>(relevance_.token_look);
    return (4 + gap) * (tokens_[token_class] + 1) + static_cast<std::uint32_t>(relevance_.highest_token);
  }

  Register word(const Field& field, Word initial) {
    require_within(Limit::words, layout_.fields.size() + 1, place_);
    layout_.fields.push_back(field);
    layout_.initial.push_back(initial);
    if (field.role == Role::client) layout_.client_names.push_back(static_cast<Register>(layout_.fields.size() - 1));
    return static_cast<Register>(layout_.fields.size() - 1);
  }

  Register flag() { return word({.bits = 1}, 0); }

  /// `most`: ticks that it is ever started with.
  TimerWord timer(TimerRule rule, std::int64_t most) {
    const bool may_be_endless = rule.kind == TimerKind::lease;
    const std::uint64_t codes = static_cast<std::uint64_t>(most) + (may_be_endless ? 3 : 2);
    const Role role = may_be_endless ? Role::lease : Role::timer;
    rule.timer = TimerWord(word({.role = role, .bits = bits_for(codes), .low = stopped}, stopped));
    layout_.timers.push_back(rule);
    return rule.timer;
  }

  Field field_for(const Kind& kind, std::uint32_t token_class) const {
    Field field;
    // Whatever a call may answer can be put into a variable, so every optional kind has room for all extra names.
    field.extras = static_cast<std::uint8_t>(kind.extra.empty() ? 0 : layout_.extras.size());
    std::uint64_t codes = field.extras;
    switch (kind.base) {
      case Base::boolean: codes += 2; break;
      case Base::integer:
        field.low = word_of(kind.low);
        codes += static_cast<std::uint64_t>(kind.high - kind.low + 1);
        break;
      case Base::cases: codes += std::max<std::size_t>(kind.names.size(), 1); break;
      case Base::identity:
        field.role = Role::identity;
        codes += identities_ + 2;
        break;
      case Base::client:
        field.role = Role::client;
        field.low = -1;  // -1: nobody
        codes += model_.clients.size() + 1;
        break;
      case Base::token:
        field.role = Role::token;
        field.token_class = static_cast<std::uint16_t>(token_class);
        codes += token_codes(token_class);
        break;
      case Base::instant:
        field.role = Role::instant;
        field.has_unset = true;
        field.low = -instant_reach() * layout_.one_tick();
        codes +=
            1 + (2 * static_cast<std::uint64_t>(instant_reach()) + 1) * static_cast<std::uint64_t>(layout_.one_tick());
        break;
      case Base::duration:
        field.low = -ticks_.endless();
        codes += 2 * static_cast<std::uint64_t>(ticks_.endless()) + 1;
        break;
    }
    field.bits = bits_for(codes);
    return field;
  }

  Word instant_reach() const {
    const std::int64_t reach = (std::int64_t{instants()} + 1) * (std::int64_t{ticks_.horizon} + 2);
    require_within(Limit::reach_of_instants, static_cast<std::uint64_t>(reach * layout_.one_tick()), place_);
    return static_cast<Word>(reach);
  }

  std::uint32_t instants() const {
    std::uint32_t instants = 1;
    for (VariableIndex index{0}; index < model_.variables.size(); ++index) {
      const Variable& variable = model_.variables[index];
      if (relevance_.variable[index] && (variable.kind.base == Base::instant || variable.key.base == Base::instant))
        instants += copies(variable);
    }
    return instants;
  }

  Word initial_of(const Variable& variable) const {
    const Kind& kind = variable.kind;
    if (starts_as_extra(variable)) {
      const auto index = static_cast<std::size_t>(variable.initial - extra_value(0));
      return layout_.extra(kind.extra[index]);
    }
    if (kind.base == Base::instant) return unset;
    if (kind.base == Base::client) return -1;
    return word_of(variable.initial);
  }

  Field name_of_client() const {
    return {.role = Role::client, .bits = bits_for(model_.clients.size() + 1), .low = -1};
  }

  Register writer() { return word(name_of_client(), -1); }

  std::int32_t watched_index(VariableIndex variable) const {
    const auto found = std::find(watched_.begin(), watched_.end(), variable);
    return found == watched_.end() ? -1 : static_cast<std::int32_t>(found - watched_.begin());
  }

  void plan_server(std::uint32_t server) {
    ServerWords words;
    words.block.begin = words.stored.begin = static_cast<Register>(layout_.fields.size());
    for (const bool remembered : {false, true}) {
      for (VariableIndex index{0}; index < model_.variables.size(); ++index) {
        if (!relevance_.variable[index] || !is_cell_of(model_.variables[index], server, remembered)) continue;
        plan_cell(index);
        if (!remembered) words.cells.push_back(index);
      }
      (remembered ? words.block : words.stored).end = static_cast<Register>(layout_.fields.size());
    }
    if (keeps_writes(model_, scenario_, server)) {
      layout_.keeping_servers.push_back(server);
      words.writes = word({.bits = bits_for(lag_of(scenario_) + 1)}, 0);
      while (words.kept.size() < lag_of(scenario_)) plan_kept(words);
    }
    layout_.servers.push_back(std::move(words));
  }

  /// Once more all that a server keeps.
  void plan_kept(ServerWords& words) {
    WordBlock kept{static_cast<Register>(layout_.fields.size()), 0};
    for (Register from = words.stored.begin; from < words.stored.end; ++from) {
      const Field field = layout_.fields[from];
      word(field, layout_.initial[from]);
    }
    kept.end = static_cast<Register>(layout_.fields.size());
    const auto shift = static_cast<Register>(kept.begin - words.block.begin);
    const auto moved = [&](Register from) { return from == no_register ? from : static_cast<Register>(from + shift); };
    for (const VariableIndex variable : words.cells) {
      const std::int32_t index = layout_.container_of[variable];
      if (index < 0) {
        const TimerWord deadline = layout_.cells[variable].deadline;
        if (deadline)
          layout_.timers.push_back(
              {.kind = TimerKind::kept, .timer = TimerWord(moved(deadline.word())), .cell = variable, .shift = shift});
        continue;
      }
      Container container = layout_.containers[static_cast<std::size_t>(index)];
      for (Register* part : {&container.count, &container.members, &container.seconds, &container.writers})
        *part = moved(*part);
      layout_.containers.push_back(container);
    }
    words.kept.push_back(kept);
  }

  void plan_cell(VariableIndex index) {
    const Variable& variable = model_.variables[index];
    place_ = variable.place;
    if (variable.shape != Shape::scalar && variable.shape != Shape::expiring) return plan_container(index);
    Cell& cell = layout_.cells[index];
    cell.watched = watched_index(index);
    const Field field = field_for(variable.kind, relevance_.token_class[index]);
    if (variable.shape == Shape::expiring) {
      cell.present = flag();
      cell.value = word(field, neutral(field));
      cell.deadline = timer({.kind = TimerKind::deadline, .cell = index}, layout_.longest_deadline);
    } else {
      cell.value = word(field, initial_of(variable));
    }
    if (relevance_.writer[index]) cell.writer = writer();
  }

  static Word neutral(const Field& field) {
    if (field.has_unset) return unset;
    if (field.role == Role::client || field.role == Role::timer) return -1;
    return field.role == Role::plain && field.low > 0 ? field.low : (field.low < 0 ? 0 : field.low);
  }

  void plan_container(VariableIndex index) {
    const Variable& variable = model_.variables[index];
    layout_.container_of[index] = static_cast<std::int32_t>(layout_.containers.size());
    Container container;
    container.shape = variable.shape;
    container.capacity = variable.capacity;
    container.variable = index;
    container.watched = watched_index(index);
    container.ties_go_by_digits = variable.kind.base == Base::integer;
    container.ties_are_choices = variable.kind.base == Base::identity || variable.kind.base == Base::client;
    container.count = word({.bits = bits_for(variable.capacity + 1u)}, 0);
    const std::uint32_t token_class = relevance_.token_class[index];
    const Kind& member = variable.shape == Shape::map ? variable.key : variable.kind;
    const Kind& second = variable.shape == Shape::map ? variable.kind : variable.key;
    container.members = column(field_for(member, token_class), variable.capacity);
    if (variable.shape == Shape::map || variable.shape == Shape::ranked)
      container.seconds = column(field_for(second, token_class), variable.capacity);
    if (relevance_.writer[index]) container.writers = column(name_of_client(), variable.capacity);
    layout_.containers.push_back(container);
  }

  Register column(const Field& field, std::uint32_t capacity) {
    const auto first = static_cast<Register>(layout_.fields.size());
    for (std::uint32_t i = 0; i < capacity; ++i) word(field, neutral(field));
    return first;
  }

  /// More pairs than these cut the run.
  void plan_pairs() {
    // A request that comes late, or once more, may put a name into a set that it has left.
    if (layout_.containers.empty() || (layout_.most_requests == 0 && !may_meet_again(model_, relevance_))) return;
    const auto names = std::min<std::uint32_t>(static_cast<std::uint32_t>(model_.clients.size()) + 4, 8);
    layout_.most_pairs = names * (names - 1) / 2;
    Kind name;
    name.base = Base::identity;
    layout_.pairs = column(field_for(name, 0), 2 * layout_.most_pairs);
    for (Container& container : layout_.containers) {
      const Variable& variable = model_.variables[container.variable];
      container.keeps_ties = variable.kind.base == Base::identity && variable.key.base != Base::token;
    }
  }

  void plan_shared() {
    plan_pairs();
    bool has_first = false;
    layout_.strikes.assign(static_cast<std::size_t>(own_fault(model_.own_faults.size())) + 1, no_register);
    for (const auto& fault : scenario_.faults) {
      if (rule_of(fault.kind).comes_first) has_first = true;
      if (fault.times == unbounded) continue;
      const auto most = static_cast<std::uint64_t>(fault.times);
      layout_.strikes[static_cast<std::size_t>(fault.kind)] = word({.bits = bits_for(most + 1)}, 0);
    }
    if (has_first && relevance_.reads_clock) layout_.begun = flag();
    if (!relevance_.fence) return;
    layout_.newest_fence = word(ghost_token(relevance_.grant_class), 0);
    Field token = ghost_token(relevance_.grant_class);
    // The token's own class is that of whatever the `fence` statements give.
    for_each_statement(model_, [&](const Statement& statement) {
      if (statement.op != StatementOp::fence) return;
      for_each_expression(statement.expressions[0], [&](const Expression& part) {
        if (part.variable != nothing && part.kind.base == Base::token)
          token = ghost_token(relevance_.token_class[part.variable]);
      });
    });
    word(token, 0);
  }

  Field ghost_token(std::uint32_t token_class) const {
    return {.role = Role::token,
            .bits = bits_for(token_codes(token_class)),
            .token_class = static_cast<std::uint16_t>(token_class)};
  }

  static bool any(const Block& program, bool (*applies)(const Statement&)) {
    bool found = false;
    for_each_statement(program, [&](const Statement& statement) { found = found || applies(statement); });
    return found;
  }

  void plan_client(ClientIndex client) {
    ClientWords words;
    words.begin = static_cast<Register>(layout_.fields.size());
    const std::uint32_t kind_index = model_.clients[client].kind;
    const ClientKind& kind = model_.kinds[kind_index];
    place_ = kind.place;
    const std::uint8_t location_bits = bits_for(most_locations(kind, layout_.loses_calls));
    words.start = kind.is_daemon ? daemon_start : 0;
    for (std::size_t thread = 0; thread <= kind.backgrounds.size(); ++thread) {
      words.location.push_back(word({.bits = location_bits}, thread == 0 ? words.start : 0));
      // A heartbeat begins with a wait. A wait of no time has a timer as any other.
      const Block& program = thread > 0 ? kind.backgrounds[thread - 1].body : kind.program;
      TimerRule rule{.kind = TimerKind::wait, .client = client, .thread = static_cast<std::uint32_t>(thread)};
      words.timer.push_back(thread > 0 || any(program, waits) ? timer(rule, ticks_.longest) : TimerWord());
      rule.kind = TimerKind::limit;
      words.limit.push_back(any(program, has_limit) ? timer(rule, ticks_.longest) : TimerWord());
    }
    plan_faults(words, client);
    if (relevance_.been_critical) words.been_critical = flag();
    if (relevance_.grant) words.grant = word(ghost_token(relevance_.grant_class), 0);
    if (relevance_.place) words.place = word(ghost_token(relevance_.place_class), 0);
    if (relevance_.lease) plan_leases(words, client);
    plan_own(words, kind_index);
    for (std::uint32_t place = 0; place < layout_.most_requests; ++place) plan_request(words, kind);
    for (const VariableIndex deadline : kind.deadlines)
      if (words.own.contains(deadline)) words.believed.push_back(words.own.at(deadline));
    words.end = static_cast<Register>(layout_.fields.size());
    layout_.clients.push_back(std::move(words));
  }

  void plan_request(ClientWords& words, const ClientKind& kind) {
    RequestWords request;
    request.call = word({.bits = bits_for(calls_of(model_, kind) + 1U)}, 0);
    for (const VariableIndex variable : sent_by(model_, kind)) {
      if (!relevance_.variable[variable]) continue;
      const Field field = field_for(model_.variables[variable].kind, relevance_.token_class[variable]);
      request.sent[variable] = word(field, neutral(field));
    }
    if (relevance_.grant) request.grant = word(ghost_token(relevance_.grant_class), 0);
    words.requests.push_back(std::move(request));
  }

  LeaseWords lease(ClientIndex client) {
    const Register cell = word({.bits = bits_for(layout_.leased.size())}, 0);
    return {cell, timer({.kind = TimerKind::lease, .client = client}, layout_.longest_deadline)};
  }

  void plan_leases(ClientWords& words, ClientIndex client) {
    const ClientKind& kind = model_.kinds[model_.clients[client].kind];
    words.lease = lease(client);
    words.given_on.resize(layout_.leased.size());
    bool elsewhere = false;
    for_each_statement(kind.program, [&](const Statement& statement) {
      if (statement.op != StatementOp::granted || statement.variable == nothing) return;
      elsewhere = true;
      const auto found = std::find(layout_.leased.begin(), layout_.leased.end(), statement.variable);
      if (found == layout_.leased.end()) return;
      TimerWord& given = words.given_on[static_cast<std::size_t>(found - layout_.leased.begin())];
      if (!given) given = timer({.kind = TimerKind::lease, .client = client}, layout_.longest_deadline);
    });
    const bool always_says_where = elsewhere && !any(kind.program, [](const Statement& statement) {
                                     return statement.op == StatementOp::granted && statement.variable == nothing;
                                   });
    if (!always_says_where || !kind.says_granted) words.given = lease(client);
  }

  /// Room in the words of one client.
  class ClientRoom final : public FaultRoom {
   public:
    ClientRoom(Planner& planner, ClientIndex client, std::size_t threads)
        : planner_(planner), client_(client), threads_(threads) {}
    Register flag() override { return planner_.flag(); }
    TimerWord timer(TimerKind kind, std::int64_t most_ticks) override {
      return planner_.timer({.kind = kind, .client = client_}, most_ticks);
    }
    std::size_t threads() const override { return threads_; }

   private:
    Planner& planner_;
    ClientIndex client_;
    std::size_t threads_;
  };

  void plan_faults(ClientWords& words, ClientIndex client) {
    words.is_once = model_.kinds[model_.clients[client].kind].is_once;
    ClientRoom room(*this, client, words.location.size());
    Word most_off = 0;
    for (const Fault& fault : scenario_.faults) {
      if (const FaultAct& act = act_of(fault.kind); act.remember != nullptr) act.remember(fault, ticks_, room, words);
      if (rule_of(fault.kind).target == FaultTarget::clock)
        most_off = std::max(most_off, static_cast<Word>(fault.amount / ticks_.microseconds));
    }
    const ClientKind& kind = model_.kinds[model_.clients[client].kind];
    for (std::uint32_t server = 0; may_cut_off(scenario_) && server < model_.servers.size(); ++server)
      words.cut_off.push_back(calls_server(model_, kind, server) ? flag() : no_register);
    if (words.is_once && words.gone == no_register) words.gone = flag();
    if (most_off == 0 || !relevance_.kind_reads_clock[model_.clients[client].kind]) return;
    const std::uint64_t codes = 2 * static_cast<std::uint64_t>(most_off) + 1;
    words.offset = word({.bits = bits_for(codes), .low = -most_off}, 0);
  }

  void plan_own(ClientWords& words, std::uint32_t kind) {
    for (VariableIndex index{0}; index < model_.variables.size(); ++index) {
      const Variable& variable = model_.variables[index];
      const bool local = variable.scope == Scope::local && variable.owner == kind;
      if (!(local || variable.scope == Scope::connection) || !relevance_.variable[index]) continue;
      const Field field = field_for(variable.kind, relevance_.token_class[index]);
      const bool may_be_any = local && !relevance_.shown[index] && !starts_as_extra(variable);
      words.own[index] = word(field, may_be_any ? neutral(field) : initial_of(variable));
      if (local) words.locals.push_back(words.own[index]);
    }
    for (auto& watched : layout_.watched) watched.watching.push_back(flag());
    for (std::uint32_t server = 0; server < model_.servers.size(); ++server) {
      const bool any = std::any_of(watched_.begin(), watched_.end(),
                                   [&](VariableIndex variable) { return model_.variables[variable].owner == server; });
      layout_.touched[server].push_back(any ? flag() : no_register);
    }
  }

  const Model& model_;
  const Scenario& scenario_;
  const Ticks& ticks_;
  const Relevance& relevance_;
  Layout layout_;
  Place place_;  ///< of what is laid out
  std::vector<VariableIndex> watched_;
  std::vector<std::uint32_t> tokens_;  ///< by class: how many words hold one
  std::uint64_t identities_ = 0;
};

}  // namespace

Layout lay_out(const Model& model, const Scenario& scenario, const Ticks& ticks, const Relevance& relevance) {
  return Planner(model, scenario, ticks, relevance).plan();
}

}  // namespace interlock::machine
