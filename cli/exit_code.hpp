#pragma once
// What the program's exit code says.

#include <array>

namespace interlock::cli {

enum class ExitCode {
  as_expected = 0,      ///< everything that was asked holds, or is as the file expects
  failed = 1,           ///< a property failed, or an expectation was not met
  bad_input = 2,        ///< wrong usage, a model with errors, or a report that could not be written
  undecided = 3,        ///< a budget ran out, or Ctrl-C or SIGTERM came, before there was an answer
  not_reproduced = 70,  ///< a counterexample could not be made again: an error of Interlock itself
};

/// The graver of two: not_reproduced, bad_input, failed, undecided, as_expected.
constexpr ExitCode graver(ExitCode left, ExitCode right) {
  constexpr std::array order{ExitCode::not_reproduced, ExitCode::bad_input, ExitCode::failed, ExitCode::undecided};
  for (const ExitCode code : order) {
    if (left == code || right == code) return code;
  }
  return ExitCode::as_expected;
}

}  // namespace interlock::cli
