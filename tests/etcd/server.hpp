#pragma once
// A real etcd of this machine's own: one member on loopback, with its data in a directory that goes away. It ends with
// the object, and with the test program, however that ends.

#include <cstdint>
#include <filesystem>
#include <string>

#include <sys/types.h>
#include <nlohmann/json.hpp>

namespace interlock::tests {

class EtcdServer {
 public:
  /// Where there is no such program, or it does not start.
  static std::string why_not();

  EtcdServer();
  EtcdServer(const EtcdServer&) = delete;
  EtcdServer& operator=(const EtcdServer&) = delete;
  ~EtcdServer();

  /// "lease/grant" and what goes with it; an answer with a field "error" where the server refuses.
  nlohmann::json ask(const std::string& what, const nlohmann::json& with) const;
  std::string version() const;

 private:
  void stop();

  std::filesystem::path directory_;
  std::uint16_t port_ = 0;
  pid_t process_ = -1;
};

}  // namespace interlock::tests
