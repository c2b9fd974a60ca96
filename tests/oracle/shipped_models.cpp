#include "tests/oracle/shipped_models.hpp"

#include "engine/language/parser/parser.hpp"
#include "engine/language/resolver/resolver.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>
#include <sstream>
#include <utility>

namespace interlock::oracle {

using namespace language;

namespace {

using Sources = std::vector<std::shared_ptr<const Source>>;

Sources read_all(const std::string& directory) {
  Sources found;
  const std::filesystem::path root = INTERLOCK_SOURCE_DIR;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root / directory)) {
    if (entry.path().extension() != ".interlock") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const auto name = std::filesystem::relative(entry.path(), root).string();
    found.push_back(std::make_shared<const Source>(Source{name, text.str()}));
  }
  std::sort(found.begin(), found.end(), [](const auto& left, const auto& right) { return left->name < right->name; });
  return found;
}

struct Shipped {
  Library library;
  std::vector<std::pair<std::shared_ptr<const Source>, syntax::Protocol>> protocols;
  Diagnostics diagnostics;
};

Shipped read_shipped() {
  Shipped shipped;
  Sources all = read_all("models");
  for (auto& source : read_all("specs")) all.push_back(std::move(source));
  for (const auto& source : all) {
    syntax::File file = parse(source, shipped.diagnostics);
    if (file.store) shipped.library.stores.emplace(file.store->name, std::move(*file.store));
    if (file.spec) shipped.library.specs.emplace(file.spec->name, std::move(*file.spec));
    if (file.protocol) shipped.protocols.emplace_back(source, std::move(*file.protocol));
  }
  return shipped;
}

ShippedModel resolve_one(const std::shared_ptr<const Source>& source, const syntax::Protocol& protocol,
                         const Library& library, const std::map<std::string, std::uint32_t>& clients,
                         Diagnostics diagnostics) {
  Settings settings;
  for (const auto& client : protocol.clients)
    if (clients.contains(client.name)) settings.clients[client.name] = clients.at(client.name);
  ShippedModel shipped;
  shipped.path = source->name;
  const auto model = resolve(protocol, source, library, settings, diagnostics);
  if (model) shipped.model = *model;
  for (const auto& one : diagnostics)
    if (one.severity == Severity::error) shipped.problems += to_text(one);
  return shipped;
}

}  // namespace

std::vector<ShippedModel> shipped_models(const std::map<std::string, std::uint32_t>& clients) {
  const Shipped shipped = read_shipped();
  std::vector<ShippedModel> models;
  for (const auto& [source, protocol] : shipped.protocols)
    models.push_back(resolve_one(source, protocol, shipped.library, clients, shipped.diagnostics));
  return models;
}

std::vector<ShippedModel> models_of_verdict_cases() {
  Shipped shipped = read_shipped();
  const Sources cases = read_all("tests/cases/verdicts");
  std::vector<ShippedModel> models;
  for (const auto& source : cases) {
    const syntax::File file = parse(source, shipped.diagnostics);
    if (file.protocol) models.push_back(resolve_one(source, *file.protocol, shipped.library, {}, shipped.diagnostics));
  }
  return models;
}

ShippedModel read_model(const std::string& name, const std::string& text, const std::string& store) {
  Shipped shipped = read_shipped();
  if (!store.empty()) {
    const auto source = std::make_shared<const Source>(Source{name + " (store)", store});
    const syntax::File file = parse(source, shipped.diagnostics);
    if (file.store) shipped.library.stores.emplace(file.store->name, *file.store);
  }
  const auto source = std::make_shared<const Source>(Source{name, text});
  const syntax::File file = parse(source, shipped.diagnostics);
  if (file.protocol) return resolve_one(source, *file.protocol, shipped.library, {}, shipped.diagnostics);
  ShippedModel broken;
  broken.path = name;
  broken.problems = "no protocol\n";
  for (const auto& one : shipped.diagnostics) broken.problems += to_text(one);
  return broken;
}

}  // namespace interlock::oracle
