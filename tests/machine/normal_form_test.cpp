// States that no run can tell apart have one normal form: clients exchanged, identities renamed, tokens and instants
// moved together. On small layouts that are written down here, states by chance.

#include "engine/machine/canonical/normal_form.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <random>
#include <vector>

namespace interlock::machine {
namespace {

using Words = std::vector<Word>;

constexpr std::size_t clients = 3;
constexpr Register server_words = 8;
constexpr Register block_words = 3;

/// The server: an identity, a client, a set (or another container) and a queue of identities. A client: something
/// plain, and two identities, the second of which may be another client's.
Layout shared_layout(language::Shape first = language::Shape::set) {
  Layout layout;
  const auto add = [&](Role role) {
    layout.fields.push_back(Field{.role = role, .bits = 6, .low = role == Role::client ? -1 : 0});
    if (role == Role::client) layout.client_names.push_back(static_cast<Register>(layout.fields.size() - 1));
  };
  add(Role::identity);
  add(Role::client);
  for (const language::Shape shape : {first, language::Shape::queue}) {
    Container container;
    container.shape = shape;
    container.capacity = 2;
    container.count = static_cast<Register>(layout.fields.size());
    container.members = static_cast<Register>(container.count + 1);
    layout.containers.push_back(container);
    add(Role::plain);
    add(Role::identity);
    add(Role::identity);
  }
  for (std::size_t client = 0; client < clients; ++client) {
    ClientWords block;
    block.begin = static_cast<Register>(layout.fields.size());
    add(Role::plain);
    add(Role::identity);
    add(Role::identity);
    block.end = static_cast<Register>(layout.fields.size());
    layout.clients.push_back(block);
  }
  layout.initial.assign(layout.fields.size(), 0);
  return layout;
}

NormalFormRules exchanging_all() {
  NormalFormRules rules;
  rules.interchangeable = {{0, 1, 2}};
  return rules;
}

void fill_container(Words& words, std::size_t count_at, std::mt19937& random) {
  const auto count = static_cast<Word>(random() % 3);
  words[count_at] = count;
  std::array<Word, 5> ids{1, 2, 3, 4, 5};
  std::shuffle(ids.begin(), ids.end(), random);
  for (Word slot = 0; slot < count; ++slot)
    words[count_at + 1 + static_cast<std::size_t>(slot)] = ids[static_cast<std::size_t>(slot)];
}

/// Client i has the identity i + 1, or none; its second one is anybody's.
Words random_state(std::mt19937& random) {
  Words words(server_words + clients * block_words, 0);
  words[0] = static_cast<Word>(random() % 5);
  words[1] = random() % 2 == 0 ? -1 : static_cast<Word>(random() % clients);
  fill_container(words, 2, random);
  fill_container(words, 5, random);
  for (std::size_t client = 0; client < clients; ++client) {
    const std::size_t block = server_words + client * block_words;
    words[block] = static_cast<Word>(random() % 2);
    words[block + 1] = random() % 3 == 0 ? 0 : static_cast<Word>(client + 1);
    words[block + 2] = random() % 2 == 0 ? 0 : static_cast<Word>(1 + random() % clients);
  }
  return words;
}

/// The same state with its clients in another order and other names for identities.
Words disguised(const Words& words, const Layout& layout, std::mt19937& random) {
  std::array<std::size_t, clients> to{0, 1, 2};
  std::shuffle(to.begin(), to.end(), random);
  std::array<Word, 6> names{0, 1, 2, 3, 4, 5};
  std::shuffle(names.begin() + 1, names.end(), random);
  Words other = words;
  for (std::size_t client = 0; client < clients; ++client)
    for (std::size_t word = 0; word < block_words; ++word)
      other[server_words + to[client] * block_words + word] = words[server_words + client * block_words + word];
  for (std::size_t word = 0; word < other.size(); ++word) {
    if (layout.fields[word].role == Role::identity) other[word] = names[static_cast<std::size_t>(other[word])];
    if (layout.fields[word].role == Role::client && other[word] >= 0)
      other[word] = static_cast<Word>(to[static_cast<std::size_t>(other[word])]);
  }
  if (other[2] == 2 && random() % 2 == 0) std::swap(other[3], other[4]);  // a set has no order
  return other;
}

/// A normal form with all that it refers to.
struct Former {
  Former(Layout its_layout, NormalFormRules rules, const Reductions& reductions = {})
      : layout(std::move(its_layout)),
        packing(layout),
        plan(layout, packing, std::move(rules), reductions),
        form(plan) {}
  Former(const Former&) = delete;
  Former& operator=(const Former&) = delete;

