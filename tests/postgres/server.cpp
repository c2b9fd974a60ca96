#include "tests/postgres/server.hpp"

#include "tests/postgres/session.hpp"

#include <grp.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <stdexcept>
#include <vector>

namespace interlock::tests {

namespace {

namespace fs = std::filesystem;

constexpr uid_t nobody = 65534;

/// Distributions keep the server's programs where no path leads; of several versions the newest.
fs::path find_programs() {
  std::vector<fs::path> found;
  const fs::path all = "/usr/lib/postgresql";
  std::error_code ignored;
  for (const auto& version : fs::directory_iterator(all, ignored))
    if (::access((version.path() / "bin" / "initdb").c_str(), X_OK) == 0) found.push_back(version.path() / "bin");
  if (found.empty() && ::access("/usr/bin/initdb", X_OK) == 0) return "/usr/bin";
  return found.empty() ? fs::path() : *std::max_element(found.begin(), found.end());
}

/// The server refuses to run as root.
void become_nobody() {
  if (::geteuid() == 0 && (::setgroups(0, nullptr) != 0 || ::setgid(nobody) != 0 || ::setuid(nobody) != 0))
    ::_exit(126);
}

}  // namespace

std::string PostgresServer::why_not() {
  if (find_programs().empty()) return "there is no PostgreSQL here (Debian: the package postgresql)";
  return why_not_started<PostgresServer>();
}

PostgresServer::PostgresServer() {
  const fs::path& directory = process_.directory();
  if (::geteuid() == 0 && ::chown(directory.c_str(), nobody, nobody) != 0)
    throw std::runtime_error("no user for PostgreSQL");
  const fs::path programs = find_programs();
  const std::string data = (directory / "data").string();
  const std::string maker = (programs / "initdb").string(), server = (programs / "postgres").string();
  process_.start(maker, {maker, "-D", data, "-A", "trust", "-U", "interlock", "-N", "--locale=C", "-E", "UTF8"},
                 {.before = become_nobody});
  if (process_.wait() != 0) throw std::runtime_error("initdb of PostgreSQL fails");
  process_.start(server,
                 {server, "-D", data, "-k", directory.string(), "-F", "-c", "listen_addresses=", "-c",
                  "max_connections=20", "-c", "autovacuum=off"},
                 {.end_signal = SIGQUIT, .before = become_nobody});  // at once, and its children with it
  process_.await([&] {
    try {
      const Session first(socket());
      return true;
    } catch (const std::runtime_error&) {
      return false;
    }
  });
}

}  // namespace interlock::tests
