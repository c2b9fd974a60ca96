#include "reports/ink.hpp"

namespace interlock::reports {
namespace {

std::string_view opening(Ink ink) {
  switch (ink) {
    case Ink::plain: return "";
    case Ink::bad: return "\x1b[1;31m";
    case Ink::warning: return "\x1b[33m";
    case Ink::good: return "\x1b[32m";
    case Ink::faint: return "\x1b[2m";
  }
  return "";
}

}  // namespace

std::string inked(std::string_view text, Ink ink, Style style) {
  if (!style.colour || ink == Ink::plain || text.empty()) return std::string(text);
  return std::string(opening(ink)) + std::string(text) + "\x1b[0m";
}

}  // namespace interlock::reports
