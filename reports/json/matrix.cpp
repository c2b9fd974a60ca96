#include "reports/matrix.hpp"

#include "reports/json/story.hpp"
#include "reports/report.hpp"
#include "reports/verdict_lines.hpp"

#include <utility>

namespace interlock::reports {
namespace {

using Json = nlohmann::json;

Json cell_json(const check::SpecResult& cell) {
  Json json{{"verdict", to_text(cell.verdict)}, {"vacuous", cell.vacuous}};
  if (!check::has_run(cell)) return json;
  json["used"] = used_json(cell.used);
  json["faults"] = cell.faults;
  json["steps"] = cell.steps;
  json["loop_steps"] = cell.loop_steps ? Json(*cell.loop_steps) : Json();
  return json;
}

}  // namespace

std::string matrix_json(const check::Matrix& matrix) {
  Json columns = Json::array();
  for (const check::FaultSet& faults : matrix.fault_sets) columns.push_back({{"faults", faults}});
  Json guarantees = Json::array();
  for (const check::Guarantee& guarantee : matrix.guarantees) {
    Json cells = Json::array();
    for (std::size_t index = 0; index < guarantee.cells.size(); ++index) {
      const check::SpecResult& cell = guarantee.cells[index];
      cells.push_back(cell_json(cell));
      const std::string capacity = index < matrix.columns.size() ? exceeded_text(matrix.columns[index]) : "";
      if (!capacity.empty() && !check::has_run(cell)) cells.back()["up_to"] = capacity;
    }
    guarantees.push_back({{"spec", guarantee.spec},
                          {"cells", std::move(cells)},
                          {"broken_by", check::smallest_breaking(matrix, guarantee)},
                          {"stands", check::largest_standing(matrix, guarantee)}});
  }
  const Json left_out{{"unnamed", matrix.left_out.unnamed},
                      {"of_clocks", matrix.left_out.of_clocks},
                      {"in_pairs", matrix.left_out.in_pairs}};
  return json_text({{"format", 1},
                    {"protocol", matrix.protocol},
                    {"clients", matrix.clients},
                    {"columns", std::move(columns)},
                    {"guarantees", std::move(guarantees)},
                    {"left_out", left_out}},
                   2) +
         "\n";
}

}  // namespace interlock::reports
