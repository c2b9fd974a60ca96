#pragma once
// Short ways to resolve a text in a test, with small stores of its own.

#include <memory>
#include <optional>
#include <string>

#include "engine/language/model.hpp"
#include "engine/language/resolver/resolver.hpp"
#include "tests/language/parsing.hpp"

namespace interlock::language::tests {

/// The stores `redis`, `memory` and `doc`, and the specs mutual_exclusion, at_most_limit, no_lost_update,
/// exclusive_belief, exclusive_lease, eventually_available, no_deadlock, first_come_first_served, reads_seen.
const Library& small_library();

struct Resolved {
  std::optional<Model> model;
  Diagnostics diagnostics;
};

Resolved resolve_text(const std::string& text, const Settings& settings = {});

/// The model; the test fails with its errors if there is none.
Model model_of(const std::string& text, const Settings& settings = {});

/// The program of the first client kind.
std::string program_of(const std::string& text);

/// "E0211 5:3", one after another: warnings too.
std::string complaints_of(const std::string& text, const Settings& settings = {});

/// All of it, as it is shown.
std::string shown_complaints_of(const std::string& text);

/// A protocol with one redis (lock, other : string; zset : ranked), one memory, and a client with this body; the body
/// begins on line 6.
std::string protocol_with(const std::string& body);

/// The complaints about a client's body, lines counted from 1.
std::string body_complaints_of(const std::string& body);

/// The program of a client with this body.
std::string body_program_of(const std::string& body);

}  // namespace interlock::language::tests
