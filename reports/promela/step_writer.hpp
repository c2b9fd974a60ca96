#pragma once
// The steps of a client: what each does, up to the place before the next one. A step is one `d_step`.

#include "reports/promela/draft.hpp"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace interlock::reports::promela {

class StepWriter {
 public:
  StepWriter(Draft& draft, std::uint32_t kind);

  /// By number: 0 is between two rounds. `statement` is null there, and where somebody passes through a section.
  const std::vector<Spot>& spots() const { return spots_; }
  /// The options of the client's process, one a step.
  std::string steps();
  /// What a server does when the client has crashed.
  std::string disconnect(const language::Server& server);

 private:
  /// Where a walk through the program is: inside which blocks, and before which of their statements.
  struct Frame {
    const language::Block* block = nullptr;
    std::size_t next = 0;
    const language::Statement* around = nullptr;
    std::size_t which = 0;  ///< of the blocks of `around`
  };
  using Frames = std::vector<Frame>;

  struct Walk {
    Frames frames;
    bool begins_round = false;  ///< the first step that it meets is made at once
    bool called = false;        ///< the step has made a call
    std::vector<std::uint32_t> entered = {};
    std::vector<const language::Statement*> turned = {};  ///< loops that began anew in this step
  };

  void find_spots(const Frames& frames, const language::Block& block, std::set<std::uint32_t> sections);
  std::size_t spot_of(const language::Statement& statement, bool again) const;
  std::size_t passing_spot(const Walk& walk);

  void write_step(Lines& out, const std::string& guard, const std::string& comment, const Walk& walk);
  void write_spot(Lines& out, std::size_t number);
  std::string body_of(const Walk& walk);

  void go(Lines& out, Walk walk);
  bool end_block(Lines& out, Walk& walk);
  bool meet(Lines& out, Walk& walk, const language::Statement& here);
  bool meet_step(Lines& out, Walk& walk, const language::Statement& here);
  void begin_with(Lines& out, Walk& walk, const language::Statement& here);
  bool branch(Lines& out, Walk& walk, const language::Statement& here);
  void plain(Lines& out, Walk& walk, const language::Statement& here);
  void push(Walk& walk, const language::Statement& around, std::size_t which) const;
  void turn(Lines& out, Walk& walk, const language::Statement& loop);
  void pop(Lines& out, Walk& walk);
  void pop_to(Lines& out, Walk& walk, language::StatementOp op);
  bool is_inside_step(const Walk& walk) const;
  void arrive(Lines& out, std::size_t spot);
  void enter(Lines& out, Walk& walk, const language::Statement& section);
  void leave(Lines& out, Walk& walk, const language::Statement& section);
  void end_round(Lines& out, Walk& walk);
  std::string guard_of(const language::Statement& when) const;

  void effect(Lines& out, const Walk& walk, const language::Statement& here);
  void assign(Lines& out, language::VariableIndex index, const language::Expression& value);
  void write(Lines& out, const language::Statement& here);
  void clear(Lines& out, language::VariableIndex index);
  void expire(Lines& out, const language::Statement& here);
  void persist(Lines& out, language::VariableIndex index);
  void touch(Lines& out, language::VariableIndex index);
  void unwatch(Lines& out, std::uint32_t server);
  void grant_where(Lines& out, const language::Statement& here);
  void grant(Lines& out, language::VariableIndex on);
  void fence(Lines& out, const language::Expression& token);
  void ask(Lines& out, const language::Statement& here);
  void check_range(Lines& out, const language::Kind& into, const language::Kind& from, const std::string& place);
  void give(Lines& out, language::VariableIndex index);
  int leased_index(language::VariableIndex index) const;
  std::string text(const language::Expression& expression) const { return draft_.expression(expression, self_); }
  std::string own(const std::string& what) const { return draft_.own(what, self_); }

  Draft& draft_;
  std::uint32_t kind_ = 0;
  Who self_;
  std::vector<Spot> spots_;
  std::map<std::size_t, Frames> frames_;  ///< by spot: behind its statement
};

}  // namespace interlock::reports::promela
