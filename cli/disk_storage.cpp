#include "cli/disk_storage.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "cli/checksum.hpp"
#include "cli/output.hpp"
#include "cli/user_error.hpp"

namespace interlock::cli {
namespace {

namespace fs = std::filesystem;

std::uint64_t checksum_of_block(std::span<const std::byte> block) {
  return checksum_of({reinterpret_cast<const char*>(block.data()), block.size()});
}

class NamelessFile : public explore::StoredBlocks {
 public:
  explicit NamelessFile(const fs::path& directory) : directory_(shown(directory)) {
    std::string name = (directory / "interlock-states-XXXXXX").string();
    descriptor_ = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor_ < 0) fail("make a file in", errno);
    ::unlink(name.c_str());
  }
  ~NamelessFile() override {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  void append(std::span<const std::byte> block) override {
    std::uint64_t offset = checksums_.size() * block.size();
    for (std::span<const std::byte> rest = block; !rest.empty();) {
      const ssize_t count = ::pwrite(descriptor_, rest.data(), rest.size(), static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail("write states to a file in", errno);
      rest = rest.subspan(static_cast<std::size_t>(count));
      offset += static_cast<std::uint64_t>(count);
    }
    checksums_.push_back(checksum_of_block(block));
  }

  void read(std::uint64_t number, std::span<std::byte> block) override {
    std::uint64_t offset = number * block.size();
    for (std::span<std::byte> rest = block; !rest.empty();) {
      const ssize_t count = ::pread(descriptor_, rest.data(), rest.size(), static_cast<off_t>(offset));
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) fail("read states from a file in", errno);
      if (count == 0) break;
      rest = rest.subspan(static_cast<std::size_t>(count));
      offset += static_cast<std::uint64_t>(count);
      if (rest.empty() && checksum_of_block(block) == checksums_[number]) return;
    }
    throw UserError(
        fmt::format("a file of states in {} is damaged: what is read is not what was written; "
                    "nothing is known of this search",
                    directory_));
  }

 private:
  [[noreturn]] void fail(std::string_view act, int error) const {
    throw UserError(fmt::format("cannot {} {}: {}", act, directory_, reason(error)));
  }

  std::string directory_;
  int descriptor_ = -1;
  std::vector<std::uint64_t> checksums_;  // by block
};

}  // namespace

DiskStorage::DiskStorage(fs::path directory) : directory_(std::move(directory)) {
  make_directories(directory_);
  make();
}

std::unique_ptr<explore::StoredBlocks> DiskStorage::make() { return std::make_unique<NamelessFile>(directory_); }

}  // namespace interlock::cli
