#include "engine/machine/compiled/executor.hpp"

#include "engine/assert.hpp"
#include "engine/machine/canonical/order_of_ids.hpp"
#include "engine/machine/coverage.hpp"
#include "engine/machine/symbolic/symbolic_time.hpp"
#include "engine/machine/time/known_time.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace interlock::machine {

bool insert_at(const Container& container, Word* words, std::uint32_t slot, Word member, Word second, Word writer);
Word member_at(const Container& container, const Word* words, std::int32_t slot);

namespace {

/// A step that runs longer than this is taken to have no end.
constexpr std::uint32_t most_instructions = 1'000'000;

template <class Clock>
std::uint64_t labels_by(const Surroundings& around, const std::vector<Check>& checks, Word* words, Clock& time);

/// `Clock`: what is known of instants and spans: KnownTime, or SymbolicTime.
template <class Clock>
class Executor {
 public:
  Executor(const Surroundings& around, const std::vector<Instruction>& code, Run& run, Clock& time)
      : around_(around), layout_(*around.layout), code_(code), run_(run), words_(run.words), time_(time) {}

  /// A table of what each instruction does, one line each where that is enough.
  RunEnd from(std::uint32_t first) {
    std::uint32_t at = first;
    for (std::uint32_t budget = most_instructions; budget > 0; --budget) {
      const Instruction& now = code_[at++];
      bool goes_on = true;  // false: the run is cut
      switch (now.op) {
        case Opcode::set: words_[now.a] = now.immediate; break;
        case Opcode::copy: words_[now.a] = words_[now.b]; break;
        case Opcode::add: words_[now.a] = words_[now.b] + words_[now.c]; break;
        case Opcode::add_constant: words_[now.a] = words_[now.b] + now.immediate; break;
        case Opcode::subtract: words_[now.a] = time_.minus(words_[now.b], words_[now.c]); break;
        case Opcode::move:
        case Opcode::between:
        case Opcode::add_spans:
        case Opcode::read_now:
        case Opcode::near_span:
        case Opcode::far_spans: goes_on = time_.operate(around_, now, words_) || give_up(GaveUp::range); break;
        case Opcode::start_timer: start(TimerWord(now.a), words_, now.immediate); break;
        case Opcode::start_timer_for: start(TimerWord(now.a), words_, words_[now.b]); break;
        case Opcode::stop_timer: stop(TimerWord(now.a), words_); break;
        case Opcode::timer_started: words_[now.a] = is_started(TimerWord(now.b), words_); break;
        case Opcode::timer_runs: words_[now.a] = time_.runs(ticks_left(TimerWord(now.b), words_)); break;
        case Opcode::timer_rest: words_[now.a] = rest_of(TimerWord(now.b)); break;
        case Opcode::equal: words_[now.a] = time_.equal(words_[now.b], words_[now.c]); break;
        case Opcode::not_equal: words_[now.a] = !time_.equal(words_[now.b], words_[now.c]); break;
        case Opcode::less: words_[now.a] = both_in_order(now) && time_.less(words_[now.b], words_[now.c]); break;
        case Opcode::less_equal:
          words_[now.a] = both_in_order(now) && time_.less_equal(words_[now.b], words_[now.c]);
          break;
        case Opcode::and_: words_[now.a] = words_[now.b] & words_[now.c]; break;
        case Opcode::or_: words_[now.a] = words_[now.b] | words_[now.c]; break;
        case Opcode::not_: words_[now.a] = words_[now.b] == 0; break;
        case Opcode::round: words_[now.a] = time_.rounded(words_[now.b], now.immediate); break;
        case Opcode::value_or_none: words_[now.a] = words_[now.b] != 0 ? words_[now.c] : none_word; break;
        case Opcode::jump: at = target_of(now); break;
        case Opcode::jump_if_false: at = words_[now.a] == 0 ? target_of(now) : at; break;
        case Opcode::fresh: goes_on = fresh_identity(words_[now.a]); break;
        case Opcode::choose: words_[now.a] = chosen(now.immediate); break;
        case Opcode::range_check: check_range(now); break;
        case Opcode::contains: words_[now.a] = time_.find(container(now), words_, words_[now.b]) >= 0; break;
        case Opcode::count: words_[now.a] = words_[container(now).count]; break;
        case Opcode::rank: words_[now.a] = rank_of(container(now), words_[now.b]); break;
        case Opcode::score:
        case Opcode::at:
          words_[now.a] = column_at(container(now), container(now).seconds, words_[now.b], none_word);
          break;
        case Opcode::first: words_[now.a] = member_at(container(now), words_, 0); break;
        case Opcode::before:
          words_[now.a] = member_at(container(now), words_, time_.find(container(now), words_, words_[now.b]) - 1);
          break;
        case Opcode::member: words_[now.a] = member_at(container(now), words_, now.b); break;
        case Opcode::writer_of:
          words_[now.a] = column_at(container(now), container(now).writers, words_[now.b], -1);
          break;
        case Opcode::insert: goes_on = insert_once(container(now), words_[now.b]); break;
        case Opcode::remove: remove(container(now), time_.find(container(now), words_, words_[now.b])); break;
        case Opcode::remove_up_to: remove_up_to(container(now), words_[now.b]); break;
        case Opcode::put: goes_on = put_ranked(container(now), words_[now.b], words_[now.c]); break;
        case Opcode::intersect: goes_on = intersect(container(now), now); break;
        case Opcode::map_put: goes_on = put_in_map(container(now), words_[now.b], words_[now.c]); break;
        case Opcode::push: goes_on = insert(container(now), words_[now.b], 0); break;
        case Opcode::drop_first: remove(container(now), words_[container(now).count] > 0 ? 0 : -1); break;
        case Opcode::empty: empty(container(now)); break;
        case Opcode::touch: touch(now.immediate); break;
        case Opcode::fail_if_false: label_if(words_[now.a] == 0, now.immediate); break;
        case Opcode::hit_if_true: label_if(words_[now.a] != 0, now.immediate); break;
        case Opcode::event: note_event(now); break;
        case Opcode::leave_all: run_.left |= here().sections; break;
        case Opcode::event_test: words_[now.a] = happened(now); break;
        case Opcode::inside: words_[now.a] = is_inside(now); break;
        case Opcode::newest: words_[now.a] = newest(static_cast<std::size_t>(now.immediate)) + 1; break;
        case Opcode::fence: fence(now); break;
        case Opcode::give: give(now); break;
        case Opcode::take_back: take_back(now.immediate); break;
        case Opcode::take_lease: take_lease(now.immediate); break;
        case Opcode::called: run_.has_called = now.immediate != 0; break;
        case Opcode::has_called: words_[now.a] = run_.has_called; break;
        case Opcode::believes: words_[now.a] = believes(now); break;
        case Opcode::passing: ask_inside(now); break;
        case Opcode::use: break;
        case Opcode::mark: reach(now.immediate); break;
        case Opcode::location:
          if (arrive(now)) return run_.loses ? RunEnd::blocked : RunEnd::done;
          if (run_.loses && !lose(now, at)) return RunEnd::blocked;
          break;
        case Opcode::guard:
          if (words_[now.a] != 0) break;
          return run_.at_door && around_.door ? stay_at_door() : RunEnd::blocked;
        case Opcode::overflow: goes_on = give_up(GaveUp::requests); break;
        case Opcode::end_round: return end_round();
        case Opcode::stop: return RunEnd::done;
      }
      if (!goes_on) return RunEnd::cut;
    }
    give_up(GaveUp::instructions);
    return RunEnd::cut;
  }

