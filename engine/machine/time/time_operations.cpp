#include "engine/machine/time/time_operations.hpp"

#include "engine/machine/coverage.hpp"

#include <algorithm>
#include <cstdlib>

namespace interlock::machine {
namespace {

class Operation {
 public:
  Operation(const Surroundings& around, Word* words) : around_(around), ticks_(around.ticks), words_(words) {}

  bool make(const Instruction& now) const {
    switch (now.op) {
      case Opcode::move: return move(now);
      case Opcode::between: words_[now.a] = between(words_[now.b], words_[now.c]); return true;
      case Opcode::add_spans: return add_spans(now);
      case Opcode::read_now: return read_now(now);
      case Opcode::near_span: return words_[now.a] <= ticks_.range;
      case Opcode::far_spans: return !are_both_far(words_[now.b], words_[now.c]);
      default: return true;
    }
  }

 private:
  bool is_endless(Word span) const { return !is_ordinary(span) || std::abs(span) >= ticks_.endless(); }

  bool move(const Instruction& now) const {
    const Word from = words_[now.b];
    Word span = words_[now.c];
    if (!is_ordinary(from) || is_endless(span)) {
      words_[now.a] = is_ordinary(from) ? unset : from;
      return true;
    }
    if ((now.immediate & Look::backwards) != 0) span = -span;
    if ((now.immediate & Look::with_look) != 0 && !sees_far_enough(from, span)) return false;
    words_[now.a] = from + span * around_.layout->one_tick();
    return true;
  }

  /// What a clock showed when an instant was read, and what was added since.
  Word shown(Word instant) const { return instant >> around_.layout->order_bits; }

  /// Who reads later stands behind all that was read before, whatever their clocks showed.
  bool read_now(const Instruction& now) const {
    const Word here = now.b == no_register ? 0 : words_[now.b];
    const Word last = around_.layout->one_tick() - 1;
    Word order = last;
    if (now.immediate != 0) {
      order = 0;
      for (const Register word : around_.instants)
        if (is_ordinary(words_[word])) order = std::max(order, (words_[word] & last) + 1);
      if (around_.clocks_may_be_off && may_show_the_same(here)) return false;
    }
    words_[now.a] = here * around_.layout->one_tick() + order;
    return true;
  }

  /// Clocks that are off may show the same at different moments; which of them then counts as the later one is not
  /// known here.
  bool may_show_the_same(Word here) const {
    bool agree = true;
    for (const ClientWords& client : around_.layout->clients) {
      const Word off = client.offset == no_register ? 0 : words_[client.offset];
      agree = agree && off == 0;
    }
    if (agree) return false;
    const Word reach = around_.moves_instants ? ticks_.horizon : 0;
    return std::any_of(around_.instants.begin(), around_.instants.end(), [&](Register word) {
      return is_ordinary(words_[word]) && std::abs(shown(words_[word]) - here) <= reach;
    });
  }

  /// Are all gaps known on the side that the instant is moved to? Those that it moves away from only grow.
  bool sees_far_enough(Word from, Word span) const {
    if (span == 0) return true;
    if (std::abs(span) > ticks_.range) return false;
    // Mirrored, so that it always moves ahead.
    const Word sign = span > 0 ? 1 : -1;
    std::vector<Word> ahead{0};
    for (const Register word : around_.instants)
      if (is_ordinary(words_[word])) ahead.push_back(sign * shown(words_[word]));
    std::sort(ahead.begin(), ahead.end());
    Word at = sign * shown(from);
    for (const Word moment : ahead) {
      if (moment <= at) continue;
      if (moment - at > ticks_.range) return false;
      at = moment;
    }
    return true;
  }

  Word between(Word later, Word earlier) const {
    if (!is_ordinary(earlier)) return ticks_.endless();
    if (!is_ordinary(later)) return -ticks_.endless();
    return std::clamp(shown(later) - shown(earlier), -ticks_.far(), ticks_.far());
  }

  bool add_spans(const Instruction& now) const {
    const Word left = words_[now.b];
    const Word right = (now.immediate & Look::backwards) != 0 ? -words_[now.c] : words_[now.c];
    if (is_endless(left) || is_endless(right)) {
      words_[now.a] = is_endless(left) ? left : right;
      return true;
    }
    const bool looks = (now.immediate & Look::with_look) != 0;
    if (looks && (std::abs(left) > ticks_.range || std::abs(right) > ticks_.range)) return false;
    if (looks && std::abs(left + right) > ticks_.most()) return false;
    words_[now.a] = std::clamp(left + right, -ticks_.most(), ticks_.most());
    return true;
  }

  bool are_both_far(Word left, Word right) const {
    if (is_endless(left) || is_endless(right)) return false;
    return (left > ticks_.range && right > ticks_.range) || (left < -ticks_.range && right < -ticks_.range);
  }

  const Surroundings& around_;
  const Ticks& ticks_;
  Word* words_;
};

}  // namespace

bool operate_on_time(const Surroundings& around, const Instruction& now, Word* words) {
  if (Operation(around, words).make(now)) return true;
  if (around.coverage != nullptr) around.coverage->note(now.op == Opcode::read_now ? GaveUp::clocks : GaveUp::range);
  return false;
}

}  // namespace interlock::machine
