// Where things stand in a state: what a server keeps is one run of words, of the same shape for servers alike.

#include "engine/machine/layout.hpp"

#include "engine/machine/time/ticks.hpp"
#include "tests/catch.hpp"
#include "tests/random/reading.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace interlock::machine {
namespace {

const std::string two_stores = R"(protocol two_stores
server node[2] : redis { lock : string  members : sorted_set }
server m : memory { told : int 0..3 }
client w[2] {
  me = fresh id
  retry until node[1].SET(lock, me, NX, PX 2s)
  node[2].SET(lock, me)
  node[1].ZADD(members, me, now)
  node[2].ZADD(members, me, now)
  m.told = 2
  critical { work 1s }
}
)";

struct Laid {
  explicit Laid(const std::string& text) : model(read(text)), relevance(find_relevance(model, {}, {}, false)) {
    layout = lay_out(model, {}, measure_ticks(model, {}), relevance);
  }
  static language::Model read(const std::string& text) {
    std::string problems;
    const auto found = tests::read({text, ""}, problems);
    INFO(problems);
    REQUIRE(found);
    return *found;
  }
  language::Model model;
  Relevance relevance;
  Layout layout;
};

TEST_CASE("the words of servers come first, a block each, those of clients after them") {
  const Laid laid(two_stores);
  const Layout& layout = laid.layout;
  REQUIRE(layout.servers.size() == 3);
  Register next = 0;
  for (const ServerWords& server : layout.servers) {
    CHECK(server.block.begin == next);
    next = server.block.end;
    for (const language::VariableIndex cell : server.cells) {
      const std::int32_t container = layout.container_of[cell];
      const Register word =
          container < 0 ? layout.cells[cell].value : layout.containers[static_cast<std::size_t>(container)].count;
      CHECK(word >= server.block.begin);
      CHECK(word < server.block.end);
    }
  }
  CHECK(layout.clients[0].begin >= next);
  CHECK(layout.servers[0].block.size() == layout.servers[1].block.size());
  CHECK(layout.servers[2].block.size() == 1);
  const WordBlock& one = layout.servers[0].block;
  for (std::size_t word = 0; word < one.size(); ++word) {
    const Field& here = layout.fields[one.begin + word];
    const Field& there = layout.fields[layout.servers[1].block.begin + word];
    CHECK(here.role == there.role);
    CHECK(here.bits == there.bits);
  }
}

TEST_CASE("a server is copied and reset as a whole, and nothing else is") {
  const Laid laid(two_stores);
  const Layout& layout = laid.layout;
  std::vector<Word> words(layout.fields.size());
  for (std::size_t word = 0; word < words.size(); ++word) words[word] = static_cast<Word>(100 + word);
  const std::vector<Word> before = words;
  const WordBlock& one = layout.servers[0].block;
  const WordBlock& two = layout.servers[1].block;
  copy_server(layout, words.data(), 0, 1);
  for (std::size_t word = 0; word < words.size(); ++word) {
    const bool is_copied = word >= two.begin && word < two.end;
    CHECK(words[word] == (is_copied ? before[one.begin + word - two.begin] : before[word]));
  }
  words = before;
  reset_server(layout, words.data(), 0);
  for (std::size_t word = 0; word < words.size(); ++word)
    CHECK(words[word] == (word < one.end ? layout.initial[word] : before[word]));
}

}  // namespace
}  // namespace interlock::machine
