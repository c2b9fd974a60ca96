#include "engine/trace/view_proof.hpp"

#include "engine/evaluator/describe.hpp"
#include "engine/evaluator/path.hpp"
#include "engine/evaluator/views/view_proof.hpp"

#include <fmt/format.h>

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
  for (std::size_t cell = 0; cell < cells.size(); ++cell)
    text += fmt::format("  {}.{} {}\n", model.servers[cells[cell].server].name, cells[cell].name,
                        evaluator::text(model, view.cells[cell]));
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
