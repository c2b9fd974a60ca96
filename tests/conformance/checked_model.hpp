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

/// The same with one thing wrong: the first `before` of an operation, or, without one, of the whole text, is `after`.
std::string broken_store(const std::string& name, const std::string& operation, const std::string& before,
                         const std::string& after);

}  // namespace interlock::tests