 private:
  void label_if(bool applies, std::int32_t label) {
    if (applies) run_.labels |= (*around_.labels)[static_cast<std::size_t>(label)];
  }

  void reach(std::int32_t part) {
    if (run_.coverage != nullptr) run_.coverage->reach(static_cast<std::size_t>(part));
  }

  /// An instant that was never written is before all others.
  static bool is_in_order(Word word) { return is_ordinary(word) || word == unset; }
  bool both_in_order(const Instruction& now) const { return is_in_order(words_[now.b]) && is_in_order(words_[now.c]); }

  void forget(const Location& location) {
    if (!around_.forget) return;
    for (const auto& [word, neutral] : location.forget) words_[word] = neutral;
    const Program& program = (*around_.programs)[run_.client];
    if (program.shared.empty()) return;
    std::uint64_t needed = 0;
    for (const Register thread : layout_.clients[run_.client].location)
      needed |= program.locations[static_cast<std::size_t>(words_[thread])].needed;
    for (std::size_t local = 0; local < program.shared.size(); ++local)
      if ((needed >> local & 1) == 0) words_[program.shared[local].first] = program.shared[local].second;
  }

  /// True where the step ends here; a round's first call belongs to the step that begins the round.
  bool arrive(const Instruction& now) {
    const Location& location = (*around_.programs)[run_.client].locations[static_cast<std::size_t>(now.immediate)];
    const ClientWords& client = layout_.clients[run_.client];
    words_[client.location[now.b]] = now.immediate;
    const bool is_wait = location.kind == LocationKind::work || location.kind == LocationKind::sleep;
    if (client.timer[now.b])
      start(client.timer[now.b], words_, is_wait || location.punctual ? location.timer_high : stopped);
    if (client.limit[now.b] && location.kind != LocationKind::poll) start(client.limit[now.b], words_, location.limit);
    const bool goes_on = run_.from_idle && !is_wait;
    run_.from_idle = false;
    run_.at_door = goes_on && location.kind == LocationKind::when;
    if (!goes_on) forget(location);
    return !goes_on;
  }

