#pragma once
// A real server beside a test: a program in a directory of its own, which goes away. It ends with the object, and with
// the test program, however that ends.

#include <csignal>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include <sys/types.h>

namespace interlock::tests {

class ServerProcess {
 public:
  /// Makes the directory. `name` is for what is thrown: std::runtime_error.
  explicit ServerProcess(std::string name);
  ServerProcess(const ServerProcess&) = delete;
  ServerProcess& operator=(const ServerProcess&) = delete;
  ~ServerProcess();

  const std::filesystem::path& directory() const { return directory_; }

  struct How {
    int end_signal = SIGKILL;
    std::function<void()> before = {};  ///< in the new process, before it becomes the program
  };
  /// `words`: the name by which the program is called, and its arguments. What it says goes into the file `log`.
  void start(const std::filesystem::path& program, std::vector<std::string> words, const How& how);
  /// Until it has ended by itself: its status.
  int wait();
  /// Until it answers. Throws where it has ended, or does not in a minute.
  void await(const std::function<bool()>& answers);

 private:
  std::string name_;
  std::filesystem::path directory_;
  pid_t process_ = -1;
  int end_signal_ = SIGKILL;
};

/// Empty: it can be had.
template <class Server>
std::string why_not_started() {
  try {
    const Server server;
    return "";
  } catch (const std::runtime_error& trouble) {
    return trouble.what();
  }
}

}  // namespace interlock::tests
