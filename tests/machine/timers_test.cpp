// All that runs down as time passes is in one list, nothing else changes it, and time passes by going through it.

#include "engine/machine/blueprint.hpp"
#include "engine/machine/compiled/opcodes.hpp"
#include "engine/machine/properties.hpp"
#include "engine/machine/time/time.hpp"
#include "tests/catch.hpp"
#include "tests/random/reading.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace interlock::machine {
namespace {

/// Every kind of timer: work, a limited and punctual poll, a heartbeat, a deadline, a lease, the end of a pause.
const std::string all_kinds = R"(protocol timers
server redis : redis { lock : string }
client w[2] {
  me = fresh id
  retry every 2s until redis.SET(lock, me, NX, PX 10s) within 6s else { return }
  critical {
    work 4s..6s
  }
  redis.DEL(lock)
  background while in critical { every 3s { redis.PEXPIRE(lock, 10s) } }
}
)";

/// The parts of a machine that timers are in.
struct Parts {
  Parts(const std::string& text, std::vector<language::Fault> faults)
      : model(read(text)),
        blueprint(model, under(std::move(faults)), chosen(model), {}),
        properties(blueprint, tables) {
    tables.registers = static_cast<std::uint32_t>(blueprint.layout.fields.size());
    Compiler compiler(model, blueprint.layout, blueprint.relevance, blueprint.ticks, blueprint.flow, tables);
    for (language::ClientIndex client{0}; client < model.clients.size(); ++client)
      programs.push_back(compiler.compile_client(client));
    properties.compile(compiler);
    around.layout = &blueprint.layout;
    around.programs = &programs;
    around.endless = blueprint.ticks.longest + 1;
  }

  static language::Model read(const std::string& text) {
    std::string problems;
    auto found = tests::read({text, ""}, problems);
    INFO(problems);
    REQUIRE(found);
    return *found;
  }
  static language::Scenario under(std::vector<language::Fault> faults) {
    language::Scenario scenario;
    scenario.faults = std::move(faults);
    return scenario;
  }
  static std::vector<std::uint32_t> chosen(const language::Model& model) {
    std::vector<std::uint32_t> specs;
    for (std::uint32_t spec = 0; spec < model.specs.size(); ++spec)
      if (model.specs[spec].name == "exclusive_lease" || model.specs[spec].name == "mutual_exclusion")
        specs.push_back(spec);
    return specs;
  }

  const TimerRule& timer(TimerKind kind) const {
    const auto& all = blueprint.layout.timers;
    const auto found = std::find_if(all.begin(), all.end(), [&](const TimerRule& rule) { return rule.kind == kind; });
    REQUIRE(found != all.end());
    return *found;
  }

  language::Model model;
  Blueprint blueprint;
  Tables tables;
  Properties properties;
  std::vector<Program> programs;
  Surroundings around;
};

constexpr std::int64_t second = 1'000'000;

Parts parts() {
  return {all_kinds, {{.kind = language::FaultKind::pause, .amount = 5 * second, .text = "pause <= 5s"}}};
}

TEST_CASE("every word that runs down is a timer of the list, once, in the order of the words") {
  const Parts all = parts();
  std::vector<Register> listed;
  std::set<TimerKind> kinds;
  for (const TimerRule& rule : all.blueprint.layout.timers) {
    listed.push_back(rule.timer.word());
    kinds.insert(rule.kind);
  }
  std::vector<Register> run_down;
  for (Register word = 0; word < all.blueprint.layout.fields.size(); ++word) {
    const Role role = all.blueprint.layout.fields[word].role;
    if (role == Role::timer || role == Role::lease) run_down.push_back(word);
  }
  CHECK(listed == run_down);
  CHECK(kinds.size() == 5);
}

TEST_CASE("no instruction writes a timer but those that are made for it") {
  const Parts all = parts();
  std::set<Register> timers;
  for (const TimerRule& rule : all.blueprint.layout.timers) timers.insert(rule.timer.word());
  std::size_t seen = 0;
  const auto look = [&](const std::vector<Instruction>& code) {
    for (const Instruction& instruction : code)
      for_each_operand(instruction, [&](Uses use, Register operand) {
        if (!is_register(use) || !timers.contains(operand)) return;
        ++seen;
        const bool is_about_timers = (instruction.op >= Opcode::start_timer && instruction.op <= Opcode::timer_rest) ||
                                     instruction.op == Opcode::give;
        CHECK(is_about_timers);
      });
  };
  for (const Program& program : all.programs) look(program.code);
  look(all.properties.code());
  CHECK(seen > 10);
}

TEST_CASE("time runs down what runs: not what is stopped, due or endless, nor work in a pause") {
  const Parts all = parts();
  const Layout& layout = all.blueprint.layout;
  const Time time(all.blueprint, all.around, false, false);
  std::vector<Word> scratch(all.tables.registers);
  std::vector<Word> words(layout.initial);
  words.resize(all.tables.registers);
  for (const TimerRule& rule : layout.timers) start(rule.timer, words.data(), 4);
  const ClientWords& first = layout.clients[0];
  const auto& locations = all.programs[0].locations;
  const auto at_work = std::find_if(locations.begin(), locations.end(),
                                    [](const Location& location) { return location.kind == LocationKind::work; });
  REQUIRE(at_work != locations.end());
  words[first.location[0]] = static_cast<Word>(at_work - locations.begin());
  words[first.paused] = 1;
  const TimerWord stopped_one = all.timer(TimerKind::deadline).timer;
  stop(stopped_one, words.data());
  const TimerWord endless_one = all.timer(TimerKind::lease).timer;
  start(endless_one, words.data(), all.around.endless);
  time.pass(words.data(), 3, scratch);
  for (const TimerRule& rule : layout.timers) {
    const bool is_paused_work = rule.kind == TimerKind::wait && rule.client == 0 && rule.thread == 0;
    const Word expected = rule.timer == stopped_one   ? stopped
                          : rule.timer == endless_one ? all.around.endless
                          : is_paused_work            ? 4
                                                      : 1;
    CHECK(ticks_left(rule.timer, words.data()) == expected);
  }
  time.pass(words.data(), 3, scratch);
  CHECK(is_due(all.timer(TimerKind::limit).timer, words.data()));
}

TEST_CASE("a deadline that is due holds time back, and the next moment is that of the first that is not") {
  const Parts all = parts();
  const Layout& layout = all.blueprint.layout;
  const Time time(all.blueprint, all.around, false, false);
  std::vector<Word> scratch(all.tables.registers);
  std::vector<Word> words(layout.initial);
  words.resize(all.tables.registers);
  CHECK(time.may_pass(words.data(), scratch));
  const TimerWord deadline = all.timer(TimerKind::deadline).timer;
  start(deadline, words.data(), 0);
  CHECK_FALSE(time.may_pass(words.data(), scratch));
  start(deadline, words.data(), 3);
  CHECK(time.may_pass(words.data(), scratch));
  CHECK(time.next_moment(words.data()) == 1);  // somebody idles, and may begin at any moment
}

}  // namespace
}  // namespace interlock::machine
