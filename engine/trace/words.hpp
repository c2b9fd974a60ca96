#pragma once
// Small pieces of English that stories and reports share.

#include "engine/language/model.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace interlock::trace {

/// "worker" to "workers", "proxy" to "proxies", "process" to "processes".
std::string plural(std::string_view noun);

/// "a", "a and b", "a, b and c".
std::string join_words(std::vector<std::string> parts);

/// "ttl 10 s, busy 1 s to 5 s": the params of a model; empty where it has none.
std::string params_text(const std::vector<language::Param>& params);

/// What was asked: "set_nx_px, 2 workers, ttl 10 s, busy 1 s to 5 s, under pause <= 3s".
std::string asked_text(const language::Model& model, const language::Scenario& scenario);

/// "1 pause", "2 pauses, 1 skewed clock", "no faults".
std::string used_text(const std::vector<language::UsedFault>& used);

}  // namespace interlock::trace
