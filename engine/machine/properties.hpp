#pragma once
// The chosen properties as a search sees them: labels of states and of edges, and the code that gives them.

#include "engine/language/model.hpp"
#include "engine/machine/blueprint.hpp"
#include "engine/machine/compiled/compiler.hpp"
#include "engine/machine/compiled/executor.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace interlock::machine {

/// The labels by which a search sees one property: bits of states and of edges.
struct PropertyBits {
  std::uint32_t spec = 0;                            ///< index into Model::specs
  language::ClientIndex client = language::nothing;  ///< for properties `for each c`
  std::uint64_t states = 0;                          ///< always, never, asserted: violated; all others: reached
  std::uint64_t edges = 0;        ///< likewise, where the condition speaks of events; of a state they are false
  std::uint64_t asked = 0;        ///< always_possible, leads_to, again_and_again: the states it is asked in
  std::uint64_t asked_edges = 0;  ///< again_and_again: likewise, the edges, where `given` speaks of events
};

/// The specs in as many parts as need a search each, because a state and an edge have room for so many labels only.
std::vector<std::vector<std::uint32_t>> searches_for(const language::Model& model,
                                                     const std::vector<std::uint32_t>& specs,
                                                     const Reductions& reductions);

class Properties {
 public:
  /// Gives each property its labels; those that programs set are named in the tables. Keeps a reference to the
  /// blueprint. Throws TooLarge.
  Properties(const Blueprint& blueprint, Tables& tables);

  /// Once the programs of the clients are compiled.
  void compile(Compiler& compiler);
  /// Where a client can enter a section and leave it in one step.
  void ask_while_passing();

  const std::vector<PropertyBits>& all() const { return all_; }
  const std::vector<Instruction>& code() const { return code_.code; }
  const std::vector<Check>& state_checks() const { return state_checks_; }
  const std::vector<Check>& edge_checks() const { return edge_checks_; }
  const std::vector<Check>& passing_checks() const { return passing_checks_; }
  /// The label of edges on which some client enters critical; 0 where no client can.
  std::uint64_t entry_label() const { return entry_label_; }
  /// One client of each kind is spoken of by itself.
  bool spotlight() const { return spotlight_; }
  /// Whether they hold changes as time goes by.
  bool depend_on_every_moment() const { return depend_on_every_moment_; }
  /// That time passes matters even where it changes nothing: for ever is a time.
  bool look_at_time_alone() const { return look_at_time_alone_; }

 private:
  void add_spec(std::uint32_t index, Tables& tables);
  void add_marked(std::uint32_t index, Tables& tables);
  void add_condition(const language::Spec& spec, std::size_t which, PropertyBits bits);
  void compile_spec(Compiler& compiler, const PropertyBits& bits);
  void compile_kept(Compiler& compiler, language::ClientIndex client, const language::Kept& kept);
  void ask_while_passing(std::uint64_t of_states, std::uint64_t& of_edges);
  std::uint64_t next_state_bit();
  std::uint64_t next_edge_bit();

  const Blueprint& blueprint_;
  const language::Model& model_;
  std::vector<PropertyBits> all_;
  Program code_;
  std::vector<Check> state_checks_;
  std::vector<Check> edge_checks_;
  std::vector<Check> passing_checks_;
  std::uint32_t state_bits_ = 0;
  std::uint32_t edge_bits_ = 0;
  std::uint64_t entry_label_ = 0;
  bool spotlight_ = false;
  bool depend_on_every_moment_ = false;
  bool look_at_time_alone_ = false;
};

}  // namespace interlock::machine
