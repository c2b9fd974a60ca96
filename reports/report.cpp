#include "reports/report.hpp"

namespace interlock::reports {

std::string to_text(VerdictKind verdict) {
  switch (verdict) {
    case VerdictKind::holds: return "holds";
    case VerdictKind::fails: return "fails";
    case VerdictKind::reachable: return "reachable";
    case VerdictKind::unreachable: return "unreachable";
    case VerdictKind::unknown: return "unknown";
    case VerdictKind::not_applicable: return "not applicable";
  }
  return "unknown";
}

}  // namespace interlock::reports
