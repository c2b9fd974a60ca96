#include "tests/promela/spin.hpp"

#include "tests/program/program.hpp"
#include "tests/skipping_main.hpp"

#include <cstdlib>

namespace interlock::tests {

namespace {

/// What stands between the two, from `at` on; `at` moves behind it.
std::string between(const std::string& text, const std::string& before, const std::string& after, std::size_t& at) {
  at = text.find(before, at);
  if (at == std::string::npos) return "";
  at += before.size();
  const std::string found = text.substr(at, text.find(after, at) - at);
  return found;
}

}  // namespace

SpinAnswer spin(const std::string& promela) {
  const testing::Directory directory;
  directory.write("model.pml", promela);
  const std::string in = "cd '" + directory.path().string() + "' && ";
  const testing::Run built =
      testing::shell(in + "spin -a -o2 model.pml && cc -w -DSAFETY -DNOFAIR -DVECTORSZ=2048 -o pan pan.c");
  if (built.exit_code != 0) return {built.output + built.messages, {}, 0};
  const testing::Run run = testing::shell(in + "./pan -c0 -E -n -m1000000 -w20");
  SpinAnswer answer;
  if (run.output.find("max search depth too small") != std::string::npos)
    answer.trouble = "the search is not deep enough";
  for (std::size_t at = 0; at != std::string::npos;) {
    const std::string name = between(run.output, "assertion violated holds_", " ", at);
    if (!name.empty()) answer.broken.insert(name);
  }
  const std::size_t end = run.output.find(" states, stored");
  if (end == std::string::npos) return {run.output + run.messages, {}, 0};
  answer.states = std::strtoull(run.output.c_str() + run.output.rfind('\n', end), nullptr, 10);
  return answer;
}

std::string why_skipped() {
  const testing::Run found = testing::shell("command -v spin && command -v cc");
  return found.exit_code == 0 ? "" : "there is no spin or no C compiler here (Debian: spin, gcc)";
}

}  // namespace interlock::tests
