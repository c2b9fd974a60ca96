#include "cli/growing_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "cli/user_error.hpp"

namespace interlock::cli {
namespace {

// Linux moves at most 2 GB at once.
constexpr std::size_t most_at_once = std::size_t{1} << 30U;

}  // namespace

GrowingFile::~GrowingFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void GrowingFile::open() {
  if (descriptor_ >= 0) return;
  descriptor_ = ::open(path_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (descriptor_ < 0) throw UserError(fmt::format("cannot open {}: {}", shown(path_), reason(errno)));
  struct stat status = {};
  if (::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode)) return;
  throw UserError(fmt::format("cannot open {}: it is no regular file", shown(path_)));
}

void GrowingFile::read(std::span<std::byte> bytes) {
  open();
  for (std::span<std::byte> rest = bytes; !rest.empty();) {
    const ssize_t count =
        ::pread(descriptor_, rest.data(), std::min(rest.size(), most_at_once), static_cast<off_t>(length_));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw UserError(fmt::format("cannot read {}: {}", shown(path_), reason(errno)));
    if (count == 0) {
      throw UserError(fmt::format("{} is cut short: {} of {} bytes are left; this checkpoint cannot be used",
                                  shown(path_), length_, length_ + rest.size()));
    }
    checksum_.add(rest.first(static_cast<std::size_t>(count)));
    rest = rest.subspan(static_cast<std::size_t>(count));
    length_ += static_cast<std::uint64_t>(count);
  }
}

void GrowingFile::compare(std::uint64_t checksum) const {
  if (checksum_.value() == checksum) return;
  throw UserError(fmt::format("{} is damaged: its checksum is wrong; this checkpoint cannot be used", shown(path_)));
}

void GrowingFile::append(std::span<const std::byte> bytes) {
  open();
  for (std::span<const std::byte> rest = bytes; !rest.empty();) {
    const ssize_t count =
        ::pwrite(descriptor_, rest.data(), std::min(rest.size(), most_at_once), static_cast<off_t>(length_));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) throw UserError(fmt::format("cannot write {}: {}", shown(path_), reason(errno)));
    checksum_.add(rest.first(static_cast<std::size_t>(count)));
    rest = rest.subspan(static_cast<std::size_t>(count));
    length_ += static_cast<std::uint64_t>(count);
  }
}

void GrowingFile::settle() {
  open();
  int failed = 0;
  do failed = ::fdatasync(descriptor_);
  while (failed != 0 && errno == EINTR);
  if (failed != 0) throw UserError(fmt::format("cannot write {}: {}", shown(path_), reason(errno)));
}

}  // namespace interlock::cli
