#include "engine/check/margins.hpp"

#include "engine/check/nearest_pass.hpp"
#include "engine/machine/time/durations.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <utility>

namespace interlock::check {

using namespace language;

namespace {

bool has_duration(FaultAmount amount) { return amount == FaultAmount::longest || amount == FaultAmount::offset; }

/// How much longer than the longest duration of the model is looked.
constexpr std::int64_t farthest = 8;

/// The verdict with another value of one duration. Unknown: there is none, or none of such a value.
using VerdictWith = std::function<Verdict(std::int64_t)>;

class Narrowing {
 public:
  Narrowing(const VerdictWith& with, Verdict now, std::int64_t grid, std::int64_t unit)
      : with_(with), now_(now), grid_(grid), unit_(unit) {}

  /// The neighbours between the two values of a turn; nothing where some value in between is not decided.
  std::optional<Turn> between(const Turn& turn) {
    turn_ = turn;
    while (gap() > grid_ && take(alike_grid_point())) {
    }
    if (gap() > grid_) return std::nullopt;
    // An edge lies at a round value, more often than not.
    const std::int64_t step = turn_.other > turn_.alike ? unit_ : -unit_;
    if (gap() > unit_ && !take(turn_.other - step)) return std::nullopt;
    if (gap() > unit_ && !take(turn_.alike + step)) return std::nullopt;
    while (gap() > unit_)
      if (!take(turn_.alike + (turn_.other - turn_.alike) / unit_ / 2 * unit_)) return std::nullopt;
    return turn_;
  }

 private:
  std::int64_t gap() const { return std::abs(turn_.other - turn_.alike); }

  std::int64_t alike_grid_point() const {
    const std::int64_t middle = turn_.alike + (turn_.other - turn_.alike) / 2;
    const std::int64_t on_grid = middle / grid_ * grid_;
    const auto [low, high] = std::minmax(turn_.alike, turn_.other);
    return on_grid > low && on_grid < high ? on_grid : middle;
  }

  bool take(std::int64_t value) {
    const Verdict verdict = with_(value);
    if (verdict == Verdict::unknown) return false;
    if (verdict == now_) {
      turn_.alike = value;
    } else {
      turn_.other = value;
      turn_.verdict = verdict;
    }
    return true;
  }

  const VerdictWith& with_;
  Verdict now_;
  std::int64_t grid_;
  std::int64_t unit_;
  Turn turn_;
};

class Finder {
 public:
  Finder(const Model& model, const Scenario& scenario, const Settings& settings)
      : model_(model), scenario_(scenario), settings_(settings) {
    settings_.time = TimeSearch::dense;
    settings_.nearest_pass = false;
    settings_.search.journal = nullptr;
    settings_.search.limits.states = std::min(settings_.search.limits.states, states_of_a_margin);
    for (const machine::Duration& duration : machine::durations_of(model, scenario).all) {
      grid_ = std::gcd(grid_, duration.microseconds);
      longest_ = std::max(longest_, duration.microseconds);
    }
    grid_ = std::max<std::int64_t>(grid_, 1);
    longest_ = std::max(longest_, grid_);
  }

  Margins find(const std::string& spec) {
    Margins margins;
    margins.scenario = scenario_;
    margins.spec = spec;
    margins.verdict = verdict(model_, scenario_, spec, &margins.why_unknown);
    if (margins.verdict == Verdict::unknown) return margins;
    for (std::size_t index = 0; index < scenario_.faults.size(); ++index)
      if (has_duration(rule_of(scenario_.faults[index].kind).amount)) margins.all.push_back(of_fault(index, margins));
    if (!settings_.with_param) return margins;
    for (const Param& param : model_.params) {
      if (param.kind.base != Base::duration) continue;
      if (param.is_range) margins.all.push_back(of_param(param, true, margins));
      margins.all.push_back(of_param(param, false, margins));
    }
    return margins;
  }

 private:
  /// A verdict that holds up to a capacity only, or in steps only, has no edge that could be relied on.
  Verdict verdict(const Model& model, const Scenario& scenario, const std::string& name, NoEdge* why = nullptr) const {
    const auto spec = std::find_if(model.specs.begin(), model.specs.end(),
                                   [&](const Spec& one) { return one.name == name && one.applies; });
    if (spec == model.specs.end()) return Verdict::unknown;
    const Answer answer = check(model, scenario, {static_cast<std::uint32_t>(spec - model.specs.begin())}, settings_);
    const bool is_shown = !answer.verdicts.empty() && has_run(answer.verdicts.front());
    const bool is_cut = answer.cut && !is_shown;
    if (why != nullptr && answer.coarse_step != 0) *why = NoEdge::in_steps;
    if (why != nullptr && is_cut) *why = NoEdge::full;
    if (!answer.not_reproduced.empty() || answer.coarse_step != 0 || is_cut) return Verdict::unknown;
    return answer.verdicts.empty() ? Verdict::unknown : answer.verdicts.front().verdict;
  }