  /// From idle it has come to its first call.
  bool lose(const Instruction& now, std::uint32_t& at) {
    run_.loses = run_.at_door = false;
    at = (*around_.programs)[run_.client].locations[static_cast<std::size_t>(now.immediate)].*run_.struck;
    return at != 0;
  }

  RunEnd stay_at_door() {
    forget(here());
    return RunEnd::done;
  }

  RunEnd end_round() {
    run_.ended_round = true;
    forget_round(layout_, words_, run_.client);
    const ClientWords& me = layout_.clients[run_.client];
    words_[me.location[0]] = me.start;
    if (me.is_once) words_[me.gone] = 1;
    return RunEnd::done;
  }

  bool give_up(GaveUp reason, const Container* full = nullptr) {
    if (full != nullptr && run_.coverage != nullptr) run_.coverage->overfill(full->variable);
    run_.gave_up = reason;
    return false;
  }

  static std::uint32_t target_of(const Instruction& now) { return static_cast<std::uint32_t>(now.immediate); }

  const Container& container(const Instruction& now) const {
    return layout_.containers[static_cast<std::size_t>(now.immediate)];
  }

  /// Where the client is, by its round's own thread.
  const Location& here() const {
    const auto at = static_cast<std::size_t>(words_[layout_.clients[run_.client].location[0]]);
    return (*around_.programs)[run_.client].locations[at];
  }

  Word chosen(std::int32_t among) { return static_cast<Word>(run_.choices->take(static_cast<std::uint32_t>(among))); }

  Word rest_of(TimerWord timer) const { return is_started(timer, words_) ? ticks_left(timer, words_) : none_word; }

  void note_event(const Instruction& now) {
    const bool enters = now.immediate == static_cast<std::int32_t>(Event::enters);
    (enters ? run_.entered : run_.left) |= std::uint64_t{1} << now.b;
  }