  Layout layout;
  Packing packing;
  NormalFormPlan plan;
  NormalForm form;
};

Words normal_form_of(Former& former, Words words) {
  Renaming renaming{};
  former.form.settle(words.data());
  former.form.order(words.data(), renaming);
  return words;
}

/// The same by way of the packed state.
Words packed_normal_form_of(Former& former, Words words, Renaming& renaming) {
  std::vector<Unit> packed(former.packing.units());
  REQUIRE(former.packing.try_pack(words.data(), packed.data()));
  former.form.settle_instants(words.data(), packed.data());
  former.form.settle_tokens(words.data(), packed.data());
  former.form.order(words.data(), packed.data(), renaming);
  former.packing.unpack(packed.data(), words.data());
  return words;
}

TEST_CASE("clients exchanged and identities renamed are one state") {
  Former form(shared_layout(), exchanging_all());
  const Layout& layout = form.layout;
  std::mt19937 random(4);
  for (int round = 0; round < 20'000; ++round) {
    const Words state = random_state(random);
    const Words other = disguised(state, layout, random);
    CAPTURE(state, other);
    const Words normal = normal_form_of(form, state);
    REQUIRE(normal == normal_form_of(form, other));
    REQUIRE(normal == normal_form_of(form, normal));
  }
}

TEST_CASE("a state that stands packed as well comes to the same normal form") {
  // With a set names depend on what else is in it; with queues they follow from the places alone.
  const auto first = GENERATE(language::Shape::set, language::Shape::queue);
  Former form(shared_layout(first), exchanging_all());
  std::mt19937 random(6);
  for (int round = 0; round < 20'000; ++round) {
    const Words state = random_state(random);
    CAPTURE(state);
    Words normal = state;
    Renaming renaming{};
    Renaming other{};
    form.form.order(normal.data(), renaming);
    REQUIRE(packed_normal_form_of(form, state, other) == normal);
    REQUIRE(renaming == other);
  }
}

TEST_CASE("words of a client that one unit cannot hold are compared to their ends") {
  Layout layout;
  for (Register client = 0; client < clients; ++client) {
    for (int word = 0; word < 3; ++word)
      layout.fields.push_back(Field{.role = word == 1 ? Role::identity : Role::plain, .bits = 30});
    ClientWords block;
    block.begin = static_cast<Register>(3 * client);
    block.end = static_cast<Register>(3 * client + 3);
    layout.clients.push_back(block);
  }
  layout.initial.assign(layout.fields.size(), 0);
  Former form(layout, exchanging_all());
  const Words expected{1, 0, 7, 1, 0, 8, 1, 1, 5};
  Renaming renaming{};
  CHECK(packed_normal_form_of(form, {1, 0, 8, 1, 9, 5, 1, 0, 7}, renaming) == expected);
  CHECK(normal_form_of(form, {1, 0, 8, 1, 9, 5, 1, 0, 7}) == expected);
  CHECK((renaming[0] == 1 && renaming[1] == 2 && renaming[2] == 0));
}

TEST_CASE("states with different normal forms are different") {
  // The number of normal forms is the number of orbits: by Burnside's lemma, one client's word of two values each.
  Layout layout;
  for (std::size_t client = 0; client < clients; ++client) {
    layout.fields.push_back(Field{.role = Role::plain, .bits = 2});
    ClientWords block;
    block.begin = static_cast<Register>(client);
    block.end = static_cast<Register>(client + 1);
    layout.clients.push_back(block);
  }
  layout.initial.assign(clients, 0);
  Former form(layout, exchanging_all());
  std::vector<Words> forms;
  for (Word state = 0; state < 64; ++state)
    forms.push_back(normal_form_of(form, {state & 3, state >> 2 & 3, state >> 4 & 3}));
  std::sort(forms.begin(), forms.end());
  forms.erase(std::unique(forms.begin(), forms.end()), forms.end());
  CHECK(forms.size() == 20);  // multisets of three out of four
}

TEST_CASE("a renaming says where each client went") {
  Former former(shared_layout(), exchanging_all());
  std::mt19937 random(5);
  for (int round = 0; round < 2000; ++round) {
    const Words state = random_state(random);
    Words normal = state;
    Renaming renaming{};
    former.form.order(normal.data(), renaming);
    for (std::size_t client = 0; client < clients; ++client)
      REQUIRE(normal[server_words + renaming[client] * block_words] == state[server_words + client * block_words]);
    if (state[1] >= 0) REQUIRE(normal[1] == renaming[static_cast<std::size_t>(state[1])]);
  }
}

TEST_CASE("gaps between instants are known up to the horizon, and their order is kept") {
  Layout layout;
  for (int word = 0; word < 4; ++word) layout.fields.push_back(Field{.role = Role::instant, .bits = 8});
  layout.initial.assign(4, unset);
  NormalFormRules rules;
  rules.horizon = 5;
  Former former(layout, rules);
  NormalForm& form = former.form;
  Words words{-100, -3, unset, 2};
  CHECK(form.settle(words.data()));
  CHECK(words == Words{-9, -3, unset, 2});  // 97 behind the next: six
  CHECK_FALSE(form.settle(words.data()));
  Words ahead{3, 50, 51, 0};
  CHECK(form.settle(ahead.data()));
  CHECK(ahead == Words{3, 9, 10, 0});
}

Layout instants(std::size_t count) {
  Layout layout;
  layout.fields.assign(count, Field{.role = Role::instant, .bits = 12});
  layout.initial.assign(count, unset);
  return layout;
}

TEST_CASE("what is only compared by its order keeps its order and nothing else, however old it is") {
  // Two scores, which are asked up to 5 behind now, and a bound that they are compared with up to 5 behind it.
  const Layout layout = instants(3);
  NormalFormRules rules;
  rules.horizon = 5;
  rules.pairs = InstantPairs({1, 1, 2}, {0, 0, 0, 5, 0, 5, 5, 0, 5}, 3);
  Former former(layout, rules);
  NormalForm& form = former.form;
  const auto settled = [&](Words words) {
    form.settle(words.data());
    return words;
  };
  CHECK(settled({-40, -20, unset}) == Words{-7, -6, unset});
  CHECK(settled({-40, -3, unset}) == Words{-6, -3, unset});
  CHECK(settled({-20, -20, -3}) == Words{-9, -9, -3});
  CHECK(settled({-12, unset, -10}) == Words{-8, unset, -6});  // the first is seen from the bound, which is far from now
  CHECK(settled({-12, 3, 0}) == Words{-6, 3, 0});
  Reductions by_the_horizon;
  by_the_horizon.time = false;
  Former capped_former(layout, rules, by_the_horizon);
  NormalForm& capped = capped_former.form;
  Words words{-40, -20, unset};
  capped.settle(words.data());
  CHECK(words == Words{-12, -6, unset});
}

/// Is the order of all instants and now kept, and how far apart each two of them are as far as it is told?
bool are_alike(const Words& left, const Words& right, const InstantPairs& pairs) {
  const std::size_t count = left.size();
  const auto at = [&](const Words& words, std::size_t i) { return i == count ? 0 : words[i]; };
  const auto place = [&](std::size_t i) {
    return i == count ? InstantPairs::now : pairs.place_of(static_cast<Register>(i));
  };
  for (std::size_t one = 0; one <= count; ++one)
    for (std::size_t other = 0; other <= count; ++other) {
      const Word here = at(left, other) - at(left, one);
      const Word there = at(right, other) - at(right, one);
      const Word told = here >= 0 ? pairs.told(place(one), place(other)) : pairs.told(place(other), place(one));
      const bool both_far = std::abs(here) > told && std::abs(there) > told && (here > 0) == (there > 0);
      if (here != there && !both_far) return false;
    }
  return true;
}

TEST_CASE("instants drawn near to now are told apart as before, by any bounds, and alike ones become one") {
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    constexpr std::size_t places = 3;
    std::vector<Word> told(places * places);
    for (Word& one : told) one = static_cast<Word>(random() % 6);
    std::vector<std::uint32_t> place_of(4);
    for (std::uint32_t& place : place_of) place = 1 + static_cast<std::uint32_t>(random() % (places - 1));
    NormalFormRules rules;
    rules.horizon = 5;
    rules.pairs = InstantPairs(place_of, told, places);
    const Layout layout = instants(place_of.size());
    Former former(layout, rules);
    NormalForm& form = former.form;
    Words words(place_of.size());
    Words other(place_of.size());
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = static_cast<Word>(random() % 30) - 25;
      other[i] = words[i] - static_cast<Word>(random() % 2 == 0 ? random() % 4 : 0);
    }
    Words normal = words;
    form.settle(normal.data());
    CAPTURE(words, other, normal, told, place_of);
    REQUIRE(are_alike(words, normal, rules.pairs));
    Words again = normal;
    CHECK_FALSE(form.settle(again.data()));
    Words other_normal = other;
    form.settle(other_normal.data());
    // What lies ahead of now is told up to the horizon.
    const bool is_behind = std::all_of(words.begin(), words.end(), [](Word at) { return at < 0; });
    if (is_behind) REQUIRE(are_alike(words, other, rules.pairs) == (normal == other_normal));
  }
}

