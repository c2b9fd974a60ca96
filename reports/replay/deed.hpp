#pragma once
// What a step of a told run sends to a server: one command, one script, or WATCH ... MULTI ... EXEC.

#include "reports/replay/translation.hpp"

#include <string>
#include <vector>

namespace interlock::reports {

/// What a client holds of a document that it has read, and what it signs with.
struct Writing {
  std::optional<std::string> loaded;
  std::string signature;
};

enum class DeedForm { nothing, command, script, transaction };

struct Deed {
  DeedForm form = DeedForm::nothing;
  std::vector<std::vector<std::string>> commands;  ///< sent one after the other
  std::vector<Answer> answers;                     ///< how the reply to each call is read
};

/// Why there is no such command; empty: there is.
std::string why_no_command(const ReplayRun& run, const ReplayCall& call);

Deed deed_of(const ReplayRun& run, const ReplayEvent& event, Translation& translation, const Writing& writing);

/// The reply to each call, from that to the last command; fewer where a script ended early.
std::vector<Reply> replies_to(const Deed& deed, const Reply& last);

/// Of a reply that brings a document along: what is in the document.
std::optional<std::string> document_in(const Reply& reply);

/// Is this cell there while the run is performed? What only properties look at is not, nor what no Redis can hold.
bool is_kept(const ReplayRun& run, const ReplayCell& cell);

}  // namespace interlock::reports
