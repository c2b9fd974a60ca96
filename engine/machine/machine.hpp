#pragma once
// The machine of a model under a scenario: packed states, and how one follows another. Immutable while it is
// searched; all scratch memory is in a workspace, one a thread. It knows nothing of searching.
//
// What counts as one step, when time may pass and what a fault does is said in ARCHITECTURE.md, "What a run is".

#include "engine/language/model.hpp"
#include "engine/machine/canonical/dead_members.hpp"
#include "engine/machine/canonical/normal_form.hpp"
#include "engine/machine/canonical/packed_form.hpp"
#include "engine/machine/compiled/compiler.hpp"
#include "engine/machine/compiled/executor.hpp"
#include "engine/machine/layout.hpp"
#include "engine/machine/packing.hpp"
#include "engine/machine/reductions.hpp"
#include "engine/machine/step_memory.hpp"
#include "engine/machine/time/ticks.hpp"
#include "engine/run/move.hpp"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

namespace interlock::machine {

/// The labels by which a search sees one property: bits of states and of edges.
struct PropertyBits {
  std::uint32_t spec = 0;                            ///< index into Model::specs
  language::ClientIndex client = language::nothing;  ///< for properties `for each c`
  std::uint64_t states = 0;                          ///< always, never, asserted: violated; all others: reached
  std::uint64_t edges = 0;  ///< likewise, where the condition speaks of events; of a state they are false
  std::uint64_t asked = 0;  ///< always_possible, leads_to, again_and_again: the states it is asked in
};

/// Receives successors one by one. `state` is valid during the call.
struct SuccessorSink {
  void* receiver = nullptr;
  void (*take)(void* receiver, MoveKind kind, std::uint32_t action, std::uint64_t labels,
               const std::byte* state) = nullptr;
  void (*cut)(void* receiver) = nullptr;  ///< a run exceeded the capacity of a container or of its
                                          ///< tokens and was given up
};

struct WantedMoves {
  bool time = true;
  bool steps = true;
  bool faults = true;
};

class FootprintFinder;
class Machine;

/// What an action is, whatever its choices.
struct Action {
  MoveKind kind = MoveKind::step;
  language::ClientIndex client = language::nothing;  ///< `nothing`: it is no client's
  std::uint32_t thread = 0;
};

/// What the clients have under way in a state.
struct Underway {
  bool anyone_paused = false;                         ///< a pause that is not over holds a client up
  std::array<std::uint32_t, most_clients> threads{};  ///< by client: a bit a thread that is in a round or a section
};

/// Scratch memory of one thread.
class Workspace {
 public:
  explicit Workspace(const Machine& machine);

 private:
  friend class Machine;
  /// How the clients of the newest successor were exchanged. Those that were sorted are looked up when asked for.
  enum class Exchange : std::uint8_t { none, sorted, known };

  std::vector<Unit> parent;    ///< the state that is expanded
  std::vector<Unit> packed;    ///< a successor
  std::vector<Unit> unsorted;  ///< the same before its clients were sorted
  std::vector<Word> base;      ///< `parent` unpacked, where `is_loaded`
  std::vector<Word> words;     ///< a successor, and registers behind it
  std::vector<Word> guarded;   ///< for guards
  bool is_loaded = false;
  Exchange exchange = Exchange::none;
  NormalForm normal_form;
  Renaming renaming{};
  Choices choices;
  StepMemory memory;
};

/// The specs in as many parts as need a search each, because a state and an edge have room for so many labels only.
std::vector<std::vector<std::uint32_t>> searches_for(const language::Model& model,
                                                     const std::vector<std::uint32_t>& specs,
                                                     const Reductions& reductions);

class Machine {
 public:
  /// `specs`: indices of the chosen specs; `searches_for` says how many there is room for. `doublings`: of the range in
  /// which gaps between instants are known; see GaveUp::range. Keeps references to the model. The constructor throws
  /// TooLarge.
  static std::variant<std::unique_ptr<Machine>, TooLarge> make(const language::Model& model,
                                                               const language::Scenario& scenario,
                                                               const std::vector<std::uint32_t>& specs,
                                                               const Reductions& reductions,
                                                               std::uint32_t doublings = 0);
  Machine(const language::Model& model, const language::Scenario& scenario, const std::vector<std::uint32_t>& specs,
          const Reductions& reductions, std::uint32_t doublings = 0);

  std::size_t state_bytes() const { return packing_->bytes(); }
  Workspace make_workspace() const { return Workspace(*this); }
  bool has_time() const { return has_time_; }
  bool has_faults() const { return !scenario_.faults.empty(); }

