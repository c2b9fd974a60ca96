#include "engine/evaluator/views/joining.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace interlock::evaluator {

using namespace language;

namespace {

/// What becomes of the numbers of the one who joins.
struct Meaning {
  std::map<Value, Value> ids;
  std::map<std::pair<std::size_t, Value>, Value> tokens;  ///< by kind and value
  Time later = 0;                                         ///< by how much its moments are moved
};

constexpr Value room = 1 << 16;

class Joining {
 public:
  Joining(const Teller& teller, const Model& model, const Half& left, const Half& right, const Seats& seats,
          const std::function<void(State)>& take)
      : teller_(teller), model_(model), left_(left), right_(right), seats_(seats), take_(take) {}

  void run() {
    const Told& left = left_.told;
    const Told& right = right_.told;
    base_ = left_.state;
    seat(base_);
    if (!agree_on_writers()) return;
    for_each_token(model_, teller_.tokens(), base_, [&](std::size_t, Value& value) { value = spread(value); });
    base_.last_grant = spread(base_.last_grant);
    meaning_.later = left_.state.now - right_.state.now;
    for (std::size_t i = 0; i < right.ids.size(); ++i) meaning_.ids[right.ids[i]] = left.ids[i];
    for (const auto& [kind, values] : right.tokens)
      for (std::size_t i = 0; i < values.size(); ++i)
        meaning_.tokens[{kind, values[i]}] = spread(left.tokens.at(kind)[i]);
    for (const Value one : ids_of(left_))
      if (std::find(left.ids.begin(), left.ids.end(), one) == left.ids.end()) free_ids_.push_back(one);
    for (const Value one : ids_of(right_))
      if (!meaning_.ids.contains(one)) own_ids_.push_back(one);
    forget_strangers(left.ids);
    for (const auto& one : tokens_of(right_))
      if (!meaning_.tokens.contains(one)) own_tokens_.push_back(one);
    for_each_token(model_, teller_.tokens(), base_, [&](std::size_t kind, Value value) {
      if (value > teller_.tokens().written_out()) there_[kind].insert(value);
    });
    mean_ids(0);
  }

 private:
  Value spread(Value value) const {
    const Value written = teller_.tokens().written_out();
    return value <= written ? value : written + (value - written) * room;
  }

  /// The left half's clients to their seats, an empty seat for the right one's.
  void seat(State& state) const {
    State moved = state;
    moved.clients.assign(model_.clients.size(), Client{});
    moved.cells.clear();
    moved.watches.clear();
    const auto to = [&](ClientIndex client) { return seat_of(left_, client, seats_.left); };
    for (auto& [name, cell] : state.cells) {
      Cell copy = cell;
      if (copy.writer != nothing) copy.writer = to(copy.writer);
      moved.cells[{name.variable, name.client == nothing ? nothing : to(name.client)}] = std::move(copy);
    }
    for (const auto& [name, touched] : state.watches) moved.watches[{name.variable, to(name.client)}] = touched;
    for (ClientIndex client{0}; client < state.clients.size(); ++client)
      moved.clients[to(client)] = state.clients[client];
    state = std::move(moved);
  }

  static ClientIndex seat_of(const Half& half, ClientIndex client, ClientIndex alone, const Chosen& shared) {
    const auto found = std::find(half.shared.begin(), half.shared.end(), client);
    return found == half.shared.end() ? alone : shared[static_cast<std::size_t>(found - half.shared.begin())];
  }
  ClientIndex seat_of(const Half& half, ClientIndex client, ClientIndex alone) const {
    return seat_of(half, client, alone, seats_.shared);
  }

  /// Where the right half says that its own client wrote a cell, the left one may not say that another did.
  bool agree_on_writers() {
    for (const auto& [name, cell] : right_.state.cells) {
      if (name.client != nothing || cell.writer != right_.alone) continue;
      Cell& mine = base_.cells.at(name);
      if (teller_.asked().writers && teller_.matters(name.variable) && mine.writer != nothing) return false;
      mine.writer = seats_.right;
    }
    return true;
  }

