#include <algorithm>
#include <filesystem>
#include <string>

#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/output.hpp"
#include "cli/user_error.hpp"
#include "engine/language/syntax/characters.hpp"

namespace interlock::cli {
namespace {

/// A lock that works as far as its last lines say, with a word about each part of it.
constexpr std::string_view starting_point = R"(
  "One sentence: what is locked, and how."

# Numbers that you want to play with; --set ttl=5s gives another one.
param ttl  = 10s                 # how long the lock lives without a renewal
param busy = 1s..5s              # how long the protected work takes: anything between

# What is shared. interlock list names the stores that ship; interlock show redis prints one.
server redis : redis { lock : string }
server doc   : document          # what the lock protects; it checks nothing

# Two clients that do the same. --clients worker=3 makes it three.
client worker[2] {
  me = fresh id                  # a new one each round

  # One call on a server is one step: between any two steps anything else may happen.
  retry until redis.SET(lock, me, NX, PX ttl)

  critical {                     # what the lock protects
    seen = doc.load()
    work busy
    doc.save(seen)
  }

  atomic {                       # one script on the server: one step
    if redis.GET(lock) == me { redis.DEL(lock) }
  }
}

# What you have learned, so that it stays so: interlock matrix FILE says what holds under which faults,
# and interlock check FILE --out DIR draws the run that breaks it.
expect {
  mutual_exclusion holds                            # nobody is held up: the ttl is longer than the work
  mutual_exclusion holds under crash
  mutual_exclusion fails using 1 pause under pause  # a lease can end while its owner sleeps
  no_lost_update   fails using 1 pause under pause  # and what it then writes is lost: a fence would refuse it
  owner_releases   holds under pause, crash
  recovers         holds under pause, crash         # the key of the dead ends by itself
}
)";

/// "my-lock.interlock" was meant as my_lock.
std::string help_for(std::string name) {
  constexpr std::string_view ending = ".interlock";
  if (name.ends_with(ending)) name.resize(name.size() - ending.size());
  std::replace(name.begin(), name.end(), '-', '_');
  return language::is_name(name) ? fmt::format("\n  help: interlock new {}", name) : "";
}

}  // namespace

ExitCode run(const NewOptions& options) {
  if (!language::is_name(options.name))
    throw UserError(fmt::format("{} is no name: letters, digits and _, and no digit first{}", options.name,
                                help_for(options.name)));
  const std::filesystem::path path = options.name + ".interlock";
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored)) throw UserError(fmt::format("{} is there already", shown(path)));
  write_file(path, "protocol " + options.name + std::string(starting_point));
  write_output(fmt::format("{0} written. Next: interlock check {0}\n", shown(path)));
  return ExitCode::as_expected;
}

}  // namespace interlock::cli
