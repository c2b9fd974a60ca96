#include "reports/mermaid.hpp"

#include "engine/language/resolver/resolver.hpp"
#include "reports/storyboard.hpp"
#include "reports/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>
#include <vector>

namespace interlock::reports {
namespace {

constexpr std::size_t many_columns = 20;  // of more, an answer has no arrow of its own

bool is_word(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' ||
         (letter >= '0' && letter <= '9');
}

/// A ';' would end the line, and so would the word "end" end a block.
std::string escaped(std::string_view text) {
  const std::string line = one_line(text);
  std::string result;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const bool begins_word = at == 0 || !is_word(line[at - 1]);
    const bool is_end =
        begins_word && line.compare(at, 3, "end") == 0 && (at + 3 == line.size() || !is_word(line[at + 3]));
    if (is_end) {
      result += "e#110;d";
      at += 2;
    } else if (line[at] == ';' || line[at] == '#' || line[at] == '<' || line[at] == '>') {
      result += fmt::format("#{};", static_cast<int>(line[at]));
    } else {
      result += line[at];
    }
  }
  return result;
}

class Diagram {
 public:
  explicit Diagram(const trace::Counterexample& story) : story_(story), board_(storyboard(story)) {}

  std::string text() {
    add("sequenceDiagram");
    indent_ = 1;
    add_participants();
    if (board_.lanes.empty()) return text_;
    for (std::size_t event = 0; event < board_.first_view; ++event) add_event(event, numbers_of(event, event));
    for (std::size_t column = 0; column < board_.columns.size(); ++column) add_column(column);
    if (board_.columns.empty()) add_end();
    return text_;
  }

 private:
  void add(const std::string& line) { text_ += std::string(4 * indent_, ' ') + line + "\n"; }

  static std::string client_id(language::ClientIndex client) { return fmt::format("client{}", client); }
  static std::string server_id(std::uint32_t server) { return fmt::format("server{}", server); }

  std::uint32_t server_of(const Lane& lane) const {
    return lane.kind == LaneKind::cell ? story_.cells[lane.index].server : lane.index;
  }

  void add_participants() {
    for (const Lane& lane : board_.lanes) {
      const bool is_client = lane.kind == LaneKind::client;
      const std::string id = is_client ? client_id(client_of(lane)) : server_id(server_of(lane));
      if (!participants_.insert(id).second) continue;
      const std::string& name = is_client ? story_.clients[lane.index] : story_.servers[server_of(lane)];
      add(fmt::format("participant {} as {}", id, escaped(name)));
      if (first_.empty()) first_ = id;
      last_ = id;
    }
  }

  std::string everybody() const { return first_ == last_ ? first_ : first_ + "," + last_; }

  /// "3. ", "3 to 7. ", or nothing.
  std::string numbers_of(std::size_t first, std::size_t last) const {
    const std::uint32_t from = story_.events[first].number, to = story_.events[last].number;
    if (to == 0) return "";
    return from == to || from == 0 ? fmt::format("{}. ", to) : fmt::format("{} to {}. ", from, to);
  }

  void add_column(std::size_t index) {
    const Column& column = board_.columns[index];
    if (column.kind == ColumnKind::edge) {
      if (board_.opening == index) {
        add("loop " + escaped(turn_text()));
        ++indent_;
      } else {
        --indent_;
        add("end");
        add_end();
      }
      return;
    }
    if (column.is_end) {
      add(story_.kind == trace::StoryKind::witness ? "rect rgb(222, 243, 228)" : "rect rgb(253, 227, 225)");
      ++indent_;
    }
    if (column.kind == ColumnKind::gap)
      add(fmt::format("Note over {}: {} pass", everybody(), language::duration_text(column.passed)));
    else if (column.kind == ColumnKind::dull)
      add(fmt::format("Note over {}: {}nothing that matters", everybody(), numbers_of(column.first, column.last)));
    else
      add_event(column.last, numbers_of(column.first, column.last));
    if (!column.is_end) return;
    add_end();
    --indent_;
    add("end");
  }

  /// The word "loop" stands there already.
  std::string turn_text() const {
    if (story_.loop_time <= 0) return "for ever";
    return fmt::format("for ever, {} a turn", language::duration_text(story_.loop_time));
  }

  void add_event(std::size_t index, const std::string& number) {
    const trace::Event& event = story_.events[index];
    const bool is_client = event.client < story_.clients.size() && participants_.contains(client_id(event.client));
    const bool calls =
        is_client && !event.calls.empty() && participants_.contains(server_id(event.calls.front().server));
    if (calls)
      add_calls(event, number);
    else
      add(fmt::format("Note over {}: {}{}{}", place_of(event), number, escaped(event.does), fault_text(event)));
    if (is_client) add_bar(index, event.client);
  }

  static std::string fault_text(const trace::Event& event) {
    return event.fault == 0 ? "" : fmt::format(" (fault {})", event.fault);
  }

  std::string place_of(const trace::Event& event) const {
    if (event.client < story_.clients.size() && participants_.contains(client_id(event.client)))
      return client_id(event.client);
    if (participants_.contains(server_id(event.server))) return server_id(event.server);
    return everybody();
  }

  void add_calls(const trace::Event& event, const std::string& number) {
    const std::string from = client_id(event.client), to = server_id(event.calls.front().server);
    std::vector<std::string> calls, answers;
    for (const MadeCall& call : event.calls) {
      calls.push_back(call.text);
      if (!call.answer.empty()) answers.push_back(call.answer);
    }
    const std::string asked = fmt::format("{}", fmt::join(calls, "; "));
    const std::string answered = fmt::format("{}", fmt::join(answers, "; "));
    const bool is_short = board_.columns.size() > many_columns;
    const std::string arrow = is_refused_write(event) ? "-x" : "->>";
    add(fmt::format("{}{}{}: {}{}", from, arrow, to, number,
                    escaped(is_short && !answered.empty() ? asked + " \u2192 " + answered : asked)));
    if (!is_short && !answered.empty()) add(fmt::format("{}-->>{}: {}", to, from, escaped(answered)));
  }

  /// The bar of whoever is inside critical.
  void add_bar(std::size_t index, language::ClientIndex client) {
    const bool is_inside = story_.views[index + 1].clients[client].inside_critical;
    if (is_inside && active_.insert(client).second) add("activate " + client_id(client));
    if (!is_inside && active_.erase(client) > 0) add("deactivate " + client_id(client));
  }

  void add_end() {
    add(fmt::format("Note over {}: {}", everybody(), escaped(story_.headline + " - " + story_.sentence)));
  }

  const trace::Counterexample& story_;
  Storyboard board_;
  std::string text_;
  std::size_t indent_ = 0;
  std::set<std::string> participants_;
  std::string first_, last_;
  std::set<language::ClientIndex> active_;
};

}  // namespace

std::string timeline_mermaid(const trace::Counterexample& story) { return Diagram(story).text(); }

}  // namespace interlock::reports