  std::set<Value> ids_of(const Half& half) const {
    std::set<Value> found;
    for (const auto& [name, cell] : half.state.cells)
      if (name.client == half.alone && is_told(name.variable, Base::identity) && cell.value > 0)
        found.insert(cell.value);
    return found;
  }

  std::set<std::pair<std::size_t, Value>> tokens_of(const Half& half) const {
    std::set<std::pair<std::size_t, Value>> found;
    const auto add = [&](std::size_t kind, Value value) {
      if (!is_extra(value) && value > teller_.tokens().written_out()) found.emplace(kind, value);
    };
    for (const auto& [name, cell] : half.state.cells)
      if (name.client == half.alone && is_told(name.variable, Base::token))
        add(teller_.tokens().of(name.variable), cell.value);
    const Client& client = half.state.clients[half.alone];
    if (teller_.asked().grants) add(teller_.tokens().of_grants(), client.grant);
    return found;
  }

  bool is_set_of_ids(const CellName& name) const {
    const Variable& variable = model_.variables[name.variable];
    return name.client == nothing && variable.shape == Shape::set && variable.kind.base == Base::identity &&
           teller_.matters(name.variable);
  }

  static bool is_in(const Cell& set, Value id) {
    return std::any_of(set.members.begin(), set.members.end(), [&](const Member& one) { return one.key == id; });
  }

  /// Members of sets that neither the left half's own client can name nor anybody else who is told: they are there, or
  /// are not, and it is all the same.
  void forget_strangers(const std::vector<Value>& told) {
    for (auto& [name, cell] : base_.cells)
      if (is_set_of_ids(name))
        std::erase_if(cell.members, [&](const Member& one) {
          const auto knows = [&](const std::vector<Value>& ids) {
            return std::find(ids.begin(), ids.end(), one.key) != ids.end();
          };
          return one.key > 0 && !knows(told) && !knows(free_ids_);
        });
  }

  /// The ids that the right half's own client has bring their places in sets along. False: one of them is an id of the
  /// left one's client, who sees it elsewhere.
  bool join_sets(State& state) const {
    for (auto& [name, cell] : state.cells) {
      if (!is_set_of_ids(name)) continue;
      for (const Value one : own_ids_) {
        const Value meant = meaning_.ids.at(one);
        const bool is_member = is_in(right_.state.cells.at(name), one);
        const bool is_known = std::find(free_ids_.begin(), free_ids_.end(), meant) != free_ids_.end();
        if (is_known && is_in(cell, meant) != is_member) return false;
        if (is_known || !is_member) continue;
        const auto after = std::find_if(cell.members.begin(), cell.members.end(),
                                        [&](const Member& other) { return other.key > meant; });
        cell.members.insert(after, Member{.key = meant});
      }
    }
    return true;
  }

  /// Of what nobody tells the values may be any.
  bool is_told(VariableIndex variable, Base base) const {
    return model_.variables[variable].kind.base == base && teller_.matters(variable);
  }

  void mean_ids(std::size_t at) {
    if (at == own_ids_.size()) return mean_tokens(0);
    Value& meant = meaning_.ids[own_ids_[at]];
    for (const Value other : free_ids_) {
      const bool is_taken = std::any_of(own_ids_.begin(), own_ids_.begin() + static_cast<std::ptrdiff_t>(at),
                                        [&](Value one) { return meaning_.ids.at(one) == other; });
      if (is_taken) continue;
      meant = other;
      mean_ids(at + 1);
    }
    meant = base_.last_id + 1 + static_cast<Value>(at);
    mean_ids(at + 1);
  }