TEST_CASE("tokens are ranks, but above a counter that may still rise their gaps stay") {
  Layout layout;
  for (int word = 0; word < 4; ++word) layout.fields.push_back(Field{.role = Role::token, .bits = 8});
  layout.token_classes = 1;
  layout.initial.assign(4, 0);
  NormalFormRules rules;
  rules.true_gaps = {false};
  rules.counters = {{3}};
  Former former(layout, rules);
  NormalForm& form = former.form;
  Words words{7, 0, 20, 30};
  CHECK(form.settle(words.data()));
  CHECK(words == Words{1, 0, 2, 3});
  Words above{7, 0, 20, 9};  // the counter stands at 9: it may get to 20
  CHECK(form.settle(above.data()));
  CHECK(above == Words{1, 0, 13, 2});
}

/// As they are said to be, one value at a time.
Words ranked(const Words& words, Word literal, Word gap, Word counter) {
  Words values = words;
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  Words ranks = words;
  for (std::size_t word = 0; word < words.size(); ++word) {
    if (words[word] <= literal) continue;
    Word rank = literal;
    Word before = literal;
    for (const Word value : values) {
      if (value <= literal || value > words[word]) continue;
      rank += value <= counter ? std::min(value - before, gap) : value - before;
      before = value;
    }
    ranks[word] = rank;
  }
  return ranks;
}

