#pragma once
// A real etcd of this machine's own: one member on loopback, with its data in a directory that goes away. It ends with
// the object, and with the test program, however that ends.

#include "tests/server_process.hpp"

#include <cstdint>
#include <string>

#include <nlohmann/json.hpp>

namespace interlock::tests {

class EtcdServer {
 public:
  /// Where there is no such program, or it does not start.
  static std::string why_not();

  EtcdServer();

  /// "lease/grant" and what goes with it; an answer with a field "error" where the server refuses.
  nlohmann::json ask(const std::string& what, const nlohmann::json& with) const;
  std::string version() const;

 private:
  ServerProcess process_{"etcd"};
  std::uint16_t port_ = 0;
};

}  // namespace interlock::tests