  /// The lowest first. It may be any that is there, between what it has to be between, or come right behind one.
  void mean_tokens(std::size_t at) {
    if (at == own_tokens_.size()) return finish();
    const auto [kind, token] = own_tokens_[at];
    Value above = teller_.tokens().written_out();
    Value below = INT64_MAX;
    for (const auto& [one, meant] : meaning_.tokens) {
      if (one.first != kind) continue;
      if (one.second < token) above = std::max(above, meant);
      if (one.second > token) below = std::min(below, meant);
    }
    std::set<Value> tries{above + 1};
    for (const Value there : there_[kind])
      if (there > above && there < below) tries.insert({there, there + 1});
    for (const Value meant : tries) {
      if (meant >= below) continue;
      meaning_.tokens[own_tokens_[at]] = meant;
      mean_tokens(at + 1);
    }
    meaning_.tokens.erase(own_tokens_[at]);
  }

  void finish() {
    State state = base_;
    state.last_id += static_cast<Value>(own_ids_.size()) + 1;
    state.clients[seats_.right] = translated(right_.state.clients[right_.alone]);
    for (const auto& [name, cell] : right_.state.cells)
      if (name.client == right_.alone) state.cells[{name.variable, seats_.right}] = translated(name.variable, cell);
    for (const auto& [name, touched] : right_.state.watches)
      if (name.client == right_.alone) state.watches[{name.variable, seats_.right}] = touched;
    if (!join_sets(state)) return;
    close_gaps(state);
    take_(std::move(state));
  }

  Value token(std::size_t kind, Value value) const {
    return is_extra(value) || value <= teller_.tokens().written_out() ? value : meaning_.tokens.at({kind, value});
  }

  Client translated(Client client) const {
    const auto move = [&](std::optional<Time>& moment) {
      if (moment) *moment += meaning_.later;
    };
    for (Thread& thread : client.threads) {
      thread.since += meaning_.later;
      thread.last_try += meaning_.later;
    }
    move(client.pause_end);
    move(client.lease_deadline);
    for (auto& [cell, deadline] : client.given) move(deadline);
    if (teller_.asked().grants) client.grant = token(teller_.tokens().of_grants(), client.grant);
    return client;
  }

  Cell translated(VariableIndex variable, Cell cell) const {
    if (cell.deadline) *cell.deadline += meaning_.later;
    if (cell.writer != nothing) cell.writer = seat_of(right_, cell.writer, seats_.right);
    if (is_told(variable, Base::identity) && cell.value > 0) cell.value = meaning_.ids.at(cell.value);
    if (is_told(variable, Base::token)) cell.value = token(teller_.tokens().of(variable), cell.value);
    return cell;
  }

  /// Tokens are numbers again that are next to each other.
  void close_gaps(State& state) const {
    std::map<std::size_t, std::set<Value>> all;
    const Value written = teller_.tokens().written_out();
    for_each_token(model_, teller_.tokens(), state, [&](std::size_t kind, Value value) {
      if (value > written) all[kind].insert(value);
    });
    for_each_token(model_, teller_.tokens(), state, [&](std::size_t kind, Value& value) {
      if (value <= written) return;
      const auto& tokens = all.at(kind);
      value = written + 1 + std::distance(tokens.begin(), tokens.find(value));
    });
    state.last_grant = written + static_cast<Value>(all[teller_.tokens().of_grants()].size());
  }

  const Teller& teller_;
  const Model& model_;
  const Half& left_;
  const Half& right_;
  const Seats& seats_;
  const std::function<void(State)>& take_;
  State base_;
  Meaning meaning_;
  std::vector<Value> free_ids_;  ///< that only the left one's client knows
  std::vector<Value> own_ids_;   ///< that only the right one's client knows
  std::vector<std::pair<std::size_t, Value>> own_tokens_;
  std::map<std::size_t, std::set<Value>> there_;
};

}  // namespace

void join(const Teller& teller, const Model& model, const Half& left, const Half& right, const Seats& seats,
          const std::function<void(State)>& take) {
  Joining(teller, model, left, right, seats, take).run();
}

}  // namespace interlock::evaluator
