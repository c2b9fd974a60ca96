#include "cli/files.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include <fmt/format.h>

#include "cli/interrupt.hpp"
#include "cli/output.hpp"
#include "cli/user_error.hpp"

namespace interlock::cli {
namespace {

class OpenFile {
 public:
  OpenFile(const std::filesystem::path& path, int flags) {
    do {
      end_if_interrupted();
      descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags);
    } while (descriptor_ < 0 && errno == EINTR);
    error_ = descriptor_ < 0 ? errno : 0;
  }
  OpenFile(const OpenFile&) = delete;
  OpenFile& operator=(const OpenFile&) = delete;
  ~OpenFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

  /// An error number, or zero.
  int error() const { return error_; }
  int descriptor() const { return descriptor_; }

  std::string read(std::size_t most) {
    constexpr std::size_t piece = 65536;
    std::string text;
    while (error_ == 0 && text.size() < most) {
      const std::size_t before = text.size();
      text.resize(before + std::min(piece, most - before));
      const ssize_t count = ::read(descriptor_, text.data() + before, text.size() - before);
      const int error = count < 0 ? errno : 0;
      text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
      if (count == 0) break;
      end_if_interrupted();
      if (error != EINTR) error_ = error;
    }
    return text;
  }

 private:
  int descriptor_ = -1;
  int error_ = 0;
};

[[noreturn]] void cannot_read(const std::filesystem::path& path, const std::string& why) {
  throw UserError(fmt::format("cannot read {}: {}", shown(path), why));
}

}  // namespace

std::string read_text(const std::filesystem::path& path, std::size_t most) {
  OpenFile file(path, 0);
  std::string text = file.read(most);
  if (file.error() != 0) cannot_read(path, reason(file.error()));
  return text;
}

std::optional<std::string> read_regular(const std::filesystem::path& path, std::size_t most) {
  OpenFile file(path, O_NONBLOCK);  // a pipe would wait for somebody who writes
  if (file.error() == ENOENT || file.error() == ENOTDIR) return std::nullopt;
  if (file.error() != 0) cannot_read(path, reason(file.error()));
  struct stat status = {};
  if (::fstat(file.descriptor(), &status) != 0 || !S_ISREG(status.st_mode)) cannot_read(path, "it is no regular file");
  if (static_cast<std::uint64_t>(status.st_size) > most) cannot_read(path, "it is too large");
  std::string text = file.read(most);
  if (file.error() != 0) cannot_read(path, reason(file.error()));
  return text;
}

}  // namespace interlock::cli