  /// The state in which every run begins.
  void initial(Workspace& workspace, std::byte* into) const;
  void successors(Workspace& workspace, const std::byte* state, const WantedMoves& wanted,
                  const SuccessorSink& sink) const;
  std::uint64_t labels(Workspace& workspace, const std::byte* state) const;

  const std::vector<PropertyBits>& properties() const { return properties_; }
  const Ticks& ticks() const { return ticks_; }
  const language::Model& model() const { return model_; }
  const language::Scenario& scenario() const { return scenario_; }
  const Layout& layout() const { return layout_; }

  Action action(std::uint32_t action) const;
  /// What an action of a state is, said of the clients as they are numbered in that state.
  Move describe(Workspace& workspace, const std::byte* state, std::uint32_t action) const;
  /// Where each client of `state` stands in the successor by this action.
  Renaming renaming(Workspace& workspace, const std::byte* state, std::uint32_t action) const;
  /// The same for the successor that a sink is being given. Only valid during `SuccessorSink::take`.
  const Renaming& last_renaming(Workspace& workspace) const;

  // For what has to happen in the end.

  Underway underway(Workspace& workspace, const std::byte* state) const;
  /// The time that passes by an action of a state, in ticks.
  std::uint64_t ticks_of(Workspace& workspace, const std::byte* state, std::uint32_t action) const;
  /// By client: 1, and 1 for each of its heartbeats.
  std::vector<std::uint32_t> thread_counts() const;
  /// Does the normal form exchange clients?
  bool exchanges_clients() const;

  /// Which parts of the programs any run has reached so far; and those that an earlier search has.
  const std::vector<std::uint8_t>& reached() const { return reached_; }
  void add_reached(const std::vector<std::uint8_t>& reached) const;
  /// Parts of the clients' programs that no run has reached so far, by line.
  std::vector<language::Place> unreached_parts() const;
  /// Was any run given up for this reason so far?
  bool gave_up(GaveUp reason) const { return reached_[tables_.parts.size() + static_cast<std::size_t>(reason)] != 0; }
  /// Has any run so far come to an assert of this name? One that says that nobody comes there needs nobody to come.
  bool came_to_assert(const std::string& name) const;
  /// The label of edges on which some client enters critical; 0 where no client can.
  std::uint64_t entry_label() const { return entry_label_; }

 private:
  friend class Workspace;

  /// One way in which a state may be followed by others: a step of a client from one location, a fault that strikes it
  /// there, an expiry, the passing of time. Its index and the number of a choice, counted in the order in which the
  /// choices are tried, make an action; `choice_bits_` of an action are the choice.
  struct Site {
    MoveKind kind = MoveKind::step;
    language::ClientIndex client = language::nothing;  ///< whose step it is, or whom the fault strikes
    std::uint32_t server = language::nothing;          ///< which server the fault strikes
    std::uint32_t thread = 0;
    std::size_t fault = 0;                                 ///< index into Scenario::faults
    language::VariableIndex variable = language::nothing;  ///< what expires
    Footprint footprint{};
  };
  static constexpr std::uint32_t no_site = 0xffff'ffff;

  /// Which site there is follows from the location of one thread; from no bits where there is one for all locations.
  struct Spot {
    BitRange location;
    std::vector<std::uint32_t> sites;  ///< by location: index into `sites_`, or `no_site`
  };

  void choose_specs(const std::vector<std::uint32_t>& specs);
  void add_spec(std::uint32_t index);
  void add_condition(const language::Spec& spec, std::size_t which, PropertyBits& bits);
  void compile_checks();
  void ask_while_passing();
  void check_code(const std::vector<Instruction>& code) const;
  std::uint64_t next_state_bit();
  std::uint64_t next_edge_bit();
  NormalFormRules make_rules(bool spotlight) const;
  void find_counters(NormalFormRules& rules) const;
  void find_surroundings();

  // sites
  void find_sites();
  void find_step_sites(language::ClientIndex client);
  void find_fault_sites(language::ClientIndex client);
  Spot fault_spot(language::ClientIndex client, std::size_t fault);
  std::uint32_t add_site(const Site& site, const FootprintFinder& finder);
  std::uint32_t packed(std::uint32_t site, std::uint32_t choice) const { return site << choice_bits_ | choice; }
  std::uint32_t site_of(std::uint32_t action) const { return action >> choice_bits_; }
  std::uint32_t choice_of(std::uint32_t action) const { return action & ((std::uint32_t{1} << choice_bits_) - 1); }
  void site_successors(Workspace& workspace, const SuccessorSink& sink, std::uint32_t index) const;
  void explore_site(Workspace& workspace, const SuccessorSink& sink, std::uint32_t index, std::uint32_t first) const;
  void compare_with_memory(const Workspace& workspace, std::uint64_t number, std::uint32_t outcome,
                           std::uint64_t labels, const Footprint& footprint, const std::vector<Unit>& after) const;
  RunEnd run_site(Workspace& workspace, const Site& site, std::uint64_t& labels) const;
  RunEnd strike(Workspace& workspace, const Site& site) const;
  std::uint64_t find_labels(Workspace& workspace) const;

