#pragma once
// Stories of real runs: a protocol, with the stores and specs that ship, checked for one spec.

#include "engine/check/checker.hpp"
#include "engine/language/parser/parser.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "tests/catch.hpp"

#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>

namespace interlock::stories {

inline std::shared_ptr<const language::Source> source_of(std::string name, std::string text) {
  return std::make_shared<const language::Source>(language::Source{std::move(name), std::move(text)});
}

inline std::string text_of_file(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

inline language::Library shipped_library(language::Diagnostics& diagnostics) {
  language::Library library;
  const std::filesystem::path top(INTERLOCK_SOURCE_DIR);
  for (const std::filesystem::path& folder : {top / "models" / "stores", top / "specs"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      const std::filesystem::path& path = entry.path();
      const language::syntax::File file =
          language::parse(source_of(path.filename().string(), text_of_file(path)), diagnostics);
      if (file.store) library.stores[file.store->name] = *file.store;
      if (file.spec) library.specs[file.spec->name] = *file.spec;
    }
  }
  return library;
}

/// A protocol, read without errors.
inline language::Model read(const std::string& protocol, const language::Settings& settings = {}) {
  language::Diagnostics diagnostics;
  const language::Library library = shipped_library(diagnostics);
  const auto source = source_of("test.interlock", protocol);
  const language::syntax::File file = language::parse(source, diagnostics);
  REQUIRE(file.protocol);
  auto model = language::resolve(*file.protocol, source, library, settings, diagnostics);
  for (const language::Diagnostic& diagnostic : diagnostics) {
    INFO(language::to_text(diagnostic));
    CHECK(diagnostic.severity != language::Severity::error);
  }
  REQUIRE(model);
  return *std::move(model);
}

inline language::Scenario faults_of(const std::string& faults) {
  language::Diagnostics diagnostics;
  const auto scenario =
      language::resolve_scenario(language::parse_faults(source_of("faults", faults), diagnostics), diagnostics);
  REQUIRE(scenario);
  return *scenario;
}

/// What is known of `spec`; the test fails where there is no such spec.
inline check::SpecResult result_of(const language::Model& model, const std::string& spec, const std::string& faults,
                                   const check::Settings& settings = {}) {
  for (std::uint32_t index = 0; index < model.specs.size(); ++index) {
    if (model.specs[index].name == spec) return check::check(model, faults_of(faults), {index}, settings).verdicts[0];
  }
  FAIL("no such spec: " << spec);
  return {};
}

/// The counterexample (or witness) to `spec` under `faults`; the test fails where there is none.
inline trace::Counterexample told(const std::string& protocol, const std::string& spec, const std::string& faults) {
  check::SpecResult result = result_of(read(protocol), spec, faults);
  REQUIRE(result.story);
  return *std::move(result.story);
}

/// Of a protocol that ships: "locks/set_nx_px".
inline trace::Counterexample told_of_shipped(const std::string& name, const std::string& spec,
                                             const std::string& faults) {
  const std::filesystem::path top(INTERLOCK_SOURCE_DIR);
  return told(text_of_file(top / "models" / (name + ".interlock")), spec, faults);
}

}  // namespace interlock::stories
