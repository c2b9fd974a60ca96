// `watch`: checks at first, and again when the text of a file is another one; Ctrl-C ends it.

#include <chrono>
#include <string>
#include <thread>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

const std::string lock =
    "protocol lock\nserver redis : redis { lock : string }\nclient worker[2] {\n  me = fresh id\n"
    "  retry until redis.SETNX(lock, me)\n  critical { work 1s }\n  redis.DEL(lock)\n}\n"
    "expect { mutual_exclusion holds }\n";

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

}  // namespace

TEST_CASE("watch checks again at a save, not where the text is the same, and ends by Ctrl-C") {
  const Directory directory;
  const std::string file = directory.write("lock.interlock", lock);
  std::thread editor([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    directory.write("lock.interlock", lock);  // saved, and the same
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    std::string blind = lock;
    blind.replace(blind.find("retry until redis.SETNX(lock, me)"), 33, "held = redis.SETNX(lock, me)");
    directory.write("lock.interlock", blind);
  });
  Setting setting;
  setting.interrupt_after = std::chrono::milliseconds(11000);
  const Run run = interlock({"watch", file}, setting);
  editor.join();
  INFO(run.output << run.messages);
  CHECK(count_of(run.output, "mutual_exclusion  holds") == 1);
  CHECK(count_of(run.output, "mutual_exclusion  fails: ") == 1);
  CHECK(count_of(run.messages, "interlock: changed: " + file + "\n") == 1);
  CHECK(count_of(run.messages, "waiting for a change") == 2);
  CHECK(run.exit_code == 1);
}

TEST_CASE("watch goes on where a model has errors, and sees a store beside it") {
  const Directory directory;
  const std::string file = directory.write("lock.interlock", "protocol lock\nclient worker { redis.GOT(lock) }\n");
  std::thread editor([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    directory.write("lock.interlock", lock);
    std::this_thread::sleep_for(std::chrono::milliseconds(2500));
    directory.write("other.interlock", "store other {\n  op nothing() { }\n}\n");
  });
  Setting setting;
  setting.interrupt_after = std::chrono::milliseconds(11000);
  const Run run = interlock({"watch", file}, setting);
  editor.join();
  INFO(run.output << run.messages);
  CHECK(run.messages.find("error[E") != std::string::npos);
  CHECK(count_of(run.output, "1 expectation met.") == 2);
  CHECK(count_of(run.messages, "interlock: changed: ") == 2);
  CHECK(run.exit_code == 0);
}

}  // namespace interlock::testing
