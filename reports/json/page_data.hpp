#pragma once
// What a page's script needs of a story, as JSON that may stand inside of a <script>.

#include "engine/trace/counterexample.hpp"

#include <string>

namespace interlock::reports {

/// {"steps": [{"label", "line", "number", "source"}], "views": [{"at", "rows": [[name, text]]}]}; `sources` of places
/// are told apart by their names.
std::string page_data(const trace::Counterexample& story);

}  // namespace interlock::reports
