// Where files go: not over the model, not over each other, through devices, pipes and links; and not lost with the
// reader of the output.

#include <filesystem>

#include "tests/catch.hpp"
#include "tests/program/program.hpp"

namespace interlock::testing {
namespace {

bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

struct Workshop {
  Directory directory;
  std::string model = directory.write("lock.interlock", interlock({"show", "setnx"}).output);
  Setting there{.environment = {}, .directory = directory.path().string(), .output_to = "", .before = {}};
};

}  // namespace

TEST_CASE("no output is written over the model, nor over another output") {
  const Workshop shop;
  const std::string before = shop.directory.read("lock.interlock");
  for (const std::vector<std::string>& options : {std::vector<std::string>{"--junit", "lock.interlock"},
                                                  {"--sarif", "./lock.interlock"},
                                                  {"--lock", shop.model, "--update"},
                                                  {"--tap", "same", "--junit", "same"},
                                                  {"--proof", "link"}}) {
    std::filesystem::remove(shop.directory.path() / "link");
    std::filesystem::create_symlink("lock.interlock", shop.directory.path() / "link");
    std::vector<std::string> words{"check", "lock.interlock"};
    words.insert(words.end(), options.begin(), options.end());
    const Run run = interlock(words, shop.there);
    INFO(options[0] << " " << options[1] << ": " << run.messages);
    CHECK(run.exit_code == 2);
    CHECK(run.output.empty());
    CHECK(shop.directory.read("lock.interlock") == before);
    CHECK_FALSE(std::filesystem::exists(shop.directory.path() / "same"));
  }
}

TEST_CASE("what is no lock file is not written over, nor is a page of somebody else's") {
  const Workshop shop;
  shop.directory.write("notes.json", "[\"mine\"]");
  CHECK(interlock({"check", "lock.interlock", "--lock", "notes.json", "--update"}, shop.there).exit_code == 2);
  CHECK(shop.directory.read("notes.json") == "[\"mine\"]");
  std::filesystem::create_directory(shop.directory.path() / "site");
  shop.directory.write("site/index.html", "<h1>My page</h1>");
  const Run run = interlock({"check", "lock.interlock", "--out", "site"}, shop.there);
  CHECK(run.exit_code == 2);
  CHECK(contains(run.messages, "index.html is no page of Interlock's"));
  CHECK(shop.directory.read("site/index.html") == "<h1>My page</h1>");
  CHECK(interlock({"check", "lock.interlock", "--out", "other"}, shop.there).exit_code == 0);
  CHECK(interlock({"check", "lock.interlock", "--out", "other"}, shop.there).exit_code == 0);  // its own it replaces
}

TEST_CASE("a pipe gets the report, a link keeps leading to it, and what is open is written to") {
  const Workshop shop;
  const Run piped = shell(
      "mkfifo pipe && (cat pipe > heard & \"$INTERLOCK\" check lock.interlock --tap pipe > said; wait) && test -p pipe",
      shop.there);
  INFO(piped.messages);
  CHECK(piped.exit_code == 0);
  CHECK(contains(shop.directory.read("heard"), "TAP version"));
  std::filesystem::create_symlink("behind", shop.directory.path() / "link");
  CHECK(interlock({"check", "lock.interlock", "--tap", "link"}, shop.there).exit_code == 0);
  CHECK(std::filesystem::is_symlink(shop.directory.path() / "link"));
  CHECK(contains(shop.directory.read("behind"), "TAP version"));
  // Not /dev/null itself: were this wrong, the machine's would be gone.
  const Run open = shell("\"$INTERLOCK\" check lock.interlock --tap /dev/fd/3 3>&1 > said | cat > heard", shop.there);
  CHECK(open.exit_code == 0);
  CHECK(contains(shop.directory.read("heard"), "TAP version"));
}

TEST_CASE("files are written and locks compared where nobody reads the output any more") {
  const Workshop shop;
  CHECK(interlock({"check", "lock.interlock", "--lock", "l.json", "--update"}, shop.there).exit_code == 0);
  std::string lock = shop.directory.read("l.json");
  const std::size_t at = lock.find("\"states\": ");
  REQUIRE(at != std::string::npos);
  shop.directory.write("l.json", lock.insert(at + 10, "1"));
  const Run run = shell(
      "(sleep 0.3; \"$INTERLOCK\" check lock.interlock --lock l.json --junit j.xml --out o; echo $? > code) | true; "
      "sleep 0.1; while ! test -s code; do sleep 0.1; done; cat code",
      shop.there);
  CHECK(run.output == "1\n");
  CHECK(contains(shop.directory.read("j.xml"), "<testsuite"));
  CHECK(contains(shop.directory.read("o/index.html"), "Interlock"));
}

}  // namespace interlock::testing
