#pragma once
// Other checkers, on their own versions of the comparison models: generated, compiled and run in a scratch directory.

#include "tests/bench/measure.hpp"

#include <optional>
#include <string>

namespace interlock::bench {

struct Size {
  int clients = 3;
  int ttl = 3;
  int k = 9;
};

struct PeerRun {
  std::string tool;
  std::string options;
  double states = 0;
  double transitions = 0;
  Run run;
};

class Peers {
 public:
  /// `folder` holds b1.pml, b1.m.in and ref.cpp. Says on standard output what is not there.
  Peers(std::string folder, std::string scratch, int repeats);

  std::optional<PeerRun> by_hand(const Size& size) const;
  std::optional<PeerRun> spin(const Size& size, const std::string& model, int cores) const;
  std::optional<PeerRun> rumur(const Size& size, bool symmetry, int threads) const;

 private:
  std::string folder_;
  std::string scratch_;
  int repeats_;
  bool has_by_hand_ = false;
  bool has_spin_ = false;
  bool has_rumur_ = false;
};

}  // namespace interlock::bench
