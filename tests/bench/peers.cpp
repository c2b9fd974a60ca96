#include "tests/bench/peers.hpp"

#include <cstdio>
#include <filesystem>
#include <utility>

namespace interlock::bench {

namespace {

constexpr const char* compile = "gcc -O3 -march=native ";

std::string text(int number) { return std::to_string(number); }

}  // namespace

Peers::Peers(std::string folder, std::string scratch, int repeats)
    : folder_(std::move(folder)), scratch_(std::move(scratch)), repeats_(repeats) {
  const auto has = [&](const std::string& name) { return std::filesystem::exists(folder_ + "/" + name); };
  const bool compiles = is_there("gcc") && is_there("g++");
  has_by_hand_ = compiles && has("ref.cpp") &&
                 shell("g++ -O3 -march=native -std=c++17 -o '" + scratch_ + "/by_hand' '" + folder_ + "/ref.cpp'");
  has_spin_ = compiles && has("b1.pml") && is_there("spin");
  has_rumur_ = compiles && has("b1.m.in") && is_there("rumur");
  if (!has_by_hand_) std::printf("skipped: the search written by hand (no %s/ref.cpp)\n", folder_.c_str());
  if (!has_spin_) std::printf("skipped: SPIN (no %s/b1.pml, or the package spin is not installed)\n", folder_.c_str());
  if (!has_rumur_)
    std::printf("skipped: Rumur (no %s/b1.m.in, or the package rumur is not installed)\n", folder_.c_str());
}

std::optional<PeerRun> Peers::by_hand(const Size& size) const {
  if (!has_by_hand_) return std::nullopt;
  const Run run = measure({scratch_ + "/by_hand", "b1", text(size.clients), text(size.ttl), text(size.k)}, repeats_);
  return PeerRun{"by hand", "one model only", number_behind(run.output, "states="), number_behind(run.output, "edges="),
                 run};
}

std::optional<PeerRun> Peers::spin(const Size& size, const std::string& model, int cores) const {
  if (!has_spin_) return std::nullopt;
  const std::string parallel = cores > 1 ? " -DNCORE=" + text(cores) + " -DVMAX=64" : "";
  const bool built =
      shell("cd '" + scratch_ + "' && rm -f pan pan.* && spin -DN=" + text(size.clients) + " -DTTL=" + text(size.ttl) +
            " -DLIMIT=1 -DK=" + text(size.k) + " -a '" + folder_ + "/" + model + ".pml' >made 2>&1 && " + compile +
            "-DSAFETY -DNOFAIR -DNOBOUNDCHECK -DMEMLIM=18000 -DNOREDUCE" + parallel + " -o pan pan.c >made 2>&1");
  if (!built) return std::nullopt;
  const Run run = measure({scratch_ + "/pan", "-E", "-n", size.clients > 4 ? "-w24" : "-w20"}, repeats_);
  const std::string options = model == "b1" ? "depth first" : "the same, one process";
  return PeerRun{"SPIN", options, number_before(run.output, " states, stored"),
                 number_before(run.output, " transitions (="), run};
}

std::optional<PeerRun> Peers::rumur(const Size& size, bool symmetry, int threads) const {
  if (!has_rumur_) return std::nullopt;
  const std::string reduction = symmetry ? "heuristic --scalarset-schedules off" : "off";
  const std::string values = "s/@N@/" + text(size.clients) + "/; s/@TTL@/" + text(size.ttl) +
                             "/; s/@LIMIT@/1/; s/@K@/" + text(size.k) + "/; s/@ASSERT@//; s/@INV@//";
  const bool built =
      shell("cd '" + scratch_ + "' && sed -e '" + values + "' '" + folder_ + "/b1.m.in' >b1.m && rumur -q" +
            " --deadlock-detection off --threads " + text(threads) + " --set-capacity 1073741824" +
            " --symmetry-reduction " + reduction + " -o rumur.c b1.m >made 2>&1 && " + compile +
            "-std=c11 -mcx16 -pthread -o rumur rumur.c -latomic >made 2>&1");
  if (!built) return std::nullopt;
  const Run run = measure({scratch_ + "/rumur"}, repeats_);
  return PeerRun{"Rumur", symmetry ? "symmetry" : "no symmetry", number_before(run.output, " states, "),
                 number_before(run.output, " rules fired"), run};
}

}  // namespace interlock::bench
