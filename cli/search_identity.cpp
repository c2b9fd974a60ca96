#include "cli/search_identity.hpp"

#include <iterator>
#include <set>

#include <fmt/format.h>

#include "cli/checksum.hpp"
#include "engine/check/savings.hpp"
#include "reports/words.hpp"

namespace interlock::cli {
namespace {

/// The texts that a model was made of: the protocol, and whatever its stores and specs left a place in.
class Sources {
 public:
  void add(const language::Place& place) {
    if (place.source) texts_.insert(fingerprint_of(place.source->text));
  }

  void add(const language::Expression& expression) {
    add(expression.place);
    for (const language::Expression& operand : expression.operands) add(operand);
  }

  void add(const language::Block& block) {
    for (const language::Statement& statement : block) {
      add(statement.place);
      for (const language::Expression& expression : statement.expressions) add(expression);
      for (const language::Block& inner : statement.blocks) add(inner);
    }
  }

  /// In an order that does not depend on where the texts stand.
  const std::set<std::string>& fingerprints() const { return texts_; }

 private:
  std::set<std::string> texts_;
};

Sources sources_of(const language::Model& model, const std::vector<std::uint32_t>& specs) {
  Sources sources;
  sources.add(language::Place{.source = model.text});
  for (const language::Variable& variable : model.variables) sources.add(variable.place);
  for (const language::Server& server : model.servers) {
    sources.add(server.place);
    sources.add(server.on_disconnect);
  }
  for (const language::ClientKind& kind : model.kinds) {
    sources.add(kind.program);
    for (const language::Background& background : kind.backgrounds) sources.add(background.body);
  }
  for (const std::uint32_t spec : specs) sources.add(model.specs[spec].place);
  return sources;
}

std::string faults_in_numbers(const language::Scenario& scenario) {
  std::string text = scenario.distinct_clocks ? "distinct clocks\n" : "";
  for (const language::Fault& fault : scenario.faults) {
    text += fmt::format("fault {} {} {} {}\n", static_cast<int>(fault.kind), fault.amount, fault.times,
                        fault.for_ever ? "for ever" : "");
  }
  return text;
}

}  // namespace

SearchIdentity identity_of(const language::Model& model, const language::Scenario& scenario,
                           const std::vector<std::uint32_t>& specs, const check::Reductions& reductions) {
  std::string text = "protocol " + model.name + "\n";
  const Sources sources = sources_of(model, specs);
  for (const std::string& fingerprint : sources.fingerprints()) text += "text " + fingerprint + "\n";
  for (const language::Param& param : model.params) {
    text += fmt::format("param {} {} {}\n", param.name, param.value.low, param.value.high);
  }
  for (const language::ClientKind& kind : model.kinds) text += fmt::format("clients {} {}\n", kind.name, kind.count);
  text += faults_in_numbers(scenario);
  for (const std::uint32_t spec : specs) text += "spec " + model.specs[spec].name + "\n";
  for (const check::NamedReduction& reduction : check::named_reductions) {
    if (!(reductions.*reduction.is_on)) text += fmt::format("without {}\n", reduction.name);
  }
  return {fingerprint_of(text),
          fmt::format("{}, {}, {}", model.name, reports::size_text(model), reports::faults_text(scenario))};
}

}  // namespace interlock::cli
