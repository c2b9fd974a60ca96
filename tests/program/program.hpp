#pragma once
// Runs the built program as a user would, for tests/cli, tests/golden and tests/determinism.

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace interlock::testing {

struct Run {
  int exit_code = -1;  ///< 128 and the signal, where one ended it
  std::string output;
  std::string messages;
};

struct Setting {
  std::map<std::string, std::string> environment;  ///< over that of the tests; NO_COLOR and the like are cleared
  std::string directory = INTERLOCK_SOURCE_DIR;
  std::string output_to;                         ///< write standard output there instead of keeping it
  std::vector<std::string> before;               ///< words before the program: {"setarch", "-R"}
  std::chrono::milliseconds interrupt_after{0};  ///< sends SIGINT; zero: never
};

/// Runs `interlock ARGUMENTS`. Standard input is empty.
Run interlock(const std::vector<std::string>& arguments, const Setting& setting = {});

/// Runs a line of shell; `$INTERLOCK` is the program.
Run shell(const std::string& line, const Setting& setting = {});

/// A directory that is empty at first and goes away at the end.
class Directory {
 public:
  Directory();
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  ~Directory();

  const std::filesystem::path& path() const { return path_; }
  std::string write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;

 private:
  std::filesystem::path path_;
};

}  // namespace interlock::testing
