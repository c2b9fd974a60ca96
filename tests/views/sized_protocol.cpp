#include "tests/views/sized_protocol.hpp"

#include "engine/check/spec_forms.hpp"
#include "engine/evaluator/views/view_proof.hpp"
#include "engine/explore/view_search.hpp"
#include "engine/machine/views/few_clients.hpp"
#include "engine/machine/views/refusal.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <unordered_set>
#include <utility>
#include <variant>

namespace interlock::tests {

using language::Model;
using machine::Machine;
using machine::Viewed;
using Search = explore::ViewSearch<machine::Views, machine::Meeting>;

namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

std::shared_ptr<const language::Source> source_of(std::string name, std::string text) {
  return std::make_shared<const language::Source>(language::Source{std::move(name), std::move(text)});
}

const language::Library& shipped_library() {
  static const language::Library library = [] {
    language::Library all;
    language::Diagnostics ignored;
    const std::filesystem::path top(INTERLOCK_SOURCE_DIR);
    for (const auto& folder : {top / "models", top / "specs"})
      for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".interlock") continue;
        const auto file = language::parse(source_of(entry.path().filename().string(), text_of(entry.path())), ignored);
        if (file.store) all.stores[file.store->name] = *file.store;
        if (file.spec) all.specs[file.spec->name] = *file.spec;
      }
    return all;
  }();
  return library;
}

}  // namespace

SizedProtocol::SizedProtocol(std::string protocol, std::string store)
    : source_(source_of("sized.interlock", std::move(protocol))), library_(shipped_library()) {
  language::Diagnostics diagnostics;
  protocol_ = language::parse(source_, diagnostics).protocol;
  if (language::has_errors(diagnostics)) protocol_.reset();
  if (protocol_ && !protocol_->clients.empty()) kind_ = protocol_->clients.front().name;
  if (store.empty()) return;
  const auto own = language::parse(source_of("store.interlock", std::move(store)), diagnostics);
  if (own.store) library_.stores[own.store->name] = *own.store;
}

std::shared_ptr<const Model> SizedProtocol::of(std::uint32_t clients) const {
  if (!protocol_) return nullptr;
  const auto [entry, is_new] = models_.try_emplace(clients);
  if (!is_new) return entry->second;
  language::Settings settings;
  settings.clients[kind_] = clients;
  language::Diagnostics diagnostics;
  auto model = language::resolve(*protocol_, source_, library_, settings, diagnostics);
  if (model && !language::has_errors(diagnostics)) entry->second = std::make_shared<const Model>(*std::move(model));
  return entry->second;
}

check::AnyNumber SizedProtocol::sizes() const {
  check::AnyNumber sizes;
  sizes.model_of = [this](std::uint32_t clients) { return of(clients); };
  const auto model = of(1);
  for (std::uint32_t kind = 0; model && kind < model->kinds.size(); ++kind)
    if (model->kinds[kind].name == kind_) sizes.kind = kind;
  return sizes;
}

std::vector<std::uint32_t> SizedProtocol::safety(const std::string& name) const {
  std::vector<std::uint32_t> specs;
  const auto model = of(2);
  for (std::uint32_t index = 0; model && index < model->specs.size(); ++index) {
    const language::Spec& spec = model->specs[index];
    if (!spec.applies || check::obligation_of(spec, {}).looks_ahead() || spec.name == "in_range") continue;
    if (name.empty() || spec.name == name) specs.push_back(index);
  }
  return specs;
}

std::map<std::string, std::string> shipped_texts() {
  std::map<std::string, std::string> texts;
  const std::filesystem::path top(INTERLOCK_SOURCE_DIR);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(top / "models")) {
    if (entry.path().extension() != ".interlock") continue;
    const std::string text = text_of(entry.path());
    if (text.find("\nprotocol ") != std::string::npos || text.starts_with("protocol "))
      texts[entry.path().filename().string()] = text;
  }
  return texts;
}

namespace {

class Comparing {
 public:
  Comparing(const SizedProtocol& protocol, const language::Scenario& scenario, const std::vector<std::uint32_t>& specs,
            const CompareSettings& settings)
      : protocol_(protocol), scenario_(scenario), settings_(settings), sizes_(protocol.sizes()) {
    const auto wide = protocol.of(machine::clients_to_read);
    for (const std::uint32_t spec : specs) {
      const std::uint32_t few = wide ? machine::clients_to_break(*wide, sizes_.kind, wide->specs[spec]) : 0;
      if (few > 0 && few <= settings.view) specs_.push_back(spec);
    }
  }

