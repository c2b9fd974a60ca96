// `format`: files are changed in place and named, or only named; standard input to standard output.

#include <string>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {

TEST_CASE("format: in place, to be checked, and from standard input") {
  const Directory directory;
  const std::string shape = interlock({"show", "setnx"}).output;
  std::string bent = shape;
  bent.replace(bent.find("\n  "), 3, "\n\n\n       ");
  const std::string file = directory.write("lock.interlock", bent);
  const Run checked = interlock({"format", "--check", file});
  CHECK(checked.exit_code == 1);
  CHECK(checked.output == "not in shape: " + file + "\n");
  CHECK(directory.read("lock.interlock") == bent);
  const Run changed = interlock({"format", directory.path().string()});
  CHECK(changed.exit_code == 0);
  CHECK(changed.output == file + "\n");
  const std::string now = directory.read("lock.interlock");
  CHECK(now != bent);
  CHECK(interlock({"format", "--check", file}).exit_code == 0);
  const Run piped = shell("\"$INTERLOCK\" format - < '" + file + "'");
  CHECK(piped.exit_code == 0);
  CHECK(piped.output == now);

  const std::string broken = directory.write("broken.interlock", "protocol broken\nclient worker {\n");
  const Run refused = interlock({"format", broken});
  CHECK(refused.exit_code == 2);
  CHECK(refused.messages.find("error[E") != std::string::npos);
  CHECK(directory.read("broken.interlock") == "protocol broken\nclient worker {\n");
  CHECK(interlock({"format", "setnx"}).exit_code == 2);
}

}  // namespace interlock::testing
