#include "cli/pictures.hpp"

#include <filesystem>
#include <set>

#include <fmt/format.h>

#include "cli/output.hpp"
#include "reports/json.hpp"
#include "reports/names.hpp"
#include "reports/timeline_text.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

/// Writes the files of stories, and collects what could not be drawn.
class PictureWriter {
 public:
  explicit PictureWriter(std::filesystem::path directory) : directory_(std::move(directory)) {}

  void write(const reports::Result& result, const reports::VerdictReport& verdict) {
    const auto name = [&](std::string_view extension) {
      return directory_ / reports::file_name(result.protocol, verdict.spec, result.scenario, extension);
    };
    if (!written_.insert(name("txt").string()).second) return;
    write_file(name("txt"), reports::timeline_text(*verdict.counterexample));
    write_file(name("json"), reports::to_json(result, verdict));
  }

  std::string summary() const {
    return fmt::format("wrote {} to {}\n", reports::count_text(written_.size(), "story"), directory_.string());
  }

 private:
  std::filesystem::path directory_;
  std::set<std::string> written_;
};

}  // namespace

std::string write_pictures(const std::vector<reports::Result>& results, const std::string& directory) {
  PictureWriter writer(directory);
  for (const reports::Result& result : results) {
    for (const reports::VerdictReport& verdict : result.verdicts) {
      if (verdict.counterexample) writer.write(result, verdict);
    }
  }
  return writer.summary();
}

}  // namespace interlock::cli
