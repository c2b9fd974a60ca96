#pragma once
// A directory that keeps the searches of a command, so that they can go on later. It has a list of them, and a
// directory a search: two files that grow, and a small one that is replaced whole and says how much of them counts.

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/growing_file.hpp"
#include "cli/saved_position.hpp"
#include "cli/search_identity.hpp"

namespace interlock::cli {

/// One search of the directory. Errors of reading are UserErrors. Those of writing end the saving, not the search:
/// `complain` is told once.
class SavedSearch : public explore::Journal {
 public:
  SavedSearch(std::filesystem::path directory, SearchIdentity identity,
              std::function<void(const std::string&)> complain);

  const explore::Checkpoint* start(explore::StateId capacity) override;
  void read(std::span<std::byte> states, std::span<explore::Link> links) override;
  bool wants(explore::StateId states) override;
  void add(std::span<const std::byte> states, std::span<const explore::Link> links) override;
  void save(const explore::Checkpoint& checkpoint) override;

 private:
  using Clock = std::chrono::steady_clock;

  /// Writes, unless writing has failed before.
  void try_to(const std::function<void()>& write);
  void write(const explore::Checkpoint& checkpoint);
  std::filesystem::path position_path() const { return directory_ / "position"; }

  std::filesystem::path directory_;
  SearchIdentity identity_;
  std::function<void(const std::string&)> complain_;
  std::optional<SavedPosition> from_;
  GrowingFile states_;
  GrowingFile links_;
  std::uint64_t state_bytes_ = 0;
  Clock::time_point next_;
  Clock::duration writing_{};  ///< since the last save
  bool broken_ = false;
};

class Checkpoints {
 public:
  enum class Mode { create, go_on };

  /// Makes the directory, or looks whether it holds these searches, made by this program. Throws UserError.
  Checkpoints(std::filesystem::path directory, Mode mode, const std::vector<SearchIdentity>& searches);
  Checkpoints(const Checkpoints&) = delete;
  Checkpoints& operator=(const Checkpoints&) = delete;
  ~Checkpoints();

  /// Throws UserError where what is saved of the search cannot be used.
  std::unique_ptr<SavedSearch> open(const SearchIdentity& search, std::function<void(const std::string&)> complain);

 private:
  void lock();
  void create(const std::vector<SearchIdentity>& searches);
  void look(const std::vector<SearchIdentity>& searches) const;
  std::filesystem::path list_path() const { return directory_ / "interlock-checkpoint"; }

  std::filesystem::path directory_;
  int descriptor_ = -1;  ///< of the directory; holds the lock
};

}  // namespace interlock::cli
