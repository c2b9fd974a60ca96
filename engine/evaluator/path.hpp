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

/// The `timeout` that says where the statement goes on without an answer; null: nobody says.
const language::Statement* timeout_around(const language::Block& body, const Path& path);

/// Where a thread goes on that waits there for an answer which is lost: behind its timeout, and where it gives up.
std::vector<Path> ways_without_answer(const language::Block& body, const Path& path);

/// The innermost section of this number that the client is inside of; null: none.
const language::Statement* innermost(const language::Model& model, const State& state, ClientIndex client,
                                     std::uint32_t section);

bool is_inside(const language::Model& model, const State& state, ClientIndex client, std::uint32_t section);

}  // namespace interlock::evaluator
