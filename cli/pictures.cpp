#include "cli/pictures.hpp"

#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "cli/files.hpp"
#include "cli/graphviz.hpp"
#include "cli/output.hpp"
#include "cli/user_error.hpp"
#include "reports/json.hpp"
#include "reports/json/itf.hpp"
#include "reports/mermaid.hpp"
#include "reports/names.hpp"
#include "reports/page/page.hpp"
#include "reports/plantuml.hpp"
#include "reports/svg.hpp"
#include "reports/timeline_dot.hpp"
#include "reports/timeline_text.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

constexpr const char* page_name = "index.html";

/// Writes the files of stories, and collects what could not be drawn.
class PictureWriter {
 public:
  PictureWriter(std::filesystem::path directory, const std::function<bool()>& may_go_on)
      : directory_(std::move(directory)) {
    patience_.may_go_on = may_go_on;
  }

  void write(const check::Answer& result, const check::SpecResult& verdict) {
    const std::string folder = folders_.of(result);
    const auto name = [&](std::string_view extension) {
      return directory_ / reports::file_name(folder, verdict.spec, result.scenario, extension);
    };
    if (!written_.insert(name("txt").string()).second) return;
    files_.add(name("txt"), reports::timeline_text(*verdict.story));
    files_.add(name("json"), reports::to_json(result, verdict));
    files_.add(name("itf.json"), reports::to_itf(*verdict.story));
    files_.add(name("mmd"), reports::timeline_mermaid(*verdict.story));
    files_.add(name("puml"), reports::timeline_plantuml(*verdict.story));
    const std::string dot = reports::timeline_dot(*verdict.story);
    files_.add(name("dot"), dot);
    count_ += 6;
    if (!can_draw_) return;
    const Rendered drawing = render(dot, Layout::pinned, "svg", patience_);
    if (drawing.bytes) {
      files_.add(name("svg"), reports::tidied_svg(*drawing.bytes, verdict.story->headline));
    } else {
      why_not_ = drawing.why_not;
      can_draw_ = drawn_ > 0;  // where the first one fails, the others would too
    }
    drawn_ += drawing.bytes ? 1 : 0;
    count_ += drawing.bytes ? 1 : 0;
  }

  /// Gives all files their names.
  std::string finish(const reports::Report& report) {
    if (!report.results.empty()) {
      files_.add(directory_ / page_name, reports::to_html(report));
      ++count_;
    }
    files_.take_names();
    std::string text = fmt::format("{} written to {}: {}\n", reports::count_text(written_.size(), "run"),
                                   shown(directory_), reports::count_text(count_, "file"));
    if (!why_not_.empty()) text += fmt::format("interlock: not all SVG files could be drawn: {}\n", why_not_);
    return text;
  }

 private:
  std::filesystem::path directory_;
  reports::RunFolders folders_;
  Patience patience_;
  FileSet files_;
  std::size_t count_ = 0;
  std::size_t drawn_ = 0;
  bool can_draw_ = true;
  std::string why_not_;
  std::set<std::string> written_;
};

}  // namespace

void refuse_foreign_page(const std::filesystem::path& directory) {
  constexpr std::size_t most_bytes = std::size_t{1} << 30U;
  const auto page = read_regular(directory / page_name, most_bytes);
  if (page && !page->empty() && page->find(reports::page_title) == std::string::npos)
    throw UserError(
        fmt::format("{} is no page of Interlock's, and --out would write over it\n  help: name another "
                    "directory",
                    shown(directory / page_name)));
}

std::string write_pictures(const reports::Report& report, const std::string& directory,
                           const std::function<bool()>& may_go_on) {
  PictureWriter writer(directory, may_go_on);
  for (const check::Answer& result : report.results) {
    for (const check::SpecResult& verdict : result.verdicts) {
      if (verdict.story) writer.write(result, verdict);
    }
  }
  return writer.finish(report);
}

}  // namespace interlock::cli
