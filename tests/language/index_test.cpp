// Indexes of different lists are different types; what is not meant does not compile.

#include "engine/language/model.hpp"
#include "tests/catch.hpp"

#include <type_traits>

namespace interlock::tests {

using language::ClientIndex;
using language::VariableIndex;

static_assert(!std::is_convertible_v<ClientIndex, VariableIndex> && !std::is_convertible_v<VariableIndex, ClientIndex>);
static_assert(std::is_convertible_v<ClientIndex, std::uint32_t>, "to look something up");

TEST_CASE("an index compares with indexes of its list, with numbers, and with nothing") {
  const ClientIndex second = 1;
  const ClientIndex first = 0;
  const ClientIndex none = nothing;
  CHECK(second == 1);
  CHECK(second != -1);
  CHECK(second < 2U);
  CHECK(second > first);
  CHECK(none == nothing);
  CHECK(none != second);
  CHECK(none > second);
}

}  // namespace interlock::tests
