#include "engine/evaluator/path.hpp"

#include <algorithm>

namespace interlock::evaluator {

using namespace language;

const Block& body_of(const Model& model, ClientIndex client, std::size_t thread) {
  const ClientKind& kind = model.kinds[model.clients[client].kind];
  return thread == 0 ? kind.program : kind.backgrounds[thread - 1].body;
}

std::vector<Surrounding> surroundings(const Block& body, const Path& path) {
  std::vector<Surrounding> found;
  const Block* block = &body;
  for (std::size_t i = 0; i + 2 < path.size(); i += 2) {
    const Statement& statement = (*block)[path[i]];
    found.push_back({&statement, path[i + 1]});
    block = &statement.blocks[path[i + 1]];
  }
  return found;
}

const Statement* statement_at(const Block& body, const Path& path) {
  if (path.empty()) return nullptr;
  const auto around = surroundings(body, path);
  const Block& block = around.empty() ? body : around.back().statement->blocks[around.back().block];
  return path.back() < block.size() ? &block[path.back()] : nullptr;
}

const Statement* timeout_around(const Block& body, const Path& path) {
  const auto around = surroundings(body, path);
  const bool is_said =
      !around.empty() && around.back().statement->op == StatementOp::timeout && around.back().block == 0;
  return is_said ? around.back().statement : nullptr;
}

std::vector<Path> ways_without_answer(const Block& body, const Path& path) {
  std::vector<Path> ways;
  const auto around = surroundings(body, path);
  Path on{body.size()};
  if (timeout_around(body, path) != nullptr) {
    on.assign(path.begin(), path.end() - 2);
    on.insert(on.end(), {1, 0});
  } else if (!around.empty() && around[0].statement->op == StatementOp::finally_ && around[0].block == 0) {
    on = {path[0], 1, 0};
  }
  ways.push_back(on);
  const Statement& here = *statement_at(body, path);
  if (here.blocks.size() > 1 && here.span.low != unbounded) {
    ways.push_back(path);
    ways.back().insert(ways.back().end(), {1, 0});
  }
  return ways;
}

const Statement* innermost(const Model& model, const State& state, ClientIndex client, std::uint32_t section) {
  const auto& threads = state.clients[client].threads;
  for (std::size_t thread = threads.size(); thread-- > 0;) {
    const auto around = surroundings(body_of(model, client, thread), threads[thread].path);
    const auto found = std::find_if(around.rbegin(), around.rend(), [&](const Surrounding& one) {
      return one.statement->op == StatementOp::section && one.statement->section == section;
    });
    if (found != around.rend()) return found->statement;
  }
  return nullptr;
}

bool is_inside(const Model& model, const State& state, ClientIndex client, std::uint32_t section) {
  return innermost(model, state, client, section) != nullptr;
}

}  // namespace interlock::evaluator
