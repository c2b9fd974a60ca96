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

/// The counterexample (or witness) to `spec` under `faults`; the test fails where there is none.
inline trace::Counterexample told(const std::string& protocol, const std::string& spec, const std::string& faults) {
  language::Diagnostics diagnostics;
  const language::Library library = shipped_library(diagnostics);
  const auto source = source_of("test.interlock", protocol);
  const language::syntax::File file = language::parse(source, diagnostics);
  REQUIRE(file.protocol);
  const auto model = language::resolve(*file.protocol, source, library, {}, diagnostics);
  const auto scenario =
      language::resolve_scenario(language::parse_faults(source_of("faults", faults), diagnostics), diagnostics);
  for (const language::Diagnostic& diagnostic : diagnostics) {
    INFO(language::to_text(diagnostic));
    CHECK(diagnostic.severity != language::Severity::error);
  }
  REQUIRE(model);
  REQUIRE(scenario);
  for (std::uint32_t index = 0; index < model->specs.size(); ++index) {
    if (model->specs[index].name != spec) continue;
    const check::Answer answer = check::check(*model, *scenario, {index}, {});
    REQUIRE(answer.verdicts[0].story);
    return *answer.verdicts[0].story;
  }
  FAIL("no such spec: " << spec);
  return {};
}

/// Of a protocol that ships: "locks/set_nx_px".
inline trace::Counterexample told_of_shipped(const std::string& name, const std::string& spec,
                                             const std::string& faults) {
  const std::filesystem::path top(INTERLOCK_SOURCE_DIR);
  return told(text_of_file(top / "models" / (name + ".interlock")), spec, faults);
}

}  // namespace interlock::stories
