#pragma once
// `--out`: the story of every verdict that has one, as files with predictable names.

#include <filesystem>
#include <functional>
#include <string>

#include "reports/report.hpp"

namespace interlock::cli {

/// Throws UserError where the directory has a page of somebody else's, which the report's page would replace.
void refuse_foreign_page(const std::filesystem::path& directory);

/// Writes text, JSON, ITF, Mermaid, PlantUML, DOT and SVG of each story into `directory`, and one page with all of the
/// report. What could not be drawn is a sentence for standard error; without Graphviz all but the SVG is written. All
/// files are written, or, with a UserError, none. `may_go_on`: false ends the drawing.
std::string write_pictures(const reports::Report& report, const std::string& directory,
                           const std::function<bool()>& may_go_on);

}  // namespace interlock::cli
