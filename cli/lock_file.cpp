#include "cli/lock_file.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/user_error.hpp"

namespace interlock::cli {
namespace {

using reports::BreakScore;
using reports::LockEntry;

constexpr std::size_t most_bytes = std::size_t{1} << 28U;

struct Lock {
  std::vector<LockEntry> answers;
  std::vector<BreakScore> scores;
};

Lock read(const std::string& path) {
  const auto text = read_regular(path, most_bytes);
  if (!text) throw UserError(fmt::format("there is no {}\n  help: --update writes it", shown(path)));
  auto answers = reports::read_lock(*text);
  if (!answers) throw UserError(fmt::format("{} is no lock file of this version", shown(path)));
  return Lock{*std::move(answers), reports::read_scores(*text).value_or(std::vector<BreakScore>{})};
}

/// What an update does not replace; nothing of a lock file that cannot be read any more.
Lock read_to_update(const std::string& path) {
  const auto text = read_regular(path, most_bytes);
  if (!text || text->empty()) return {};
  if (!reports::is_lock(*text)) throw UserError(fmt::format("{} is no lock file; it is left as it is", shown(path)));
  return Lock{reports::read_lock(*text).value_or(std::vector<LockEntry>{}),
              reports::read_scores(*text).value_or(std::vector<BreakScore>{})};
}

}  // namespace

void require_lock_file(const std::string& path, bool update) { (update ? read_to_update : read)(path); }

void update_answers(const std::string& path, std::vector<LockEntry> answers) {
  const Lock known = read_to_update(path);
  write_file(path, reports::lock_text(std::move(answers), known.scores));
}

void update_scores(const std::string& path, const std::vector<BreakScore>& scores) {
  Lock lock = read_to_update(path);
  for (const BreakScore& score : scores) {
    std::erase_if(lock.scores, [&](const BreakScore& known) { return known.file == score.file; });
    lock.scores.push_back(score);
  }
  write_file(path, reports::lock_text(std::move(lock.answers), lock.scores));
}

std::string differing_answers(const std::string& path, const std::vector<LockEntry>& answers) {
  return reports::lock_differences(read(path).answers, answers);
}

std::string differing_scores(const std::string& path, const std::vector<BreakScore>& scores) {
  return reports::score_differences(read(path).scores, scores);
}

}  // namespace interlock::cli
