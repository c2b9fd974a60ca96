#pragma once
// The lock file as check and mutate keep it: each its own part.

#include <string>
#include <vector>

#include "reports/json/lock.hpp"

namespace interlock::cli {

/// Before a search: throws UserError where the file will not do when it is over. With `update` it need not be there.
void require_lock_file(const std::string& path, bool update);

/// Writes the answers; the scores that the file has are kept.
void update_answers(const std::string& path, std::vector<reports::LockEntry> answers);

/// Writes the scores of these files; the answers, and the scores of other files, are kept.
void update_scores(const std::string& path, const std::vector<reports::BreakScore>& scores);

/// What differs from the file, a line each. Throws UserError where it cannot be read.
std::string differing_answers(const std::string& path, const std::vector<reports::LockEntry>& answers);
std::string differing_scores(const std::string& path, const std::vector<reports::BreakScore>& scores);

}  // namespace interlock::cli