TEST_CASE("tokens below and above 64 are ranked alike") {
  std::mt19937 random(7);
  for (int round = 0; round < 5000; ++round) {
    Layout layout;
    for (int word = 0; word < 5; ++word) layout.fields.push_back(Field{.role = Role::token, .bits = 8});
    layout.token_classes = 1;
    layout.initial.assign(5, 0);
    NormalFormRules rules;
    rules.true_gaps = {false};
    rules.counters = {{4}};
    rules.highest_literal = static_cast<Word>(random() % 4);
    rules.token_gap = static_cast<Word>(1 + random() % 3);
    Former former(layout, rules);
    const Word most = round % 2 == 0 ? 64 : 80;
    Words words;
    for (int word = 0; word < 5; ++word)
      words.push_back(static_cast<Word>(random() % static_cast<std::uint32_t>(most)));
    const Words expected = ranked(words, rules.highest_literal, rules.token_gap, words[4]);
    CAPTURE(words, rules.highest_literal, rules.token_gap);
    Renaming renaming{};
    REQUIRE(packed_normal_form_of(former, words, renaming) == expected);
    const Words before = words;
    REQUIRE(former.form.settle(words.data()) == (before != expected));
    REQUIRE(words == expected);
  }
}

}  // namespace
}  // namespace interlock::machine
