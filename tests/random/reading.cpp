#include "tests/random/reading.hpp"

#include "engine/language/parser/parser.hpp"
#include "engine/language/resolver/resolver.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <vector>

namespace interlock::tests {

using namespace language;

namespace {

std::vector<std::filesystem::path> files_of(const std::filesystem::path& directory) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(directory))
    if (entry.path().extension() == ".interlock") paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

void put_into(Library& library, const std::string& name, const std::string& text, Diagnostics& diagnostics) {
  const auto source = std::make_shared<const Source>(Source{name, text});
  const syntax::File file = parse(source, diagnostics);
  if (file.store) library.stores.insert_or_assign(file.store->name, *file.store);
  if (file.spec) library.specs.insert_or_assign(file.spec->name, *file.spec);
}

Library read_shipped() {
  Library library;
  Diagnostics diagnostics;
  const std::filesystem::path root = INTERLOCK_SOURCE_DIR;
  for (const char* directory : {"models/stores", "specs"}) {
    for (const auto& path : files_of(root / directory)) {
      std::ostringstream text;
      text << std::ifstream(path).rdbuf();
      put_into(library, path.filename().string(), text.str(), diagnostics);
    }
  }
  return library;
}

}  // namespace

std::optional<Model> read(const RandomText& text, std::string& problems) {
  static const Library shipped = read_shipped();
  Library library = shipped;
  Diagnostics diagnostics;
  if (!text.store.empty()) put_into(library, "desk.interlock", text.store, diagnostics);
  const auto source = std::make_shared<const Source>(Source{"random.interlock", text.protocol});
  const syntax::File file = parse(source, diagnostics);
  std::optional<Model> model;
  if (file.protocol && !has_errors(diagnostics)) model = resolve(*file.protocol, source, library, {}, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::error) problems += to_text(diagnostic);
  if (!problems.empty()) return std::nullopt;
  return model;
}

}  // namespace interlock::tests
