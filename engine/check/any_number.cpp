#include "engine/check/any_number.hpp"

#include "engine/check/spec_forms.hpp"
#include "engine/check/views.hpp"
#include "engine/machine/views/few_clients.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace interlock::check {

using namespace language;

namespace {

/// More clients in a view than that are more than a search sees the end of.
constexpr std::uint32_t most_in_view = 4;

class AnyNumberChecking {
 public:
  AnyNumberChecking(const Scenario& scenario, const std::vector<std::uint32_t>& specs, const Settings& settings,
                    const AnyNumber& sizes, std::vector<WrittenProof>* proofs)
      : scenario_(scenario), specs_(specs), settings_(settings), sizes_(sizes), proofs_(proofs) {}

  Answer run() {
    result_.scenario = scenario_;
    result_.ending = Ending::exhausted;
    find_view_sizes();
    open_.insert(specs_.begin(), specs_.end());
    for (std::uint32_t clients = 1; clients <= sizes_.most && !open_.empty(); ++clients) {
      if (!search(clients)) break;
      look_at_views(clients);
    }
    if (!open_.empty() && result_.ending == Ending::exhausted) close_rest();
    // That a variable left its range was not asked for, and comes behind all that was.
    for (const bool is_asked : {true, false})
      for (auto& [spec, verdict] : known_)
        if ((std::find(specs_.begin(), specs_.end(), spec) != specs_.end()) == is_asked)
          result_.verdicts.push_back(std::move(verdict));
    return std::move(result_);
  }

 private:
  /// In how many clients, at least, each spec has to be looked at.
  void find_view_sizes() {
    const auto wide = sizes_.model_of(machine::clients_to_read);
    for (const std::uint32_t index : specs_) {
      if (wide && !is_safety(wide->specs[index])) {
        why_not_[index] = "what stays possible, and what comes in the end, is not decided for any number";
        continue;
      }
      const std::uint32_t few = wide ? machine::clients_to_break(*wide, sizes_.kind, wide->specs[index]) : 0;
      if (few == 0)
        why_not_[index] = "in how few clients it shows is not known";
      else
        view_size_[index] = std::max(few, 2U);
      if (few > most_in_view) why_not_[index] = fmt::format("it shows in {} clients only", few);
    }
  }

  static bool is_safety(const Spec& spec) { return !obligation_of(spec, {}).looks_ahead(); }

  /// False: the search did not end, and nothing is known of so many clients.
  bool search(std::uint32_t clients) {
    const auto model = sizes_.model_of(clients);
    if (!model) {
      for (const std::uint32_t spec : open_) why_not_.emplace(spec, "there is no protocol with more of them");
      return false;
    }
    Settings settings = settings_;
    settings.search.journal = nullptr;
    settings.with_param = sizes_.with_param ? sizes_.with_param(clients) : nullptr;
    const bool is_spare = !is_needed(clients);
    if (is_spare) settings.search.limits.states = std::min(settings.search.limits.states, sizes_.spare_states);
    const std::vector<std::uint32_t> asked(open_.begin(), open_.end());
    Answer answer = check(*model, scenario_, asked, settings);
    add(answer);
    for (SpecResult& verdict : answer.verdicts)
      if (was_taken_back(verdict)) take_back_for_all(verdict.index);
    if (!answer.not_reproduced.empty() || answer.too_large) return false;
    for (SpecResult& verdict : answer.verdicts) take(std::move(verdict), clients, answer, is_spare);
    return result_.ending == Ending::exhausted && !open_.empty();
  }

  /// An error of Interlock's own for one number of clients is no proof for fewer.
  void take_back_for_all(std::uint32_t spec) {
    open_.erase(spec);
    const auto model = sizes_.model_of(1);
    if (!known_.contains(spec) && model) known_[spec] = result_for(*model, spec);
    take_back(known_[spec]);
  }

  /// Views of k clients prove nothing of fewer.
  bool is_needed(std::uint32_t clients) const {
    if (clients <= 2) return true;
    return std::any_of(open_.begin(), open_.end(),
                       [&](std::uint32_t spec) { return !why_not_.contains(spec) && view_size_.at(spec) >= clients; });
  }

  void add(const Answer& answer) {
    result_.states += answer.states;
    result_.transitions += answer.transitions;
    result_.state_bytes = std::max(result_.state_bytes, answer.state_bytes);
    result_.coarse_step = std::max(result_.coarse_step, answer.coarse_step);
    result_.cut = result_.cut || answer.cut;
    result_.not_reproduced = answer.not_reproduced;
    result_.unreached = answer.unreached;
    if (!result_.too_large) result_.too_large = answer.too_large;
    result_.take_reasons(answer);
  }

