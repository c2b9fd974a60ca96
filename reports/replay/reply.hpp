#pragma once
// What a Redis answers, as a value.

#include <cstdint>
#include <string>
#include <vector>

namespace interlock::reports {

/// One reply: '+' status, '-' error, ':' number, '$' text, '*' array. Of the last two there is a nil.
struct Reply {
  char form = '$';
  bool is_nil = false;
  std::string text{};
  std::int64_t number = 0;
  std::vector<Reply> items{};
};

}  // namespace interlock::reports
