#include "engine/evaluator/views/view_proof.hpp"

#include "engine/evaluator/views/joining.hpp"

#include <algorithm>
#include <utility>

namespace interlock::evaluator {

using namespace language;

namespace {

Settings no_expiry_passed_by() {
  Settings settings;
  settings.is_seen = [](const State&, VariableIndex) { return true; };
  return settings;
}

/// All clients but `left_out`, with those of each kind in every order.
std::vector<Chosen> orders_of(const Model& model, const Chosen& left_out) {
  std::vector<Chosen> found{{}};
  for (std::uint32_t kind = 0; kind < model.kinds.size(); ++kind) {
    Chosen of_kind;
    for (ClientIndex client{0}; client < model.clients.size(); ++client)
      if (model.clients[client].kind == kind && std::find(left_out.begin(), left_out.end(), client) == left_out.end())
        of_kind.push_back(client);
    std::vector<Chosen> longer;
    do {
      for (const Chosen& begun : found) {
        longer.push_back(begun);
        longer.back().insert(longer.back().end(), of_kind.begin(), of_kind.end());
      }
    } while (std::next_permutation(of_kind.begin(), of_kind.end()));
    found = std::move(longer);
  }
  return found;
}

Chosen varied_clients(const Model& model, std::uint32_t kind) {
  Chosen found;
  for (ClientIndex client{0}; client < model.clients.size(); ++client)
    if (model.clients[client].kind == kind) found.push_back(client);
  return found;
}

/// The state of a smaller model, of these clients alone.
State kept(const State& state, const Chosen& chosen) {
  State smaller = state;
  smaller.clients.clear();
  smaller.cells.clear();
  smaller.watches.clear();
  const auto place = [&](ClientIndex client) {
    const auto found = std::find(chosen.begin(), chosen.end(), client);
    return found == chosen.end() ? nothing : static_cast<ClientIndex>(found - chosen.begin());
  };
  for (const ClientIndex client : chosen) smaller.clients.push_back(state.clients[client]);
  for (const auto& [name, cell] : state.cells) {
    const ClientIndex owner = name.client == nothing ? nothing : place(name.client);
    if (name.client != nothing && owner == nothing) continue;
    Cell& copy = smaller.cells[{name.variable, owner}] = cell;
    copy.writer = place(cell.writer);
  }
  for (const auto& [name, touched] : state.watches)
    if (place(name.client) != nothing) smaller.watches[{name.variable, place(name.client)}] = touched;
  return smaller;
}

}  // namespace

ViewProof::ViewProof(const SizedModels& models, const Scenario& scenario, std::int64_t tick_microseconds,
                     std::vector<std::uint32_t> specs, ProofLimits limits)
    : models_(models),
      specs_(std::move(specs)),
      limits_(std::move(limits)),
      view_teller_(models.view, scenario, specs_),
      joined_teller_(models.joined, scenario, specs_),
      evaluator_(models.joined, scenario, tick_microseconds, no_expiry_passed_by()),
      joined_orders_(orders_of(models.joined, {})) {
  for (const ClientIndex left_out : varied_clients(models.joined, models.kind))
    view_orders_.push_back(orders_of(models.joined, {left_out}));
}

std::size_t ViewProof::HashOfNumbers::operator()(const Numbers& numbers) const {
  std::uint64_t hash = numbers.size();
  for (const std::int64_t number : numbers) {
    hash = (hash ^ static_cast<std::uint64_t>(number)) * 0x9E37'79B9'7F4A'7C15U;
    hash ^= hash >> 29U;
  }
  return static_cast<std::size_t>(hash);
}

ViewProof::Numbers ViewProof::least(const LaidOut& state, const std::vector<Chosen>& orders, Chosen& best) const {
  Numbers found;
  for (const Chosen& order : orders) {
    Told told = joined_teller_.tell(state, order);
    if (!best.empty() && told.numbers >= found) continue;
    found = std::move(told.numbers);
    best = order;
  }
  return found;
}

/// Of a joined state: its view by some of its clients.
void ViewProof::add(const LaidOut& state, const std::vector<Chosen>& orders) {
  if (joined_teller_.tell(state, orders.front()).above_counter) end_ = ProofEnd::given_up;
  Chosen order;
  Numbers numbers = least(state, orders, order);
  const auto [place, is_new] = known_.emplace(std::move(numbers), views_.size());
  if (!is_new) return;
  if (checks_only_) {
    missing_ = true;
    return;
  }
  for (const Chosen& one : orders) known_in_order_.insert(joined_teller_.tell(state, one).numbers);
  views_.push_back(kept(state.state(), order));
  for (const ClientIndex alone : varied_clients(models_.view, models_.kind))
    for (Chosen& shared : orders_of(models_.view, {alone})) {
      Told told = view_teller_.tell(views_.back(), shared);
      Numbers numbers_of_shared = std::move(told.numbers);
      all_standings_.push_back({place->second, std::move(shared), alone, std::move(told)});
      standings_[std::move(numbers_of_shared)].push_back(&all_standings_.back());
    }
}

/// The one without the first client comes first: those without one of the last two are what it was joined from.
bool ViewProof::has_all_views(const LaidOut& state) const {
  return std::all_of(view_orders_.begin(), view_orders_.end(), [&](const std::vector<Chosen>& orders) {
    return known_in_order_.contains(joined_teller_.tell(state, orders.front()).numbers);
  });
}

void ViewProof::look_at(const State& state) {
  if (end_ != ProofEnd::closed) return;
  const LaidOut laid_out(joined_teller_, state);
  if (!has_all_views(laid_out)) return;
  Numbers in_order = as_it_stands(laid_out);
  if (joined_in_order_.contains(in_order)) return;
  Chosen order;
  Numbers numbers = least(laid_out, joined_orders_, order);
  if (joined_.contains(numbers)) {
    joined_in_order_.insert(std::move(in_order));
    return;
  }
  if (checks_only_) {
    missing_ = true;
    return;
  }
  if (joined_.size() >= limits_.joined) end_ = ProofEnd::limit;
  if (limits_.keep_going && !limits_.keep_going()) end_ = ProofEnd::stopped;
  if (end_ != ProofEnd::closed) return;
  follow(state);
  joined_.insert(std::move(numbers));
  joined_in_order_.insert(std::move(in_order));
}

/// Takes in the views of all that can come of it.
void ViewProof::follow(const State& state) {
  note_broken(state, nullptr);
  bool is_cut = false;
  for (const Move& move : evaluator_.moves(state, &is_cut)) {
    State next = state;
    const Outcome outcome = evaluator_.make(next, move);
    note_broken(next, &outcome);
    const LaidOut laid_out(joined_teller_, next);
    if (!outcome_in_order_.insert(as_it_stands(laid_out)).second) continue;
    for (const auto& orders : view_orders_) add(laid_out, orders);
  }
  if (is_cut) end_ = ProofEnd::given_up;
}

/// Those with whom it agrees in all clients but one each.
void ViewProof::join_all(const Standing& one, const std::vector<const Standing*>& others) {
  Seats seats;
  const Chosen varied = varied_clients(models_.joined, models_.kind);
  seats.left = varied[varied.size() - 2];
  seats.right = varied.back();
  for (ClientIndex client{0}; client < models_.joined.clients.size(); ++client)
    if (client != seats.left && client != seats.right) seats.shared.push_back(client);
  for (const Standing* other : others) {
    join(view_teller_, models_.joined, {views_[one.view], one.shared, one.alone, one.told},
         {views_[other->view], other->shared, other->alone, other->told}, seats, [&](State state) { look_at(state); });
    if (end_ != ProofEnd::closed) return;
  }
}

ProofEnd ViewProof::make() {
  const State first = evaluator_.initial();
  for (const auto& orders : view_orders_) add(LaidOut(joined_teller_, first), orders);
  for (std::size_t next = 0; next < views_.size() && end_ == ProofEnd::closed; ++next)
    for (const ClientIndex alone : varied_clients(models_.view, models_.kind)) {
      Chosen shared = orders_of(models_.view, {alone}).front();
      Told told = view_teller_.tell(views_[next], shared);
      // More may come in meanwhile: they are joined with this one later.
      const std::vector<const Standing*> others = standings_.at(told.numbers);
      join_all({next, std::move(shared), alone, std::move(told)}, others);
    }
  if (end_ == ProofEnd::closed && !check_again()) end_ = ProofEnd::given_up;
  return end_;
}

/// Every pair of views that agree, in every order: all that it may be was looked at, or has a view that is not there.
bool ViewProof::check_again() {
  checks_only_ = true;
  for (const auto& [numbers, standings] : standings_)
    for (const Standing* one : standings) {
      join_all(*one, standings);
      if (missing_ || end_ != ProofEnd::closed) return false;
    }
  return true;
}

void ViewProof::note_broken(const State& state, const Outcome* outcome) {
  for (const std::uint32_t index : specs_)
    if (!broken_.contains(index) && is_broken(models_.joined.specs[index], state, outcome)) broken_.insert(index);
}

bool ViewProof::is_broken(const Spec& spec, const State& state, const Outcome* outcome) const {
  // One that is asserted has no condition.
  for (std::size_t which = 0; which < std::max<std::size_t>(spec.condition.size(), 1); ++which)
    if (evaluator_.shows(state, outcome, spec, which)) return true;
  return false;
}

}  // namespace interlock::evaluator