  void take(SpecResult verdict, std::uint32_t clients, const Answer& answer, bool is_spare) {
    const std::uint32_t spec = verdict.index;
    if (verdict.verdict == Verdict::unknown) return take_unknown(std::move(verdict), clients, answer, is_spare);
    verdict.for_clients.emplace();
    verdict.for_clients->kind = kind_name();
    verdict.for_clients->searched = clients;
    if (has_run(verdict)) open_.erase(spec);
    known_[spec] = std::move(verdict);
  }

  /// What fewer clients have shown stays shown.
  void take_unknown(SpecResult verdict, std::uint32_t clients, const Answer& answer, bool is_spare) {
    const std::uint32_t spec = verdict.index;
    open_.erase(spec);
    if (known_.contains(spec)) {
      if (known_[spec].for_clients->why_not_more.empty())
        known_[spec].for_clients->why_not_more = why_not_more(spec, clients, answer, is_spare);
      return;
    }
    result_.ending = answer.ending;
    result_.seen = answer.seen;
    known_[spec] = std::move(verdict);
  }

  std::string why_not_more(std::uint32_t spec, std::uint32_t clients, const Answer& answer, bool is_spare) const {
    const auto found = why_not_.find(spec);
    const std::string more = is_spare && answer.ending == Ending::states
                                 ? fmt::format("{} have more than {} states", clients, sizes_.spare_states)
                                 : fmt::format("{} are not decided in the budget", clients);
    return found == why_not_.end() ? more : found->second + "; " + more;
  }

  std::string kind_name() const {
    const auto model = sizes_.model_of(1);
    return model ? model->kinds[sizes_.kind].name : std::string();
  }

  /// Once all of the sizes that a view does not speak of are searched.
  void look_at_views(std::uint32_t clients) {
    std::vector<std::uint32_t> asked;
    for (const std::uint32_t spec : open_)
      if (!why_not_.contains(spec) && view_size_.at(spec) == clients) asked.push_back(spec);
    if (asked.empty()) return;
    ViewsAnswer found = check::look_at_views(scenario_, asked, clients, settings_, sizes_, proofs_);
    const bool is_too_much = found.not_decided.size() == asked.size() && asked.size() > 1 && found.views > 0;
    std::vector<ViewsAnswer> all;
    if (is_too_much)
      for (const std::uint32_t spec : asked)
        all.push_back(check::look_at_views(scenario_, {spec}, clients, settings_, sizes_, proofs_));
    else
      all.push_back(std::move(found));
    for (const ViewsAnswer& one : all) take(one, clients);
  }

  void take(const ViewsAnswer& found, std::uint32_t clients) {
    if (!found.disagreement.empty()) result_.not_reproduced = found.disagreement;
    for (const std::uint32_t spec : found.disagreed) take_back_for_all(spec);
    const auto note = [&](std::uint32_t spec) -> ForClients& {
      ForClients& known = *known_.at(spec).for_clients;
      known.view = clients;
      known.views = found.views;
      return known;
    };
    for (const std::uint32_t spec : found.proved) {
      note(spec).any = true;
      open_.erase(spec);
    }
    for (const auto& [spec, why] : found.not_decided) {
      note(spec);
      why_not_[spec] = why;
    }
    for (const std::uint32_t spec : found.broken) {
      note(spec);
      view_size_[spec] = clients + 1;
      if (clients >= most_in_view) why_not_[spec] = fmt::format("some of the views of {} break it", clients);
    }
  }

  void close_rest() {
    for (const std::uint32_t spec : open_)
      if (known_.contains(spec) && why_not_.contains(spec)) known_[spec].for_clients->why_not_more = why_not_.at(spec);
  }

  const Scenario& scenario_;
  const std::vector<std::uint32_t>& specs_;
  const Settings& settings_;
  const AnyNumber& sizes_;
  std::vector<WrittenProof>* proofs_;
  std::set<std::uint32_t> open_;                      ///< specs
  std::map<std::uint32_t, std::uint32_t> view_size_;  ///< by spec: of how many clients its next views are
  std::map<std::uint32_t, std::string> why_not_;      ///< by spec: why views do not decide it
  std::map<std::uint32_t, SpecResult> known_;
  Answer result_;
};

}  // namespace

Answer check_any_number(const Scenario& scenario, const std::vector<std::uint32_t>& specs, const Settings& settings,
                        const AnyNumber& sizes, std::vector<WrittenProof>* proofs) {
  return AnyNumberChecking(scenario, specs, settings, sizes, proofs).run();
}

}  // namespace interlock::check
