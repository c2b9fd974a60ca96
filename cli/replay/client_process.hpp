#pragma once
// A client of a told run as a real process: it has a connection and a clock of its own, does what it is told to and can
// be stopped and killed. It never outlives this one.

#include "cli/replay/connection.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>

namespace interlock::cli {

/// Microseconds of the real clock.
std::int64_t real_time();

class ClientProcess {
 public:
  /// Its clock is so far off, and shows multiples of `clock_step` microseconds.
  ClientProcess(const Address& server, std::int64_t clock_offset, std::int64_t clock_step);
  ClientProcess(ClientProcess&& other) noexcept;
  ClientProcess& operator=(ClientProcess&& other) noexcept;
  ClientProcess(const ClientProcess&) = delete;
  ClientProcess& operator=(const ClientProcess&) = delete;
  /// Kills it.
  ~ClientProcess();

  pid_t id() const { return id_; }
  bool is_stopped() const { return is_stopped_; }

  /// It sends this to the server and hands the reply back.
  reports::Reply ask(const std::vector<std::string>& words);
  /// What its clock shows, microseconds.
  std::int64_t clock();
  void set_clock(std::int64_t offset);
  /// It goes into a section, or leaves it; it keeps in mind itself where it is.
  void enter(const std::string& section);
  void leave(const std::string& section);
  void leave_all();
  std::vector<std::string> sections();

  void stop();   ///< SIGSTOP; returns when it stands still
  void go_on();  ///< SIGCONT

 private:
  void kill();

  pid_t id_ = -1;
  bool is_stopped_ = false;
  Connection orders_;
};

}  // namespace interlock::cli
