#pragma once
// Everything that the program writes goes through here, so that nothing is lost without a word.

#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::cli {

/// A closed pipe, and a file larger than it may be, are then errors of the write, and not the end of the program.
void ignore_signals_of_writes();

/// The words for an error number.
std::string reason(int error);

/// The reader of standard output is gone: it has what it wants. The command ends quietly, with the exit code of what
/// it found so far.
class ReaderGone : public std::exception {
 public:
  const char* what() const noexcept override { return "the reader of the output is gone"; }
};

/// Writes all of `text` to standard output. Throws ReaderGone, or UserError when the disk is full.
void write_output(std::string_view text);

/// Writes to standard error; there is nobody to tell when that fails.
void write_message(std::string_view text);

/// Is a file safe when the machine loses its power? That takes some milliseconds.
enum class Lasting { no, yes };

/// A path for people: control characters are question marks.
std::string shown(const std::filesystem::path& path);

/// Files that are written whole or not at all, all of them: beside their places, and then each takes its name. Until
/// then, and where it does not come to that, nothing that was there has changed, and nothing new is left. A link is
/// followed; what is no file (a device, a pipe) is written to, last.
class FileSet {
 public:
  FileSet();
  FileSet(const FileSet&) = delete;
  FileSet& operator=(const FileSet&) = delete;
  ~FileSet();

  /// Makes the directories that are missing. Throws UserError.
  void add(const std::filesystem::path& path, std::string_view content, Lasting lasting = Lasting::no);
  /// Throws UserError.
  void take_names();

 private:
  class NewFile;
  void make_directories(const std::filesystem::path& path);

  std::vector<std::unique_ptr<NewFile>> files_;
  std::vector<std::filesystem::path> made_;  // directories
  bool is_whole_ = false;
};

/// With those above it, where they are missing. Throws UserError.
void make_directories(const std::filesystem::path& path);

/// Writes the file whole or not at all: into a file beside it, which then takes its name. Makes the directories that
/// are missing. Throws UserError.
void write_file(const std::filesystem::path& path, std::string_view content, Lasting lasting = Lasting::no);

}  // namespace interlock::cli
