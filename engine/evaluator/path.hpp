#pragma once
// Where a thread stands in its program.

#include "engine/evaluator/state.hpp"

namespace interlock::evaluator {

/// A statement that a thread is inside of, and in which of its blocks.
struct Surrounding {
  const language::Statement* statement = nullptr;
  std::size_t block = 0;
};

/// The client's program, or the body of a background.
const language::Block& body_of(const language::Model& model, ClientIndex client, std::size_t thread);

/// The statement to be executed next; null at the end of a block, and where the path is empty.
const language::Statement* statement_at(const language::Block& body, const Path& path);

/// All statements around it, outermost first.
std::vector<Surrounding> surroundings(const language::Block& body, const Path& path);

/// The innermost section of this number that the client is inside of; null: none.
const language::Statement* innermost(const language::Model& model, const State& state, ClientIndex client,
                                     std::uint32_t section);

bool is_inside(const language::Model& model, const State& state, ClientIndex client, std::uint32_t section);

}  // namespace interlock::evaluator
