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

/// Zero, or the error number: the new name is an entry of the directory.
int sync_directory(const std::filesystem::path& path) {
  const int directory = ::open(path.empty() ? "." : path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (directory < 0) return errno;
  const int error = ::fsync(directory) == 0 ? 0 : errno;
  ::close(directory);
  return error;
}

/// Where a symbolic link leads: the link stays, and what it leads to is replaced.
std::filesystem::path end_of_links(std::filesystem::path path) {
  constexpr int most_links = 40;  // as the system has it
  std::error_code error;
  for (int link = 0; link < most_links && std::filesystem::is_symlink(path, error); ++link)
    path = path.parent_path() / std::filesystem::read_symlink(path, error);
  return path;
}

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

std::string shown(const std::filesystem::path& path) {
  std::string text = path.string();
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const auto next = static_cast<unsigned char>(at + 1 < text.size() ? text[at + 1] : 0);
    if (byte < 0x20 || byte == 0x7f) text[at] = '?';
    if (byte == 0xc2 && next >= 0x80 && next < 0xa0) text.replace(at, 2, "?");
  }
  return text;
}

/// A file that disappears unless it is given its final name. What is no file but a device or a pipe is not replaced:
/// it is written to when it would be given the name.
class FileSet::NewFile {
 public:
  explicit NewFile(std::filesystem::path name) : name_(std::move(name)) {
    struct stat there = {};
    is_stream_ = ::stat(name_.c_str(), &there) == 0 && !S_ISREG(there.st_mode) && !S_ISDIR(there.st_mode);
    if (is_stream_) return;
    name_ = end_of_links(name_);
    path_ = name_.string() + ".XXXXXX";
    descriptor_ = ::mkstemp(path_.data());
    if (descriptor_ >= 0) return;
    error_ = errno;
    path_.clear();
  }
  NewFile(const NewFile&) = delete;
  NewFile& operator=(const NewFile&) = delete;
  ~NewFile() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!path_.empty()) ::unlink(path_.c_str());
  }

  const std::filesystem::path& name() const { return name_; }

  /// Zero, or the error number. That there is room is only known when the data is on the disk.
  int fill(std::string_view content, Lasting lasting) {
    if (error_ != 0) return error_;
    if (is_stream_) {
      waiting_ = content;
      return 0;
    }
    if (const int error = write_all(descriptor_, content); error != 0) return error;
    while (lasting == Lasting::yes && ::fsync(descriptor_) != 0)
      if (errno != EINTR) return errno;
    const mode_t mask = ::umask(0);
    ::umask(mask);
    if (::fchmod(descriptor_, 0666 & ~mask) != 0) return errno;
    if (::close(std::exchange(descriptor_, -1)) != 0) return errno;
    struct stat there = {};
    return ::stat(name_.c_str(), &there) == 0 && S_ISDIR(there.st_mode) ? EISDIR : 0;
  }

  /// Zero, or the error number.
  int take_name() {
    if (is_stream_) return write_stream();
    if (::rename(path_.c_str(), name_.c_str()) != 0) return errno;
    path_.clear();
    return 0;
  }

 private:
  int write_stream() const {
    const int stream = ::open(name_.c_str(), O_WRONLY | O_CLOEXEC);
    if (stream < 0) return errno;
    const int error = write_all(stream, waiting_);
    ::close(stream);
    return error;
  }

  std::filesystem::path name_;
  std::string path_;  ///< empty once it was renamed, and of a stream
  int descriptor_ = -1;
  bool is_stream_ = false;
  std::string waiting_;  ///< for the stream
  int error_ = 0;        ///< of making it
};

FileSet::FileSet() = default;

FileSet::~FileSet() {
  files_.clear();
  if (is_whole_) return;
  std::error_code ignored;
  for (auto directory = made_.rbegin(); directory != made_.rend(); ++directory)
    std::filesystem::remove(*directory, ignored);
}

void FileSet::make_directories(const std::filesystem::path& path) {
  std::error_code error;
  if (path.empty() || std::filesystem::is_directory(path, error)) return;
  make_directories(path.parent_path());
  if (std::filesystem::create_directory(path, error)) made_.push_back(path);
  if (error) throw UserError("cannot make the directory " + shown(path) + ": " + error.message());
}

void FileSet::add(const std::filesystem::path& path, std::string_view content, Lasting lasting) {
  make_directories(path.parent_path());
  files_.push_back(std::make_unique<NewFile>(path));
  const int failure = files_.back()->fill(content, lasting);
  if (failure != 0) throw UserError("cannot write " + shown(path) + ": " + reason(failure) + "; nothing was written");
}

void FileSet::take_names() {
  std::size_t named = 0;
  is_whole_ = true;
  for (const auto& file : files_) {
    const int failure = file->take_name();
    const std::string so_far = named == 0 ? "nothing was" : std::to_string(named) + " of the files were";
    if (failure != 0)
      throw UserError("cannot write " + shown(file->name()) + ": " + reason(failure) + "; " + so_far + " written");
    ++named;
  }
}

void make_directories(const std::filesystem::path& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) throw UserError("cannot make the directory " + shown(path) + ": " + error.message());
}

void write_file(const std::filesystem::path& path, std::string_view content, Lasting lasting) {
  FileSet alone;
  alone.add(path, content, lasting);
  alone.take_names();
  const int failure = lasting == Lasting::yes ? sync_directory(path.parent_path()) : 0;
  if (failure != 0) throw UserError("cannot write " + shown(path) + ": " + reason(failure));
}

}  // namespace interlock::cli
