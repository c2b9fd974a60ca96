#pragma once
// A model that a test has written: where the front end refuses it, the test fails and says why.

#include "tests/catch.hpp"
#include "tests/random/reading.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>

namespace interlock::tests {

inline language::Model must_read(const std::string& protocol, const std::string& store = "") {
  std::string problems;
  auto model = read({protocol, store}, problems);
  INFO(protocol << store << problems);
  REQUIRE(model);
  return *std::move(model);
}

/// Its place among the specs of the model.
inline std::uint32_t spec_named(const language::Model& model, const std::string& name) {
  const auto found =
      std::find_if(model.specs.begin(), model.specs.end(), [&](const auto& spec) { return spec.name == name; });
  INFO("there should be a spec " << name);
  REQUIRE(found != model.specs.end());
  return static_cast<std::uint32_t>(found - model.specs.begin());
}

}  // namespace interlock::tests
