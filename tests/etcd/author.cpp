#include "tests/etcd/playing.hpp"
#include "tests/random/dice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace interlock::tests::etcd {

namespace {

/// What the sequence knows of a lease.
struct Lease {
  std::size_t granted = 0;
  bool is_short = false;
  bool is_over = false;
  std::optional<std::size_t> put;
};

class Author {
 public:
  explicit Author(std::uint32_t seed) : dice_(seed) {}

  Sequence write() {
    const std::size_t length = 8 + dice_.below(30);
    while (sequence_.size() < length) add_step();
    for (const Lease& lease : leases_) sequence_.push_back({Request::first, lease.granted});
    sequence_.push_back({Request::get});
    return std::move(sequence_);
  }

 private:
  void add_step() {
    const auto living = std::count_if(leases_.begin(), leases_.end(), [](const Lease& one) { return !one.is_over; });
    const std::size_t lot = dice_.below(20);
    if (leases_.empty() || (lot < 4 && living < 3)) {  // the store has room for three
      leases_.push_back({sequence_.size(), dice_.chance(50), false, {}});
      sequence_.push_back({.request = Request::grant, .is_short = leases_.back().is_short});
    } else if (lot < 6) {
      sequence_.push_back({Request::get});
    } else if (lot < 7) {
      sequence_.push_back({Request::put_value});
    } else if (lot < 9) {
      for (Lease& lease : leases_) lease.is_over = lease.is_over || lease.is_short;
      sequence_.push_back({Request::lapse});
    } else {
      of_lease(leases_[dice_.below(leases_.size())]);
    }
  }

  /// One that is over, too.
  void of_lease(Lease& lease) {
    const std::size_t lot = dice_.below(10);
    if (lot < 2) {
      sequence_.push_back({Request::keep_alive, lease.granted});
    } else if (lot < 5 && !lease.put) {  // a second put keeps the create revision, which the store does not know
      lease.put = sequence_.size();
      sequence_.push_back({Request::put, lease.granted});
    } else if (lot < 7 && lease.put) {
      sequence_.push_back({.request = Request::put_if_created, .lease = lease.granted, .put = *lease.put});
    } else if (lot < 8) {
      lease.is_over = true;
      sequence_.push_back({Request::revoke, lease.granted});
    } else {
      sequence_.push_back({Request::first, lease.granted});
    }
  }

  Dice dice_;
  Sequence sequence_;
  std::vector<Lease> leases_;
};

std::string text_of(const Step& step, std::size_t index, const Sequence& sequence) {
  const std::string answer = fmt::format("r{} = etcd.", index);
  const char* span = sequence[step.lease].is_short ? "2s" : "1h";
  switch (step.request) {
    case Request::grant:
      return fmt::format("x{0} = fresh id\n{1}grant(x{0}, {2})\n", index, answer, step.is_short ? "2s" : "1h");
    case Request::keep_alive: return fmt::format("{}keep_alive(x{}, {})\n", answer, step.lease, span);
    case Request::put: return fmt::format("{}put(x{})\n", answer, step.lease);
    case Request::first: return fmt::format("{}first(x{})\n", answer, step.lease);
    case Request::revoke: return fmt::format("{}revoke(x{})\n", answer, step.lease);
    case Request::get: return answer + "get()\n";
    case Request::put_if_created:
      return fmt::format("atomic {{ if r{0} != 0 {{ {1}put_if_created(x{2}, r{0}) }} }}\n", step.put, answer,
                         step.lease);
    case Request::put_value: return "etcd.put_value()\n";
    case Request::lapse: return "sleep 3s\n";
  }
  return "";
}

}  // namespace

Sequence random_sequence(std::uint32_t seed) { return Author(seed).write(); }

std::string protocol_of(const Sequence& sequence) {
  std::string text = "protocol sequence\nserver etcd : etcd\nclient c {\n";
  for (std::size_t i = 0; i < sequence.size(); ++i) text += text_of(sequence[i], i, sequence);
  return text + "sleep 1000h\n}\n";
}

bool answers_revision(Request request) {
  return request == Request::put || request == Request::first || request == Request::get;
}

Answers told_by_order(const Sequence& sequence, const Answers& answers) {
  std::set<std::int64_t> revisions{0};
  const auto is_one = [&](std::size_t i) {
    return answers_revision(sequence[i].request) && !answers[i].empty() && answers[i] != "none";
  };
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (is_one(i)) revisions.insert(std::stoll(answers[i]));
  Answers told = answers;
  for (std::size_t i = 0; i < answers.size(); ++i)
    if (is_one(i)) told[i] = std::to_string(std::distance(revisions.begin(), revisions.find(std::stoll(answers[i]))));
  return told;
}

}  // namespace interlock::tests::etcd
