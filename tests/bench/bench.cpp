// Interlock beside other checkers on the same models, in one run, as one table. Read the ratios: they are of CPU time
// (the least of all repeats), and both sides of each were measured minutes apart on the same machine.
//
//   interlock_bench PROGRAM SOURCES PEERS [REPEATS [scenarios]]

#include "tests/bench/measure.hpp"
#include "tests/bench/peers.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace interlock::bench {
namespace {

struct Setup {
  std::string program;
  std::string models;
  int repeats = 3;
};

void print_header() {
  std::printf("%-13s %-8s %-10s %-24s %11s %12s %8s %8s %10s %10s %7s %7s  %s\n", "model", "size", "tool", "options",
              "states", "transitions", "cpu s", "wall s", "kstates/s", "ktrans/s", "B/state", "MiB",
              "its CPU time in Interlock's");
}

void print_row(const std::string& model, const std::string& size, const PeerRun& row, double bytes,
               const std::string& ratio) {
  const double cpu = std::max(row.run.cpu, 0.001);
  std::printf("%-13s %-8s %-10s %-24s %11.0f %12.0f %8.3f %8.3f %10.0f %10.0f ", model.c_str(), size.c_str(),
              row.tool.c_str(), row.options.c_str(), row.states, row.transitions, row.run.cpu, row.run.wall,
              row.states / cpu / 1000, row.transitions / cpu / 1000);
  if (bytes > 0)
    std::printf("%7.1f ", bytes);
  else
    std::printf("%7s ", "-");
  std::printf("%7.1f  %s\n", row.run.peak, ratio.c_str());
  std::fflush(stdout);
}

struct Asked {
  std::string model = "b1";
  Size size;
  std::string options;  ///< as they are shown
  std::vector<std::string> arguments;
};

std::string shown_size(const Size& size) { return "N" + std::to_string(size.clients) + ",K" + std::to_string(size.k); }

struct OwnRun {
  PeerRun row;
  double bytes = 0;  ///< a state
};

OwnRun run_interlock(const Setup& setup, const Asked& asked, int repeats) {
  std::vector<std::string> command{setup.program, "check", setup.models + "/" + asked.model + ".interlock", "--clients",
                                   "client=" + std::to_string(asked.size.clients)};
  command.insert(command.end(), asked.arguments.begin(), asked.arguments.end());
  const Run timed = measure(command, repeats);
  // The numbers come from a run of their own: to say what each reduction saves, it searches without it, too.
  command.emplace_back("--stats");
  const std::string told = measure(command, 1).output;
  const double states = number_before(told, " states of ");
  const double bytes = states > 20000 ? number_before(told, " MB, ") * 1e6 / states : 0;
  return {{"Interlock", asked.options, states, number_before(told, " transitions, "), timed}, bytes};
}

/// A group: Interlock's row, then those of its peers with the ratio to it.
OwnRun compare(const Setup& setup, const Asked& asked, const std::vector<std::optional<PeerRun>>& peers) {
  const OwnRun own = run_interlock(setup, asked, setup.repeats);
  print_row(asked.model, shown_size(asked.size), own.row, own.bytes, "");
  for (const auto& peer : peers) {
    if (!peer) continue;
    char ratio[64];
    std::snprintf(ratio, sizeof ratio, "%.2f%s", peer->run.cpu / std::max(own.row.run.cpu, 0.001),
                  peer->states == own.row.states ? "" : "  (not the same states)");
    print_row(asked.model, shown_size(asked.size), *peer, 0, ratio);
  }
  return own;
}

const std::vector<std::string> crash{"--under", "crash", "--spec", "within_counter"};

std::vector<std::string> with(std::vector<std::string> arguments, const std::vector<std::string>& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

void everything(const Setup& setup, const Peers& peers) {
  for (const int clients : {3, 4, 5}) {
    const Size size{clients, 3, 9};
    const OwnRun one = compare(
        setup, {"b1", size, "nothing reduced", with(crash, {"--without", "all", "--threads", "1"})},
        {peers.by_hand(size), peers.spin(size, "b1", 1), peers.spin(size, "b1flat", 1), peers.rumur(size, false, 1)});
    if (clients < 5) continue;
    const OwnRun two = run_interlock(
        setup, {"b1", size, "the same, 2 threads", with(crash, {"--without", "all", "--threads", "2"})}, setup.repeats);
    char ratio[64];
    std::snprintf(ratio, sizeof ratio, "(%.2f times as fast as one thread, by the clock)",
                  one.row.run.wall / two.row.run.wall);
    print_row("b1", shown_size(size), two.row, two.bytes, ratio);
  }
}

void reduced(const Setup& setup, const Peers& peers) {
  for (const Size& size : {Size{5, 3, 9}, Size{8, 3, 10}})
    compare(setup,
            {"b1", size, "defaults, 1 thread", with(crash, {"--threads", "1", "--set", "k=" + std::to_string(size.k)})},
            {peers.rumur(size, true, 1)});
  for (const int clients : {2, 3, 4, 5, 6, 8, 10}) {
    const OwnRun own =
        run_interlock(setup, {"b1_unbounded", {clients, 3, 0}, "defaults, no bound K", with(crash, {"--threads", "1"})},
                      setup.repeats);
    print_row("b1_unbounded", "N" + std::to_string(clients), own.row, own.bytes, clients == 2 ? "no peer can" : "");
  }
}

void counterexamples(const Setup& setup) {
  const auto row = [&](const std::string& model, const std::string& spec, const std::string& faults) {
    const OwnRun own = run_interlock(
        setup, {model, {3, 3, 9}, "counterexample, " + faults, {"--under", faults, "--spec", spec, "--threads", "1"}},
        10);
    print_row(model, "N3,K9", own.row, own.bytes, "whole process");
  };
  row("b2", "never_lowered", "none");
  row("b2", "never_lowered", "crash");
  row("b3", "few_holders", "none");
}

/// What a protocol's `expect` lines ask: for each set of faults the options that ask the same.
std::map<std::string, std::vector<std::string>> scenarios_of(const std::string& text) {
  std::map<std::string, std::vector<std::string>> found;
  std::stringstream lines(text.substr(std::min(text.find("\nexpect {"), text.size())));
  for (std::string line; std::getline(lines, line);) {
    line = line.substr(0, line.find('#'));
    line.erase(line.find_last_not_of(' ') + 1);
    const bool asks = line.find(" holds") != std::string::npos || line.find(" fails") != std::string::npos;
    if (!asks) continue;
    const std::size_t assuming = std::min(line.find(" assuming "), line.size());
    const std::size_t under = std::min(line.find(" under "), assuming);
    std::vector<std::string>& options = found[line.substr(under)];
    if (options.empty())
      options = {"--under", under < assuming ? line.substr(under + 7, assuming - under - 7) : "none"};
    if (options.size() == 2 && assuming < line.size())
      options.insert(options.end(), {"--assuming", line.substr(assuming + 10)});
    const std::size_t name = line.find_first_not_of(' ');
    options.insert(options.end(), {"--spec", line.substr(name, line.find(' ', name) - name)});
  }
  return found;
}

void shipped_scenarios(const Setup& setup, const std::string& shipped) {
  std::vector<double> cpu;
  std::vector<double> wall;
  for (const auto& file : std::filesystem::recursive_directory_iterator(shipped)) {
    if (file.path().extension() != ".interlock") continue;
    std::ifstream stream(file.path());
    std::stringstream text;
    text << stream.rdbuf();
    if (text.str().find("[2]") == std::string::npos) continue;
    for (const auto& [name, options] : scenarios_of(text.str())) {
      std::vector<std::string> command{setup.program, "check", file.path(), "--threads", "1"};
      command.insert(command.end(), options.begin(), options.end());
      const Run run = measure(command, setup.repeats);
      cpu.push_back(run.cpu);
      wall.push_back(run.wall);
    }
  }
  if (cpu.empty()) return;
  std::sort(cpu.begin(), cpu.end());
  std::sort(wall.begin(), wall.end());
  std::printf(
      "\nThe protocols that ship with two clients, %zu scenarios with all that is expected in each, each a whole "
      "process:\n"
      "median %.1f ms of CPU time (%.1f ms by the clock), nine in ten within %.1f ms, the slowest %.1f ms\n",
      cpu.size(), 1000 * cpu[cpu.size() / 2], 1000 * wall[wall.size() / 2], 1000 * cpu[cpu.size() * 9 / 10],
      1000 * cpu.back());
}

int run(int count, char** values) {
  if (count < 4) {
    std::fprintf(stderr, "usage: interlock_bench PROGRAM SOURCES PEERS [REPEATS [scenarios]]\n");
    return 2;
  }
  const std::string sources = values[2];
  const Setup setup{values[1], sources + "/tests/bench/models", count > 4 ? std::atoi(values[4]) : 3};
  if (count > 5) {  // only these
    shipped_scenarios(setup, sources + "/models");
    return 0;
  }
  std::string scratch = (std::filesystem::temp_directory_path() / "interlock_bench_XXXXXX").string();
  if (mkdtemp(scratch.data()) == nullptr) return 1;
  std::ifstream load_file("/proc/loadavg");
  std::string load;
  std::getline(load_file, load);
  std::printf("%u cores, load %s, the least of %d runs\n", std::thread::hardware_concurrency(), load.c_str(),
              setup.repeats);
  const Peers peers(std::filesystem::weakly_canonical(values[3]).string(), scratch, setup.repeats);
  print_header();
  everything(setup, peers);
  reduced(setup, peers);
  counterexamples(setup);
  shipped_scenarios(setup, sources + "/models");
  std::filesystem::remove_all(scratch);
  return 0;
}

}  // namespace
}  // namespace interlock::bench

int main(int count, char** values) { return interlock::bench::run(count, values); }