  Margin of_fault(std::size_t index, const Margins& margins) const {
    const Fault& fault = scenario_.faults[index];
    const VerdictWith with = [&](std::int64_t amount) {
      Scenario changed = scenario_;
      changed.faults[index].amount = amount;
      return verdict(model_, changed, margins.spec);
    };
    Margin margin;
    margin.what = std::string(rule_of(fault.kind).name);
    margin.now = fault.amount;
    margin.unit = margin.shortest = 1;
    margin.longest = farthest * longest_;
    const bool is_endless = fault.amount == unbounded;
    const std::int64_t from = is_endless ? margin.longest : fault.amount;
    if (is_endless && with(from) != margins.verdict) {
      margin.is_decided = false;
      return margin;
    }
    margin.shorter = look(margin, with, margins.verdict, {margin.shortest}, from);
    if (!is_endless && !margin.shorter) margin.longer = look(margin, with, margins.verdict, {margin.longest}, from);
    return margin;
  }

  Margin of_param(const Param& param, bool is_low, const Margins& margins) const {
    const Span value{param.is_range ? param.value.low : param.value.high, param.value.high};
    const VerdictWith with = [&](std::int64_t amount) {
      const std::string high = source_text(is_low ? value.high : amount);
      const std::string text = param.is_range ? source_text(is_low ? amount : value.low) + ".." + high : high;
      const std::optional<Model> changed = settings_.with_param(param.name, text);
      return changed ? verdict(*changed, scenario_, margins.spec) : Verdict::unknown;
    };
    Margin margin;
    margin.what = param.name + (!param.is_range ? "" : is_low ? " at least" : " at most");
    margin.now = is_low ? value.low : value.high;
    margin.unit = finest(param.name, margin.now);
    margin.shortest = param.is_range && !is_low ? value.low : margin.unit;
    margin.longest = is_low ? value.high : farthest * longest_;
    std::vector<std::int64_t> shorter, longer;
    for (std::int64_t part = margin.now / 2; part > margin.shortest && shorter.size() < 3; part /= 2)
      shorter.push_back(part);
    shorter.push_back(margin.shortest);
    for (std::int64_t many = 2 * margin.now; many < margin.longest && longer.size() < 3; many *= 2)
      longer.push_back(many);
    longer.push_back(margin.longest);
    margin.shorter = look(margin, with, margins.verdict, shorter, margin.now);
    margin.longer = look(margin, with, margins.verdict, longer, margin.now);
    return margin;
  }

  /// What takes whole milliseconds, or seconds, cannot be asked about more finely.
  std::int64_t finest(const std::string& param, std::int64_t value) const {
    for (const std::int64_t unit : {std::int64_t{1}, std::int64_t{1'000}, std::int64_t{1'000'000}})
      if (value % unit == 0 && settings_.with_param(param, source_text(value + unit))) return unit;
    return 1;
  }

  std::optional<Turn> look(Margin& margin, const VerdictWith& with, Verdict now, const std::vector<std::int64_t>& tries,
                           std::int64_t from) const {
    for (const std::int64_t value : tries) {
      if (value == from) continue;
      const Verdict there = with(value);
      if (there == Verdict::unknown) {
        margin.is_decided = false;
        return std::nullopt;
      }
      if (there == now) {
        from = value;
        continue;
      }
      const auto turn = Narrowing(with, now, grid_, margin.unit).between({from, value, there});
      margin.is_decided = margin.is_decided && turn.has_value();
      return turn;
    }
    return std::nullopt;
  }

  const Model& model_;
  const Scenario& scenario_;
  Settings settings_;
  std::int64_t grid_ = 0;
  std::int64_t longest_ = 0;
};

}  // namespace

std::vector<Margins> find_margins(const Model& model, const Question& question, const Settings& settings) {
  Finder finder(model, question.scenario, settings);
  std::vector<Margins> margins;
  for (const std::uint32_t spec : searched_specs(model, question))
    margins.push_back(finder.find(model.specs[spec].name));
  return margins;
}

}  // namespace interlock::check
