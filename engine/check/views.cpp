#include "engine/check/views.hpp"

#include "engine/check/spec_forms.hpp"
#include "engine/explore/view_search.hpp"
#include "engine/machine/views/few_clients.hpp"
#include "engine/machine/views/refusal.hpp"
#include "engine/machine/views/views.hpp"
#include "engine/trace/view_proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>
#include <variant>

namespace interlock::check {

using namespace language;
using machine::Machine;
using machine::PropertyBits;
using Search = explore::ViewSearch<machine::Views, machine::Meeting>;

namespace {

class Looking {
 public:
  Looking(const Scenario& scenario, std::vector<std::uint32_t> specs, std::uint32_t clients, const Settings& settings,
          const AnyNumber& sizes)
      : scenario_(scenario), specs_(std::move(specs)), clients_(clients), settings_(settings), sizes_(sizes) {}

  ViewsAnswer run(std::vector<WrittenProof>* proofs) {
    for (std::uint32_t count = clients_ - 1; count <= clients_ + 1; ++count) {
      models_.push_back(sizes_.model_of(count));
      if (!models_.back()) return none(fmt::format("there is no protocol with {} of them", count));
      machines_.push_back(make(*models_.back()));
      if (!machines_.back()) return none("it is too large");
    }
    const machine::ViewMachines machines{*machines_[0], *machines_[1], *machines_[2]};
    if (std::string why = machine::why_no_views(machines, sizes_.kind); !why.empty()) return none(why);
    machine::Views views(machines, sizes_.kind);
    Search search(views, {.glued = sizes_.spare_states, .keep_going = [this](std::uint64_t glued) {
                            explore::Progress progress;
                            progress.states = glued;
                            return !settings_.search.keep_going || settings_.search.keep_going(progress);
                          }});
    const explore::Ending ending = search.run();
    answer_.views = search.views().size();
    answer_.states = search.glued_states();
    if (ending == explore::Ending::stopped) return none("the time was over");
    if (ending != explore::Ending::exhausted)
      return none(fmt::format("there are more than {} states of {}", sizes_.spare_states, clients_ + 1));
    if (search.gave_up()) return none("some runs were given up");
    sort_out(search);
    if (!answer_.not_decided.empty() || unbroken_.empty()) return std::move(answer_);
    prove(proofs);
    return std::move(answer_);
  }

 private:
  std::unique_ptr<Machine> make(const Model& model) const {
    machine::Reductions reductions = settings_.reductions;
    reductions.symmetry = false;  // views order clients by themselves, and every client is asked about
    reductions.time = false;      // whoever is not seen may do something at any moment
    reductions.members = false;
    reductions.ids = true;
    auto made = Machine::make(model, scenario_, with_ranges(model, specs_), reductions);
    if (std::holds_alternative<TooLarge>(made)) return nullptr;
    return std::move(std::get<std::unique_ptr<Machine>>(made));
  }

  ViewsAnswer none(const std::string& why) {
    for (const std::uint32_t spec : specs_) answer_.not_decided[spec] = why;
    return std::move(answer_);
  }

  void sort_out(const Search& search) {
    std::set<std::uint32_t> hit;
    for (const PropertyBits& bits : machines_[2]->properties())
      if ((bits.states & search.state_labels()) != 0 || (bits.edges & search.edge_labels()) != 0) hit.insert(bits.spec);
    const std::uint32_t ranges = range_spec(*models_[1]);
    const bool leaves_range = std::find(specs_.begin(), specs_.end(), ranges) == specs_.end() && hit.contains(ranges);
    for (const std::uint32_t spec : specs_) {
      if (hit.contains(spec))
        answer_.broken.push_back(spec);
      else if (leaves_range)
        answer_.not_decided[spec] = "a variable may leave its range";
      else
        unbroken_.push_back(spec);
    }
  }

  void prove(std::vector<WrittenProof>* proofs) {
    const auto keep_going = [this] { return !settings_.search.keep_going || settings_.search.keep_going({}); };
    trace::ViewProofAnswer proof = trace::prove_with_views({.view = *models_[1],
                                                            .joined = *models_[2],
                                                            .kind = sizes_.kind,
                                                            .scenario = scenario_,
                                                            .tick_microseconds = machines_[1]->ticks().microseconds,
                                                            .specs = with_ranges(*models_[1], unbroken_),
                                                            .most_states = sizes_.spare_states,
                                                            .keep_going = keep_going});
    if (proof.end != trace::ProofEnd::closed) {
      for (const std::uint32_t spec : unbroken_) answer_.not_decided[spec] = why_unproved(proof.end);
      return;
    }
    if (!proof.broken.empty()) {
      for (const std::uint32_t spec : unbroken_)
        if (std::find(proof.broken.begin(), proof.broken.end(), spec) != proof.broken.end())
          answer_.disagreed.push_back(spec);
      answer_.disagreement = fmt::format("the evaluator finds a view that breaks {}, and the machine none",
                                         models_[1]->specs[proof.broken.front()].name);
      return;
    }
    answer_.proved = unbroken_;
    if (proofs == nullptr) return;
    WrittenProof& written = proofs->emplace_back();
    written.protocol = models_[1]->name;
    written.kind = models_[1]->kinds[sizes_.kind].name;
    written.scenario = scenario_;
    written.clients = clients_;
    written.joined_states = proof.joined_states;
    for (const std::uint32_t spec : unbroken_) written.specs.push_back(models_[1]->specs[spec].name);
    written.views = std::move(proof.views);
  }

  std::string why_unproved(trace::ProofEnd end) const {
    switch (end) {
      case trace::ProofEnd::limit: return fmt::format("the second proof has more than {} states", sizes_.spare_states);
      case trace::ProofEnd::stopped: return "the time was over";
      case trace::ProofEnd::closed:
      case trace::ProofEnd::given_up: break;
    }
    return "the second proof gave up some runs";
  }

  const Scenario& scenario_;
  std::vector<std::uint32_t> specs_;
  std::uint32_t clients_;
  const Settings& settings_;
  const AnyNumber& sizes_;
  std::vector<std::shared_ptr<const Model>> models_;  ///< with one client less than a view, as many, one more
  std::vector<std::unique_ptr<Machine>> machines_;    ///< likewise
  std::vector<std::uint32_t> unbroken_;
  ViewsAnswer answer_;
};

}  // namespace

ViewsAnswer look_at_views(const Scenario& scenario, const std::vector<std::uint32_t>& specs, std::uint32_t clients,
                          const Settings& settings, const AnyNumber& sizes, std::vector<WrittenProof>* proofs) {
  return Looking(scenario, specs, clients, settings, sizes).run(proofs);
}

}  // namespace interlock::check