  // states
  void take_parent(Workspace& workspace, const std::byte* state) const;
  void load(Workspace& workspace) const;
  Word* copy(Workspace& workspace) const;
  bool finish_words(Workspace& workspace, bool is_packed) const;
  void note_overflow(const Word* words) const;
  bool finish_packed(Workspace& workspace, bool has_words) const;
  void sort_packed(Workspace& workspace) const;
  static void give(Workspace& workspace, const SuccessorSink& sink, MoveKind kind, std::uint32_t action,
                   std::uint64_t labels);
  void emit(Workspace& workspace, const SuccessorSink& sink, MoveKind kind, std::uint32_t action,
            std::uint64_t labels) const;
  void begin(Word* words) const;
  void note(GaveUp reason) const;
  void note_end(const Run& run) const;

  // time
  bool is_held_up(const Word* words, language::ClientIndex client) const;
  bool may_pass(Workspace& workspace) const;
  bool holds_back(Workspace& workspace, const Word* words, language::ClientIndex client) const;
  bool thread_holds_back(Workspace& workspace, const Word* words, language::ClientIndex client,
                         std::size_t thread) const;
  Word next_moment(const Workspace& workspace) const;
  Word next_moment_of(const Word* words, language::ClientIndex client) const;
  bool works(const Word* words, language::ClientIndex client, std::size_t thread) const;
  bool may_be_paused(Workspace& workspace, const Word* words, language::ClientIndex client) const;
  void note_delays(Workspace& workspace, Word* words, language::ClientIndex client) const;
  void resume_successor(Workspace& workspace, const SuccessorSink& sink, std::uint32_t site) const;
  void pass(Workspace& workspace, Word* words, Word ticks) const;
  void pass_client(Word* words, language::ClientIndex client, Word ticks) const;
  void pass_leases(Word* words, const ClientWords& block, Word ticks) const;

  // steps
  void time_successor(Workspace& workspace, const SuccessorSink& sink) const;
  void expiry_successor(Workspace& workspace, const SuccessorSink& sink, std::uint32_t index) const;
  bool step_start(const Word* words, language::ClientIndex client, std::size_t thread, std::uint32_t& start) const;
  bool start_of(const Word* words, const Site& site, std::uint32_t& start) const;
  RunEnd run_once(Workspace& workspace, language::ClientIndex client, std::uint32_t start, std::size_t thread,
                  std::uint64_t& labels) const;
  std::uint64_t edge_labels(Workspace& workspace, const Run& run) const;
  void expire(Word* words, std::size_t cell) const;

  const language::Model& model_;
  language::Scenario scenario_;
  Reductions reductions_;
  Relevance relevance_;
  InstantFlow flow_;
  Ticks ticks_;
  Layout layout_;
  std::unique_ptr<Packing> packing_;
  NormalFormRules rules_;
  DeadMembers dead_members_;
  Tables tables_;
  std::vector<Program> programs_;
  Program checks_code_;
  std::vector<Check> state_checks_;
  std::vector<Check> edge_checks_;
  std::vector<PropertyBits> properties_;
  std::uint32_t state_bits_ = 0;
  std::uint32_t edge_bits_ = 0;
  Surroundings around_;
  std::unique_ptr<PackedForm> packed_form_;
  std::vector<Site> sites_;  ///< the first is the passing of time
  std::vector<std::uint32_t> expiry_sites_;
  std::vector<std::uint32_t> resume_sites_;  ///< of clients with several threads, where there are pauses
  std::uint32_t choice_bits_ = 0;
  std::vector<Spot> step_spots_;   ///< in the order in which their successors are given
  std::vector<Spot> fault_spots_;  ///< likewise
  Footprint checks_footprint_;
  std::size_t most_parts_ = 1;                     ///< of all footprints
  std::vector<language::VariableIndex> expiring_;  ///< cells with a deadline
  bool has_time_ = false;
  bool unit_ticks_ = false;  ///< something depends on every moment
  bool spotlight_ = false;
  std::uint64_t entry_label_ = 0;
  mutable std::vector<std::uint8_t> reached_;  ///< by part, then by reason to give a run up; only ever set to 1
};

}  // namespace interlock::machine