  bool is_inside(const Instruction& now) const {
    const auto& locations = (*around_.programs)[now.c].locations;
    return (locations[static_cast<std::size_t>(words_[now.b])].sections >> now.immediate & 1) != 0;
  }

  bool fresh_identity(Word& into) {
    std::uint64_t used = run_.issued;
    for (const Register word : around_.identities)
      if (words_[word] > 0) used |= std::uint64_t{1} << words_[word];
    const Word fresh = std::countr_one(used | 1);
    if (fresh == 64) return give_up(GaveUp::identities);
    run_.issued |= std::uint64_t{1} << fresh;
    into = fresh;
    return true;
  }

  void check_range(const Instruction& now) {
    Word& value = words_[now.a];
    if (!is_ordinary(value) || (value >= words_[now.b] && value <= words_[now.c])) return;
    run_.labels |= (*around_.labels)[static_cast<std::size_t>(now.immediate)];
    value = std::clamp(value, words_[now.b], words_[now.c]);
  }

  void touch(std::int32_t index) {
    if (index < 0) return;
    const Watched& watched = layout_.watched[static_cast<std::size_t>(index)];
    const auto& touched = layout_.touched[around_.server_of_watched[static_cast<std::size_t>(index)]];
    for (std::size_t client = 0; client < watched.watching.size(); ++client)
      if (words_[watched.watching[client]] != 0) words_[touched[client]] = 1;
  }

  Word happened(const Instruction& now) const {
    if (now.c != run_.client) return 0;
    switch (static_cast<Event>(now.immediate)) {
      case Event::enters: return (run_.entered >> now.b & 1) != 0;
      case Event::leaves: return (run_.left >> now.b & 1) != 0;
      case Event::ends_round: return run_.ended_round;
    }
    return false;
  }

  Word newest(std::size_t token_class) const {
    Word most = 0;
    for (const Register word : around_.tokens[token_class]) most = std::max(most, words_[word]);
    return most;
  }

  /// Grants and the tokens they carry must rise together; the newest pair so far is remembered.
  void fence(const Instruction& now) {
    Word& newest_grant = words_[now.c];
    Word& newest_token = words_[now.c + 1];
    const Word grant = words_[now.b];
    const bool is_token = is_ordinary(words_[now.a]);
    const Word token = is_token ? words_[now.a] : 0;
    bool rises = true;
    if (grant > newest_grant) {
      rises = is_token && (newest_grant == 0 || token > newest_token);  // the first one is above none
      newest_grant = grant;
      newest_token = token;
    } else if (grant < newest_grant) {
      rises = is_token && token < newest_token;
    }
    if (!rises) run_.labels |= (*around_.labels)[static_cast<std::size_t>(now.immediate)];
  }

  /// What the client does to an entry of another's gives it nothing. Without a deadline an entry of its own is endless,
  /// if the client has given that cell a deadline before.
  void give(const Instruction& now) {
    if (words_[now.c] != static_cast<Word>(run_.client) || run_.is_between_rounds) return;
    const ClientWords& me = layout_.clients[run_.client];
    const TimerWord deadline(now.b);
    const bool is_given = is_started(deadline, words_);
    const Word end = is_given ? ticks_left(deadline, words_) : around_.endless;
    for (const LeaseWords& lease : {me.lease, me.given})
      if (lease.end && is_started(lease.end, words_) && words_[lease.cell] == now.immediate)
        start(lease.end, words_, end);
    const TimerWord here = me.given_on[static_cast<std::size_t>(now.immediate)];
    if (here && (is_given || is_started(here, words_))) start(here, words_, end);
    if (is_given && me.given.end) {
      words_[me.given.cell] = now.immediate;
      start(me.given.end, words_, end);
    }
  }

  void take_back(Word cell) {
    const ClientWords& me = layout_.clients[run_.client];
    for (const LeaseWords& lease : {me.lease, me.given})
      if (lease.end && words_[lease.cell] == cell) words_[lease.cell] = 0, stop(lease.end, words_);
    stop(me.given_on[static_cast<std::size_t>(cell)], words_);
  }

