#include "cli/graphviz.hpp"
#include "reports/machine_dot.hpp"
#include "reports/machine_graph.hpp"
#include "reports/margin.hpp"
#include "tests/catch.hpp"
#include "tests/reports/golden.hpp"

namespace interlock {
namespace {

using language::Block;
using language::Statement;
using language::StatementOp;

constexpr const char* text =
    "client worker[2] {\n"
    "  retry until redis.SET(lock, me) within 3s else {\n"
    "    return\n"
    "  }\n"
    "  critical {\n"
    "    work 1s..5s; doc.save()   # lock.go:88\n"
    "  }\n"
    "  loop {\n"
    "    if redis.DEL(lock) { break }\n"
    "  }\n"
    "}\n";

class ModelMaker {
 public:
  ModelMaker() {
    model.name = "small";
    model.text = std::make_shared<language::Source>(language::Source{"small.interlock", text});
    language::ClientKind worker;
    worker.name = "worker";
    worker.count = 2;
    worker.sections = {"critical"};
    Statement retry = step(StatementOp::retry, 2, 3);
    retry.span.low = 3'000'000;
    retry.blocks = {{}, {at(StatementOp::return_, 3, 5)}};
    Statement section = at(StatementOp::section, 5, 3);
    section.section = 0;
    Statement work = step(StatementOp::work, 6, 5);
    work.span = {1'000'000, 5'000'000};
    section.blocks = {{work, step(StatementOp::call, 6, 18)}};
    Statement loop = at(StatementOp::loop, 8, 3);
    Statement if_ = at(StatementOp::if_, 9, 5);
    if_.expressions.emplace_back();
    if_.blocks = {{at(StatementOp::break_, 9, 26)}, {}};
    loop.blocks = {{step(StatementOp::call, 9, 8), if_}};
    worker.program = {retry, section, loop};
    model.kinds = {worker};
  }

  language::Model model;

 private:
  Statement at(StatementOp op, std::uint32_t line, std::uint32_t column) const {
    Statement statement;
    statement.op = op;
    statement.place = {model.text, line, column, 1};
    return statement;
  }

  Statement step(StatementOp op, std::uint32_t line, std::uint32_t column) {
    Statement statement = at(op, line, column);
    statement.step = ++steps_;
    if (op == StatementOp::call) statement.blocks.emplace_back();
    return statement;
  }

  std::uint32_t steps_ = 0;
};

bool has_way(const reports::MachineGraph& graph, std::size_t from, std::size_t to, const std::string& outcome) {
  for (const reports::Way& way : graph.ways) {
    if (way.from == from && way.to == to && way.outcome == outcome) return true;
  }
  return false;
}

TEST_CASE("stops and ways of a program") {
  const reports::MachineGraph graph = reports::machine_graph(ModelMaker().model);
  REQUIRE(graph.stops.size() == 5);
  CHECK(graph.stops[1].does == "retry until redis.SET(lock, me) within 3s else");
  CHECK(graph.stops[2].does == "work 1 s to 5 s");
  CHECK(graph.stops[3].does == "doc.save()");
  CHECK(graph.stops[3].section == 0);
  CHECK(graph.stops[4].section == language::nothing);
  CHECK(has_way(graph, 0, 1, ""));
  CHECK(has_way(graph, 1, 1, "refused"));
  CHECK(has_way(graph, 1, 2, "granted"));
  CHECK(has_way(graph, 1, 0, "gives up"));
  CHECK(has_way(graph, 4, 4, "false"));
  CHECK(has_way(graph, 4, 0, "true"));
  CHECK(graph.ways.size() == 8);
}

TEST_CASE("a client idles between its rounds, and a daemon begins at once") {
  CHECK(reports::machine_graph(ModelMaker().model).stops[0].does == "idle");
  language::Model model = ModelMaker().model;
  model.kinds[0].is_daemon = true;
  CHECK(reports::machine_graph(model).stops[0].does == "begins at once");
}

TEST_CASE("the machine as a graph that dot draws") {
  const std::string dot = reports::machine_dot(ModelMaker().model);
  CHECK(dot == stories::golden("machine.dot", dot));
  const cli::Rendered drawn = cli::render(dot, cli::Layout::layered, "svg");
  INFO(drawn.why_not);
  REQUIRE(drawn.bytes);
  CHECK(drawn.bytes->find("critical") != std::string::npos);
}

TEST_CASE("step numbers stand in the margin") {
  const std::string shown = reports::text_with_steps(ModelMaker().model);
  CHECK(shown == stories::golden("margin.txt", shown));
  CHECK(shown.find("2,3 |     work 1s..5s") != std::string::npos);
}

}  // namespace
}  // namespace interlock
