#pragma once
// What a fault can see and change, and what the machine knows of each. Each fault is a file of its own beside this one.

#include "engine/machine/compiled/executor.hpp"
#include "engine/machine/layout.hpp"

namespace interlock::machine {

struct FaultScene {
  const language::Model& model;
  const Layout& layout;
  const Ticks& ticks;
  const language::Fault& fault;
  Word* words;
  language::ClientIndex client = language::nothing;  ///< whom it strikes, or whose clock
  std::uint32_t server = language::nothing;          ///< likewise
  Choices& choices;
  bool lacks_range = false;  ///< out: a deadline is further away than there is room for
};

/// Where a state keeps what a fault has to remember of a client.
class FaultRoom {
 public:
  virtual Register flag() = 0;
  virtual TimerWord timer(TimerKind kind, std::int64_t most_ticks) = 0;
  virtual std::size_t threads() const = 0;

 protected:
  ~FaultRoom() = default;
};

/// Whose connections end when a fault has struck, as `on disconnect` says.
enum class Disconnects {
  nobody,
  client,   // those of the client, to all servers
  session,  // that of the client to the server
  clients,  // those of all clients to the server, in any order, unless they are forgotten with all it knows
};

/// What the machine knows of a kind of fault. The rest of it is in language/faults.hpp.
struct FaultAct {
  /// Changes the words; false where it cannot strike there.
  bool (*strike)(FaultScene& scene) = nullptr;
  /// Lays out what it has to remember of a client, beside the clocks; how often it has struck is counted anyway.
  void (*remember)(const language::Fault& fault, const Ticks& ticks, FaultRoom& room, ClientWords& words) = nullptr;
  bool runs_code = false;            ///< what it does is written in the protocol
  bool delays = false;               ///< holds up a client that was about to step; others it does not strike
  bool spares_idle = false;          ///< strikes an idle client only where it has something to lose
  bool is_alike_everywhere = false;  ///< where the client is does not matter
  Disconnects disconnects = Disconnects::nobody;
  bool matters_at_every_moment = false;  ///< time may not pass in leaps: what it does depends on when it strikes
};

/// Of each fault, in a file that is named after it.
#define INTERLOCK_DECLARE_ACT(name) extern const FaultAct name##_act;
INTERLOCK_EACH_FAULT(INTERLOCK_DECLARE_ACT)
#undef INTERLOCK_DECLARE_ACT

const FaultAct& act_of(language::FaultKind kind);

/// By how many ticks jumps of clocks may move a deadline away: up to four times, and where there are more the run is
/// given up.
Word longest_jump(const language::Scenario& scenario, const Ticks& ticks);

/// Does it anything when a client is gone? To forget what was watched is nothing: whatever the order, all of it fails.
bool keeps_sessions(const language::Server& server);

/// Is a client that is idle spared, wherever all else is? Between two rounds it knows nothing: it may lose a session,
/// that what it wrote is its own, and the rounds to come.
bool always_spares_idle(const language::Model& model, const Layout& layout, const language::Fault& fault,
                        language::ClientIndex client);

/// Has the fault changed anything but the number of its strikes?
bool changes_anything(const FaultScene& scene, const Word* before);

/// Counts one more strike of the fault; false where its bound is used up.
bool strike(const FaultScene& scene);

/// By how many ticks a clock is off from now on: a choice.
Word choose_offset(const FaultScene& scene);

}  // namespace interlock::machine
