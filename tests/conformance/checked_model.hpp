#pragma once
// From texts to a model, for tests that execute a store's text.

#include "engine/language/model.hpp"

#include <map>
#include <string>

namespace interlock::tests {

/// `stores`: their texts, by name. Throws std::runtime_error where a text has errors.
language::Model checked_model(const std::string& protocol, const std::map<std::string, std::string>& stores);

/// The text of a store that ships.
std::string shipped_store(const std::string& name);

}  // namespace interlock::tests
