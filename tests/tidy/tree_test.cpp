// The tree as it is keeps the rules.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "tests/catch.hpp"
#include "tests/tidy/exceptions.hpp"
#include "tests/tidy/rules.hpp"

namespace interlock::tidy {
namespace {

namespace fs = std::filesystem;

/// The files below a directory of the tree, in order of path.
std::vector<File> files_below(const std::string& directory, const std::vector<std::string>& extensions) {
  const fs::path root = INTERLOCK_SOURCE_DIR;
  std::vector<File> files;
  for (const auto& entry : fs::recursive_directory_iterator(root / directory)) {
    const std::string extension = entry.path().extension().string();
    if (!entry.is_regular_file() || std::find(extensions.begin(), extensions.end(), extension) == extensions.end()) {
      continue;
    }
    std::ifstream stream(entry.path(), std::ios::binary);
    files.push_back({fs::relative(entry.path(), root).generic_string(),
                     std::string(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>())});
  }
  std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.path < b.path; });
  return files;
}

std::vector<File> code_files() {
  std::vector<File> files;
  for (const char* directory : {"engine", "reports", "cli", "tests"}) {
    const std::vector<File> more = files_below(directory, {".cpp", ".hpp"});
    files.insert(files.end(), more.begin(), more.end());
  }
  return files;
}

void report(const Complaints& complaints) {
  for (const Complaint& complaint : complaints) {
    UNSCOPED_INFO(complaint.path << ":" << complaint.line << ": " << complaint.sentence);
  }
  CHECK(complaints.empty());
}

template <class Rule>
void check_all(const std::vector<File>& files, Rule rule) {
  REQUIRE_FALSE(files.empty());
  Complaints complaints;
  for (const File& file : files) {
    const Complaints more = rule(file);
    complaints.insert(complaints.end(), more.begin(), more.end());
  }
  report(complaints);
}

}  // namespace

TEST_CASE("includes follow the arrows between the rooms") { check_all(code_files(), check_includes); }

TEST_CASE("names of other rooms follow the arrows too") { check_all(code_files(), check_namespaces); }

TEST_CASE("nothing goes through an unordered container") { check_all(code_files(), check_order); }

TEST_CASE("no word is used that has a better replacement") { check_all(code_files(), check_words); }

TEST_CASE("headers begin with #pragma once") { check_all(code_files(), check_header); }

TEST_CASE("lines, functions and files are short") {
  check_all(code_files(), [](const File& file) { return check_lengths(file, known_exceptions()); });
}

TEST_CASE("exceptions are for files that exist") {
  const std::vector<File> files = code_files();
  for (const Exception& exception : known_exceptions()) {
    INFO(exception.path);
    CHECK(std::any_of(files.begin(), files.end(), [&](const File& file) { return file.path == exception.path; }));
  }
}

TEST_CASE("every protocol that ships has an expect block") {
  check_all(files_below("models", {".interlock"}), check_expectations);
}

}  // namespace interlock::tidy
