#include "tests/conformance/checked_model.hpp"

#include "engine/language/parser/parser.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "tests/catch.hpp"

#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace interlock::tests {

using namespace language;

Model checked_model(const std::string& protocol, const std::map<std::string, std::string>& stores) {
  Diagnostics diagnostics;
  Library library;
  const auto source = [](std::string name, std::string text) {
    return std::make_shared<const Source>(Source{std::move(name), std::move(text)});
  };
  for (const auto& [name, text] : stores) {
    const syntax::File file = parse(source(name, text), diagnostics);
    if (file.store) library.stores[name] = *file.store;
  }
  const auto text = source("sequence", protocol);
  const syntax::File file = parse(text, diagnostics);
  std::optional<Model> model;
  if (file.protocol) model = resolve(*file.protocol, text, library, {}, diagnostics);
  for (const Diagnostic& diagnostic : diagnostics)
    if (diagnostic.severity == Severity::error) throw std::runtime_error(to_text(diagnostic));
  if (!model) throw std::runtime_error("no model");
  return *model;
}

std::string shipped_store(const std::string& name) {
  std::ostringstream text;
  text << std::ifstream(INTERLOCK_SOURCE_DIR "/models/stores/" + name + ".interlock").rdbuf();
  return text.str();
}

std::string broken_store(const std::string& name, const std::string& operation, const std::string& before,
                         const std::string& after) {
  std::string store = shipped_store(name);
  const std::size_t begin = operation.empty() ? 0 : store.find("\nop " + operation + "(");
  REQUIRE(begin != std::string::npos);
  const std::size_t at = store.find(before, begin);
  REQUIRE(at != std::string::npos);
  if (!operation.empty()) REQUIRE(at < store.find("\nop ", begin + 1));
  return store.replace(at, before.size(), after);
}

}  // namespace interlock::tests
