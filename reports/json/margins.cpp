#include "reports/margins.hpp"
#include "reports/json/story.hpp"
#include "reports/report.hpp"
#include "reports/words.hpp"

#include <optional>
#include <utility>

namespace interlock::reports {

using check::Margin;
using check::Margins;
using check::Turn;

namespace {

nlohmann::json json_of(const std::optional<Turn>& turn) {
  if (!turn) return nullptr;
  return {{"last_alike", turn->alike}, {"first_other", turn->other}, {"verdict", to_text(turn->verdict)}};
}

}  // namespace

std::string margins_json(const std::string& protocol, const std::vector<Margins>& margins) {
  nlohmann::json list = nlohmann::json::array();
  for (const Margins& one : margins) {
    nlohmann::json durations = nlohmann::json::array();
    for (const Margin& margin : one.all) {
      nlohmann::json duration{
          {"what", margin.what},         {"decided", margin.is_decided},       {"looked_from", margin.shortest},
          {"looked_to", margin.longest}, {"shorter", json_of(margin.shorter)}, {"longer", json_of(margin.longer)}};
      duration["now"] = margin.now == language::unbounded ? nlohmann::json() : nlohmann::json(margin.now);
      durations.push_back(std::move(duration));
    }
    list.push_back({{"spec", one.spec},
                    {"under", faults_text(one.scenario)},
                    {"verdict", to_text(one.verdict)},
                    {"durations", std::move(durations)}});
  }
  return json_text({{"format", 1}, {"protocol", protocol}, {"margins", std::move(list)}}, 2) + "\n";
}

}  // namespace interlock::reports
