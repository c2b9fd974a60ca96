#include "cli/checkpoints.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fmt/format.h>

#include "cli/checksum.hpp"
#include "cli/files.hpp"
#include "cli/output.hpp"
#include "cli/user_error.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

namespace fs = std::filesystem;

// Small searches are saved once, when they end; of long ones a fall of the power loses some seconds and a level.
constexpr std::chrono::milliseconds before_first_save{200};
constexpr std::chrono::seconds between_saves{2};
// Not more than a tenth of the time goes into saving.
constexpr int times_the_last_save = 10;

constexpr std::string_view first_line = "interlock checkpoint 1\n";

// More than a list or a position can have, and more than this program.
constexpr std::size_t largest_file = std::size_t{1} << 30U;

std::optional<std::string> content_of(const fs::path& path) { return read_regular(path, largest_file); }

/// The packed states mean something to the program that wrote them only.
std::string program_line() {
  return fmt::format("program {} {}\n", INTERLOCK_VERSION, fingerprint_of(content_of("/proc/self/exe").value_or("")));
}

std::string line_of(const SearchIdentity& search) {
  return fmt::format("search {} {}\n", search.fingerprint, search.words);
}

bool is_contiguous(const explore::Checkpoint& checkpoint) {
  explore::StateId end = 0;
  for (const explore::Level& level : checkpoint.levels) {
    if (level.first != end || level.end < level.first) return false;
    end = level.end;
  }
  return end > 0;
}

}  // namespace

SavedSearch::SavedSearch(fs::path directory, SearchIdentity identity, std::function<void(const std::string&)> complain)
    : directory_(std::move(directory)),
      identity_(std::move(identity)),
      complain_(std::move(complain)),
      states_(directory_ / "states"),
      links_(directory_ / "links"),
      next_(Clock::now() + before_first_save) {
  const std::optional<std::string> text = content_of(position_path());
  if (!text) return;
  from_ = read_position(*text);
  if (!from_ || from_->search != identity_.fingerprint || !is_contiguous(from_->checkpoint)) {
    throw UserError(fmt::format("{} is damaged; this checkpoint cannot be used", shown(position_path())));
  }
}

const explore::Checkpoint* SavedSearch::start(explore::StateId capacity) {
  if (!from_) return nullptr;
  const explore::StateId states = from_->checkpoint.states();
  if (states > capacity) {
    throw UserError(
        fmt::format("the checkpoint of {} has {}, more than the {} that the budget allows\n"
                    "  help: give a larger --max-states or --max-memory",
                    identity_.words, reports::count_text(states, "state"), reports::count_text(capacity, "state")));
  }
  return &from_->checkpoint;
}

void SavedSearch::read(std::span<std::byte> states, std::span<explore::Link> links) {
  state_bytes_ = from_->state_bytes;
  if (states.size() != links.size() * state_bytes_) {
    throw UserError(fmt::format("{} is damaged; this checkpoint cannot be used", shown(position_path())));
  }
  states_.read(states);
  links_.read(std::as_writable_bytes(links));
  if (links_.length() < from_->checkpoint.states() * sizeof(explore::Link)) return;
  states_.compare(from_->states_checksum);
  links_.compare(from_->links_checksum);
}

bool SavedSearch::wants(explore::StateId) { return !broken_ && Clock::now() >= next_; }

void SavedSearch::try_to(const std::function<void()>& write) {
  if (broken_) return;
  const Clock::time_point begin = Clock::now();
  try {
    write();
  } catch (const UserError& error) {
    broken_ = true;
    complain_(fmt::format("{}; the search goes on and is not saved any more", error.what()));
  }
  writing_ += Clock::now() - begin;
}

void SavedSearch::add(std::span<const std::byte> states, std::span<const explore::Link> links) {
  try_to([&] {
    make_directories(directory_);
    if (!links.empty()) state_bytes_ = states.size() / links.size();
    states_.append(states);
    links_.append(std::as_bytes(links));
  });
}

void SavedSearch::save(const explore::Checkpoint& checkpoint) {
  try_to([&] { write(checkpoint); });
  next_ = Clock::now() + std::max<Clock::duration>(between_saves, writing_ * times_the_last_save);
  writing_ = {};
}

/// First the data, then the word that it counts.
void SavedSearch::write(const explore::Checkpoint& checkpoint) {
  states_.settle();
  links_.settle();
  write_file(position_path(),
             to_text({identity_.fingerprint, state_bytes_, states_.checksum(), links_.checksum(), checkpoint}),
             Lasting::yes);
}

Checkpoints::Checkpoints(fs::path directory, Mode mode, const std::vector<SearchIdentity>& searches)
    : directory_(std::move(directory)) {
  if (mode == Mode::create) {
    create(searches);
  } else {
    look(searches);
    lock();
  }
}

Checkpoints::~Checkpoints() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void Checkpoints::lock() {
  descriptor_ = ::open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor_ < 0) throw UserError(fmt::format("cannot open {}: {}", shown(directory_), reason(errno)));
  if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
  throw UserError(fmt::format("another interlock is writing its checkpoint into {}", shown(directory_)));
}

void Checkpoints::create(const std::vector<SearchIdentity>& searches) {
  const std::string name = shown(directory_);
  std::error_code error;
  make_directories(directory_);
  lock();
  if (fs::exists(list_path(), error)) {
    throw UserError(fmt::format("{0} has a checkpoint already\n  help: --resume {0} goes on with it", name));
  }
  if (!fs::is_empty(directory_, error) || error) {
    throw UserError(fmt::format("{} has other files in it; --checkpoint takes a new or an empty directory", name));
  }
  std::string list = std::string(first_line) + program_line();
  for (const SearchIdentity& search : searches) list += line_of(search);
  write_file(list_path(), sealed(std::move(list)), Lasting::yes);
}

void Checkpoints::look(const std::vector<SearchIdentity>& searches) const {
  const std::string name = shown(directory_);
  const std::optional<std::string> text = content_of(list_path());
  if (!text) throw UserError(fmt::format("there is no checkpoint in {}", name));
  if (!text->starts_with(first_line)) {
    throw UserError(fmt::format("{} is no checkpoint that this program can read", shown(list_path())));
  }
  const std::optional<std::string_view> lines = unsealed(*text);
  if (!lines) throw UserError(fmt::format("{} is damaged; this checkpoint cannot be used", shown(list_path())));
  if (lines->substr(first_line.size()).substr(0, program_line().size()) != program_line()) {
    throw UserError(fmt::format("the checkpoint in {} is of another version or another build of interlock", name));
  }
  for (const SearchIdentity& search : searches) {
    if (lines->find("\nsearch " + search.fingerprint) != std::string_view::npos) continue;
    throw UserError(
        fmt::format("the checkpoint in {} is of another search, not of {}\n"
                    "  help: the model, its stores and specs, --set, --clients, --under, --spec and "
                    "--without must be as they were",
                    name, search.words));
  }
}

std::unique_ptr<SavedSearch> Checkpoints::open(const SearchIdentity& search,
                                               std::function<void(const std::string&)> complain) {
  return std::make_unique<SavedSearch>(directory_ / search.fingerprint, search, std::move(complain));
}

}  // namespace interlock::cli