  void take_lease(Word cell) {
    const ClientWords& me = layout_.clients[run_.client];
    const TimerWord end = cell < 0 ? me.given.end : me.given_on[static_cast<std::size_t>(cell)];
    if (end)
      start_like(me.lease.end, end, words_);
    else
      stop(me.lease.end, words_);
    const bool is_given = is_started(me.lease.end, words_);
    words_[me.lease.cell] = !is_given ? 0 : cell < 0 ? words_[me.given.cell] : cell;
  }

  /// By its own clock; up to the moment itself.
  bool believes(const Instruction& now) const {
    const Location& location = (*around_.programs)[now.c].locations[static_cast<std::size_t>(words_[now.b])];
    if ((location.sections & 1) == 0) return false;
    if (location.until == no_register) return true;
    const Register offset = layout_.clients[now.c].offset;
    const Word until = words_[location.until];
    return time_.is_before(offset == no_register ? 0 : words_[offset], until, layout_.order_bits);
  }

  /// Asks what is asked of states, with the client still inside. The code of the checks has registers of its own.
  void ask_inside(const Instruction& now) {
    if ((run_.entered >> now.b & 1) == 0) return;
    std::vector<Word> moment(around_.registers);
    std::copy(words_, words_ + layout_.fields.size(), moment.begin());
    moment[layout_.clients[run_.client].location[0]] = now.immediate;
    run_.labels |= labels_by(around_, *around_.passing_checks, moment.data(), time_);
  }

  Word rank_of(const Container& container, Word member) const {
    const std::int32_t slot = time_.find(container, words_, member);
    return slot < 0 ? none_word : slot;
  }

  Word column_at(const Container& container, Register column, Word member, Word otherwise) const {
    const std::int32_t slot = time_.find(container, words_, member);
    return slot < 0 ? otherwise : words_[column + slot];
  }

  bool insert_once(const Container& container, Word member) {
    return time_.find(container, words_, member) >= 0 || insert(container, member, 0);
  }

  bool insert(const Container& container, Word member, Word second) {
    bool cut = false;
    insert_member(container, words_, member, second, static_cast<Word>(run_.client), cut);
    touch(container.watched);
    return !cut || give_up(GaveUp::container, &container);
  }

  bool put_in_map(const Container& container, Word key, Word value) {
    const std::int32_t slot = time_.find(container, words_, key);
    if (slot < 0) return insert(container, key, value);
    words_[container.seconds + slot] = value;
    if (container.writers != no_register) words_[container.writers + slot] = static_cast<Word>(run_.client);
    touch(container.watched);
    return true;
  }

  /// Among members of equal score.
  std::optional<std::uint32_t> place_of(const Container& container, Word member, std::uint32_t first,
                                        std::uint32_t after) {
    if (!time_.compares_members(layout_, container))
      return place_among_equals(layout_, container, run_, member, first, after);
    std::uint32_t before = 0;
    for (std::uint32_t slot = first; slot < after; ++slot)
      before += time_.less(words_[container.members + slot], member);
    return before;
  }

  bool put_ranked(const Container& container, Word member, Word score) {
    const std::int32_t old = time_.find(container, words_, member);
    auto writer = static_cast<Word>(run_.client);
    if (old >= 0) {
      if (time_.equal(words_[container.seconds + old], score)) return true;
      if (container.writers != no_register) writer = words_[container.writers + old];
      remove_slot(container, layout_, words_, static_cast<std::uint32_t>(old));
    }
    const auto count = static_cast<std::uint32_t>(words_[container.count]);
    std::uint32_t first = 0;
    while (first < count && time_.less(words_[container.seconds + first], score)) ++first;
    std::uint32_t after = first;
    while (after < count && time_.equal(words_[container.seconds + after], score)) ++after;
    const auto place = place_of(container, member, first, after);
    touch(container.watched);
    const bool fits = place && insert_at(container, words_, first + *place, member, score, writer);
    return fits || give_up(GaveUp::container, &container);
  }