  Compared run() {
    const auto shared = make(settings_.view - 1);
    const auto view = make(settings_.view);
    const auto glued = make(settings_.view + 1);
    if (specs_.empty() || !shared || !view || !glued) return refused("there is no such machine");
    const machine::ViewMachines machines{*shared, *view, *glued};
    if (std::string why = machine::why_no_views(machines, sizes_.kind); !why.empty()) return refused(std::move(why));
    machine::Views views(machines, sizes_.kind, settings_.choices);
    Search search(views, {.glued = settings_.most_glued, .keep_going = {}});
    if (search.run() != explore::Ending::exhausted) return refused("there are too many");
    if (search.gave_up()) return refused("runs were given up");
    result_.views = search.views().size();
    broken_ = broken(*glued, search.state_labels(), search.edge_labels());
    for (std::uint32_t clients = settings_.view; clients <= settings_.most_clients; ++clients)
      if (!compare_exactly(clients, views, search)) break;
    if (settings_.proves) compare_with_evaluator(view->ticks().microseconds);
    return result_;
  }

 private:
  Compared refused(std::string why) {
    result_.is_refused = true;
    result_.why = std::move(why);
    return result_;
  }

  std::unique_ptr<Machine> make(std::uint32_t clients) const {
    const auto model = protocol_.of(clients);
    if (!model) return nullptr;
    machine::Reductions reductions;
    reductions.symmetry = reductions.time = reductions.members = false;
    auto made = Machine::make(*model, scenario_, check::with_ranges(*model, specs_), reductions);
    auto* machine = std::get_if<std::unique_ptr<Machine>>(&made);
    return machine ? std::move(*machine) : nullptr;
  }

  static std::set<std::uint32_t> broken(const Machine& machine, std::uint64_t states, std::uint64_t edges) {
    std::set<std::uint32_t> found;
    for (const machine::PropertyBits& bits : machine.properties())
      if ((bits.states & states) != 0 || (bits.edges & edges) != 0) found.insert(bits.spec);
    return found;
  }

  /// False: there are too many states for more clients.
  bool compare_exactly(std::uint32_t clients, machine::Views& views, const Search& search) {
    const auto machine = make(clients);
    if (!machine) return false;
    Viewed exact(*machine);
    std::vector<std::string> states{exact.initial()};
    std::unordered_set<std::string> known{states.front()};
    std::uint64_t state_labels = 0;
    std::uint64_t edge_labels = 0;
    std::size_t missing = 0;
    for (std::size_t next = 0; next < states.size() && states.size() < settings_.most_exact; ++next) {
      const std::string state = states[next];
      state_labels |= exact.labels(state);
      for (const std::string& view : views.views_of(exact, state)) missing += search.has(view) ? 0 : 1;
      exact.successors(state, [&](std::uint64_t labels, std::string successor) {
        edge_labels |= labels;
        if (known.insert(successor).second) states.push_back(std::move(successor));
      });
    }
    result_.exact_states += states.size();
    if (missing > 0) result_.trouble += std::to_string(missing) + " views are missing\n";
    for (const std::uint32_t spec : broken(*machine, state_labels, edge_labels))
      if (!broken_.contains(spec)) result_.trouble += machine->model().specs[spec].name + " breaks in no view\n";
    if (states.size() >= settings_.most_exact) return false;
    result_.clients = clients;
    return true;
  }

  void compare_with_evaluator(std::int64_t tick) {
    const auto view = protocol_.of(settings_.view);
    const auto joined = protocol_.of(settings_.view + 1);
    evaluator::ViewProof proof({*view, *joined, sizes_.kind}, scenario_, tick, check::with_ranges(*view, specs_),
                               {.joined = settings_.most_glued, .keep_going = {}});
    const evaluator::ProofEnd end = proof.make();
    if (end == evaluator::ProofEnd::limit) return;
    if (end != evaluator::ProofEnd::closed) {
      result_.trouble += "the evaluator gave up\n";
      return;
    }
    for (const std::uint32_t spec : proof.broken())
      if (!broken_.contains(spec)) result_.trouble += view->specs[spec].name + " is broken for the evaluator only\n";
    for (const std::uint32_t spec : broken_)
      if (!proof.broken().contains(spec))
        result_.trouble += view->specs[spec].name + " is broken for the machine only\n";
  }

  const SizedProtocol& protocol_;
  const language::Scenario& scenario_;
  const CompareSettings& settings_;
  check::AnyNumber sizes_;
  std::vector<std::uint32_t> specs_;
  std::set<std::uint32_t> broken_;
  Compared result_;
};

}  // namespace

Compared compare_views(const SizedProtocol& protocol, const language::Scenario& scenario,
                       const std::vector<std::uint32_t>& specs, const CompareSettings& settings) {
  return Comparing(protocol, scenario, specs, settings).run();
}

}  // namespace interlock::tests
