#pragma once
// A story as data: all that its text and its pictures say. The report's JSON, the page and ITF are made of it.

#include "engine/trace/counterexample.hpp"

#include <nlohmann/json.hpp>

namespace interlock::reports {

/// Keys are sorted; times are microseconds; clients and cells of a state stand in the order of "clients" and "cells".
nlohmann::json story_json(const trace::Counterexample& story);

/// "call", "wait_over".
const char* event_kind_text(EventKind kind);

/// What everything looks like in one view of the story.
nlohmann::json state_json(const trace::Counterexample& story, const View& view);

/// {"pause": 1, "crash": 2}.
nlohmann::json used_json(const std::vector<language::UsedFault>& used);

/// Indented by so many blanks, or on one line (-1). Bytes that are no UTF-8 (a file may hold any) are replaced.
std::string json_text(const nlohmann::json& value, int indent);

}  // namespace interlock::reports
