#include "tests/conformance/redis_server.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>
#include <vector>

namespace interlock::tests {

namespace {

/// The distributions have one program for all of Redis: what it is depends on the name by which it is called. So the
/// package with the tools is enough, and no server is started on the machine by installing it.
std::filesystem::path find_program() {
  const char* path = std::getenv("PATH");
  const std::string searched = path == nullptr ? "/usr/bin" : path;
  for (const char* name : {"redis-server", "redis-check-rdb"}) {
    for (std::size_t at = 0; at < searched.size();) {
      const std::size_t end = std::min(searched.find(':', at), searched.size());
      const auto program = std::filesystem::path(searched.substr(at, end - at)) / name;
      if (end > at && ::access(program.c_str(), X_OK) == 0) return program;
      at = end + 1;
    }
  }
  return {};
}

std::int64_t* make_clock(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0 || ::ftruncate(file, sizeof(std::int64_t)) != 0) throw std::runtime_error("no file for the clock");
  void* const place = ::mmap(nullptr, sizeof(std::int64_t), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (place == MAP_FAILED) throw std::runtime_error("no memory for the clock");
  return static_cast<std::int64_t*>(place);
}

}  // namespace

std::string RedisServer::why_not(ServerClock clock) {
  if (find_program().empty()) return "there is no redis-server here (Debian: redis-tools has it)";
  try {
    RedisServer server(clock);
    if (clock == ServerClock::running) return "";
    server.set_clock(1'700'000'000'123);
    const Reply time = server.connect().ask({"TIME"});
    const bool stands = time.items.size() == 2 && time.items[0].text == "1700000000" && time.items[1].text == "123000";
    return stands ? "" : "the clock of this redis-server cannot be made to stand";
  } catch (const std::runtime_error& trouble) {
    return trouble.what();
  }
}

RedisServer::RedisServer(ServerClock clock) {
  const std::filesystem::path shown = process_.directory() / "clock";
  clock_.reset(make_clock(shown));
  set_clock(1'600'000'000'000);
  const auto make_it_stand = [&] {
    ::setenv("LD_PRELOAD", INTERLOCK_STANDING_CLOCK_LIBRARY, 1);
    ::setenv("INTERLOCK_STANDING_CLOCK", shown.c_str(), 1);
  };
  ServerProcess::How how;
  if (clock == ServerClock::standing) how.before = make_it_stand;
  process_.start(find_program(),
                 {"redis-server", "--port", "0", "--unixsocket", socket().string(), "--save", "", "--appendonly", "no",
                  "--dir", process_.directory().string(), "--daemonize", "no", "--databases", "1"},
                 how);
  process_.await([&] {
    try {
      connect();
      return true;
    } catch (const cli::ConnectionError&) {
      return false;
    }
  });
}

void RedisServer::Unmap::operator()(std::int64_t* clock) const { ::munmap(clock, sizeof(std::int64_t)); }

void RedisServer::set_clock(std::int64_t milliseconds) {
  *static_cast<volatile std::int64_t*>(clock_.get()) = milliseconds * 1000;
}

std::string RedisServer::version() const {
  Connection connection = connect();
  const std::string known = cli::redis_version(connection);
  return known.empty() ? "unknown" : known;
}

}  // namespace interlock::tests
