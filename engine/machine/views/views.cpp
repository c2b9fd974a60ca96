#include "engine/machine/views/views.hpp"

#include "engine/assert.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <optional>
#include <utility>

namespace interlock::machine {

using language::ClientIndex;

namespace {

std::string bytes_of(const std::byte* state, std::size_t size) { return {reinterpret_cast<const char*>(state), size}; }

Register servers_end(const Layout& layout) { return layout.clients.front().begin; }

/// Every way to choose `count` of these, in every order.
std::vector<Selection> arrangements(const Selection& clients, std::size_t count) {
  std::vector<Selection> found{{}};
  for (std::size_t place = 0; place < count; ++place) {
    std::vector<Selection> longer;
    for (const Selection& one : found)
      for (const ClientIndex client : clients) {
        if (std::find(one.begin(), one.end(), client) != one.end()) continue;
        longer.push_back(one);
        longer.back().push_back(client);
      }
    found = std::move(longer);
  }
  return found;
}

Selection clients_of(const language::Model& model, std::uint32_t kind) {
  Selection clients;
  for (ClientIndex client{0}; client < model.clients.size(); ++client)
    if (model.clients[client].kind == kind) clients.push_back(client);
  return clients;
}

}  // namespace

Words project(const Layout& from, const Words& words, const Selection& kept, const Layout& to) {
  const auto place = [&](Word client) -> Word {
    if (client < 0) return client;
    const auto found = std::find(kept.begin(), kept.end(), ClientIndex{static_cast<std::uint32_t>(client)});
    return found == kept.end() ? -1 : static_cast<Word>(found - kept.begin());
  };
  Words smaller(to.fields.size());
  const auto take = [&](Register source, Register target, std::size_t count) {
    for (std::size_t word = 0; word < count; ++word)
      smaller[target + word] =
          from.fields[source + word].role == Role::client ? place(words[source + word]) : words[source + word];
  };
  take(0, 0, servers_end(from));
  for (std::size_t client = 0; client < kept.size(); ++client) {
    const ClientWords& block = from.clients[kept[client]];
    take(block.begin, to.clients[client].begin, static_cast<std::size_t>(block.end - block.begin));
  }
  return smaller;
}

Viewed::Viewed(const Machine& machine)
    : machine_(machine),
      open_sets_(machine.parts().blueprint.layout),
      plan_(machine.parts().blueprint.layout, machine.parts().blueprint.packing,
            normal_form_rules(machine.parts().blueprint, false), machine.parts().blueprint.reductions),
      form_(plan_),
      workspace_(machine.make_workspace()),
      units_(machine.parts().blueprint.packing.units()) {
  INTERLOCK_ASSERT(!machine.parts().blueprint.reductions.symmetry, "views order clients by themselves");
}

std::string Viewed::initial() {
  machine_.initial(workspace_, reinterpret_cast<std::byte*>(units_.data()));
  return bytes_of(reinterpret_cast<const std::byte*>(units_.data()), machine_.state_bytes());
}

Words Viewed::unpack(const std::string& state) const {
  std::vector<Unit> units(units_.size());
  std::memcpy(units.data(), state.data(), state.size());
  Words words(layout().fields.size());
  machine_.parts().blueprint.packing.unpack(units.data(), words.data());
  return words;
}

bool Viewed::pack(Words& words, std::string& into) {
  open_sets_.drop_unnamed(layout(), words);
  form_.settle(words.data());
  Renaming renaming{};
  form_.order(words.data(), renaming);
  if (!machine_.parts().blueprint.packing.try_pack(words.data(), units_.data())) return false;
  into = bytes_of(reinterpret_cast<const std::byte*>(units_.data()), machine_.state_bytes());
  return true;
}

bool Viewed::is_above_counter(const Words& words) const {
  for (std::size_t token_class = 0; token_class < plan_.rules.counters.size(); ++token_class) {
    Word lowest = INT32_MAX;
    for (const Register word : plan_.rules.counters[token_class])
      if (is_ordinary(words[word])) lowest = std::min(lowest, words[word]);
    for (Register word = 0; word < words.size(); ++word) {
      const Field& field = layout().fields[word];
      if (field.role == Role::token && field.token_class == token_class && words[word] > lowest) return true;
    }
  }
  return false;
}

bool Viewed::successors(const std::string& state, const Take& take) {
  struct Receiver {
    const Take& take;
    std::size_t bytes = 0;
    bool is_whole = true;
  } receiver{take, machine_.state_bytes()};
  std::vector<Unit> from(units_.size());
  std::memcpy(from.data(), state.data(), state.size());
  const SuccessorSink sink{&receiver,
                           [](void* whom, MoveKind, std::uint32_t, std::uint64_t labels, const std::byte* next) {
                             auto* into = static_cast<Receiver*>(whom);
                             into->take(labels, bytes_of(next, into->bytes));
                           },
                           [](void* whom) { static_cast<Receiver*>(whom)->is_whole = false; }};
  machine_.successors(workspace_, reinterpret_cast<const std::byte*>(from.data()), {}, sink);
  return receiver.is_whole;
}

std::uint64_t Viewed::labels(const std::string& state) {
  std::memcpy(units_.data(), state.data(), state.size());
  return machine_.labels(workspace_, reinterpret_cast<const std::byte*>(units_.data()));
}

Views::Views(const ViewMachines& machines, std::uint32_t kind, GlueChoices choices)
    : kind_(kind), choices_(choices), shared_(machines.shared), view_(machines.view), glued_(machines.glued) {}

/// Of the clients of a larger machine: as many of the varied kind as `varied`, and all others, in every order.
std::vector<Selection> Views::orders(const language::Model& from, std::uint32_t varied) const {
  std::vector<Selection> found{{}};
  for (std::uint32_t kind = 0; kind < from.kinds.size(); ++kind) {
    const Selection clients = clients_of(from, kind);
    std::vector<Selection> longer;
    for (const Selection& begun : found)
      for (const Selection& more : arrangements(clients, kind == kind_ ? varied : clients.size())) {
        longer.push_back(begun);
        longer.back().insert(longer.back().end(), more.begin(), more.end());
      }
    found = std::move(longer);
  }
  return found;
}

std::string Views::least_view(const Layout& from, const Words& words, const std::vector<Selection>& orders) {
  std::string least;
  for (const Selection& order : orders) {
    Words smaller = project(from, words, order, view_.layout());
    std::string packed;
    gave_up_ = gave_up_ || view_.is_above_counter(smaller) || !view_.pack(smaller, packed);
    if (least.empty() || packed < least) least = std::move(packed);
  }
  return least;
}

std::string Views::initial() { return views_of(view_, view_.initial()).front(); }

std::vector<std::string> Views::views_of(const std::string& glued) { return views_of(glued_, glued); }

std::vector<std::string> Views::views_of(Viewed& larger, const std::string& state) {
  const auto number = static_cast<std::uint32_t>(clients_of(view_.model(), kind_).size());
  std::map<Selection, std::vector<Selection>> by_choice;
  for (Selection& order : orders(larger.model(), number)) {
    Selection choice = order;
    std::sort(choice.begin(), choice.end());
    by_choice[std::move(choice)].push_back(std::move(order));
  }
  const Words words = larger.unpack(state);
  std::vector<std::string> found;
  for (const auto& [choice, orders] : by_choice) found.push_back(least_view(larger.layout(), words, orders));
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<Meeting> Views::meetings(const std::string& view) {
  const auto number = static_cast<std::uint32_t>(clients_of(view_.model(), kind_).size());
  const Words words = view_.unpack(view);
  std::vector<Meeting> found;
  for (Selection& order : orders(view_.model(), number - 1)) {
    Meeting meeting;
    for (const ClientIndex client : clients_of(view_.model(), kind_))
      if (std::find(order.begin(), order.end(), client) == order.end()) meeting.beside = client;
    Words smaller = project(view_.layout(), words, order, shared_.layout());
    gave_up_ = gave_up_ || !shared_.pack(smaller, meeting.shared);
    meeting.clients = std::move(order);
    found.push_back(std::move(meeting));
  }
  return found;
}

}  // namespace interlock::machine
