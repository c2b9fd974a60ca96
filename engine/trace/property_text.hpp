#pragma once
// What a property asks for, as its author wrote it.

#include "engine/language/model.hpp"

#include <string>

namespace interlock::trace {

/// "some(c in clients where c enters critical)" of `always possible ...`; of `leads to` what is to come. Empty: it
/// stands nowhere.
std::string asked_condition(const language::Spec& spec);

}  // namespace interlock::trace
