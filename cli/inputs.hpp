#pragma once
// From the words on the command line to texts: FILE, DIR or NAME. What is on disk comes first; behind it stands what
// is packed into the program, so that `interlock check models` works anywhere.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/language/syntax/source.hpp"

namespace interlock::cli {

/// What the first word of a file says it is.
enum class FileWord { protocol, store, spec, other };

struct Input {
  std::string path;  ///< as the user would write it; of shipped texts: "models/locks/set_nx_px.interlock"
  std::shared_ptr<const language::Source> source;
  FileWord word = FileWord::other;
  bool named = false;  ///< by itself on the command line, not found in a directory
  bool shipped = false;
};

struct Inputs {
  std::vector<Input> files;           ///< by path, each once
  std::vector<std::string> problems;  ///< sentences about what was not found
};

/// The texts that `words` stand for.
Inputs find_inputs(const std::vector<std::string>& words);

/// The one text that a command wants; throws UserError.
Input find_protocol(const std::string& word);

/// The paths of the .interlock files of a directory, not those of directories in it; sorted. Nothing where it cannot be
/// read.
std::vector<std::string> files_of_directory(const std::string& directory);

/// A file that nobody asked for: nothing where it cannot be read.
std::optional<Input> read_neighbour(const std::string& path);

/// What the first word of a text says, and the name behind it.
struct Heading {
  FileWord word = FileWord::other;
  std::string name;
};
Heading heading_of(std::string_view text);
Heading heading_of_file(const std::string& path);

/// "protocol", "store", "spec", "text".
std::string_view to_text(FileWord word);

}  // namespace interlock::cli
