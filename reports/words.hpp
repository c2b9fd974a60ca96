#pragma once
// Small pieces of English that all reports share.

#include "engine/language/model.hpp"
#include "engine/trace/counterexample.hpp"
#include "engine/trace/words.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace interlock::reports {

using trace::params_text;
using trace::plural;
using trace::used_text;

/// "1,204".
std::string number_text(std::uint64_t number);

/// "1 step", "1,204 states".
std::string count_text(std::uint64_t count, std::string_view noun);

/// "a", "a and b", "a, b and c".
std::string list_text(const std::vector<std::string>& items);

/// The size of a model: "2 workers", "1 reader and 2 writers".
std::string size_text(const language::Model& model);

/// Why there is nothing in a cell any more, in its lane: "expires".
std::string_view emptied_words(const trace::Event& event);

/// The simplest run in few words: "1 pause, 4 steps"; without faults "4 steps". With `loop_steps` it
/// goes on for ever: "1 step, then a loop of 3".
std::string run_text(const std::vector<language::UsedFault>& used, std::uint32_t steps,
                     std::optional<std::uint32_t> loop_steps = {});

/// The faults of a scenario as a reader sees them: "no faults", "pause <= 3s, crash, assuming distinct_clocks".
std::string faults_text(const language::Scenario& scenario);

/// "set_nx_px.interlock:17" without the folders; empty when there is no place.
std::string place_text(const language::Place& place);

/// Lines of at most `width` characters, cut between words where that is possible.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// At most `most` characters: of a longer text the beginning and the end.
std::string shortened(std::string_view text, std::size_t most);

/// The number of characters of a UTF-8 text.
std::size_t character_count(std::string_view text);

/// `text` and blanks up to `width` characters.
std::string padded(std::string_view text, std::size_t width);

/// Control characters become blanks.
std::string one_line(std::string_view text);

}  // namespace interlock::reports