  void remove(const Container& container, std::int32_t slot) {
    if (slot < 0) return;
    remove_slot(container, layout_, words_, static_cast<std::uint32_t>(slot));
    touch(container.watched);
  }

  void empty(const Container& container) {
    while (words_[container.count] > 0) remove(container, words_[container.count] - 1);
  }

  void remove_up_to(const Container& container, Word score) {
    const Word before = words_[container.count];
    while (words_[container.count] > 0 && time_.less_equal(words_[container.seconds], score))
      remove_slot(container, layout_, words_, 0);
    if (words_[container.count] != before) touch(container.watched);
  }

  bool intersect(const Container& into, const Instruction& now) {
    const Container& first = layout_.containers[now.b];
    const Container& second = layout_.containers[now.c];
    kept_.clear();
    for (std::uint32_t slot = 0; slot < static_cast<std::uint32_t>(words_[first.count]); ++slot)
      if (time_.find(second, words_, words_[first.members + slot]) >= 0)
        kept_.push_back({words_[first.members + slot], words_[first.seconds + slot],
                         first.writers != no_register ? words_[first.writers + slot] : -1});
    bool changed = kept_.size() != static_cast<std::size_t>(words_[into.count]);
    for (std::uint32_t slot = 0; !changed && slot < kept_.size(); ++slot)
      changed = words_[into.members + slot] != kept_[slot].member ||
                !time_.equal(words_[into.seconds + slot], kept_[slot].score);
    while (words_[into.count] > 0)
      remove_slot(into, layout_, words_, static_cast<std::uint32_t>(words_[into.count]) - 1);
    if (changed) touch(into.watched);
    for (std::uint32_t slot = 0; slot < kept_.size(); ++slot)
      if (!insert_at(into, words_, slot, kept_[slot].member, kept_[slot].score, kept_[slot].writer))
        return give_up(GaveUp::container, &into);
    return true;
  }

  struct Kept {
    Word member;
    Word score;
    Word writer;
  };

  const Surroundings& around_;
  const Layout& layout_;
  const std::vector<Instruction>& code_;
  Run& run_;
  Word* words_;
  Clock& time_;
  std::vector<Kept> kept_;
};

template <class Clock>
std::uint64_t labels_by(const Surroundings& around, const std::vector<Check>& checks, Word* words, Clock& time) {
  std::uint64_t labels = 0;
  Run run;
  run.words = words;
  run.client = language::nothing;
  for (const Check& check : checks) {
    if (check.client != language::nothing) {
      const auto at = static_cast<std::size_t>(words[around.layout->clients[check.client].location[0]]);
      if (((*around.programs)[check.client].locations[at].sections & check.sections) == 0) continue;
    }
    if (Executor(around, *around.checks_code, run, time).from(check.start) == RunEnd::cut) continue;
    if ((words[check.answer] != 0) == check.when) labels |= check.bits;
  }
  return labels;
}

}  // namespace

RunEnd execute(const Surroundings& around, const std::vector<Instruction>& code, std::uint32_t start, Run& run) {
  KnownTime time;
  return Executor(around, code, run, time).from(start);
}

RunEnd execute(const Surroundings& around, const std::vector<Instruction>& code, std::uint32_t start, Run& run,
               SymbolicTime& time) {
  return Executor(around, code, run, time).from(start);
}

std::uint64_t labels_of(const Surroundings& around, const std::vector<Check>& checks, Word* words) {
  KnownTime time;
  return labels_by(around, checks, words, time);
}

std::uint64_t labels_of(const Surroundings& around, const std::vector<Check>& checks, Word* words, SymbolicTime& time) {
  return labels_by(around, checks, words, time);
}

}  // namespace interlock::machine
