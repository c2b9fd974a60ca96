#pragma once
// Runs flat instructions over the words of one state.

#include "engine/machine/compiled/program.hpp"
#include "engine/machine/layout.hpp"
#include "engine/machine/limits.hpp"

#include <cstdint>
#include <utility>
#include <vector>

namespace interlock::machine {

class Coverage;

/// The choices of one step, tried in lexicographic order: the caller runs the step again until `next` says no.
class Choices {
 public:
  void restart() { depth_ = 0; }
  void clear() { digits_.clear(), sizes_.clear(), depth_ = 0; }

  /// The choice among `size` values that this run takes next. A choice among one is none.
  std::uint32_t take(std::uint32_t size) {
    if (size <= 1) return 0;
    if (depth_ == digits_.size()) {
      digits_.push_back(0);
      sizes_.push_back(size);
    }
    return digits_[depth_++];
  }

  /// How many choices this run has taken.
  std::size_t depth() const { return depth_; }
  /// To make the same choices again.
  void follow(std::vector<std::uint32_t> digits) {
    sizes_.assign(digits.size(), 0);
    digits_ = std::move(digits);
    depth_ = 0;
  }

  /// Goes on to the next vector of choices; false when all were tried.
  bool next() {
    digits_.resize(depth_);
    sizes_.resize(depth_);
    while (!digits_.empty() && digits_.back() + 1 == sizes_.back()) {
      digits_.pop_back();
      sizes_.pop_back();
    }
    if (digits_.empty()) return false;
    ++digits_.back();
    return true;
  }

  const std::vector<std::uint32_t>& digits() const { return digits_; }

 private:
  std::vector<std::uint32_t> digits_;
  std::vector<std::uint32_t> sizes_;
  std::size_t depth_ = 0;
};

/// One expression that gives a label.
struct Check {
  std::uint32_t start = 0;
  Register answer = no_register;
  bool when = true;  ///< the label is set when the answer is this
  std::uint64_t bits = 0;
  language::ClientIndex client = language::nothing;  ///< kept conditions: only while it is inside `sections`
  std::uint64_t sections = 0;
};

/// What instructions need to know beside the words; the same for a whole search.
struct Surroundings {
  const Layout* layout = nullptr;
  const std::vector<Program>* programs = nullptr;  ///< by client
  const Program* own_faults = nullptr;             ///< what the faults do that the protocol declares
  std::vector<std::uint32_t> own_fault_starts;     ///< where each begins
  const std::vector<std::uint64_t>* labels = nullptr;
  std::vector<Register> identities;           ///< all words that hold one
  std::vector<std::vector<Register>> tokens;  ///< by class
  std::vector<Register> instants;
  Ticks ticks;
  bool clocks_may_be_off = false;
  bool moves_instants = false;   ///< instants that stand in the state may have been moved
  Coverage* coverage = nullptr;  ///< operations on time note there what they give up for
  std::vector<std::uint32_t> server_of_watched;
  const std::vector<Instruction>* checks_code = nullptr;
  const std::vector<Check>* passing_checks = nullptr;  ///< asked just before a section is left that was entered in the
                                                       ///< same step
  Word endless = 0;                                    ///< of a lease: it has no end
  std::uint32_t registers = 0;                         ///< words and registers of any code
  bool door = false;  ///< whoever begins a round with a `when` that is false waits there
  bool forget = true;
};

class SymbolicTime;

enum class RunEnd : std::uint8_t { done, blocked, cut };

/// One run of a step, and what it brought about.
struct Run {
  Word* words = nullptr;
  language::ClientIndex client{0};
  bool from_idle = false;
  bool loses = false;                                 ///< the call that the round begins with is struck by a fault
  std::uint32_t Location::*struck = &Location::lost;  ///< and goes on there
  bool is_between_rounds = false;                     ///< a request comes while its client is in no round
  bool at_door = false;  ///< it has come from idle to the `when` that its round begins with
  bool has_called = false;
  std::uint64_t issued = 0;   ///< identities given out in this run
  std::uint64_t labels = 0;   ///< of the edge
  std::uint64_t entered = 0;  ///< sections
  std::uint64_t left = 0;
  bool ended_round = false;
  Choices* choices = nullptr;
  GaveUp gave_up = GaveUp::container;  ///< where it ends with `cut`
  Coverage* coverage = nullptr;        ///< where it notes what it reaches, if it does
};

/// Runs from an instruction to the end of the step (or to `stop`).
RunEnd execute(const Surroundings& around, const std::vector<Instruction>& code, std::uint32_t start, Run& run);
/// The same where of instants only bounds are known (symbolic/symbolic_time.hpp).
RunEnd execute(const Surroundings& around, const std::vector<Instruction>& code, std::uint32_t start, Run& run,
               SymbolicTime& time);

/// The labels that a state has by these checks.
std::uint64_t labels_of(const Surroundings& around, const std::vector<Check>& checks, Word* words);
std::uint64_t labels_of(const Surroundings& around, const std::vector<Check>& checks, Word* words, SymbolicTime& time);

/// Back to idle: the client forgets all it knew. The end of a round, and what a crash does as well.
void forget_round(const Layout& layout, Word* words, language::ClientIndex client);

// Containers. Those that change something say so; `cut` is set where the capacity would be exceeded.
std::int32_t find_member(const Container& container, const Word* words, Word member);
bool insert_member(const Container& container, Word* words, Word member, Word second, Word writer, bool& cut);
void remove_slot(const Container& container, const Layout& layout, Word* words, std::uint32_t slot);
void sort_members(const Container& container, Word* words);

}  // namespace interlock::machine
