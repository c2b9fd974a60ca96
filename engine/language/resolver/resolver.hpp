#pragma once
// Syntax trees to a checked model: names, kinds, operations put in place of their calls.

#include "engine/language/model.hpp"
#include "engine/language/syntax/diagnostic.hpp"
#include "engine/language/syntax/syntax.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace interlock::language {

/// The stores and specs that a protocol may name.
struct Library {
  std::map<std::string, syntax::Store> stores;
  std::map<std::string, syntax::Spec> specs;
};

/// What the command line changes: `--set ttl=5s`, `--clients worker=3`.
struct Settings {
  std::map<std::string, syntax::Range> params;
  std::map<std::string, std::uint32_t> clients;
};

/// Checks a protocol and gives the model; none if `diagnostics` got an error. All errors of one run are reported.
std::optional<Model> resolve(const syntax::Protocol& protocol, const std::shared_ptr<const Source>& text,
                             const Library& library, const Settings& settings, Diagnostics& diagnostics);

/// Checks a list of faults (of `--under`, or of an expectation): names, amounts, no repetition. `own`: names of those
/// that the protocol declares.
std::optional<Scenario> resolve_scenario(const std::vector<syntax::Fault>& faults, Diagnostics& diagnostics,
                                         const std::vector<std::string>& own = {});

std::vector<std::string> names_of_own_faults(const Model& model);

/// "pause <= 3s, crash 1 time", or "none".
std::string to_text(const Scenario& scenario);

/// "10 s", "1.5 s", "250 ms": how a duration is shown.
std::string duration_text(std::int64_t microseconds);

}  // namespace interlock::language
