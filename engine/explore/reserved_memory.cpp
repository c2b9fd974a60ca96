#include "engine/explore/reserved_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstdint>
#include <new>
#include <utility>

namespace interlock::explore {
namespace {

constexpr std::size_t page = 4096;
constexpr std::size_t huge_page = std::size_t{2} << 20U;
constexpr std::size_t first_commit = std::size_t{64} << 10U;
constexpr std::size_t huge_from = 2 * huge_page;  // below, small pages are cheaper to touch
constexpr std::size_t least_reservation = std::size_t{1} << 20U;

std::size_t round_up(std::size_t bytes, std::size_t unit) { return (bytes + unit - 1) / unit * unit; }

}  // namespace

ReservedMemory::ReservedMemory(std::size_t bytes) {
  std::size_t wanted = round_up(std::max(bytes, page), page);
  for (;;) {
    const std::size_t slack = wanted >= huge_from ? huge_page : 0;
    void* got = mmap(nullptr, wanted + slack, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (got != MAP_FAILED) {
      mapping_ = got;
      mapping_bytes_ = wanted + slack;
      break;
    }
    if (wanted <= least_reservation) throw std::bad_alloc();
    wanted = round_up(wanted / 2, page);
  }
  const auto address = reinterpret_cast<std::uintptr_t>(mapping_);
  const std::uintptr_t aligned = mapping_bytes_ > wanted ? round_up(address, huge_page) : address;
  data_ = static_cast<std::byte*>(mapping_) + (aligned - address);
  reserved_ = wanted;
}

ReservedMemory::~ReservedMemory() { release(); }

ReservedMemory::ReservedMemory(ReservedMemory&& other) noexcept { *this = std::move(other); }

ReservedMemory& ReservedMemory::operator=(ReservedMemory&& other) noexcept {
  if (this == &other) return *this;
  release();
  mapping_ = std::exchange(other.mapping_, nullptr);
  mapping_bytes_ = std::exchange(other.mapping_bytes_, 0);
  data_ = std::exchange(other.data_, nullptr);
  reserved_ = std::exchange(other.reserved_, 0);
  committed_ = std::exchange(other.committed_, 0);
  return *this;
}

void ReservedMemory::commit(std::size_t bytes) {
  if (bytes <= committed_) return;
  if (bytes > reserved_) throw std::bad_alloc();
  const std::size_t generous = std::max({bytes, committed_ + committed_ / 2, first_commit});
  const std::size_t unit = generous >= huge_from ? huge_page : page;
  const std::size_t target = std::min(round_up(generous, unit), reserved_);
  if (!make_usable(target) && !make_usable(round_up(bytes, page))) throw std::bad_alloc();
}

bool ReservedMemory::make_usable(std::size_t bytes) {
  if (mprotect(data_ + committed_, bytes - committed_, PROT_READ | PROT_WRITE) != 0) return false;
  // Advice: where the system has no huge pages, everything still works.
  if (bytes >= huge_from) madvise(data_, bytes, MADV_HUGEPAGE);
  committed_ = bytes;
  return true;
}

void ReservedMemory::release() {
  if (mapping_ != nullptr) munmap(mapping_, mapping_bytes_);
}

}  // namespace interlock::explore
