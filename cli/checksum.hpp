#pragma once
// XXH3 of bytes that come in parts. It finds what broke by itself, not what somebody forged.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace interlock::cli {

class Checksum {
 public:
  Checksum();
  Checksum(Checksum&&) noexcept;
  Checksum& operator=(Checksum&&) noexcept;
  ~Checksum();

  void add(std::span<const std::byte> bytes);
  std::uint64_t value() const;  ///< of all bytes so far

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::uint64_t checksum_of(std::string_view text);

/// 128 bits as 32 digits: a name that two different texts do not share.
std::string fingerprint_of(std::string_view text);

}  // namespace interlock::cli
