#pragma once
// The protocols that ship, read from the source tree and checked by the front end.

#include "engine/language/model.hpp"

#include <map>
#include <string>
#include <vector>

namespace interlock::oracle {

struct ShippedModel {
  std::string path;      ///< "models/locks/set_nx_px.interlock"
  std::string problems;  ///< what the front end complains of; empty for what ships
  language::Model model;
};

/// `clients`: another number of clients, by kind. Sorted by path.
std::vector<ShippedModel> shipped_models(const std::map<std::string, std::uint32_t>& clients = {});

/// The protocols of tests/cases/verdicts. Sorted by path.
std::vector<ShippedModel> models_of_verdict_cases();

/// A protocol of a test, with the stores and specs that ship and a store of its own, if it has one.
ShippedModel read_model(const std::string& name, const std::string& text, const std::string& store = "");

}  // namespace interlock::oracle
