#pragma once
// Something the user can mend. It ends the command with ExitCode::bad_input.

#include <stdexcept>
#include <string>

namespace interlock::cli {

/// `what()` is the whole message: a sentence, perhaps with more lines of help.
class UserError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace interlock::cli
