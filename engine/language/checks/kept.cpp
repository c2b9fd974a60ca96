// What is kept is kept for as long as a client is in a block, which is known by its name: with two blocks of that name
// it would be asked in both.

#include "engine/language/checks/checks.hpp"
#include "engine/language/walk.hpp"

#include <fmt/format.h>

namespace interlock::language {

void check_kept(const Model& model, Diagnostics& diagnostics) {
  for (const auto& kind : model.kinds)
    for (const Kept& kept : kind.kept) {
      std::vector<Place> blocks;
      for_each_statement(kind.program, [&](const Statement& statement) {
        if (statement.op == StatementOp::section && statement.section == kept.section)
          blocks.push_back(statement.place);
      });
      if (blocks.size() < 2) continue;
      const std::string& name = kind.sections[kept.section];
      diagnostics.push_back({Severity::error,
                             "E0299",
                             fmt::format("{} has two blocks {}, and this would be kept in both", kind.name, name),
                             kept.place,
                             "",
                             {{blocks.front(), "one of them"}, {blocks.back(), "another one"}},
                             {"put it into a section of its own: section checked { keep ... }"}});
    }
}

}  // namespace interlock::language
