#include "cli/output.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "cli/user_error.hpp"

namespace interlock::cli {
namespace {

/// Zero, or the error number.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written > 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (written < 0 && errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

/// A file that disappears unless it is given its final name.
class NewFile {
 public:
  explicit NewFile(const std::filesystem::path& beside) : path_(beside.string() + ".XXXXXX") {
    descriptor_ = ::mkstemp(path_.data());
    if (descriptor_ < 0) error_ = errno;
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (error_ == 0 && !path_.empty()) ::unlink(path_.c_str());
  }

  /// Zero, or the error number.
  int fill_and_rename(std::string_view content, const std::filesystem::path& name, Lasting lasting) {
    if (error_ != 0) return error_;
    if (const int error = write_all(descriptor_, content); error != 0) return error;
    if (lasting == Lasting::yes && ::fsync(descriptor_) != 0) return errno;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (::fchmod(descriptor_, 0666 & ~mask) != 0) return errno;
    if (::close(std::exchange(descriptor_, -1)) != 0) return errno;
    if (::rename(path_.c_str(), name.c_str()) != 0) return errno;
    path_.clear();
    return lasting == Lasting::yes ? sync_directory(name.parent_path()) : 0;
  }

 private:
  /// The new name is an entry of the directory.
  static int sync_directory(const std::filesystem::path& path) {
    const int directory = ::open(path.empty() ? "." : path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (directory < 0) return errno;
    const int error = ::fsync(directory) == 0 ? 0 : errno;
    ::close(directory);
    return error;
  }

  std::string path_;  ///< empty once it was renamed
  int descriptor_ = -1;
  int error_ = 0;  ///< of making it
};

}  // namespace

void ignore_signals_of_writes() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

std::string reason(int error) { return std::generic_category().message(error); }

void write_output(std::string_view text) {
  const int error = write_all(STDOUT_FILENO, text);
  if (error == EPIPE) throw ReaderGone();
  if (error != 0) throw UserError("cannot write to standard output: " + reason(error));
}

void write_message(std::string_view text) { write_all(STDERR_FILENO, text); }

void write_file(const std::filesystem::path& path, std::string_view content, Lasting lasting) {
  std::error_code error;
  if (path.has_parent_path()) std::filesystem::create_directories(path.parent_path(), error);
  if (error) throw UserError("cannot make the directory " + path.parent_path().string() + ": " + error.message());
  NewFile file(path);
  const int failure = file.fill_and_rename(content, path, lasting);
  if (failure != 0) throw UserError("cannot write " + path.string() + ": " + reason(failure) + "; nothing was written");
}

}  // namespace interlock::cli
