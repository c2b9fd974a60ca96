#include "engine/trace/view_proof.hpp"

#include "engine/evaluator/describe.hpp"
#include "engine/evaluator/path.hpp"
#include "engine/evaluator/views/view_proof.hpp"

#include <fmt/format.h>
#include <range/v3/view/zip.hpp>

namespace interlock::trace {

using namespace language;

namespace {

std::string client_text(const Model& model, const evaluator::State& state, const ClientView& view, ClientIndex client) {
  std::string text = view.inside_critical ? "inside critical" : view.in_round ? "in its round" : "idle";
  const auto& path = state.clients[client].threads[0].path;
  const Statement* here = view.in_round ? evaluator::statement_at(evaluator::body_of(model, client, 0), path) : nullptr;
  if (here) text += fmt::format(", before line {}", here->place.line);
  if (!view.id.empty()) text += ", id " + view.id;
  if (!view.token.empty()) text += ", token " + view.token;
  if (view.paused) text += ", paused";
  if (view.gone) text += ", gone";
  return text;
}

std::string view_text(const Model& model, const evaluator::State& state) {
  const View view = evaluator::describe(model, state);
  const std::vector<ShownCell> cells = evaluator::shown_cells(model);
  std::string text;
  for (const auto& [known, cell] : ranges::views::zip(cells, view.cells))
    text += fmt::format("  {}.{} {}\n", model.servers[known.server].name, known.name, evaluator::text(model, cell));
  for (ClientIndex client{0}; client < view.clients.size(); ++client)
    text += fmt::format("  {}: {}\n", evaluator::client_name(model, client),
                        client_text(model, state, view.clients[client], client));
  return text;
}

}  // namespace

ViewProofAnswer prove_with_views(const ViewProofQuestion& question) {
  evaluator::ViewProof proof({question.view, question.joined, question.kind}, question.scenario,
                             question.tick_microseconds, question.specs,
                             {.joined = question.most_states, .keep_going = question.keep_going});
  ViewProofAnswer answer;
  answer.end = proof.make();
  answer.broken.assign(proof.broken().begin(), proof.broken().end());
  answer.joined_states = proof.joined_states();
  if (answer.end != ProofEnd::closed || !answer.broken.empty()) return answer;
  for (const evaluator::State& state : proof.views()) answer.views.push_back(view_text(question.view, state));
  return answer;
}

}  // namespace interlock::trace
